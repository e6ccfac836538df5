// The pages below the panel.
#if UTAH10_CAIRO

#include <cmath>
#include <numbers>

#include "command/panel/paint.hpp"
#include "command/panel/stroke_font.hpp"

namespace utah10 {

namespace {

constexpr Colour kInk{.13, .13, .16}, kCaption{.86, .87, .84};
constexpr double kMargin = 16, kCaptionHeight = 26;

}  // namespace

void Paint::paper(const PanelRect& r, const Colour& colour) {
  set({0, 0, 0, .35});
  cairo_rectangle(cr_, r.x + 4, r.y + 4, r.width, r.height);
  cairo_fill(cr_);
  set(colour);
  cairo_rectangle(cr_, r.x, r.y, r.width, r.height);
  cairo_fill(cr_);
}

void Paint::page(const PanelRect& r, const Page& page) {
  set({.12, .125, .135});
  cairo_rectangle(cr_, r.x, r.y, r.width, r.height);
  cairo_fill(cr_);
  text(page.caption, 24, r.y + 18, 9, Align::Left, kCaption);
  const PanelRect inner{r.x + kMargin, r.y + kCaptionHeight, r.width - 2 * kMargin,
                        r.height - kCaptionHeight - kMargin};
  cairo_save(cr_);
  cairo_rectangle(cr_, r.x, r.y, r.width, r.height);
  cairo_clip(cr_);
  switch (page.kind) {
    case PageKind::Teletype:
      teletype(inner, page);
      break;
    case PageKind::Printer:
      printer(inner, page);
      break;
    case PageKind::Tape:
      tape(inner, page);
      break;
    case PageKind::None:
      break;
  }
  cairo_restore(cr_);
}

// A roll of yellowish paper, the type block at the carriage's place on the lowest line.
void Paint::teletype(const PanelRect& r, const Page& page) {
  constexpr double kColumn = 13.4, kLine = 20.5, kLetter = 10.5;
  const double left = r.x + (r.width - 72 * kColumn) / 2;
  paper({left - 30, r.y, 72 * kColumn + 60, r.height}, {.955, .93, .83});
  set(kInk);
  cairo_set_line_width(cr_, 1.5);
  double y = r.y + r.height - 16;
  for (auto line = page.lines.rbegin(); line != page.lines.rend() && y > r.y; ++line, y -= kLine)
    letters(*line, left, y, kLetter, kColumn);
  set({.25, .25, .28, .55});
  cairo_rectangle(cr_, left + kColumn * static_cast<double>(page.column) - 2, r.y + r.height - 10, kColumn, 5);
  cairo_fill(cr_);
}

// Fan-fold paper with green bars and holes at its edges.
void Paint::printer(const PanelRect& r, const Page& page) {
  constexpr double kColumn = 10, kLine = 14.6, kLetter = 7.6;
  const double left = r.x + (r.width - 132 * kColumn) / 2;
  const PanelRect sheet{left - 44, r.y, 132 * kColumn + 88, r.height};
  paper(sheet, {.97, .97, .95});
  set({.80, .90, .82});
  for (double y = r.y; y < r.y + r.height; y += 6 * kLine)
    cairo_rectangle(cr_, sheet.x, y, sheet.width, std::min(3 * kLine, r.y + r.height - y));
  cairo_fill(cr_);
  set({.12, .125, .135});
  for (double y = r.y + 12; y < r.y + r.height; y += 24)
    for (const double x : {sheet.x + 14, sheet.x + sheet.width - 14}) {
      cairo_new_sub_path(cr_);
      cairo_arc(cr_, x, y, 4.2, 0, 2 * std::numbers::pi);
    }
  cairo_fill(cr_);
  set(kInk);
  cairo_set_line_width(cr_, 1.15);
  double y = r.y + r.height - 10;
  for (auto line = page.lines.rbegin(); line != page.lines.rend() && y > r.y; ++line, y -= kLine)
    letters(*line, left, y, kLetter, kColumn);
}

// Eight holes a frame, with the feed hole between the third and the fourth; the arrow is the reading head.
void Paint::tape(const PanelRect& r, const Page& page) {
  if (page.frames.empty()) return;
  constexpr double kFrame = 15, kHole = 4.6, kFeed = 2.6;
  const double top = r.y + 70, height = 10 * kFrame + 14;
  paper({r.x, top, kFrame * static_cast<double>(page.frames.size()) + 20, height}, {.93, .88, .66});
  set({.12, .125, .135});
  for (std::size_t n = 0; n < page.frames.size(); ++n) {
    const double x = r.x + kFrame * (static_cast<double>(n) + 1);
    const auto hole = [&](double track, double radius) {
      cairo_new_sub_path(cr_);
      cairo_arc(cr_, x, top + 7 + kFrame * (track + .5), radius, 0, 2 * std::numbers::pi);
    };
    for (unsigned bit = 0; bit < 8; ++bit)
      if ((page.frames[n] >> bit & 1) != 0) hole(bit < 3 ? 8.0 - bit : 7.0 - bit, kHole);
    hole(5, kFeed);
  }
  cairo_fill(cr_);
  const double x = r.x + kFrame * (static_cast<double>(page.head) + 1);
  set({.90, .35, .20});
  cairo_move_to(cr_, x, top - 6);
  cairo_line_to(cr_, x - 8, top - 22);
  cairo_line_to(cr_, x + 8, top - 22);
  cairo_close_path(cr_);
  cairo_fill(cr_);
}

}  // namespace utah10

#endif

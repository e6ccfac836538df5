#if UTAH10_CAIRO

#include "command/panel/paint.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <numbers>
#include <utility>

#include "command/panel/stroke_font.hpp"
#include "toolchain/output_file.hpp"

namespace utah10 {

namespace {

constexpr double kTurn = 2 * std::numbers::pi;

constexpr Colour kCabinet{.17, .19, .21}, kTrim{.16, .38, .55}, kTrimLow{.10, .27, .42};
constexpr Colour kGlassTop{.085, .09, .10}, kGlassBottom{.045, .048, .055};
constexpr Colour kDeckTop{.24, .255, .275}, kDeckBottom{.165, .175, .19};
constexpr Colour kLegend{.86, .87, .84}, kLine{.62, .64, .63, .75};
constexpr Colour kLight{.91, .90, .86}, kLightLow{.72, .71, .67}, kDark{.26, .42, .56}, kDarkLow{.15, .27, .38};

// Vertices of a triangle that points to the right.
void trianglePath(cairo_t* cr, double x, double y, double r) {
  cairo_new_path(cr);
  cairo_move_to(cr, x - r * .8, y - r);
  cairo_line_to(cr, x + r, y);
  cairo_line_to(cr, x - r * .8, y + r);
  cairo_close_path(cr);
}

}  // namespace

Paint::Paint(double scale, double width, double height, const PixelMemory& memory) : scale_(scale) {
  const int w = static_cast<int>(std::lround(width * scale)), h = static_cast<int>(std::lround(height * scale));
  surface_ = memory.at == nullptr
                 ? cairo_image_surface_create(CAIRO_FORMAT_RGB24, w, h)
                 : cairo_image_surface_create_for_data(memory.at, CAIRO_FORMAT_RGB24, std::min(w, memory.width),
                                                       std::min(h, memory.height), memory.stride);
  cr_ = cairo_create(surface_);
  cairo_scale(cr_, scale_, scale_);
  cairo_set_line_cap(cr_, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join(cr_, CAIRO_LINE_JOIN_ROUND);
  set(kCabinet);
  cairo_paint(cr_);
}

Paint::~Paint() {
  cairo_destroy(cr_);
  for (const auto& [sprite, surface] : sprites_) cairo_surface_destroy(surface);
  cairo_surface_destroy(surface_);
}

PixelMemory Paint::pixels() const {
  cairo_surface_flush(surface_);
  const PixelRect whole = all();
  return {cairo_image_surface_get_data(surface_), whole.width, whole.height, cairo_image_surface_get_stride(surface_)};
}

PixelRect Paint::all() const {
  return {0, 0, cairo_image_surface_get_width(surface_), cairo_image_surface_get_height(surface_)};
}

Expected<void> Paint::writePng(const std::filesystem::path& file) {
  std::string bytes;
  const auto append = [](void* to, const unsigned char* data, unsigned length) {
    static_cast<std::string*>(to)->append(reinterpret_cast<const char*>(data), length);
    return CAIRO_STATUS_SUCCESS;
  };
  const cairo_status_t status = cairo_surface_write_to_png_stream(surface_, append, &bytes);
  if (status != CAIRO_STATUS_SUCCESS) return fail(file.string(), cairo_status_to_string(status));
  return writeFileWhole(file, bytes);
}

// All pixels of which it covers a part.
PixelRect Paint::pixelsOf(const PanelRect& r) const {
  const PixelRect whole = all();
  const auto within = [](double at, int most) { return std::clamp(static_cast<int>(at), 0, most); };
  const int x = within(std::floor(r.x * scale_), whole.width), y = within(std::floor(r.y * scale_), whole.height);
  return {x, y, within(std::ceil((r.x + r.width) * scale_), whole.width) - x,
          within(std::ceil((r.y + r.height) * scale_), whole.height) - y};
}

std::uint32_t* Paint::row(const PixelRect& r, int y) const {
  unsigned char* first = cairo_image_surface_get_data(surface_);
  const std::ptrdiff_t stride = cairo_image_surface_get_stride(surface_);
  return reinterpret_cast<std::uint32_t*>(first + (r.y + y) * stride) + r.x;
}

Paint::Kept Paint::keep(const PanelRect& r) {
  const Kept kept{pixelsOf(r), kept_.size()};
  cairo_surface_flush(surface_);
  for (int y = 0; y < kept.at.height; ++y) {
    const std::uint32_t* from = row(kept.at, y);
    kept_.insert(kept_.end(), from, from + kept.at.width);
  }
  return kept;
}

PixelRect Paint::restore(const Kept& kept) {
  cairo_surface_flush(surface_);
  const std::uint32_t* from = kept_.data() + kept.first;
  for (int y = 0; y < kept.at.height; ++y, from += kept.at.width) std::copy_n(from, kept.at.width, row(kept.at, y));
  cairo_surface_mark_dirty_rectangle(surface_, kept.at.x, kept.at.y, kept.at.width, kept.at.height);
  return kept.at;
}

PixelRect Paint::clear(const PanelRect& r) {
  const PixelRect pixels = pixelsOf(r);
  cairo_save(cr_);
  cairo_identity_matrix(cr_);
  set(kCabinet);
  cairo_rectangle(cr_, pixels.x, pixels.y, pixels.width, pixels.height);
  cairo_fill(cr_);
  cairo_restore(cr_);
  return pixels;
}

void Paint::roundedBox(const PanelRect& r, double radius) {
  cairo_new_path(cr_);
  cairo_arc(cr_, r.x + r.width - radius, r.y + radius, radius, -kTurn / 4, 0);
  cairo_arc(cr_, r.x + r.width - radius, r.y + r.height - radius, radius, 0, kTurn / 4);
  cairo_arc(cr_, r.x + radius, r.y + r.height - radius, radius, kTurn / 4, kTurn / 2);
  cairo_arc(cr_, r.x + radius, r.y + radius, radius, kTurn / 2, kTurn * 3 / 4);
  cairo_close_path(cr_);
}

// Fills a box with a shade from top to bottom.
void Paint::shaded(const PanelRect& r, double radius, const Colour& top, const Colour& bottom) {
  cairo_pattern_t* shade = cairo_pattern_create_linear(0, r.y, 0, r.y + r.height);
  cairo_pattern_add_color_stop_rgba(shade, 0, top.red, top.green, top.blue, top.alpha);
  cairo_pattern_add_color_stop_rgba(shade, 1, bottom.red, bottom.green, bottom.blue, bottom.alpha);
  cairo_set_source(cr_, shade);
  roundedBox(r, radius);
  cairo_fill(cr_);
  cairo_pattern_destroy(shade);
}

void Paint::plate(const Plate& p) {
  const PanelRect& r = p.rect;
  switch (p.kind) {
    case PlateKind::Cabinet:
      shaded(r, .1, {.215, .23, .25}, {.13, .14, .155});
      return;
    case PlateKind::Trim:
      shaded(r, 2, kTrim, kTrimLow);
      return;
    case PlateKind::Glass:
      shaded({r.x - 3, r.y - 3, r.width + 6, r.height + 6}, 7, {.06, .065, .07}, {.34, .36, .38});
      shaded(r, 5, kGlassTop, kGlassBottom);
      shaded({r.x + 2, r.y + 2, r.width - 4, 26}, 4, {1, 1, 1, .045}, {1, 1, 1, 0});
      return;
    case PlateKind::Deck:
      shaded({r.x - 3, r.y - 3, r.width + 6, r.height + 6}, 7, {.36, .38, .40}, {.07, .075, .08});
      shaded(r, 5, kDeckTop, kDeckBottom);
      return;
  }
}

void Paint::panel(const PanelLayout& layout) {
  for (const Plate& p : layout.plates) plate(p);
  set(kLine);
  cairo_set_line_width(cr_, 1);
  for (const PanelLine& l : layout.lines) {
    cairo_move_to(cr_, l.x1, l.y1);
    cairo_line_to(cr_, l.x2, l.y2);
    cairo_stroke(cr_);
  }
  for (const Legend& l : layout.legends) text(l.text, l.x, l.y, l.height, l.align, kLegend);
  for (const LampPlace& l : layout.lamps) darkLamp(l);
}

void Paint::lampShape(const LampPlace& place, double radius) {
  if (place.shape == LampShape::Triangle) return trianglePath(cr_, place.x, place.y, radius);
  cairo_new_path(cr_);
  cairo_arc(cr_, place.x, place.y, radius, 0, kTurn);
}

void Paint::darkLamp(const LampPlace& place) {
  const double r = PanelLayout::kLampRadius;
  lampShape(place, r + 1.5);
  set({.01, .01, .012});
  cairo_fill(cr_);
  cairo_pattern_t* lens = cairo_pattern_create_radial(place.x - r * .3, place.y - r * .35, r * .1, place.x, place.y, r);
  cairo_pattern_add_color_stop_rgb(lens, 0, .30, .25, .21);
  cairo_pattern_add_color_stop_rgb(lens, .55, .17, .14, .125);
  cairo_pattern_add_color_stop_rgb(lens, 1, .10, .085, .08);
  cairo_set_source(cr_, lens);
  lampShape(place, r);
  cairo_fill(cr_);
  cairo_pattern_destroy(lens);
}

// A lamp with its glow, on nothing: of a filament that glows, and of one that is white-hot.
void Paint::filament(cairo_t* cr, LampShape shape, Heat heat) const {
  const bool hot = heat == Heat::Hot;
  const double half = PanelLayout::kLampCell / 2, r = PanelLayout::kLampRadius;
  const auto fill = [cr](cairo_pattern_t* pattern, std::initializer_list<std::pair<double, Colour>> stops) {
    for (const auto& [at, c] : stops) cairo_pattern_add_color_stop_rgba(pattern, at, c.red, c.green, c.blue, c.alpha);
    cairo_set_source(cr, pattern);
    cairo_fill(cr);
    cairo_pattern_destroy(pattern);
  };
  cairo_rectangle(cr, 0, 0, 2 * half, 2 * half);
  const double glow = hot ? .45 : .6;
  fill(cairo_pattern_create_radial(half, half, r * .6, half, half, half),
       {{0, {1, .60, .20, glow}}, {.5, {1, .48, .12, glow * .4}}, {1, {1, .42, .08, 0}}});
  if (shape == LampShape::Triangle) trianglePath(cr, half, half, r);
  if (shape == LampShape::Round) cairo_arc(cr, half, half, r, 0, kTurn);
  cairo_pattern_t* lens = cairo_pattern_create_radial(half - r * .15, half - r * .2, r * .1, half, half, r);
  if (hot)
    fill(lens, {{0, {1, .985, .90}}, {.45, {1, .90, .60}}, {.85, {1, .70, .28}}, {1, {.93, .55, .17}}});
  else
    fill(lens, {{0, {1, .80, .45}}, {.45, {1, .64, .24}}, {.85, {.95, .48, .12}}, {1, {.78, .36, .08}}});
}

cairo_surface_t* Paint::drawn(const Sprite& sprite) {
  cairo_surface_t*& surface = sprites_[sprite];
  if (surface != nullptr) return surface;
  const int size = static_cast<int>(std::ceil(PanelLayout::kLampCell * scale_)) + 1;
  surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, size, size);
  cairo_t* cr = cairo_create(surface);
  cairo_translate(cr, static_cast<double>(sprite.right) / kPhases, static_cast<double>(sprite.down) / kPhases);
  cairo_scale(cr, scale_, scale_);
  filament(cr, sprite.shape, sprite.heat);
  cairo_destroy(cr);
  return surface;
}

// A filament that is on for a small part of the time glows amber.
void Paint::litLamp(const LampPlace& place, double strength) {
  const double half = PanelLayout::kLampCell / 2;
  const auto phase = [this, half](double at) { return static_cast<int>(std::floor((at - half) * scale_ * kPhases)); };
  const int x = phase(place.x), y = phase(place.y);
  cairo_save(cr_);
  cairo_identity_matrix(cr_);
  for (const Heat heat : {Heat::Warm, Heat::Hot}) {
    cairo_set_source_surface(cr_, drawn({place.shape, heat, x % kPhases, y % kPhases}), x / kPhases, y / kPhases);
    cairo_paint_with_alpha(cr_, heat == Heat::Hot ? strength * strength : strength);
  }
  cairo_restore(cr_);
}

// A rocker: its lower, front part is pressed in for a one.
void Paint::rocker(const ControlPlace& place, bool on, bool key) {
  const PanelRect& r = place.rect;
  const bool light = place.colour == RockerColour::Light;
  const Colour high = light ? kLight : kDark, low = light ? kLightLow : kDarkLow;
  shaded({r.x - 2, r.y - 2, r.width + 4, r.height + 4}, 4, {.03, .03, .035}, {.09, .095, .10});
  const double middle = r.height * (on ? .46 : .54);
  const PanelRect upper{r.x, r.y, r.width, middle}, lower{r.x, r.y + middle, r.width, r.height - middle};
  const auto dimmed = [](const Colour& c, double by) { return Colour{c.red * by, c.green * by, c.blue * by, 1}; };
  shaded(r, 3, dimmed(low, .8), dimmed(low, .8));
  if (on) {
    shaded(upper, 3, high, dimmed(high, .97));
    shaded(lower, 3, dimmed(low, .62), dimmed(low, .80));
  } else {
    shaded(upper, 3, dimmed(low, .70), dimmed(low, .92));
    shaded(lower, 3, high, dimmed(high, .90));
  }
  set({1, 1, 1, .28});
  cairo_set_line_width(cr_, .8);
  const double edge = on ? r.y + 1.2 : r.y + r.height - 1.2;
  cairo_move_to(cr_, r.x + 3, edge);
  cairo_line_to(cr_, r.x + r.width - 3, edge);
  cairo_stroke(cr_);
  if (!key) return;
  set({0, 0, 0, .35});
  cairo_rectangle(cr_, r.x + r.width / 2 - 5, r.y + r.height * .78, 10, 1.6);
  cairo_fill(cr_);
}

void Paint::knob(const PanelRect& r, double turned) {
  const double x = r.x + r.width / 2, y = r.y + r.height / 2, radius = r.width / 2 - 5;
  set({.62, .64, .63, .8});
  cairo_set_line_width(cr_, 1.2);
  const auto at = [](double turn) { return kTurn * (.375 + .75 * turn); };
  for (int n = 0; n <= 5; ++n) {
    const double angle = at(n / 5.0);
    cairo_move_to(cr_, x + std::cos(angle) * (radius + 1.5), y + std::sin(angle) * (radius + 1.5));
    cairo_line_to(cr_, x + std::cos(angle) * (radius + 4.5), y + std::sin(angle) * (radius + 4.5));
    cairo_stroke(cr_);
  }
  cairo_pattern_t* body = cairo_pattern_create_radial(x - radius * .4, y - radius * .5, radius * .1, x, y, radius);
  cairo_pattern_add_color_stop_rgb(body, 0, .46, .47, .48);
  cairo_pattern_add_color_stop_rgb(body, .7, .13, .135, .14);
  cairo_pattern_add_color_stop_rgb(body, 1, .04, .04, .045);
  cairo_set_source(cr_, body);
  cairo_new_path(cr_);
  cairo_arc(cr_, x, y, radius, 0, kTurn);
  cairo_fill(cr_);
  cairo_pattern_destroy(body);
  set(kLegend);
  cairo_set_line_width(cr_, 2.4);
  const double angle = at(turned);
  cairo_move_to(cr_, x + std::cos(angle) * radius * .35, y + std::sin(angle) * radius * .35);
  cairo_line_to(cr_, x + std::cos(angle) * radius * .88, y + std::sin(angle) * radius * .88);
  cairo_stroke(cr_);
}

void Paint::focus(const PanelRect& r) {
  roundedBox({r.x - 3, r.y - 3, r.width + 6, r.height + 6}, 5);
  set({1, .82, .25});
  cairo_set_line_width(cr_, 1.8);
  cairo_stroke(cr_);
}

void Paint::letters(std::string_view words, double x, double y, double height, double advance) {
  const double unit = height / StrokeFont::kHeight;
  for (const char c : words) {
    const bool small = c >= 'a' && c <= 'z';
    const double u = small ? unit * .78 : unit;
    const double top = y - StrokeFont::kHeight * u;
    bool begins = true;
    const std::string_view strokes = strokesOf(c);
    for (std::size_t n = 0; n + 1 < strokes.size(); n += begins ? 1 : 2) {
      begins = strokes[n] == ' ';
      if (begins) continue;
      const double px = x + (strokes[n] - '0') * u, py = top + (strokes[n + 1] - '0') * u;
      if (n == 0 || strokes[n - 1] == ' ')
        cairo_move_to(cr_, px, py);
      else
        cairo_line_to(cr_, px, py);
    }
    x += advance;
  }
  cairo_stroke(cr_);
}

void Paint::text(std::string_view words, double x, double y, double height, Align align, const Colour& colour,
                 double weight) {
  const double unit = height / StrokeFont::kHeight;
  const double advance = unit * StrokeFont::kAdvance * 1.06;
  const double width = advance * static_cast<double>(words.size()) - (advance - unit * StrokeFont::kWidth);
  set(colour);
  cairo_set_line_width(cr_, std::max(height * .13 * weight, .75 / scale_));
  cairo_new_path(cr_);
  letters(words, align == Align::Centre ? x - width / 2 : x, y, height, advance);
}

void Paint::status(const PanelRect& r, std::string_view words) {
  set({.07, .075, .08});
  cairo_rectangle(cr_, r.x, r.y, r.width, r.height);
  cairo_fill(cr_);
  text(words, 24, r.y + 17.5, 9, Align::Left, {.95, .86, .60});
}

}  // namespace utah10

#endif

#include "command/panel/drawing.hpp"

namespace utah10 {

namespace {
constexpr double kPageHeight = 400, kStatusHeight = 26;
}

double PanelDrawing::heightOf(bool page) { return PanelLayout::kHeight + kStatusHeight + (page ? kPageHeight : 0); }

}  // namespace utah10

#if UTAH10_CAIRO

#include <algorithm>
#include <cmath>

#include "command/panel/paint.hpp"

namespace utah10 {

namespace {

constexpr int kLightSteps = 48;
constexpr double kDisplayGamma = 2.2;

// A step of brightness for a lamp: its light is in proportion to the level.
int stepOf(float level) {
  const double shown = std::pow(std::clamp(static_cast<double>(level), 0.0, 1.0), 1 / kDisplayGamma);
  return static_cast<int>(std::lround(shown * kLightSteps));
}

}  // namespace

struct PanelDrawing::Canvas {
  Canvas(const PanelLayout& l, const std::vector<PanelControl>& c, double s, bool room)
      : layout(l), controls(c), scale(s), hasPage(room), paint(s, PanelLayout::kWidth, heightOf(room)) {
    paint.panel(layout);
    lampSteps.assign(layout.lamps.size(), 0);
    positions.assign(layout.controls.size(), ~0U);
    paint.keepGround();
  }

  void lamps(const LampLevels& levels) {
    for (std::size_t n = 0; n < layout.lamps.size(); ++n) {
      const LampPlace& place = layout.lamps[n];
      const int step = stepOf(levels[place.lamp]);
      if (step == lampSteps[n]) continue;
      lampSteps[n] = step;
      const double half = PanelLayout::kLampCell / 2;
      changed.push_back(paint.restore({place.x - half, place.y - half, 2 * half, 2 * half}));
      if (step != 0) paint.litLamp(place, static_cast<double>(step) / kLightSteps);
    }
  }

  void switches(const Look& look) {
    for (std::size_t n = 0; n < layout.controls.size(); ++n) {
      const ControlPlace& place = layout.controls[n];
      const PanelControl& control = controls[place.control];
      const bool pressed = look.pressed == place.control;
      const bool focused = look.focus == place.control;
      const unsigned position = look.positions[place.control];
      const unsigned state = position * 4 + (pressed ? 2 : 0) + (focused ? 1 : 0);
      if (positions[n] == state) continue;
      positions[n] = state;
      const PanelRect r = place.rect;
      changed.push_back(paint.restore({r.x - 4, r.y - 4, r.width + 8, r.height + 8}));
      if (control.kind == ControlKind::Knob)
        paint.knob(r, static_cast<double>(position) / (control.positions - 1));
      else
        paint.rocker(place, position != 0 || pressed, control.kind == ControlKind::Key);
      if (focused) paint.focus(r);
    }
  }

  void below(const Look& look) {
    if (look.status != status || first) {
      status = look.status;
      const PanelRect r{0, PanelLayout::kHeight, PanelLayout::kWidth, kStatusHeight};
      changed.push_back(paint.restore(r));
      paint.status(r, status);
    }
    if (!hasPage || look.page == nullptr || *look.page == page) return;
    page = *look.page;
    const PanelRect r{0, PanelLayout::kHeight + kStatusHeight, PanelLayout::kWidth, kPageHeight};
    changed.push_back(paint.restore(r));
    paint.page(r, page);
  }

  const PanelLayout& layout;
  const std::vector<PanelControl>& controls;
  double scale;
  bool hasPage;
  Paint paint;
  std::vector<int> lampSteps;
  std::vector<unsigned> positions;
  std::string status;
  Page page;
  bool first = true;
  std::vector<PixelRect> changed;
};

bool PanelDrawing::possible() { return true; }

PanelDrawing::PanelDrawing(const PanelLayout& layout, const std::vector<PanelControl>& controls, double scale,
                           bool page)
    : canvas_(std::make_unique<Canvas>(layout, controls, scale, page)) {}

PanelDrawing::~PanelDrawing() = default;

const std::vector<PixelRect>& PanelDrawing::draw(const Look& look) {
  canvas_->changed.clear();
  canvas_->lamps(*look.levels);
  canvas_->switches(look);
  canvas_->below(look);
  if (canvas_->first) canvas_->changed = {{0, 0, width(), height()}};
  canvas_->first = false;
  return canvas_->changed;
}

int PanelDrawing::width() const { return canvas_->paint.width(); }
int PanelDrawing::height() const { return canvas_->paint.height(); }
int PanelDrawing::stride() const { return canvas_->paint.stride(); }
double PanelDrawing::scale() const { return canvas_->scale; }
const std::uint8_t* PanelDrawing::pixels() { return canvas_->paint.pixels(); }
Expected<void> PanelDrawing::writePng(const std::filesystem::path& file) { return canvas_->paint.writePng(file); }

}  // namespace utah10

#else

namespace utah10 {

struct PanelDrawing::Canvas {};

bool PanelDrawing::possible() { return false; }
PanelDrawing::PanelDrawing(const PanelLayout&, const std::vector<PanelControl>&, double, bool) {}
PanelDrawing::~PanelDrawing() = default;
const std::vector<PixelRect>& PanelDrawing::draw(const Look&) {
  static const std::vector<PixelRect> none;
  return none;
}
int PanelDrawing::width() const { return 0; }
int PanelDrawing::height() const { return 0; }
int PanelDrawing::stride() const { return 0; }
double PanelDrawing::scale() const { return 1; }
const std::uint8_t* PanelDrawing::pixels() { return nullptr; }
Expected<void> PanelDrawing::writePng(const std::filesystem::path&) { return {}; }

}  // namespace utah10

#endif

#include "command/panel/drawing.hpp"

#include <algorithm>

namespace utah10 {

namespace {
constexpr double kPageHeight = 400, kStatusHeight = 26;
constexpr double kLeastScale = .2;
}  // namespace

double scaleIn(const PixelMemory& memory, double width, double height) {
  return std::max(std::min(memory.width / width, memory.height / height), kLeastScale);
}

double PanelDrawing::heightOf(bool page) { return PanelLayout::kHeight + kStatusHeight + (page ? kPageHeight : 0); }

}  // namespace utah10

#if UTAH10_CAIRO

#include <array>
#include <cmath>
#include <utility>

#include "command/panel/paint.hpp"

namespace utah10 {

namespace {

constexpr std::size_t kLightSteps = 48;
constexpr double kDisplayGamma = 2.2;

// The least level of each step of brightness but the first: a lamp's light is in proportion to its level.
std::array<float, kLightSteps> leastLevels() {
  std::array<float, kLightSteps> least{};
  for (std::size_t n = 0; n < kLightSteps; ++n)
    least[n] = static_cast<float>(std::pow((static_cast<double>(n) + .5) / kLightSteps, kDisplayGamma));
  return least;
}

}  // namespace

struct PanelDrawing::Canvas {
  Canvas(const PanelLayout& l, const std::vector<PanelControl>& c, double s, bool room, const PixelMemory& memory)
      : layout(l), controls(c), scale(s), hasPage(room), paint(s, PanelLayout::kWidth, heightOf(room), memory) {
    paint.panel(layout);
    lampsDrawn.resize(layout.lamps.size());
    for (const ControlPlace& place : layout.controls) {
      const PanelRect& r = place.rect;
      controlsDrawn.push_back({paint.keep({r.x - 4, r.y - 4, r.width + 8, r.height + 8})});
    }
  }

  std::size_t stepOf(float level) const {
    return static_cast<std::size_t>(std::ranges::upper_bound(least, level) - least.begin());
  }

  void lamps(const LampLevels& levels) {
    constexpr double half = PanelLayout::kLampCell / 2;
    for (std::size_t n = 0; n < layout.lamps.size(); ++n) {
      const LampPlace& place = layout.lamps[n];
      const std::size_t step = stepOf(levels[place.lamp]);
      Lamp& lamp = lampsDrawn[n];
      if (std::exchange(lamp.step, step) == step) continue;
      if (lamp.ground)
        paint.restore(*lamp.ground);
      else
        lamp.ground = paint.keep({place.x - half, place.y - half, 2 * half, 2 * half});
      changed.push_back(lamp.ground->at);
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
      if (std::exchange(controlsDrawn[n].state, state) == state) continue;
      changed.push_back(paint.restore(controlsDrawn[n].ground));
      if (control.kind == ControlKind::Knob)
        paint.knob(place.rect, static_cast<double>(position) / (control.positions - 1));
      else
        paint.rocker(place, position != 0 || pressed, control.kind == ControlKind::Key);
      if (focused) paint.focus(place.rect);
    }
  }

  void below(const Look& look) {
    if (look.status != status || first) {
      status = look.status;
      const PanelRect r{0, PanelLayout::kHeight, PanelLayout::kWidth, kStatusHeight};
      changed.push_back(paint.clear(r));
      paint.status(r, status);
    }
    if (!hasPage || look.page == nullptr || *look.page == page) return;
    page = *look.page;
    const PanelRect r{0, PanelLayout::kHeight + kStatusHeight, PanelLayout::kWidth, kPageHeight};
    changed.push_back(paint.clear(r));
    paint.page(r, page);
  }

  const PanelLayout& layout;
  const std::vector<PanelControl>& controls;
  double scale;
  bool hasPage;
  Paint paint;
  struct Lamp {
    std::optional<Paint::Kept> ground;  // kept when it lights first: some never do
    std::size_t step = 0;
  };
  struct Control {
    Paint::Kept ground;
    unsigned state = ~0U;  // position, pressed, focused
  };
  const std::array<float, kLightSteps> least = leastLevels();
  std::vector<Lamp> lampsDrawn;
  std::vector<Control> controlsDrawn;
  std::string status;
  Page page;
  bool first = true;
  std::vector<PixelRect> changed;
};

bool PanelDrawing::possible() { return true; }

PanelDrawing::PanelDrawing(const PanelLayout& layout, const std::vector<PanelControl>& controls, double scale,
                           bool page, const PixelMemory& memory)
    : canvas_(std::make_unique<Canvas>(layout, controls, scale, page, memory)) {}

PanelDrawing::~PanelDrawing() = default;

const std::vector<PixelRect>& PanelDrawing::draw(const Look& look) {
  canvas_->changed.clear();
  canvas_->lamps(*look.levels);
  canvas_->switches(look);
  canvas_->below(look);
  if (canvas_->first) canvas_->changed = {canvas_->paint.all()};
  canvas_->first = false;
  return canvas_->changed;
}

double PanelDrawing::scale() const { return canvas_->scale; }
PixelMemory PanelDrawing::pixels() { return canvas_->paint.pixels(); }
Expected<void> PanelDrawing::writePng(const std::filesystem::path& file) { return canvas_->paint.writePng(file); }

}  // namespace utah10

#else

namespace utah10 {

struct PanelDrawing::Canvas {};

bool PanelDrawing::possible() { return false; }
PanelDrawing::PanelDrawing(const PanelLayout&, const std::vector<PanelControl>&, double, bool, const PixelMemory&) {}
PanelDrawing::~PanelDrawing() = default;
const std::vector<PixelRect>& PanelDrawing::draw(const Look&) {
  static const std::vector<PixelRect> none;
  return none;
}
double PanelDrawing::scale() const { return 1; }
PixelMemory PanelDrawing::pixels() { return {}; }
Expected<void> PanelDrawing::writePng(const std::filesystem::path&) { return {}; }

}  // namespace utah10

#endif

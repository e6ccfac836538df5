// The paints and brushes of the panel: each function draws one thing with cairo. Private to drawing.cpp and paint*.cpp.
#pragma once

#if UTAH10_CAIRO

#include <cairo.h>

#include <compare>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "command/panel/drawing.hpp"
#include "command/panel/layout.hpp"
#include "command/panel/pages.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

struct Colour {
  double red = 0, green = 0, blue = 0, alpha = 1;
};

class Paint {
 public:
  // Sizes in units of the design. Draws into `memory`, if there is any.
  Paint(double scale, double width, double height, const PixelMemory& memory);
  ~Paint();
  Paint(const Paint&) = delete;
  Paint& operator=(const Paint&) = delete;

  // Everything that does not change, with all lamps dark.
  void panel(const PanelLayout& layout);
  // A part of the picture as it is drawn now, which restore() brings back.
  struct Kept {
    PixelRect at;
    std::size_t first = 0;  // of its pixels among those of all
  };
  Kept keep(const PanelRect& r);
  PixelRect restore(const Kept& kept);
  // The cabinet without anything.
  PixelRect clear(const PanelRect& r);
  PixelRect all() const;

  void litLamp(const LampPlace& place, double strength);
  void rocker(const ControlPlace& place, bool on, bool key);
  void knob(const PanelRect& r, double turned);
  void focus(const PanelRect& r);
  void status(const PanelRect& r, std::string_view words);
  void page(const PanelRect& r, const Page& page);

  PixelMemory pixels() const;
  Expected<void> writePng(const std::filesystem::path& file);

 private:
  void set(const Colour& c) { cairo_set_source_rgba(cr_, c.red, c.green, c.blue, c.alpha); }
  void roundedBox(const PanelRect& r, double radius);
  void shaded(const PanelRect& r, double radius, const Colour& top, const Colour& bottom);
  void plate(const Plate& p);
  void darkLamp(const LampPlace& place);
  void lampShape(const LampPlace& place, double radius);
  void text(std::string_view words, double x, double y, double height, Align align, const Colour& colour,
            double weight = 1);
  void letters(std::string_view words, double x, double y, double height, double advance);
  void paper(const PanelRect& r, const Colour& colour);
  void teletype(const PanelRect& r, const Page& page);
  void printer(const PanelRect& r, const Page& page);
  void tape(const PanelRect& r, const Page& page);
  PixelRect pixelsOf(const PanelRect& r) const;
  std::uint32_t* row(const PixelRect& r, int y) const;
  enum class Heat { Warm, Hot };
  void filament(cairo_t* cr, LampShape shape, Heat heat) const;
  // A lit lamp on nothing. It may stand between two pixels: a phase is a part of one.
  static constexpr int kPhases = 2;
  struct Sprite {
    LampShape shape{};
    Heat heat{};
    int right = 0, down = 0;  // phases
    auto operator<=>(const Sprite&) const = default;
  };
  cairo_surface_t* drawn(const Sprite& sprite);

  double scale_;
  cairo_surface_t* surface_;
  std::vector<std::uint32_t> kept_;
  std::map<Sprite, cairo_surface_t*> sprites_;
  cairo_t* cr_;
};

}  // namespace utah10

#endif

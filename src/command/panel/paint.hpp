// The paints and brushes of the panel: each function draws one thing with cairo. Private to drawing.cpp and paint*.cpp.
#pragma once

#if UTAH10_CAIRO

#include <cairo.h>

#include <filesystem>
#include <string>
#include <string_view>

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
  // Sizes in units of the design.
  Paint(double scale, double width, double height);
  ~Paint();
  Paint(const Paint&) = delete;
  Paint& operator=(const Paint&) = delete;

  // Everything that does not change, with all lamps dark.
  void panel(const PanelLayout& layout);
  // What is drawn now is the ground that restore() brings back.
  void keepGround();
  PixelRect restore(const PanelRect& r);

  void litLamp(const LampPlace& place, double strength);
  void rocker(const ControlPlace& place, bool on, bool key);
  void knob(const PanelRect& r, double turned);
  void focus(const PanelRect& r);
  void status(const PanelRect& r, std::string_view words);
  void page(const PanelRect& r, const Page& page);

  int width() const { return cairo_image_surface_get_width(surface_); }
  int height() const { return cairo_image_surface_get_height(surface_); }
  int stride() const { return cairo_image_surface_get_stride(surface_); }
  const std::uint8_t* pixels();
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
  enum class Heat { Warm, Hot };
  cairo_surface_t* litSprite(LampShape shape, Heat heat);

  double scale_;
  cairo_surface_t* surface_;
  cairo_surface_t* ground_ = nullptr;
  cairo_surface_t* sprites_[2][2] = {};  // by shape and heat
  cairo_t* cr_;
};

}  // namespace utah10

#endif

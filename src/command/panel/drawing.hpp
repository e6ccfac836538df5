// Draws the panel and its pages into memory, at any scale. The only part that uses cairo.
//
// What never changes is drawn once; afterwards only lamps and controls that have changed are drawn again, so that a
// frame costs little. A lamp's light, not its colour value, is in proportion to its level.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "command/panel/layout.hpp"
#include "command/panel/pages.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

// In pixels.
struct PixelRect {
  int x = 0, y = 0, width = 0, height = 0;
};

// Where pictures are: rows of pixels of four bytes, blue, green, red and one that is not used, on little-endian hosts.
struct PixelMemory {
  std::uint8_t* at = nullptr;  // null: elsewhere, or of another kind
  int width = 0, height = 0;   // in pixels
  int stride = 0;              // from row to row, in bytes
  bool operator==(const PixelMemory&) const = default;
};

// At which a picture of that size, in units of the design, fits there.
double scaleIn(const PixelMemory& memory, double width, double height);

class PanelDrawing {
 public:
  // Nothing if this program was built without cairo.
  static bool possible();

  // Of the picture, in units of the design: the panel, the line below it, and a page.
  static double heightOf(bool page);

  // All must outlive the drawing. `page`: whether there is room for a page below the panel. It draws into `memory`, if
  // there is any, or into its own.
  PanelDrawing(const PanelLayout& layout, const std::vector<PanelControl>& controls, double scale, bool page,
               const PixelMemory& memory = {});
  ~PanelDrawing();
  PanelDrawing(const PanelDrawing&) = delete;
  PanelDrawing& operator=(const PanelDrawing&) = delete;

  struct Look {
    const LampLevels* levels = nullptr;
    std::vector<unsigned> positions;  // of the controls
    std::optional<ControlId> focus, pressed;
    std::string status;  // the line at the bottom
    const Page* page = nullptr;
  };
  // Draws what has changed, and returns where.
  const std::vector<PixelRect>& draw(const Look& look);

  double scale() const;
  PixelMemory pixels();
  Expected<void> writePng(const std::filesystem::path& file);

 private:
  struct Canvas;
  std::unique_ptr<Canvas> canvas_;
};

}  // namespace utah10

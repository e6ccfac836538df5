// Draws a page alone, as it stands in a window of its own.
#pragma once

#include <memory>
#include <vector>

#include "command/panel/drawing.hpp"
#include "command/panel/pages.hpp"

namespace utah10 {

class PageDrawing {
 public:
  // Sizes in units of the design. It draws into `memory`, if there is any, or into its own.
  PageDrawing(const PageSize& size, double scale, const PixelMemory& memory = {});
  ~PageDrawing();
  PageDrawing(const PageDrawing&) = delete;
  PageDrawing& operator=(const PageDrawing&) = delete;

  // Draws the page, if it is not there already, and returns where.
  std::vector<PixelRect> draw(const Page& page);
  PixelMemory pixels();

 private:
  struct Canvas;
  std::unique_ptr<Canvas> canvas_;
};

}  // namespace utah10

#include "command/panel/page_drawing.hpp"

#if UTAH10_CAIRO

#include "command/panel/paint.hpp"

namespace utah10 {

struct PageDrawing::Canvas {
  PanelRect all;
  Paint paint;
  Page page;  // as drawn
};

PageDrawing::PageDrawing(const PageSize& size, double scale, const PixelMemory& memory)
    : canvas_(new Canvas{{0, 0, size.width, size.height}, {scale, size.width, size.height, memory}, {}}) {}

PageDrawing::~PageDrawing() = default;

std::vector<PixelRect> PageDrawing::draw(const Page& page) {
  if (canvas_->page == page) return {};
  canvas_->page = page;
  canvas_->paint.clear(canvas_->all);
  canvas_->paint.page(canvas_->all, page);
  return {canvas_->paint.all()};
}

PixelMemory PageDrawing::pixels() { return canvas_->paint.pixels(); }

}  // namespace utah10

#else

namespace utah10 {

struct PageDrawing::Canvas {};

PageDrawing::PageDrawing(const PageSize&, double, const PixelMemory&) {}
PageDrawing::~PageDrawing() = default;
std::vector<PixelRect> PageDrawing::draw(const Page&) { return {}; }
PixelMemory PageDrawing::pixels() { return {}; }

}  // namespace utah10

#endif

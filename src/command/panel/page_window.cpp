#include "command/panel/page_window.hpp"

#include <utility>

namespace utah10 {

PageWindow::PageWindow(PageKind kind, std::unique_ptr<PanelWindow> window) : kind_(kind), window_(std::move(window)) {
  makeDrawing();
}

void PageWindow::makeDrawing() {
  const PageSize size = pageSize(kind_);
  drawnFor_ = window_->memory();
  drawing_ = std::make_unique<PageDrawing>(size, scaleIn(drawnFor_, size.width, size.height), drawnFor_);
}

void PageWindow::show(const Page& page) {
  if (window_->memory() != drawnFor_) makeDrawing();
  page_ = page;
  const std::vector<PixelRect> changed = drawing_->draw(page);
  if (!changed.empty()) window_->show(drawing_->pixels(), changed);
}

void PageWindow::showAgain() {
  if (window_->memory() == drawnFor_) window_->showWhole(drawing_->pixels());
}

PanelAccess::ShownPage PageWindow::shown() const {
  const WindowPlace at = window_->place();
  const double width = drawnFor_.width / at.pixels, height = drawnFor_.height / at.pixels;
  return {kind_, at.x, at.y, width, height, at.active, textOf(page_)};
}

std::string typedBy(const WindowEvent& event) {
  if (event.kind == WindowEvent::Kind::Text || !event.text.empty()) return event.text;
  if (event.kind != WindowEvent::Kind::Key) return {};
  return event.key == WindowKey::Leave ? "\033" : event.key == WindowKey::Next ? "\t" : "";
}

}  // namespace utah10

// The pages of the panel that stand in windows of their own.
#include <algorithm>
#include <utility>

#include "command/console/console.hpp"
#include "command/panel/panel.hpp"

namespace utah10 {

Expected<void> Panel::openPage(PageKind page) {
  if (auto panel = open(); !panel) return panel;
  if (std::ranges::any_of(pages_, [page](const auto& p) { return p->kind() == page; })) return {};
  const PageSize size = pageSize(page);
  auto window = PanelWindow::open(size.width, size.height, pageTitle(page));
  if (!window) return tl::unexpected(window.error());
  openPageIn(page, std::move(*window));
  return {};
}

void Panel::openPageIn(PageKind page, std::unique_ptr<PanelWindow> window) {
  pages_.push_back(std::make_unique<PageWindow>(page, std::move(window)));
  pages_.back()->show(pageNow(page, pageSize(page).lines));
  if (announce) report(fmt::format("the {} has a window", pageName(page)));
}

void Panel::openByKey(PageKind page) {
  if (const auto opened = openPage(page); !opened) report(opened.error().text());
}

// Takes what the user has done in them, and draws what has changed.
void Panel::servePages() {
  for (const auto& page : pages_)
    for (const WindowEvent& event : page->events()) take(*page, event);
  for (const auto& page : pages_)
    if (page->closed && announce) report(fmt::format("the window of the {} is closed", pageName(page->kind())));
  std::erase_if(pages_, [](const auto& page) { return page->closed; });
  for (const auto& page : pages_) page->show(pageNow(page->kind(), pageSize(page->kind()).lines));
}

void Panel::take(PageWindow& page, const WindowEvent& event) {
  using Kind = WindowEvent::Kind;
  if (event.kind == Kind::Closed) page.closed = true;
  if (event.kind == Kind::Uncovered) page.showAgain();
  if (event.kind == Kind::Key && event.key == WindowKey::Sound) sound(!soundOn_);
  if (page.kind() == PageKind::Teletype) typeKeys(typedBy(event));
}

}  // namespace utah10

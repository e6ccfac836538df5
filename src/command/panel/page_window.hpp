// A page of the panel in a window of its own, beside the panel's.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "command/panel/accessible.hpp"
#include "command/panel/page_drawing.hpp"
#include "command/panel/pages.hpp"
#include "command/panel/window.hpp"

namespace utah10 {

class PageWindow {
 public:
  PageWindow(PageKind kind, std::unique_ptr<PanelWindow> window);

  PageKind kind() const { return kind_; }
  std::vector<WindowEvent> events() { return window_->events(); }
  // Draws the page, if it or the size of the window has changed.
  void show(const Page& page);
  // What the window has shown is gone, as another stood before it.
  void showAgain();
  PanelAccess::ShownPage shown() const;

  bool closed = false;  // the user wants that

 private:
  void makeDrawing();

  PageKind kind_;
  std::unique_ptr<PanelWindow> window_;
  std::unique_ptr<PageDrawing> drawing_;
  PixelMemory drawnFor_;  // the window's
  Page page_;
};

// What a key of a teletype sends; empty: nothing. The whole keyboard is the teletype's, ESC and TAB too.
std::string typedBy(const WindowEvent& event);

}  // namespace utah10

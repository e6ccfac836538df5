// The objects of ATK that stand for the panel: application, window, and in it the controls and the lamps; and a window
// with one text for each page that has a window of its own.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "command/panel/accessible.hpp"
#include "command/panel/accessible_types.hpp"

namespace utah10 {

class AccessibleTree {
 public:
  // All must outlive the tree.
  AccessibleTree(const PanelControls& controls, const PanelModel& model, const PanelLayout& layout);
  ~AccessibleTree();
  AccessibleTree(const AccessibleTree&) = delete;
  AccessibleTree& operator=(const AccessibleTree&) = delete;

  AtkObject* application() const { return application_; }
  AtkObject* window() const { return window_; }
  // First the controls, then the lamps.
  std::size_t items() const { return items_.size(); }
  AtkObject* item(std::size_t place) const { return items_[place]; }
  bool isControl(std::size_t place) const { return place < controls.all().size(); }
  std::size_t lampOf(std::size_t place) const { return place - controls.all().size(); }
  PanelRect rectOf(std::size_t place) const;

  struct PageObjects {
    AtkObject *frame = nullptr, *text = nullptr;
    PanelAccess::ShownPage shown;
  };
  const std::vector<PageObjects>& pages() const { return pages_; }
  // That to which the frame or the text belongs; null: another object.
  const PageObjects* pageOf(const void* object) const;
  // Tells of windows that come and go, and of changed text. (accessible_pages.cpp)
  void showPages(const std::vector<PanelAccess::ShownPage>& now);

  const PanelControls& controls;
  const PanelModel& model;
  const PanelLayout& layout;
  PanelAccess::Shown shown;
  std::vector<PanelAccess::Wish> wishes;  // of clients, not yet taken

 private:
  AtkObject* make(AccessibleKind kind, int role, const std::string& name, std::string_view description,
                  AtkObject* parent);
  void addPage(const PanelAccess::ShownPage& page);
  void removePage(std::size_t place);

  AtkObject *application_ = nullptr, *window_ = nullptr;
  std::vector<AtkObject*> items_;
  std::vector<PageObjects> pages_;
};

}  // namespace utah10

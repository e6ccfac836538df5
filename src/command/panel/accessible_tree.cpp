#include "command/panel/accessible_tree.hpp"

#if UTAH10_ATK

#include <atk/atk.h>

#include <algorithm>

#include "command/panel/panel_model.hpp"

namespace utah10 {

AccessibleTree::AccessibleTree(const PanelControls& of, const PanelModel& shows, const PanelLayout& drawn)
    : controls(of), model(shows), layout(drawn) {
  using Kind = AccessibleKind;
  application_ = make(Kind::Application, ATK_ROLE_APPLICATION, "utah10", "PDP-10", nullptr);
  window_ = make(Kind::Window, ATK_ROLE_FRAME, "utah10 panel", "the front panel of the KA10", application_);
  for (const PanelControl& c : controls.all()) {
    const bool knob = c.kind == ControlKind::Knob;
    const AtkRole role = c.kind == ControlKind::Switch ? ATK_ROLE_TOGGLE_BUTTON
                         : knob                        ? ATK_ROLE_SLIDER
                                                       : ATK_ROLE_PUSH_BUTTON;
    items_.push_back(make(knob ? Kind::Knob : Kind::Button, role, c.name, c.does, window_));
  }
  for (const std::string& name : model.lamps().names)
    items_.push_back(make(Kind::Lamp, ATK_ROLE_LEVEL_BAR, name, "lamp", window_));
}

AccessibleTree::~AccessibleTree() {
  while (!pages_.empty()) removePage(pages_.size() - 1);
  items_.insert(items_.end(), {window_, application_});
  std::ranges::for_each(items_, leaveAccessible);
}

AtkObject* AccessibleTree::make(AccessibleKind kind, int role, const std::string& name, std::string_view description,
                                AtkObject* parent) {
  AtkObject* o = makeAccessible(kind, *this, items_.size());
  atk_object_set_role(o, static_cast<AtkRole>(role));
  atk_object_set_name(o, name.c_str());
  atk_object_set_description(o, std::string{description}.c_str());
  if (parent != nullptr) atk_object_set_parent(o, parent);
  return o;
}

PanelRect AccessibleTree::rectOf(std::size_t place) const {
  if (isControl(place)) {
    const auto found = std::ranges::find(layout.controls, place, &ControlPlace::control);
    return found == layout.controls.end() ? PanelRect{} : found->rect;
  }
  const auto found = std::ranges::find(layout.lamps, lampOf(place), &LampPlace::lamp);
  if (found == layout.lamps.end()) return {};
  constexpr double r = PanelLayout::kLampRadius;
  return {found->x - r, found->y - r, 2 * r, 2 * r};
}

}  // namespace utah10

#endif

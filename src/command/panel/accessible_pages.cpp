// The windows of pages among the objects of ATK: they come and go, and their text grows.
#if UTAH10_ATK

#include <atk/atk.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "command/panel/accessible_tree.hpp"
#include "command/panel/text_change.hpp"

namespace utah10 {

namespace {

struct Role {
  AtkRole role;
  const char* does;
};

Role roleOf(PageKind kind) {
  switch (kind) {
    case PageKind::Teletype:
      return {ATK_ROLE_TERMINAL, "the console's teletype: what it has printed last"};
    case PageKind::Printer:
      return {ATK_ROLE_TEXT, "the end of the line printer's paper"};
    default:
      return {ATK_ROLE_TEXT, "the frames of the tape from the reading head on, in octal"};
  }
}

void tellText(AtkObject* of, const TextChange& change) {
  const auto tell = [of, at = static_cast<gint>(change.at)](const char* what, const std::string& text) {
    if (!text.empty()) g_signal_emit_by_name(of, what, at, static_cast<gint>(text.size()), text.c_str());
  };
  tell("text-remove", change.removed);
  tell("text-insert", change.inserted);
}

void tellActive(const AccessibleTree::PageObjects& page) {
  const bool active = page.shown.active;
  g_signal_emit_by_name(page.frame, active ? "activate" : "deactivate");
  atk_object_notify_state_change(page.frame, ATK_STATE_ACTIVE, active ? TRUE : FALSE);
  atk_object_notify_state_change(page.text, ATK_STATE_FOCUSED, active ? TRUE : FALSE);
}

}  // namespace

const AccessibleTree::PageObjects* AccessibleTree::pageOf(const void* object) const {
  const auto found =
      std::ranges::find_if(pages_, [object](const PageObjects& p) { return p.frame == object || p.text == object; });
  return found == pages_.end() ? nullptr : &*found;
}

void AccessibleTree::addPage(const PanelAccess::ShownPage& page) {
  const Role role = roleOf(page.kind);
  AtkObject* frame = make(AccessibleKind::PageWindow, ATK_ROLE_FRAME, pageTitle(page.kind), role.does, application_);
  const std::string name{pageName(page.kind)};
  pages_.push_back({frame, make(AccessibleKind::PageText, role.role, name, role.does, frame), page});
  pages_.back().shown.active = false;
  g_signal_emit_by_name(application_, "children-changed::add", static_cast<guint>(pages_.size()), frame);
  g_signal_emit_by_name(frame, "create");
}

void AccessibleTree::removePage(std::size_t place) {
  const PageObjects page = pages_[place];
  g_signal_emit_by_name(page.frame, "destroy");
  pages_.erase(pages_.begin() + static_cast<std::ptrdiff_t>(place));
  g_signal_emit_by_name(application_, "children-changed::remove", static_cast<guint>(1 + place), page.frame);
  leaveAccessible(page.text);
  leaveAccessible(page.frame);
}

void AccessibleTree::showPages(const std::vector<PanelAccess::ShownPage>& now) {
  for (std::size_t n = pages_.size(); n-- > 0;)
    if (std::ranges::find(now, pages_[n].shown.kind, &PanelAccess::ShownPage::kind) == now.end()) removePage(n);
  for (const PanelAccess::ShownPage& page : now) {
    const auto same = [&page](const PageObjects& p) { return p.shown.kind == page.kind; };
    if (std::ranges::none_of(pages_, same)) addPage(page);
    PageObjects& objects = *std::ranges::find_if(pages_, same);
    const PanelAccess::ShownPage before = std::exchange(objects.shown, page);
    for (const TextChange& change : textChanges(before.text, page.text)) tellText(objects.text, change);
    if (before.active != page.active) tellActive(objects);
  }
}

}  // namespace utah10

#endif

// What the user does in the panel's window.
#include <algorithm>
#include <utility>

#include "command/console/console.hpp"
#include "command/debug/debugger.hpp"
#include "command/panel/panel_parts.hpp"

namespace utah10 {

void Panel::take(const WindowEvent& event) {
  using Kind = WindowEvent::Kind;
  switch (event.kind) {
    case Kind::Closed:
      close();
      break;
    case Kind::Uncovered:
      showAll();
      break;
    case Kind::PointerDown:
      pointerDown(event.x / drawing_->scale(), event.y / drawing_->scale());
      break;
    case Kind::PointerUp:
      held_.reset();
      heldByPointer_ = false;
      break;
    case Kind::Wheel:
      if (const auto id = parts().layout.controlAt(event.x / drawing_->scale(), event.y / drawing_->scale()))
        if (controls().all()[*id].kind == ControlKind::Knob && event.turn != 0) act(*id, event.turn > 0);
      break;
    case Kind::Key:
      if (typing_ && !event.text.empty())
        typeKeys(event.text);
      else
        takeKey(event.key);
      break;
    case Kind::Text:
      takeText(event.text);
      break;
  }
}

// A knob turns on at its right half and back at its left one.
void Panel::pointerDown(double x, double y) {
  const auto id = parts().layout.controlAt(x, y);
  typing_ = page_ == PageKind::Teletype && y > PanelLayout::kHeight;
  if (!id) return;
  held_ = id;
  heldByPointer_ = true;
  focusOn(*id);
  const auto place = std::ranges::find(parts().layout.controls, *id, &ControlPlace::control);
  act(*id, x >= place->rect.x + place->rect.width / 2);
}

// Where a key moves the focus; nothing: it does not.
std::optional<ControlId> Panel::movedFocus(WindowKey key, ControlId here) {
  const PanelLayout& layout = parts().layout;
  const auto& all = controls().all();
  const auto sameGroup = [&](ControlId id) { return all[id].group == all[here].group; };
  ControlId to = here;
  switch (key) {
    case WindowKey::Left:
      return layout.neighbour(here, -1, 0);
    case WindowKey::Right:
      return layout.neighbour(here, 1, 0);
    case WindowKey::Up:
      return layout.neighbour(here, 0, -1);
    case WindowKey::Down:
      return layout.neighbour(here, 0, 1);
    case WindowKey::Next:
      while (to < all.size() && sameGroup(to)) ++to;
      return to % all.size();
    case WindowKey::Previous:
      while (to > 0 && sameGroup(to)) --to;
      return controls().first(all[sameGroup(to) ? all.size() - 1 : to].group);
    default:
      return std::nullopt;
  }
}

void Panel::takeKey(WindowKey key) {
  const ControlId here = focus_.value_or(controls().idOf(PanelKey::Continue));
  if (const auto to = movedFocus(key, here)) return focusOn(*to);
  const auto toggle = [this](PageKind page) { show(page_ == page ? PageKind::None : page); };
  switch (key) {
    case WindowKey::Press:
      held_ = here;
      pressed_ = std::chrono::steady_clock::now();
      return act(here);
    case WindowKey::More:
    case WindowKey::Less:
      if (controls().all()[here].kind == ControlKind::Knob) act(here, key == WindowKey::More);
      return;
    case WindowKey::Teletype:
      return toggle(PageKind::Teletype);
    case WindowKey::Printer:
      return toggle(PageKind::Printer);
    case WindowKey::Tape:
      return toggle(PageKind::Tape);
    case WindowKey::TeletypeWindow:
      return openByKey(PageKind::Teletype);
    case WindowKey::PrinterWindow:
      return openByKey(PageKind::Printer);
    case WindowKey::TapeWindow:
      return openByKey(PageKind::Tape);
    case WindowKey::Sound:
      sound(!soundOn_);
      return;
    case WindowKey::Leave:
      typing_ = false;
      return;
    default:
      return;
  }
}

void Panel::takeText(const std::string& text) {
  if (typing_) return typeKeys(text);
  if (text == " ") return takeKey(WindowKey::Press);
  if (text == "+") return takeKey(WindowKey::More);
  if (text == "-") return takeKey(WindowKey::Less);
  if (text.size() == 1 && text[0] >= '0' && text[0] <= '7') octalDigit(static_cast<unsigned>(text[0] - '0'));
}

// What clients of the accessibility bus want.
void Panel::takeWishes() {
  if (!access_) return;
  for (const PanelAccess::Wish& wish : access_->serve())
    if (window_) take(wish);
}

void Panel::take(const PanelAccess::Wish& wish) {
  using Kind = PanelAccess::Wish::Kind;
  focusOn(wish.control);
  if (wish.kind == Kind::Set) return moveTo(wish.control, wish.position);
  if (wish.kind == Kind::Press) takeKey(WindowKey::Press);
  if (wish.kind == Kind::More) takeKey(WindowKey::More);
  if (wish.kind == Kind::Less) takeKey(WindowKey::Less);
}

// Sets the three switches of the group in which the focus is, and goes on to the next group.
void Panel::octalDigit(unsigned digit) {
  if (!focus_) return;
  const PanelControl& c = controls().all()[*focus_];
  if (c.group != ControlGroup::Data && c.group != ControlGroup::Address) return;
  const ControlId first = *focus_ - c.place % 3;
  for (unsigned n = 0; n < 3; ++n) {
    const unsigned position = digit >> (2 - n) & 1;
    if (controls().position(first + n) != position) act(first + n);
  }
  const std::size_t count = c.group == ControlGroup::Data ? 36 : 18;
  focusOn(first - c.place / 3 * 3 + (c.place / 3 * 3 + 3) % count);
}

// The teletype in the window sends capitals only, as a Model 33 does.
void Panel::typeKeys(const std::string& keys) {
  for (const char c : keys)
    if ((c & 0200) == 0) keys_ += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  if (running_ || keys_.empty()) return;
  debugger_.recorder().input({RecordedInputKind::Keys, "tty", std::exchange(keys_, {})});
}

void Panel::act(ControlId id, bool more) {
  const PanelControl& c = controls().all()[id];
  if (c.kind == ControlKind::Key) return actKey(static_cast<PanelKey>(c.place));
  const unsigned now = controls().position(id);
  moveTo(id, c.kind == ControlKind::Switch ? 1 - now : more ? now + 1 : now == 0 ? 0 : now - 1);
}

void Panel::moveTo(ControlId id, unsigned to) {
  const PanelControl& c = controls().all()[id];
  if (running_ && PanelControls::changesMachine(c))
    waiting_.push_back({id, to});
  else
    controls().set(id, to);
  if (announce) report(textOf(id));
}

void Panel::actKey(PanelKey key) {
  last_ = key;
  pressed_ = std::chrono::steady_clock::now();
  if (!running_) return perform(key);
  if (PanelControls::whileRunning(key) != PanelControls::WhileRunning::Nothing)
    waiting_.push_back({controls().idOf(key), 0});
}

void Panel::focusOn(ControlId id) {
  if (focus_ == id) return;
  focus_ = id;
  if (window_) window_->title("utah10 panel: " + focusText());
  if (announce) report(focusText());
}

// For the title, which screen readers read, and for the line below the panel.
std::string Panel::focusText() { return focus_ ? textOf(*focus_) : ""; }

std::string Panel::textOf(ControlId id) {
  const PanelControl& c = controls().all()[id];
  return fmt::format("{}, {}: {}", c.name, controls().positionText(id), c.does);
}

void Panel::show(PageKind page) {
  const bool room = (page_ == PageKind::None) != (page == PageKind::None);
  page_ = page;
  typing_ = page == PageKind::Teletype;
  pageShown_ = {};
  if (!window_) return;
  if (room) window_->resize(PanelLayout::kWidth, PanelDrawing::heightOf(page != PageKind::None));
  makeDrawing();
}

}  // namespace utah10

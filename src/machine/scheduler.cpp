#include "utah10/machine/scheduler.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

namespace utah10 {

void Scheduler::tell(EventChange kind, std::uint32_t slot, Instant due) const {
  if (observers_ == nullptr || !observers_->everythingWanted()) return;
  const EventRecord record{kind, now_, slot, slots_[slot].name, due};
  observers_->each([&](Probe& probe) { probe.event(record); });
}

EventId Scheduler::add(std::string name, std::function<void()> handler) {
  slots_.push_back({std::move(name), std::move(handler)});
  due_.emplace_back();
  playAll();
  return EventId{static_cast<std::uint32_t>(slots_.size() - 1)};
}

void Scheduler::at(EventId slot, Instant when) {
  const std::uint32_t n = slot.number();
  std::erase_if(leisurely_, [n](const Leisurely& l) { return l.slot == n; });
  due_[n] = {std::max(when, now_), order_++};
  play(n);
  tell(EventChange::Armed, n, due_[n].when);
}

const Scheduler::Due& Scheduler::dueOf(std::uint32_t slot) const {
  const auto found = std::ranges::find(leisurely_, slot, &Leisurely::slot);
  return found == leisurely_.end() ? due_[slot] : found->due;
}

void Scheduler::atLeisure(EventId slot, Instant when) {
  if (watched()) return at(slot, when);
  cancel(slot);
  leisurely_.push_back({slot.number(), {std::max(when, now_), order_++}});
}

void Scheduler::hasten(EventId slot) {
  for (std::size_t n = 0; n < leisurely_.size(); ++n)
    if (leisurely_[n].slot == slot.number()) return hasten(n);
}

void Scheduler::hasten(std::size_t n) {
  const auto [slot, due] = leisurely_[n];
  leisurely_.erase(leisurely_.begin() + static_cast<std::ptrdiff_t>(n));
  due_[slot] = due;
  play(slot);
}

void Scheduler::hastenAll() {
  while (!leisurely_.empty()) hasten(std::size_t{0});
}

void Scheduler::listen(EventListener* listener) {
  hastenAll();
  listener_ = listener;
}

void Scheduler::cancel(EventId slot) {
  hasten(slot);
  const std::uint32_t n = slot.number();
  if (std::exchange(due_[n].when, kNever) == kNever) return;
  play(n);
  tell(EventChange::Cancelled, n, now_);
}

void Scheduler::acknowledge() {
  demanded_ = false;
  attention_ = next_;
}

void Scheduler::match(std::size_t node) {
  const std::uint32_t a = first_[2 * node], b = first_[2 * node + 1];
  first_[node] = due_[b].before(due_[a]) ? b : a;
}

// Nodes above one that the slot neither won before nor wins now are as they were. The matches of a slot whose handler
// runs are played by fired().
void Scheduler::play(std::uint32_t slot) {
  if (slot == firing_) return;
  for (std::size_t node = (first_.size() / 2 + slot) / 2; node != 0; node /= 2) {
    const bool won = first_[node] == slot;
    match(node);
    if (!won && first_[node] != slot) return;
  }
  nextIsFirst();
}

// Plays all matches of the slot whose handler has run. Meanwhile the slot was still the winner of matches that it had
// lost, so play() would stop too early.
void Scheduler::fired() {
  const std::uint32_t slot = std::exchange(firing_, kNone);
  for (std::size_t node = (first_.size() / 2 + slot) / 2; node != 0; node /= 2) match(node);
  nextIsFirst();
}

void Scheduler::playAll() {
  const std::size_t leaves = std::bit_ceil(slots_.size());
  first_.resize(2 * leaves);
  for (std::size_t n = 0; n < leaves; ++n)
    first_[leaves + n] = static_cast<std::uint32_t>(std::min(n, slots_.size() - 1));
  for (std::size_t node = leaves - 1; node != 0; --node) match(node);
  nextIsFirst();
}

void Scheduler::nextIsFirst() {
  nextSlot_ = first_[1];
  next_ = due_[nextSlot_].when;
  if (!demanded_) attention_ = next_;
}

void Scheduler::runDue() {
  assert(firing_ == kNone && "not from an event's handler");
  const Instant present = now_;
  for (;;) {
    if (!leisurely_.empty() && runLeisurely(present)) continue;
    if (next_ > present || next_ == kNever) break;
    run(nextSlot_);
  }
  now_ = present;
}

void Scheduler::run(std::uint32_t slot) {
  now_ = std::exchange(due_[slot].when, kNever);  // the handler runs at the event's own instant
  tell(EventChange::Fired, slot, now_);
  fire(slot);
  if (listener_ != nullptr) listener_->ran(EventId{slot});
}

// The first of them, if it is due and no other event comes before it.
bool Scheduler::runLeisurely(Instant present) {
  const auto first =
      std::ranges::min_element(leisurely_, [](const Leisurely& a, const Leisurely& b) { return a.due.before(b.due); });
  if (first->due.when > present || !first->due.before(due_[nextSlot_])) return false;
  now_ = first->due.when;
  const std::uint32_t slot = first->slot;
  leisurely_.erase(first);
  slots_[slot].handler();
  return true;
}

void Scheduler::runAtOnce(EventId slot) {
  hasten(slot);
  const Instant present = now_;
  run(slot.number());
  now_ = present;
}

// Most handlers arm their slot again: its matches are played once, for both changes.
void Scheduler::fire(std::uint32_t slot) {
  struct Firing {
    explicit Firing(Scheduler& s, std::uint32_t slot) : scheduler(s) { s.firing_ = slot; }
    ~Firing() { scheduler.fired(); }
    Scheduler& scheduler;
  };
  const Firing firing{*this, slot};
  slots_[slot].handler();
}

void Scheduler::idleUntil(Instant until) {
  if (until > now_) now_ = until;
  runDue();
}

void Scheduler::slotState(Archive& a, const std::string& mine, Due& due) {
  a.sameName(mine, "the machine has different devices: event");
  a.instant(due.when);
  std::uint64_t order = due.when == kNever ? 0 : due.order;
  a.u64(order);
  if (a.reading()) due.order = order;
}

void Scheduler::state(Archive& a) {
  a.section("clock", [&] {
    a.instant(now_);
    a.flag(demanded_);
    a.u64(order_);
    a.sameU32(slots_.size(), "the machine has different devices: number of event slots differs");
    hastenAll();
    for (std::size_t n = 0; n < slots_.size(); ++n) slotState(a, slots_[n].name, due_[n]);
  });
  if (!a.reading()) return;
  if (!slots_.empty()) playAll();
  if (demanded_) attention_ = Instant::min();
}

}  // namespace utah10

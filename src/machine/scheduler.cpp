#include "utah10/machine/scheduler.hpp"

#include <algorithm>
#include <utility>

namespace utah10 {

void Scheduler::tell(EventChange kind, std::uint32_t slot, Instant due) const {
  if (observers_ == nullptr || observers_->empty()) return;
  const EventRecord record{kind, now_, slot, slots_[slot].name, due};
  observers_->each([&](Probe& probe) { probe.event(record); });
}

EventId Scheduler::add(std::string name, std::function<void()> handler) {
  slots_.push_back({std::move(name), std::move(handler)});
  due_.emplace_back();
  return EventId{static_cast<std::uint32_t>(slots_.size() - 1)};
}

void Scheduler::at(EventId slot, Instant when) {
  const std::uint32_t n = slot.number();
  const Due due = due_[n] = {std::max(when, now_), order_++};
  // The next event changes only if this slot was the next event, or now comes before it.
  if (due.when < next_)
    setNext(n);
  else if (n == nextSlot_)
    findNext();
  tell(EventChange::Armed, n, due.when);
}

void Scheduler::cancel(EventId slot) {
  const Instant before = std::exchange(due_[slot.number()].when, kNever);
  if (before == kNever) return;
  if (slot.number() == nextSlot_) findNext();
  tell(EventChange::Cancelled, slot.number(), now_);
}

void Scheduler::acknowledge() {
  demanded_ = false;
  attention_ = next_;
}

void Scheduler::setNext(std::uint32_t slot) {
  nextSlot_ = slot;
  next_ = due_[slot].when;
  if (!demanded_) attention_ = next_;
}

void Scheduler::findNext() {
  std::uint32_t best = 0;
  for (std::uint32_t i = 1; i < due_.size(); ++i)
    if (due_[i].before(due_[best])) best = i;
  setNext(best);
}

void Scheduler::runDue() {
  const Instant present = now_;
  while (next_ <= present && next_ != kNever) {
    const std::uint32_t slot = nextSlot_;
    now_ = std::exchange(due_[slot].when, kNever);  // the handler runs at the event's own instant
    findNext();
    tell(EventChange::Fired, slot, now_);
    slots_[slot].handler();
  }
  now_ = present;
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
    for (std::size_t n = 0; n < slots_.size(); ++n) slotState(a, slots_[n].name, due_[n]);
  });
  if (!a.reading()) return;
  if (!due_.empty()) findNext();
  if (demanded_) attention_ = Instant::min();
}

}  // namespace utah10

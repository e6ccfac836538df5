#include "utah10/machine/scheduler.hpp"

#include <algorithm>
#include <utility>

namespace utah10 {

void Scheduler::tell(EventRecord::Kind kind, std::uint32_t slot, Instant due) const {
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
  tell(EventRecord::Kind::Armed, n, due.when);
}

void Scheduler::cancel(EventId slot) {
  const Instant before = std::exchange(due_[slot.number()].when, kNever);
  if (before == kNever) return;
  if (slot.number() == nextSlot_) findNext();
  tell(EventRecord::Kind::Cancelled, slot.number(), now_);
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
    tell(EventRecord::Kind::Fired, slot, now_);
    slots_[slot].handler();
  }
  now_ = present;
}

void Scheduler::idleUntil(Instant until) {
  if (until > now_) now_ = until;
  runDue();
}

void Scheduler::save(StateWriter& out) const {
  out.beginSection("clock");
  out.instant(now_);
  out.flag(demanded_);
  out.u64(order_);
  out.u32(static_cast<std::uint32_t>(slots_.size()));
  for (std::size_t n = 0; n < slots_.size(); ++n) {
    const Due& due = due_[n];
    out.text(slots_[n].name);
    out.instant(due.when);
    out.u64(due.when == kNever ? 0 : due.order);
  }
  out.endSection();
}

void Scheduler::restore(StateReader& in) {
  in.beginSection("clock");
  now_ = in.instant();
  demanded_ = in.flag();
  order_ = in.u64();
  if (in.u32() != slots_.size()) in.reject("the machine has different devices: number of event slots differs");
  for (std::size_t n = 0; n < slots_.size(); ++n) {
    if (const std::string name = in.text(); in.good() && name != slots_[n].name)
      in.reject("the machine has different devices: event " + name + " where this machine has " + slots_[n].name);
    due_[n].when = in.instant();
    due_[n].order = in.u64();
  }
  in.endSection();
  if (!due_.empty()) findNext();
  if (demanded_) attention_ = Instant::min();
}

}  // namespace utah10

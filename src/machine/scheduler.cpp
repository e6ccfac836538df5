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
  slots_.push_back({std::move(name), std::move(handler), kNever, 0});
  return EventId{static_cast<std::uint32_t>(slots_.size() - 1)};
}

void Scheduler::at(EventId slot, Instant when) {
  Slot& s = slots_[slot.number()];
  const Instant before = std::exchange(s.when, std::max(when, now_));
  s.order = order_++;
  // The next event changes only if this slot was the next event, or now comes before it.
  if (before == next_ || s.when < next_) refresh();
  tell(EventRecord::Kind::Armed, slot.number(), s.when);
}

void Scheduler::cancel(EventId slot) {
  const Instant before = std::exchange(slots_[slot.number()].when, kNever);
  if (before == kNever) return;
  if (before == next_) refresh();
  tell(EventRecord::Kind::Cancelled, slot.number(), now_);
}

void Scheduler::acknowledge() {
  demanded_ = false;
  attention_ = next_;
}

std::uint32_t Scheduler::earliest() const {
  std::uint32_t best = 0;
  for (std::uint32_t i = 1; i < slots_.size(); ++i) {
    const Slot& a = slots_[i];
    const Slot& b = slots_[best];
    if (a.when < b.when || (a.when == b.when && a.order < b.order)) best = i;
  }
  return best;
}

void Scheduler::refresh() {
  next_ = slots_.empty() ? kNever : slots_[earliest()].when;
  if (!demanded_) attention_ = next_;
}

void Scheduler::runDue() {
  const Instant present = now_;
  while (next_ <= present && next_ != kNever) {
    const std::uint32_t slot = earliest();
    Slot& s = slots_[slot];
    now_ = s.when;  // the handler runs at the event's own instant
    s.when = kNever;
    refresh();
    tell(EventRecord::Kind::Fired, slot, now_);
    s.handler();
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
  for (const Slot& s : slots_) {
    out.text(s.name);
    out.instant(s.when);
    out.u64(s.when == kNever ? 0 : s.order);
  }
  out.endSection();
}

void Scheduler::restore(StateReader& in) {
  in.beginSection("clock");
  now_ = in.instant();
  demanded_ = in.flag();
  order_ = in.u64();
  if (in.u32() != slots_.size()) in.reject("the machine has different devices: number of event slots differs");
  for (Slot& s : slots_) {
    if (const std::string name = in.text(); in.good() && name != s.name)
      in.reject("the machine has different devices: event " + name + " where this machine has " + s.name);
    s.when = in.instant();
    s.order = in.u64();
  }
  in.endSection();
  refresh();
  if (demanded_) attention_ = Instant::min();
}

}  // namespace utah10

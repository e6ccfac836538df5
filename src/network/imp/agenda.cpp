#include "network/imp/agenda.hpp"

namespace utah10::subnet {

Agenda::Agenda(Scheduler& clock, const std::string& name, std::function<void(const SubnetEvent&)> handler)
    : clock_(clock), handler_(std::move(handler)), slot_(clock.add(name, [this] { run(); })) {}

void Agenda::at(Instant when, const SubnetEvent& what) {
  due_.emplace(std::pair{std::max(when, now()), order_++}, what);
  if (!running_) arm();
}

void Agenda::arm() {
  if (due_.empty()) return clock_.cancel(slot_);
  const Instant first = due_.begin()->first.first;
  if (!clock_.pending(slot_) || clock_.when(slot_) != first) clock_.at(slot_, first);
}

void Agenda::run() {
  running_ = true;
  while (!due_.empty() && due_.begin()->first.first <= now()) {
    const SubnetEvent what = due_.begin()->second;
    due_.erase(due_.begin());
    handler_(what);
  }
  running_ = false;
  arm();
}

void Agenda::save(StateWriter& out) const {
  out.u64(order_);
  out.u32(static_cast<std::uint32_t>(due_.size()));
  for (const auto& [key, what] : due_) {
    out.instant(key.first);
    out.u64(key.second);
    out.u8(static_cast<std::uint8_t>(what.kind));
    out.u8(what.imp);
    out.u8(what.index);
  }
}

void Agenda::restore(StateReader& in, const std::function<bool(const SubnetEvent&)>& possible) {
  due_.clear();
  order_ = in.u64();
  const std::uint32_t n = in.u32();
  for (std::uint32_t i = 0; i < n && in.good(); ++i) {
    const Instant when = in.instant();
    const std::uint64_t order = in.u64();
    SubnetEvent what;
    const std::uint8_t kind = in.u8();
    if (kind >= SubnetEvent::kKinds) in.reject("an event of an unknown kind");
    what.kind = static_cast<SubnetEvent::Kind>(kind);
    what.imp = in.u8();
    what.index = in.u8();
    if (in.good() && !possible(what)) in.reject("an event for a line, host or IMP that does not exist");
    due_.emplace(std::pair{when, order}, what);
  }
}

void Deadline::set(Agenda& agenda, Instant when, const SubnetEvent& what) {
  due_ = when;
  if (when == kNever || armed_ <= when) return;
  armed_ = when;
  agenda.at(when, what);
}

bool Deadline::passed(Agenda& agenda, const SubnetEvent& what) {
  if (armed_ > agenda.now()) return false;  // the entry was too early; set() has made the right one
  armed_ = kNever;
  if (due_ <= agenda.now()) {
    due_ = kNever;
    return true;
  }
  set(agenda, due_, what);
  return false;
}

void Deadline::save(StateWriter& out) const {
  out.instant(due_);
  out.instant(armed_);
}

void Deadline::restore(StateReader& in) {
  due_ = in.instant();
  armed_ = in.instant();
}

}  // namespace utah10::subnet

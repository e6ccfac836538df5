#include "network/imp/agenda.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace utah10::subnet {

Agenda::Agenda(Scheduler& clock, const std::string& name, std::function<void(const SubnetEvent&)> handler)
    : clock_(clock), handler_(std::move(handler)), slot_(clock.add(name, [this] { run(); })) {}

void Agenda::at(Instant when, const SubnetEvent& what) {
  due_.push_back({std::max(when, now()), order_++, what});
  std::ranges::push_heap(due_, std::greater{});
  if (!running_) arm();
}

void Agenda::arm() {
  if (due_.empty()) return clock_.cancel(slot_);
  const Instant first = due_.front().when;
  if (!clock_.pending(slot_) || clock_.when(slot_) != first) clock_.at(slot_, first);
}

void Agenda::run() {
  running_ = true;
  while (!due_.empty() && due_.front().when <= now()) {
    std::ranges::pop_heap(due_, std::greater{});
    const SubnetEvent what = due_.back().what;
    due_.pop_back();
    handler_(what);
  }
  running_ = false;
  arm();
}

void Agenda::state(Archive& a, const std::function<bool(const SubnetEvent&)>& possible) {
  a.u64(order_);
  std::map<std::pair<Instant, std::uint64_t>, SubnetEvent> due;
  for (const Entry& e : due_) due.emplace(std::pair{e.when, e.order}, e.what);
  a.table(
      due,
      [&](auto& key) {
        a.instant(key.first);
        a.u64(key.second);
      },
      [&](SubnetEvent& what) {
        a.choice(what.kind, SubnetEventKind::MessageTimer, "an event of an unknown kind");
        a.u8(what.imp, what.index);
        if (a.restored()) a.check(possible(what), "an event for a line, host or IMP that does not exist");
      });
  if (!a.restored()) return;
  due_.clear();
  for (const auto& [key, what] : due) due_.push_back({key.first, key.second, what});  // in order, which makes a heap
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

void Deadline::state(Archive& a) { a.instant(due_, armed_); }

}  // namespace utah10::subnet

// The pending events of a subnet, which share one event slot of the machine's clock.
//
// A network of thirty IMPs has hundreds of pending events; the machine's clock searches all its slots at every event,
// so the subnet keeps its own queue. Events due at the same instant run in the order in which they were added.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "utah10/machine/scheduler.hpp"

namespace utah10::subnet {

// Stands for an IMP number: `index` is then the index of a line to another subnet.
constexpr std::uint8_t kTrunks = 255;

enum class SubnetEventKind : std::uint8_t {
  LineFree,
  FrameArrives,
  LineTimer,
  Program,
  Routing,
  HostTimer,
  MessageTimer
};
struct SubnetEvent {
  static constexpr std::uint8_t kKinds = 7;
  SubnetEventKind kind = SubnetEventKind::LineFree;
  std::uint8_t imp = 0;
  std::uint8_t index = 0;  // of a line or host
};

class Agenda {
 public:
  Agenda(Scheduler& clock, const std::string& name, std::function<void(const SubnetEvent&)> handler);
  Instant now() const { return clock_.now(); }
  void at(Instant when, const SubnetEvent& what);
  void after(Duration d, const SubnetEvent& what) { at(now() + d, what); }

  // `possible` returns whether the event's line, host or IMP exists.
  void state(Archive& a, const std::function<bool(const SubnetEvent&)>& possible);

 private:
  void run();
  void arm();

  Scheduler& clock_;
  std::function<void(const SubnetEvent&)> handler_;
  EventId slot_;
  struct Entry {
    Instant when;
    std::uint64_t order;
    SubnetEvent what;
    bool operator>(const Entry& other) const { return when != other.when ? when > other.when : order > other.order; }
  };
  std::vector<Entry> due_;  // a heap, the first on top
  std::uint64_t order_ = 0;
  bool running_ = false;
};

// A deadline that moves often: an agenda entry is added only if none is pending that is early enough.
class Deadline {
 public:
  void set(Agenda& agenda, Instant when, const SubnetEvent& what);
  void clear() { due_ = kNever; }
  // Called when its entry runs; returns whether the deadline itself has passed.
  bool passed(Agenda& agenda, const SubnetEvent& what);

  void state(Archive& a);

 private:
  Instant due_ = kNever, armed_ = kNever;
};

}  // namespace utah10::subnet

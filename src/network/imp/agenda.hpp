// What a subnet has to do and when: one event slot of the clock for all of it.
//
// A network of thirty IMPs has hundreds of pending events; the clock of a machine looks through its slots at every
// event, so they are kept here. Things due at the same instant happen in the order in which they were put down.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>

#include "utah10/machine/scheduler.hpp"

namespace utah10::subnet {

// In place of an IMP's number: `index` is that of a line to another subnet.
constexpr std::uint8_t kTrunks = 255;

struct SubnetEvent {
  enum class Kind : std::uint8_t { LineFree, FrameArrives, LineTimer, Program, Routing, HostTimer, MessageTimer };
  static constexpr std::uint8_t kKinds = 7;
  Kind kind = Kind::LineFree;
  std::uint8_t imp = 0;
  std::uint8_t index = 0;  // a line, a host
};

class Agenda {
 public:
  Agenda(Scheduler& clock, const std::string& name, std::function<void(const SubnetEvent&)> handler);
  Instant now() const { return clock_.now(); }
  void at(Instant when, const SubnetEvent& what);
  void after(Duration d, const SubnetEvent& what) { at(now() + d, what); }

  void save(StateWriter& out) const;
  // `possible` says whether there is such a thing to do.
  void restore(StateReader& in, const std::function<bool(const SubnetEvent&)>& possible);

 private:
  void run();
  void arm();

  Scheduler& clock_;
  std::function<void(const SubnetEvent&)> handler_;
  EventId slot_;
  std::map<std::pair<Instant, std::uint64_t>, SubnetEvent> due_;
  std::uint64_t order_ = 0;
  bool running_ = false;
};

// A deadline that often moves: an entry of the agenda is made only when none is early enough.
class Deadline {
 public:
  void set(Agenda& agenda, Instant when, const SubnetEvent& what);
  void clear() { due_ = kNever; }
  // Its entry has come: whether the deadline has.
  bool passed(Agenda& agenda, const SubnetEvent& what);

  void save(StateWriter& out) const;
  void restore(StateReader& in);

 private:
  Instant due_ = kNever, armed_ = kNever;
};

}  // namespace utah10::subnet

// The last things that happened at a host, with their instants: what an operator reads when a host does not answer.
//
// Bounded: the oldest is forgotten. Part of the state, so that a restored network tells the same story.
#pragma once

#include <cstdint>
#include <deque>
#include <string>

#include "network/leader.hpp"
#include "utah10/machine/state_stream.hpp"

namespace utah10 {

struct NetworkEvent {
  Instant at;
  HostId host;  // the other one; 0 when none is concerned
  std::string what;
};

class EventLog {
 public:
  static constexpr std::size_t kRemembered = 64;
  static constexpr std::size_t kLongest = 200;  // characters

  void add(Instant at, HostId host, std::string what);
  const std::deque<NetworkEvent>& events() const { return events_; }
  std::uint64_t total() const { return total_; }  // forgotten ones included

  // Raw fields, within a section of the owner's.
  void save(StateWriter& out) const;
  void restore(StateReader& in);

 private:
  std::deque<NetworkEvent> events_;
  std::uint64_t total_ = 0;
};

}  // namespace utah10

// The most recent events at a host with their instants, for an operator who wants to know why a host does not answer.
//
// Bounded: the oldest event is dropped. Part of the state, so a restored network shows the same log.
#pragma once

#include <cstdint>
#include <deque>
#include <string>

#include "network/leader.hpp"
#include "utah10/machine/archive.hpp"

namespace utah10 {

struct NetworkEvent {
  Instant at;
  HostId host;  // the other host; 0 if none is concerned
  std::string what;
};

class EventLog {
 public:
  static constexpr std::size_t kRemembered = 64;
  static constexpr std::size_t kLongest = 200;  // characters

  void add(Instant at, HostId host, std::string what);
  const std::deque<NetworkEvent>& events() const { return events_; }
  std::uint64_t total() const { return total_; }  // including dropped ones

  // Raw fields, inside a section that the owner opens.
  void state(Archive& a);

 private:
  std::deque<NetworkEvent> events_;
  std::uint64_t total_ = 0;
};

}  // namespace utah10

// The most recent events of a subnet, kept for its operator; their kinds are in subnet_view.hpp.
#pragma once

#include <deque>
#include <string>

#include "network/imp/subnet.hpp"

namespace utah10::subnet {

class Journal {
 public:
  static constexpr std::size_t kRemembered = 256;
  explicit Journal(const Scheduler& clock) : clock_(clock) {}
  void add(NetEventKind kind, unsigned imp, HostId host, std::string text);
  const std::deque<NetEvent>& events() const { return events_; }
  std::uint64_t forgotten() const { return forgotten_; }

  void state(Archive& a);

 private:
  const Scheduler& clock_;
  std::deque<NetEvent> events_;
  std::uint64_t forgotten_ = 0;
};

}  // namespace utah10::subnet

// An IMP's routing table: for each destination the line with the least estimated delay, and the number of hops.
//
// Source: FJCC 1972 (recalled) and SJCC 1970, "Routing Algorithm": about twice a second each neighbour sends its
// delay and number of hops to every destination; the packets waiting for the line and the line itself are added.
#pragma once

#include <functional>
#include <vector>

#include "network/imp/packet.hpp"

namespace utah10::subnet {

class Routing {
 public:
  static constexpr unsigned kImps = 64;
  static constexpr int kNone = -1;

  Routing(unsigned self, const ImpParameters& parameters);
  void lines(unsigned count) { heard_.resize(count, std::vector<Route>(kImps, unreachable())); }
  // A neighbour's routing message.
  void heard(unsigned line, const std::vector<Route>& routes);
  void forget(unsigned line);
  void forgetAll();
  // Recomputes the table from the neighbours' messages. `cost` returns the delay that a line adds, negative if it is
  // dead.
  void compute(const std::function<int(unsigned line)>& cost);

  bool reachable(unsigned imp) const { return imp < kImps && table_[imp].hops <= parameters_.mostHops; }
  int line(unsigned imp) const { return imp < kImps ? best_[imp] : kNone; }
  const std::vector<Route>& table() const { return table_; }

  void state(Archive& a);

 private:
  static constexpr std::uint8_t kFar = 255;
  static constexpr std::uint16_t kMostDelay = 0xFFFF;
  static Route unreachable() { return {kMostDelay, kFar}; }

  unsigned self_;
  const ImpParameters& parameters_;
  std::vector<std::vector<Route>> heard_;
  std::vector<Route> table_;
  std::vector<int> best_;
};

}  // namespace utah10::subnet

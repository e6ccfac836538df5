#include "network/imp/routing.hpp"

#include <algorithm>

namespace utah10::subnet {

Routing::Routing(unsigned self, const ImpParameters& parameters)
    : self_(self), parameters_(parameters), table_(kImps, unreachable()), best_(kImps, kNone) {
  table_[self_] = {0, 0};
}

void Routing::heard(unsigned line, const std::vector<Route>& routes) {
  std::vector<Route>& into = heard_[line];
  std::fill(into.begin(), into.end(), unreachable());
  std::copy_n(routes.begin(), std::min(routes.size(), into.size()), into.begin());
}

void Routing::forget(unsigned line) { std::fill(heard_[line].begin(), heard_[line].end(), unreachable()); }

void Routing::forgetAll() {
  for (unsigned i = 0; i < heard_.size(); ++i) forget(i);
  compute([](unsigned) { return -1; });
}

void Routing::compute(const std::function<int(unsigned)>& cost) {
  std::fill(table_.begin(), table_.end(), unreachable());
  std::fill(best_.begin(), best_.end(), kNone);
  for (unsigned line = 0; line < heard_.size(); ++line) {
    const int more = cost(line);
    if (more < 0) continue;
    for (unsigned imp = 0; imp < kImps; ++imp) {
      const Route& there = heard_[line][imp];
      if (there.hops >= parameters_.mostHops) continue;
      Route& mine = table_[imp];
      mine.hops = std::min<std::uint8_t>(mine.hops, static_cast<std::uint8_t>(there.hops + 1));
      const auto delay =
          static_cast<std::uint16_t>(std::min<unsigned>(there.delay + static_cast<unsigned>(more), 0xFFFE));
      if (delay >= mine.delay) continue;
      mine.delay = delay;
      best_[imp] = static_cast<int>(line);
    }
  }
  table_[self_] = {0, 0};
  best_[self_] = kNone;
}

void Routing::state(Archive& a) {
  for (auto& routes : heard_)
    for (Route& r : routes) r.state(a);
  for (Route& r : table_) r.state(a);
  for (int& line : best_) {
    auto code = static_cast<std::uint8_t>(line + 1);
    a.u8(code);
    line = code - 1;
    a.check(line < static_cast<int>(heard_.size()), "a route over a line that does not exist");
  }
}

}  // namespace utah10::subnet

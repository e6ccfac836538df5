#include "utah10/machine/counters.hpp"

#include <numeric>

namespace utah10 {

namespace {
template <class Rows>
std::uint64_t total(const Rows& rows) {
  std::uint64_t n = 0;
  for (const auto& row : rows) n = std::accumulate(row.begin(), row.end(), n);
  return n;
}
template <class F>
void eachCount(Counters& c, F f) {
  for (auto& row : c.instructions)
    for (auto& n : row) f(n);
  for (auto& row : c.io)
    for (auto& n : row) f(n);
  for (auto& row : c.cycles)
    for (auto& n : row) f(n);
  for (auto& n : c.interrupts) f(n);
  for (auto& row : c.jsys)
    for (auto& n : row) f(n);
  for (auto& row : c.pager.reloads)
    for (auto& r : row) f(r.number);
  for (auto& n : c.pager.faults) f(n);
  f(c.pager.bases);
  for (auto& n : c.pager.clears) f(n);
}
}  // namespace

std::uint64_t Counters::totalInstructions() const { return total(instructions); }
std::uint64_t Counters::totalCycles() const { return total(cycles); }
Duration Counters::totalTime() const { return std::accumulate(time.begin(), time.end(), Duration{}); }

void Counters::save(StateWriter& out) const {
  eachCount(const_cast<Counters&>(*this), [&](std::uint64_t& n) { out.u64(n); });
  for (const Duration d : time) out.duration(d);
  for (const auto& row : pager.reloads)
    for (const auto& r : row) out.duration(r.time);
  out.duration(pager.faultTime);
  out.duration(memoryWait);
  out.instant(since);
}

void Counters::restore(StateReader& in) {
  eachCount(*this, [&](std::uint64_t& n) { n = in.u64(); });
  for (Duration& d : time) d = in.duration();
  for (auto& row : pager.reloads)
    for (auto& r : row) r.time = in.duration();
  pager.faultTime = in.duration();
  memoryWait = in.duration();
  since = in.instant();
}

}  // namespace utah10

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
}  // namespace

std::uint64_t Counters::totalInstructions() const { return total(instructions); }
std::uint64_t Counters::totalCycles() const { return total(cycles); }
Duration Counters::totalTime() const { return std::accumulate(time.begin(), time.end(), Duration{}); }

void Counters::state(Archive& a) {
  for (auto& row : instructions) a.u64s(row);
  for (auto& row : io) a.u64s(row);
  for (auto& row : cycles) a.u64s(row);
  a.u64s(interrupts);
  for (auto& row : jsys) a.u64s(row);
  for (auto& row : pager.reloads)
    for (auto& r : row) a.u64(r.number);
  a.u64s(pager.faults);
  a.u64(pager.bases);
  a.u64s(pager.clears);
  for (Duration& d : time) a.duration(d);
  for (auto& row : pager.reloads)
    for (auto& r : row) a.duration(r.time);
  a.duration(pager.faultTime, memoryWait);
  a.instant(since);
}

}  // namespace utah10

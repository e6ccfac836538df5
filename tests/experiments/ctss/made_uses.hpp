// Results of the desk calculator made by hand.
#pragma once

#include <vector>

#include "experiments/ctss/uses.hpp"

namespace utah10::test {

// A use of four interactions, `ms` of CPU time and 50 ms of elapsed time each, with a page fault and two pages read.
inline CalcUse madeUse(unsigned ms) {
  constexpr unsigned kInteractions = 4;
  CalcUse u;
  u.first.elapsed = milliseconds(300);
  u.first.charge.takenMs = 80;
  u.first.charge.pageTraps = 10;
  u.first.charge.reads = {.drum = 3, .disk = 5};
  u.printedMs = kInteractions * ms;
  u.stretch.chargedMs = u.printedMs;
  u.stretch.split[ChargePart::User] = milliseconds(4);
  u.stretch.split[ChargePart::PageTrap] = milliseconds(2);
  u.stretch.pageTraps = kInteractions;
  u.stretch.reads = {.drum = kInteractions, .disk = kInteractions};
  u.stretch.pageWait = milliseconds(80);
  u.stretch.runnable = milliseconds(12);
  u.elapsed.assign(kInteractions, milliseconds(50));
  for (const std::size_t page : {0u, 1u, 2u, 3u, 8u}) u.stretch.pages.set(page);
  return u;
}

inline CtssResult madeResult(unsigned users, const std::vector<unsigned>& msOfUses) {
  CtssResult r;
  r.condition.users = users;
  r.jobKnown = true;
  for (const unsigned ms : msOfUses) r.uses.push_back(madeUse(ms));
  r.work = SystemWork{.time = seconds(100), .drumReads = 50, .diskReads = 200, .idle = seconds(25), .load = 1.5};
  return r;
}

}  // namespace utah10::test

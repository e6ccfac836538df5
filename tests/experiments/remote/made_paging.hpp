// Results of runs, made by hand: with waiting of which only the wire becomes faster.
#pragma once

#include <vector>

#include "experiments/remote/paging.hpp"

namespace utah10::test {

// `fixed` and `wire`: ms of the waiting, at speed 1.
inline PagingResult madePaging(const PagingCondition& c, std::int64_t fixed, std::int64_t wire) {
  PagingResult r;
  r.condition = c;
  r.done = true;
  r.error = 2e-7;
  r.frames = 197;
  const std::int64_t waiting = c.backing == Backing::Core ? fixed : fixed + wire / c.speed;
  r.stretch.chargedMs = 100'000;
  r.stretch.split[ChargePart::User] = milliseconds(90'000);
  r.stretch.to = r.stretch.from + milliseconds(100'000 + waiting);
  if (c.backing == Backing::Core) return r;
  r.pageIns = 400;
  r.pageOuts = 600;
  if (c.backing != Backing::Remote) return r;
  r.reads = 400;
  r.writes = 600;
  r.link.wire = milliseconds(wire / c.speed);
  r.link.adapter = r.link.host = milliseconds(fixed / 4);
  r.coreTime = milliseconds(500);
  r.commandTime = r.link.wire + r.link.adapter + r.link.host + r.coreTime + milliseconds(1000);
  return r;
}

// All runs of the settings.
inline std::vector<PagingResult> madePagings(const RemoteSettings& settings, std::int64_t fixed, std::int64_t wire) {
  std::vector<PagingResult> all;
  for (const PagingCondition& c : pagingConditions(settings)) all.push_back(madePaging(c, fixed, wire));
  return all;
}

}  // namespace utah10::test

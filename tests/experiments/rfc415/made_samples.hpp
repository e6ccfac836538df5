// Results of samples made by hand.
#pragma once

#include <vector>

#include "experiments/rfc415/samples.hpp"

namespace utah10::test {

// All rows: `us` per byte out, half as much in.
inline std::vector<StringResult> madeSamples(std::uint64_t us) {
  std::vector<StringResult> all;
  for (const StringCondition& c : rfc415Rows()) {
    StringResult r;
    r.condition = c;
    r.done = true;
    r.sent = r.received = 10'000;
    r.real = seconds(4);
    r.outMs = us * 10;
    r.inMs = us * 5;
    all.push_back(r);
  }
  return all;
}

}  // namespace utah10::test

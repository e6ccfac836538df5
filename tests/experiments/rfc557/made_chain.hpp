// Results of the chain made by hand.
#pragma once

#include <vector>

#include "experiments/rfc557/chain.hpp"

namespace utah10::test {

// 96.5 s/Mb, and half of it for each further transfer; half of the time is the program's.
inline std::vector<ChainResult> madeChain() {
  std::vector<ChainResult> all;
  std::uint64_t ms = 96'500;
  for (const auto& piece : rfc557Pieces())
    for (const ChainCondition& c : piece) {
      ChainResult r;
      r.condition = c;
      r.done = r.intact = true;
      r.bits = 1'000'000;
      r.chargedMs = ms;
      r.stretch.split[ChargePart::User] = milliseconds(static_cast<std::int64_t>(ms / 2));
      r.stretch.calls[kBout] = 125'000;
      all.push_back(r);
      ms /= 2;
    }
  return all;
}

}  // namespace utah10::test

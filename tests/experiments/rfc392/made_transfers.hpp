// Results of transfers made by hand.
#pragma once

#include <cmath>
#include <vector>

#include "experiments/rfc392/rows.hpp"

namespace utah10::test {

inline TransferResult madeTransfer(const TransferCondition& condition, std::uint64_t chargedMs) {
  TransferResult r;
  r.condition = condition;
  r.done = r.intact = true;
  r.bytes = condition.bytes;
  r.stretch.chargedMs = chargedMs;
  return r;
}

inline TransferResult madeTransfer(bool send, std::uint64_t bytes, std::uint64_t chargedMs) {
  return madeTransfer({0, 1, send, bytes, 0}, chargedMs);
}

// The paper's transfers, each with a cost of 50 ms plus 1 ms per byte, and 160 ms outside the interval.
inline std::vector<TransferResult> madeTransfers() {
  constexpr double kFixedMs = 50, kMsPerByte = 1;
  constexpr unsigned kOpenf = 021;
  std::vector<TransferResult> all;
  for (const TransferCondition& c : rfc392Rows()) {
    TransferResult& r = all.emplace_back(madeTransfer(
        c, static_cast<std::uint64_t>(std::llround(kFixedMs + kMsPerByte * static_cast<double>(c.bytes)))));
    r.commandMs = r.stretch.chargedMs + 160;
    r.job.besides[kOpenf] = milliseconds(90);
    r.job.calls[kOpenf] = 2;
    r.job.besides[JobCharge::kProgram] = milliseconds(70);
  }
  return all;
}

}  // namespace utah10::test

#include "experiments/charges/charge_findings.hpp"

#include "experiments/report/report_numbers.hpp"

namespace utah10 {

ChargeTimes timesOf(std::string name, const ChargedStretch& stretch) {
  ChargeTimes t{.name = std::move(name), .chargedMs = stretch.chargedMs};
  for (std::size_t n = 0; n < kChargeParts; ++n) t.partsMs[n] = msOf(stretch.split.parts[n]);
  Duration waits{};
  for (const auto& [test, d] : stretch.waits) waits += d;
  t.grainMs = msOf(stretch.grain());
  t.pageWaitMs = msOf(stretch.pageWait);
  t.otherWaitsMs = msOf(waits);
  t.runnableMs = msOf(stretch.runnable);
  return t;
}

ChargeCounts countsOf(const ChargedStretch& stretch) {
  return {.pageFaults = stretch.pageTraps,
          .bin = stretch.calls[kBin],
          .slowBin = stretch.slowBin,
          .bout = stretch.calls[kBout],
          .slowBout = stretch.slowBout,
          .sin = stretch.calls[kSin],
          .sout = stretch.calls[kSout],
          .messagesOut = stretch.messagesOut,
          .messagesIn = stretch.messagesIn};
}

}  // namespace utah10

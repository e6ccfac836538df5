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

void addTimes(std::vector<ChargeTimes>& all, std::string name, const ChargedStretch& stretch) {
  if (stretch.divided) all.push_back(timesOf(std::move(name), stretch));
}

ChargeCounts countsOf(const ChargedStretch& stretch) {
  const auto counted = [&](std::uint64_t n) { return stretch.divided ? std::optional{n} : std::nullopt; };
  return {.pageFaults = counted(stretch.pageTraps),
          .slowBin = counted(stretch.slowBin),
          .slowBout = counted(stretch.slowBout),
          .bin = stretch.calls[kBin],
          .bout = stretch.calls[kBout],
          .sin = stretch.calls[kSin],
          .sout = stretch.calls[kSout],
          .messagesOut = stretch.messagesOut,
          .messagesIn = stretch.messagesIn};
}

}  // namespace utah10

#include "experiments/charges/stretch_meter.hpp"

#include "experiments/charges/charge_meter.hpp"
#include "experiments/charges/run_time_meter.hpp"
#include "experiments/laboratory/laboratory.hpp"

namespace utah10 {

bool StretchMeter::counts(const MessageRecord& r) {
  constexpr std::size_t kLeader = 4;
  return r.octets.size() >= kLeader && (r.octets[0] & 017) == 0 && r.octets[2] != 0;
}

void StretchMeter::count(ChargedStretch& stretch, const MessageRecord& r) {
  ++(r.fromHost ? stretch.messagesOut : stretch.messagesIn);
  (r.fromHost ? stretch.messageBitsOut : stretch.messageBitsIn) += r.bits;
}

std::unique_ptr<StretchMeter> meterOf(Laboratory& lab) {
  const auto places = ChargePlaces::of(lab.monitor(), lab.system().places);
  if (!places) return std::make_unique<RunTimeMeter>(lab.machine());
  return std::make_unique<ChargeMeter>(lab.machine(), lab.monitor(), *places, lab.jobOf(lab.measuredLine()));
}

}  // namespace utah10

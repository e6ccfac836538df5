#include "command/panel/pi_lamps.hpp"

namespace utah10 {

namespace {

// The registers in the word of bits, seven of each; bit 0 of one is level 7. Then PI ON.
constexpr LampGroup kRegisters[] = {LampGroup::IobRequest, LampGroup::PiRequest, LampGroup::PiInProgress,
                                    LampGroup::PiActive};
constexpr std::size_t kLevels = 7, kActive = kLevels * std::size(kRegisters);

}  // namespace

PiLamps::PiLamps(Machine& machine) : machine_(machine) {
  times_.begin(present(), machine_.now());
  machine_.pi().listen(this);
}

std::uint64_t PiLamps::present() const {
  const PiSystem& pi = machine_.pi();
  std::uint64_t bits = pi.active() ? 1 : 0;
  for (const std::uint8_t mask : {pi.enabled(), pi.held(), pi.requests(), pi.bus()}) bits = bits << kLevels | mask;
  return bits;
}

void PiLamps::endFrame(const LampList& lamps, LampLevels& levels) {
  times_.endFrame(machine_.now());
  for (std::size_t r = 0; r < std::size(kRegisters); ++r)
    for (std::size_t n = 0; n < kLevels; ++n)
      levels[lamps.at(kRegisters[r], n)] = times_.share(kLevels * r + kLevels - 1 - n);
  levels[lamps.at(LampGroup::Status, static_cast<std::size_t>(StatusLamp::PiOn))] = times_.share(kActive);
}

}  // namespace utah10

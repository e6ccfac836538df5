#include "command/panel/pi_lamps.hpp"

namespace utah10 {

namespace {

// The registers in the word of bits; bit 0 of one is level 7. Then PI ON.
constexpr LampGroup kRegisters[] = {LampGroup::IobRequest, LampGroup::PiRequest, LampGroup::PiInProgress,
                                    LampGroup::PiActive};
constexpr std::size_t kLevels = 7, kByte = 8, kActive = kByte * std::size(kRegisters);

}  // namespace

PiLamps::PiLamps(Machine& machine) : pi_(machine.pi()), clock_(machine.clock()) {
  times_.begin(present(), clock_.now());
  pi_.listen(this);
}

void PiLamps::endFrame(const LampList& lamps, LampLevels& levels) {
  times_.endFrame(clock_.now());
  for (std::size_t r = 0; r < std::size(kRegisters); ++r)
    for (std::size_t n = 0; n < kLevels; ++n)
      levels[lamps.at(kRegisters[r], n)] = times_.share(kByte * r + kLevels - 1 - n);
  levels[lamps.at(LampGroup::Status, static_cast<std::size_t>(StatusLamp::PiOn))] = times_.share(kActive);
}

}  // namespace utah10

// The lamps of the interrupt system: requests of devices, requests accepted, levels held, levels enabled, and PI ON.
// Exact: the interrupt system tells of each of its changes.
#pragma once

#include "command/panel/bit_times.hpp"
#include "command/panel/lamps.hpp"
#include "utah10/machine/machine.hpp"

namespace utah10 {

class PiLamps final : public PiListener {
 public:
  // The machine must outlive this.
  explicit PiLamps(Machine& machine);
  ~PiLamps() override { pi_.listen(nullptr); }
  PiLamps(const PiLamps&) = delete;
  PiLamps& operator=(const PiLamps&) = delete;

  void interruptsChanged() override { times_.become(present(), clock_.now()); }
  // Ends the frame, sets the lamps, and begins the next frame.
  void endFrame(const LampList& lamps, LampLevels& levels);

 private:
  // A byte of each register, then PI ON.
  std::uint64_t present() const {
    return pi_.bus() | std::uint64_t{pi_.requests()} << 8 | std::uint64_t{pi_.held()} << 16 |
           std::uint64_t{pi_.enabled()} << 24 | std::uint64_t{pi_.active()} << 32;
  }

  PiSystem& pi_;
  const Scheduler& clock_;
  BitTimes times_;
};

}  // namespace utah10

// The BBN 1 ms clock, device 020 ("oap"), a modification of the processor. Source: TENEX PISRV, SCHED, PROLOG (there is
// no manual; docs/sources/devices.md 3.2).
//
//   bit       CONI            CONO
//   28  200   ticked          clear it
//   29  100   -               start or stop the clock: complements
//
// The flag is wired into the processor's conditions: it requests the channel that CONO APR assigns, as the 60 Hz flag
// does, and this device cannot see which (ProcessorCondition). DATAI gives zero, DATAO does nothing.
//
// Times: ticks come at whole milliseconds of a crystal that starts at power-on and always runs; the run flop only
// gates them. inferred: a tick while the flag is already up is lost; a bus reset stops the clock and clears the flag,
// as the monitor expects when it starts (its first CONO must start the clock, and complements); the doorbell of a
// second processor, which shares the device code, does not exist.
#pragma once

#include "utah10/machine/io_device.hpp"
#include "utah10/machine/pi_system.hpp"
#include "utah10/machine/scheduler.hpp"

namespace utah10 {

class BbnClock final : public IoDevice {
 public:
  static constexpr std::int64_t kHertz = 1000;

  BbnClock(Scheduler& clock, PiSystem& pi);

  bool running() const { return running_; }

  std::string_view name() const override { return "oap"; }
  Word36 coni() const override;
  bool statusNeedsEvents() const override { return true; }
  void cono(HalfWord conditions) override;
  void ioReset() override;
  std::span<const BitName> coniBits() const override;
  std::span<const BitName> conoBits() const override;
  void state(Archive& a) override;

 private:
  void tick();
  void arm();

  Scheduler& clock_;
  ProcessorCondition request_;
  EventId tickEvent_;
  bool ticked_ = false;
  bool running_ = false;
};

}  // namespace utah10

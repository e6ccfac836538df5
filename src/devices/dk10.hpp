// The DK10 real time clock, device 070 ("clk"): an 18-bit counter and an interval register. Sources: TENEX PROLOG and
// PISRV for what a monitor does with it, SIMH's DK10 for the bits no monitor uses (docs/sources/devices.md 3.3).
//
//   bit       CONI                   CONO
//   0-17      interval register      -
//   23 10000  -                      set overflow
//   24  4000  -                      set clock flag
//   25  2000  -                      add one to the counter (only while the clock is off)
//   26  1000  external clock         clear counter, flags, enable, user time, PI channel; before the rest of this CONO
//   27   400  -                      clear user time
//   28   200  user time              set user time
//   29   100  -                      turn the clock off
//   30    40  clock on               turn the clock on
//   31    20  overflow               clear overflow
//   32    10  clock flag             clear clock flag
//   33-35     PI channel             PI channel (loaded by every CONO)
//
// Clock flag or overflow requests the channel. DATAO: bits 18-35 the interval. DATAI: bits 18-35 the counter. A count
// that reaches the interval sets the clock flag and makes the counter zero, so that interval n gives a flag every n
// counts; an interval that the counter has passed is met only after the counter has wrapped, which sets overflow.
//
// Times: a count every 10 us, from a crystal that starts at power-on and runs always (inferred; so the first count
// comes up to 10 us after the clock is turned on). With the switch at external, only externalPulse() counts.
// inferred: where a CONO both sets and clears, clear wins, as in SIMH; the user time flop is held and shown but does
// not gate the counter, because no known program sets it (TENEX clears it) and what it gates is not on the I/O bus.
#pragma once

#include "utah10/devices/device_config.hpp"
#include "utah10/machine/io_device.hpp"
#include "utah10/machine/pi_system.hpp"
#include "utah10/machine/scheduler.hpp"

namespace utah10 {

class Dk10 final : public IoDevice {
 public:
  static constexpr std::int64_t kHertz = 100'000;
  using Source = Dk10Source;

  Dk10(Scheduler& clock, PiSystem& pi, Source source = Source::Crystal);

  void externalPulse();  // a count, if the switch is at external and the clock is on
  HalfWord counter() const;
  HalfWord interval() const { return HalfWord{interval_}; }

  std::string_view name() const override { return "clk"; }
  Word36 coni() const override;
  void cono(HalfWord conditions) override;
  Word36 datai() override { return Word36{counter().bits()}; }
  void datao(Word36 w) override;
  void ioReset() override;
  std::span<const BitName> coniBits() const override;
  std::span<const BitName> conoBits() const override;
  void state(Archive& a) override;

 private:
  bool counting() const;
  std::int64_t crystal() const;
  std::uint32_t nextEnd() const;
  void settle();
  void arm();
  void count(std::int64_t counts);
  void clear();
  void update();

  Scheduler& clock_;
  PiRequest request_;
  EventId event_;  // the counter reaches the interval or goes round
  Source source_;
  std::uint32_t status_ = 0;  // CONI bits 28, 30-32
  unsigned channel_ = 0;
  std::uint32_t interval_ = 0;
  std::uint32_t counter_ = 0;  // at crystal tick since_, if counting
  std::int64_t since_ = 0;
};

}  // namespace utah10

// The BBN calendar clock, device 600 ("cal"): the date and time for GTAD. Source: TENEX LOGJS and JSYS (RTICLK), which
// read it and take it as it is; there is no manual.
//
// DATAI: LH the day, counted from 17 November 1858; RH seconds since midnight, Greenwich: the monitor's internal form.
// CONI gives zero; CONO and DATAO do nothing; it never interrupts, and a bus reset does not touch it.
//
// Times: virtual. It shows the configured date and time at power-on and goes on with the machine's own clock, so two
// runs see the same dates. TENEX 1.33 and 1.34 take no date before 29 December 1974 or from 1990 on from this clock.
#pragma once

#include "utah10/machine/io_device.hpp"
#include "utah10/machine/scheduler.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

// A point in time in TENEX's internal form.
struct DayAndSecond {
  std::uint32_t day = 0;     // since 17 November 1858, 18 bits
  std::uint32_t second = 0;  // since midnight, 0-86399

  // "1972-10-01" or "1972-10-01 12:34:56", from 17 November 1858 to the end of the 18 bits (August 2576).
  static Expected<DayAndSecond> parse(std::string_view text);
  std::int64_t secondsSince1970() const;
  Word36 word() const { return Word36::halves(day, second); }
  bool operator==(const DayAndSecond&) const = default;
};

class CalendarClock final : public IoDevice {
 public:
  static constexpr DayAndSecond kStart{41591, 43200};  // 1 October 1972, noon

  explicit CalendarClock(Scheduler& clock, DayAndSecond start = kStart) : clock_(clock), start_(start) {}

  DayAndSecond reading() const;

  std::string_view name() const override { return "cal"; }
  Word36 coni() const override { return Word36{}; }
  void cono(HalfWord) override {}
  Word36 datai() override { return reading().word(); }
  void ioReset() override {}
  void save(StateWriter& out) const override;
  void restore(StateReader& in) override;

 private:
  Scheduler& clock_;
  DayAndSecond start_;  // at power-on
};

}  // namespace utah10

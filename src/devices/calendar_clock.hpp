// The BBN calendar clock, device 600 ("cal"): the date and time for GTAD. Source: TENEX LOGJS and JSYS (RTICLK), which
// read it and take it as it is; there is no manual (docs/sources/devices.md 3.4).
//
// DATAI: LH the day, counted from 17 November 1858; RH seconds since midnight, Greenwich: the monitor's internal form.
// CONI gives zero; CONO and DATAO do nothing; it never interrupts, and a bus reset does not touch it.
//
// Times: virtual. It shows the configured date and time at power-on and runs with the machine's own clock, so two
// runs see the same dates. TENEX 1.33 and 1.34 reject dates before 29 December 1974 or from 1990 on from this clock.
#pragma once

#include "utah10/devices/device_config.hpp"
#include "utah10/machine/io_device.hpp"
#include "utah10/machine/scheduler.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

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
  void state(Archive& a) override;

 private:
  Scheduler& clock_;
  DayAndSecond start_;  // at power-on
};

}  // namespace utah10

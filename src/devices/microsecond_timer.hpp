// The BBN microsecond timer, device 610 ("usec"). Source: TENEX LOGJS and JSYS (RTISW): the USEC JSYS is one DATAI
// (docs/sources/devices.md 3.4).
//
// DATAI: microseconds, 36 bits, modulo 2^36 (19 hours). CONI gives zero; CONO and DATAO do nothing; it never
// interrupts, and a bus reset does not touch it. inferred: it counts from power-on, all 36 bits; TENEX calls it an
// interval timer and uses only differences.
#pragma once

#include "utah10/machine/io_device.hpp"
#include "utah10/machine/scheduler.hpp"

namespace utah10 {

class MicrosecondTimer final : public IoDevice {
 public:
  explicit MicrosecondTimer(Scheduler& clock) : clock_(clock) {}

  std::string_view name() const override { return "usec"; }
  Word36 coni() const override { return Word36{}; }
  void cono(HalfWord) override {}
  Word36 datai() override { return Word36{static_cast<std::uint64_t>((clock_.now() - kPowerOn) / microseconds(1))}; }
  void ioReset() override {}
  void state(Archive& a) override {
    a.section("usec", [] {});  // nothing but the time itself
  }

 private:
  Scheduler& clock_;
};

}  // namespace utah10

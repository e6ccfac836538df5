// The console teletype, device 120 ("tty").
//
//   CONI/CONO bit    CONI            CONO
//   24 4000          test            test
//   25 2000          -               clear input busy
//   26 1000          -               clear input done
//   27  400          -               clear output busy
//   28  200          -               clear output done
//   29  100          input busy      set input busy
//   30   40          input done      set input done
//   31   20          output busy     set output busy
//   32   10          output done     set output done
//   33-35            PI channel      PI channel
//
// DATAI: bits 28-35 the character, clears input done. DATAO: bits 28-35 the character, clears output done, sets output
// busy. Source: SRM, Teletype; TENEX TTYSRV (CTY). Units: characters a second (Model 33 and 35: 10).
#pragma once

#include <deque>
#include <functional>
#include <string_view>

#include "utah10/machine/io_device.hpp"
#include "utah10/machine/pi_system.hpp"
#include "utah10/machine/scheduler.hpp"

namespace utah10 {

class Cty final : public IoDevice {
 public:
  static constexpr int kTeletype = 10;  // characters a second: Model 33, 110 baud, 11 units a character

  // Called at DATAO with the instant at which the character will be complete; eight bits as the guest sent them.
  using Print = std::function<void(Instant completes, std::uint8_t character)>;

  Cty(Scheduler& clock, PiSystem& pi, int charactersPerSecond = kTeletype);

  void onPrint(Print print) { print_ = std::move(print); }
  // Queues keys. They arrive no faster than the line carries them, and only when the guest has taken the one before, so
  // nothing is ever lost.
  void type(std::string_view keys);
  std::size_t waiting() const { return keys_.size(); }

  std::string_view name() const override { return "tty"; }
  Word36 coni() const override;
  void cono(HalfWord conditions) override;
  Word36 datai() override;
  void datao(Word36 w) override;
  void ioReset() override;
  std::span<const BitName> coniBits() const override;
  std::span<const BitName> conoBits() const override;
  void save(StateWriter& out) const override;
  void restore(StateReader& in) override;

 private:
  void receiveNext();
  void received();
  void printed();
  void update();

  Scheduler& clock_;
  PiRequest request_;
  EventId inputEvent_;
  EventId outputEvent_;
  Duration character_;
  Print print_;
  std::deque<char> keys_;
  std::uint32_t status_ = 0;  // CONI bits 24, 29-32
  unsigned channel_ = 0;
  std::uint8_t key_ = 0;  // last character received
  bool receiving_ = false;
};

}  // namespace utah10

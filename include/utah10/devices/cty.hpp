// The console teletype, device 120 ("tty"): SRM, Teletype.
//
//   bit       CONI            CONO
//   24 4000   test            test (loaded by every CONO)
//   25 2000   -               clear input busy
//   26 1000   -               clear input done
//   27  400   -               clear output busy
//   28  200   -               clear output done
//   29  100   input busy      set input busy
//   30   40   input done      set input done
//   31   20   output busy     set output busy
//   32   10   output done     set output done
//   33-35     PI channel      PI channel (loaded by every CONO)
//
// Setting and clearing one flag in the same CONO complements it (KA10 gate level: each pulse is gated by the flag's
// old state). Input done or output done requests the channel. DATAI: bits 28-35 are the character; clears input done.
// DATAO: bits 28-35 are the character, sent unchanged; clears output done, sets output busy. Test: printed characters
// come back as input, and the keyboard is disconnected from the line.
//
// Times (KA10 gate level, 11 units a character): the output clock runs freely, the start bit goes out at its next tick
// and done comes ten ticks later, so a program that answers within a unit prints at the full speed. A key sets busy at
// its start bit and done in the middle of its eighth bit, 8.5 units on. inferred: the output clock ticks at power-on;
// DATAO during output busy starts the transmitter afresh instead of garbling the character on the line.
#pragma once

#include <deque>
#include <functional>
#include <string_view>

#include "utah10/machine/io_device.hpp"
#include "utah10/machine/pi_system.hpp"
#include "utah10/machine/scheduler.hpp"

namespace utah10 {

// Bit 28 (level 8) of the keyboard's characters.
enum class EighthBit : std::uint8_t {
  AsTyped,  // the bytes given to type(), unchanged
  Mark,     // always 1: Teletype Model 33
  Even,     // even parity over eight levels: Teletype Models 35 and 37
};

class Cty final : public IoDevice {
 public:
  static constexpr int kTeletype = 10;  // characters a second: Models 33 and 35, 110 baud, 11 units a character

  // Called at DATAO with the instant at which the character will be complete; eight bits as the guest sent them.
  using Print = std::function<void(Instant completes, std::uint8_t character)>;

  Cty(Scheduler& clock, PiSystem& pi, int charactersPerSecond = kTeletype, EighthBit eighth = EighthBit::AsTyped);

  void onPrint(Print print) { print_ = std::move(print); }
  // Queues keys. They arrive no faster than the line carries them, and each only when the guest has taken the one
  // before. A key not yet taken at an I/O reset arrives again: no key is lost.
  void type(std::string_view keys);
  // Keys the guest has not taken yet.
  std::size_t waiting() const { return keys_.size(); }

  std::string_view name() const override { return "tty"; }
  Word36 coni() const override;
  bool statusNeedsEvents() const override { return true; }
  void cono(HalfWord conditions) override;
  Word36 datai() override;
  void datao(Word36 w) override;
  void ioReset() override;
  std::span<const BitName> coniBits() const override;
  std::span<const BitName> conoBits() const override;
  void state(Archive& a) override;

 private:
  enum class Line : std::uint8_t { Quiet, Held, Arriving };  // Held: the line is not free yet for the next start bit

  void receiveNext();
  void startBit();
  void inputEvent();
  void arrived();
  void taken();
  void printed();
  void loopBack(std::int64_t tick, std::uint8_t character);
  void update();
  std::uint8_t coded(char key) const;

  Scheduler& clock_;
  PiRequest request_;
  EventId inputEvent_;
  EventId outputEvent_;
  int speed_;
  EighthBit eighth_;
  Print print_;
  std::deque<char> keys_;     // the first stays until the guest has taken it
  std::uint32_t status_ = 0;  // CONI bits 24, 29-32
  unsigned channel_ = 0;
  std::uint8_t buffer_ = 0;  // the value that DATAI reads
  std::uint8_t looped_ = 0;  // the character that test loops back
  bool looping_ = false;     // the character on the input line comes from the printer's line
  bool delivered_ = false;   // keys_.front() is in the buffer
  Line line_ = Line::Quiet;
  Instant lineFree_ = kPowerOn;  // earliest next start bit
};

}  // namespace utah10

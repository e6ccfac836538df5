// The console's own devices: teletype, paper tape reader and punch, connected to a machine's bus.
//
// Must not outlive the machine; the machine must not run after the devices are gone.
#pragma once

#include "utah10/devices/cty.hpp"
#include "utah10/devices/paper_tape_punch.hpp"
#include "utah10/devices/paper_tape_reader.hpp"
#include "utah10/machine/machine.hpp"

namespace utah10 {

// The speeds of the devices and the kind of keyboard. Sources: the devices' headers.
struct ConsoleSpeeds {
  int tty = Cty::kTeletype;                     // characters a second
  int ptr = PaperTapeReader::kFramesPerSecond;  // frames a second
  int ptp = PaperTapePunch::kFramesPerSecond;   // frames a second
  EighthBit keyboard = EighthBit::AsTyped;
};

class ConsoleSet {
 public:
  ConsoleSet(Scheduler& clock, PiSystem& pi, IoBus& bus, const ConsoleSpeeds& speeds = {})
      : tty(clock, pi, speeds.tty, speeds.keyboard), ptr(clock, pi, speeds.ptr), ptp(clock, pi, speeds.ptp) {
    bus.connect(DeviceCode::written(0120), tty);
    bus.connect(DeviceCode::written(0104), ptr);
    bus.connect(DeviceCode::written(0100), ptp);
  }
  explicit ConsoleSet(Machine& machine, const ConsoleSpeeds& speeds = {})
      : ConsoleSet(machine.clock(), machine.pi(), machine.bus(), speeds) {}

  void type(std::string_view keys) { tty.type(keys); }
  // Called with each seven-bit character printed.
  void onPrint(std::function<void(char)> print) {
    tty.onPrint([print = std::move(print)](Instant, std::uint8_t c) { print(static_cast<char>(c & 0177)); });
  }

  Cty tty;
  PaperTapeReader ptr;
  PaperTapePunch ptp;
};

}  // namespace utah10

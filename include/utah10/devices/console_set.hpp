// The console's own devices: teletype, paper tape reader and punch, connected to a machine's bus.
//
// Lives as long as the machine or shorter; the machine must not run after it is gone.
#pragma once

#include "utah10/devices/cty.hpp"
#include "utah10/devices/paper_tape_punch.hpp"
#include "utah10/devices/paper_tape_reader.hpp"
#include "utah10/machine/machine.hpp"

namespace utah10 {

struct ConsoleSpeeds {
  int tty = Cty::kTeletype;                     // characters a second
  int ptr = PaperTapeReader::kFramesPerSecond;  // frames a second
  int ptp = PaperTapePunch::kFramesPerSecond;
};

class ConsoleSet {
 public:
  explicit ConsoleSet(Machine& machine, const ConsoleSpeeds& speeds = {})
      : tty(machine.clock(), machine.pi(), speeds.tty),
        ptr(machine.clock(), machine.pi(), speeds.ptr),
        ptp(machine.clock(), machine.pi(), speeds.ptp) {
    machine.bus().connect(DeviceCode::written(0120), tty);
    machine.bus().connect(DeviceCode::written(0104), ptr);
    machine.bus().connect(DeviceCode::written(0100), ptp);
  }

  void type(std::string_view keys) { tty.type(keys); }
  // Seven-bit characters as they are printed.
  void onPrint(std::function<void(char)> print) {
    tty.onPrint([print = std::move(print)](Instant, std::uint8_t c) { print(static_cast<char>(c & 0177)); });
  }

  Cty tty;
  PaperTapeReader ptr;
  PaperTapePunch ptp;
};

}  // namespace utah10

// A diagnostic of roms/diag on a small machine, to which a test adds the devices that the program needs.
#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "system/rom.hpp"

namespace utah10::test {

class DiagBench {
 public:
  explicit DiagBench(const std::string& program, const char* timing = "srm") : machine{config(timing)} {
    loadRom(machine, program);
  }

  void connect(std::uint32_t code, IoDevice& device) { machine.bus().connect(DeviceCode::written(code), device); }
  // Address of the program's halt: kPass or kFail; 0 if it still runs after two minutes of virtual time.
  std::uint32_t run() {
    const StopReason stop = machine.cpu().run({.until = kPowerOn + seconds(120)});
    return stop == StopReason::Halt ? machine.cpu().pc().bits() : 0;
  }
  std::string why() const {
    const auto ac = [&](unsigned n) { return machine.cpu().ac(AcNo{n}).bits(); };
    char text[120];
    std::snprintf(text, sizeof text, "check %llo at %llo: expected %llo, found %llo", ull(ac(1)), ull(ac(4)),
                  ull(ac(2)), ull(ac(3)));
    return text;
  }

  Machine machine;

 private:
  static unsigned long long ull(std::uint64_t v) { return v; }
  static MachineConfig config(const char* timing) {
    return {.memory = {{*findMemoryKind("MA10"), 0, 16384, 1, 4}}, .timing = timing, .pager = {}};
  }
};

}  // namespace utah10::test

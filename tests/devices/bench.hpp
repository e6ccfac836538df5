// A machine whose processor does not run, for tests of one device: time passes only when a test lets it.
#pragma once

#include <string>
#include <vector>

#include "utah10/machine/machine.hpp"

namespace utah10::test {

// Device codes as they are written.
inline DeviceCode code(std::uint32_t written) { return DeviceCode::written(written); }
constexpr std::uint32_t kApr = 0;

struct Bench {
  Machine machine{MachineConfig{.memory = {{*findMemoryKind("MA10"), 0, 16384, 1, 4}}, .pager = {}}};
  Scheduler& clock{machine.clock()};
  PiSystem& pi{machine.pi()};
  IoBus& bus{machine.bus()};

  void until(Instant t) { clock.idleUntil(t); }
  void pass(Duration d) { until(clock.now() + d); }
  Duration time() const { return clock.now() - kPowerOn; }
  void cono(std::uint32_t device, std::uint32_t bits) { bus.cono(code(device), HalfWord{bits}); }
  std::uint64_t coni(std::uint32_t device) { return bus.coni(code(device)).bits(); }
  void datao(std::uint32_t device, std::uint64_t word) { bus.datao(code(device), Word36{word}); }
  std::uint64_t datai(std::uint32_t device) { return bus.datai(code(device)).bits(); }
  // The interrupt level on the bus, 0 for none; each level is tried.
  unsigned level() const {
    for (unsigned n = 1; n < 8; ++n)
      if ((pi.bus() & PiSystem::maskOf(n)) != 0) return n;
    return 0;
  }
  // Lets time pass until `device` shows all of `bits`; returns the instant, or kNever after a minute.
  Instant await(std::uint32_t device, std::uint64_t bits) {
    const Instant last = clock.now() + seconds(60);
    while ((coni(device) & bits) != bits) {
      if (clock.nextEvent() > last) return kNever;
      until(clock.nextEvent());
    }
    return clock.now();
  }
};

// Calls `restore` with one byte changed, for each of the last `count` bytes, which belong to the devices.
template <class Restore>
void spoilEachByte(const std::vector<std::byte>& state, std::size_t count, Restore restore) {
  for (std::size_t i = state.size() - count; i < state.size(); ++i) {
    std::vector<std::byte> spoiled = state;
    spoiled[i] ^= std::byte{0xFF};
    restore(spoiled);
  }
}

}  // namespace utah10::test

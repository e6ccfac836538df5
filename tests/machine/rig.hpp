// A machine with a few conveniences for tests that set programs in octal.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>

#include "utah10/machine/machine.hpp"

namespace utah10::test {

struct Rig {
  Machine m;
  explicit Rig(const MachineConfig& config = idealConfig()) : m(config) {}

  static MachineConfig idealConfig() { return boxesOf("ideal", 4); }
  static MachineConfig boxesOf(std::string_view kind, std::uint32_t count, std::uint32_t interleave = 1) {
    MachineConfig config;
    for (std::uint32_t i = 0; i < count; ++i)
      config.memory.push_back({*findMemoryKind(kind), i * 16384, 16384, interleave, 4});
    return config;
  }

  void load(std::uint32_t at, std::initializer_list<std::uint64_t> words) {
    for (const std::uint64_t w : words) m.cpu().poke(Space::Exec, VirtualAddress{at++}, Word36{w});
  }
  std::uint64_t at(std::uint32_t address) { return m.cpu().peek(Space::Exec, VirtualAddress{address})->bits(); }
  std::uint64_t ac(std::uint32_t n) const { return m.cpu().ac(AcNo{n}).bits(); }
  std::uint32_t pc() const { return m.cpu().pc().bits(); }
  StopReason start(std::uint32_t address, const RunLimit& limit = {.until = kPowerOn + seconds(1)}) {
    m.cpu().setStart(VirtualAddress{address});
    return m.cpu().run(limit);
  }
  // The time of the first `instructions` from `address`.
  Duration timeOf(std::uint32_t address, std::uint64_t instructions) {
    const Instant before = m.now();
    start(address, {.instructions = instructions});
    return m.now() - before;
  }
  std::uint64_t coniApr() { return m.bus().coni(DeviceCode::written(0)).bits(); }
  std::uint64_t coniPi() { return m.bus().coni(DeviceCode::written(4)).bits(); }
};

}  // namespace utah10::test

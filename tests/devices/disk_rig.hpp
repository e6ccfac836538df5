// A controller with its core and a folder for its media, and no processor: time passes only when a test lets it.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "support/state_parts.hpp"
#include "support/temp_folder.hpp"
#include "utah10/devices/media_slot.hpp"
#include "utah10/machine/core_memory.hpp"
#include "utah10/machine/io_bus.hpp"
#include "utah10/machine/pi_system.hpp"

namespace utah10::test {

struct DiskRig {
  explicit DiskRig(const MemoryKind& kind = *findMemoryKind("MA10")) : core{clock, {{kind, 0, 16384, 1, 4}}} {
    std::filesystem::create_directories(folder);
  }
  ~DiskRig() { std::filesystem::remove_all(folder); }
  DiskRig(const DiskRig&) = delete;
  DiskRig& operator=(const DiskRig&) = delete;

  Scheduler clock;
  PiSystem pi{clock};
  CoreMemory core;
  std::filesystem::path folder = ownFolder();

  void load(MediaSlot& slot, const AttachOptions& options = {.create = true}) {
    const auto said = slot.attach(folder / std::string(slot.slot()), options);
    EXPECT_TRUE(said) << said.error().text();
  }
  void poke(std::uint32_t a, std::uint64_t w) { core.poke(PhysicalAddress{a}, Word36{w}); }
  std::uint64_t peek(std::uint32_t a) const { return core.peek(PhysicalAddress{a}).bits(); }
  void fill(std::uint32_t a, std::uint32_t n, std::uint64_t seed) {
    for (std::uint32_t i = 0; i < n; ++i) poke(a + i, seed + std::uint64_t{i} * 0001001001001);
  }
  bool filled(std::uint32_t a, std::uint32_t n, std::uint64_t seed) const {
    for (std::uint32_t i = 0; i < n; ++i)
      if (peek(a + i) != ((seed + std::uint64_t{i} * 0001001001001) & Word36::kMask)) return false;
    return true;
  }
  Instant at(Duration d) const { return kPowerOn + d; }
  // Lets time pass until the device shows any of `bits`; returns the instant, or kNever after ten seconds.
  Instant await(const IoDevice& device, std::uint64_t bits) {
    const Instant last = clock.now() + seconds(10);
    while ((device.coni().bits() & bits) == 0) {
      if (clock.nextEvent() > last) return kNever;
      clock.idleUntil(clock.nextEvent());
    }
    return clock.now();
  }

  std::vector<std::byte> save(IoDevice& device) { return stateOf(clock, core, pi, device); }
  // The first error found in `state`, or "".
  std::string restore(IoDevice& device, const std::vector<std::byte>& state) {
    return restoreState(state, clock, core, pi, device);
  }
};

}  // namespace utah10::test

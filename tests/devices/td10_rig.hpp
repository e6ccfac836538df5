// A TD10 with a tape on its first transport, and names for its bits.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "devices/td10.hpp"
#include "support/state_parts.hpp"

namespace utah10::test::td10 {

constexpr std::int64_t kMount = -1200 - 21432;  // lines: tu55.hpp
constexpr std::int64_t kRamp = 2250;
constexpr std::uint64_t kDone = 0100000, kMissed = 0200000, kIllegal = 040000, kEnd = 020000, kBlockMissed = 010000;
constexpr std::uint64_t kParity = 0400000, kData = 1;

inline Duration lines(std::int64_t n) { return tickInstant(n, 30000).time_since_epoch(); }

struct TapeRig {
  Scheduler clock;
  PiSystem pi{clock};
  IoBus bus;
  Td10 td10{clock, pi};
  IoDevice& dtc{td10.control()};
  IoDevice& dts{td10.status()};
  Tu55& dta{td10.unit(0)};

  explicit TapeRig(bool mounted = true) {
    td10.connect(bus);
    if (mounted) dta.mount(pattern());
  }
  // Word n of block b is b,,n+1.
  static DecTapeImage pattern() {
    DecTapeImage tape;
    for (std::uint32_t b = 0; b < DecTapeImage::kBlocks; ++b) tape.write(b, blockOf(b));
    return tape;
  }
  static std::array<Word36, 128> blockOf(std::uint32_t b) {
    std::array<Word36, 128> words;
    for (std::uint32_t n = 0; n < 128; ++n) words[n] = Word36::halves(b, n + 1);
    return words;
  }
  void cono(std::uint32_t c) { dtc.cono(HalfWord{c}); }
  void enable(std::uint32_t c) { dts.cono(HalfWord{c}); }
  std::uint64_t status(std::uint64_t bits = Word36::kMask) { return dts.coni().bits() & bits; }
  void until(Instant t) { clock.idleUntil(t); }
  void pass(Duration d) { until(clock.now() + d); }
  Instant await(std::uint64_t bits) {
    const Instant last = clock.now() + seconds(100);
    while (status(bits) == 0) {
      if (clock.nextEvent() > last) return kNever;
      until(clock.nextEvent());
    }
    return clock.now();
  }
  // The next block number, and when it was read.
  std::uint64_t number() {
    EXPECT_NE(await(kData), kNever);
    return dtc.datai().bits();
  }
  // Moves the head just past the number of `block`, with the tape moving in that direction.
  void find(std::uint64_t block, bool reverse = false) {
    cono(reverse ? 0130200u : 0230200u);
    while (true) {
      const Instant t = await(kData | kEnd);
      ASSERT_NE(t, kNever);
      if (status(kEnd) != 0) {
        cono(0300200u);
        continue;
      }
      const std::uint64_t n = dtc.datai().bits();
      const bool backwards = (dtc.coni().bits() & 0100000) != 0;
      if (n == block && backwards == reverse) return;
      if (n != block && (n > block) != backwards) cono(0300200u);
    }
  }
  std::vector<std::byte> save() { return stateOf(clock, pi, dtc); }
  std::string restore(const std::vector<std::byte>& state) { return restoreState(state, clock, pi, dtc); }
};

}  // namespace utah10::test::td10

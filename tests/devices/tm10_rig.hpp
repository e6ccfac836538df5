// A TM10 with a reel on its first transport, and names for its bits.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "devices/tm10.hpp"
#include "support/state_parts.hpp"

namespace utah10::test::tm10 {

using Words = std::vector<std::uint64_t>;

constexpr std::uint64_t kIllegal = 040000, kParity = 020000, kMark = 010000, kEot = 04000, kCompare = 02000;
constexpr std::uint64_t kLength = 01000, kMissed = 0400, kDone = 0100, kIdle = 040, kRequest = 1, kBot = 0100000;
constexpr std::uint32_t kRead = 062200, kWrite = 064200, kCompareOrder = 063200;  // odd parity, core dump, 800
constexpr std::uint64_t kErrors = 0477600;

inline Duration frames(std::int64_t n) { return tickInstant(n, 36000).time_since_epoch(); }
inline Duration inches(double n) { return Duration{static_cast<std::int64_t>(n * 1e9 / 45)}; }

inline TapeObject coreDump(const Words& words) {
  TapeObject o;
  for (const std::uint64_t w : words) {
    for (int shift = 28; shift >= 4; shift -= 8) o.frames.push_back(static_cast<std::uint8_t>(w >> shift));
    o.frames.push_back(static_cast<std::uint8_t>(w & 017));
  }
  return o;
}
inline const TapeObject kTapeMark{TapeObjectKind::Mark, false, {}, 0};

struct ReelRig {
  Scheduler clock;
  PiSystem pi{clock};
  IoBus bus;
  Tm10 tm10;
  IoDevice& mtc{tm10.control()};
  IoDevice& mts{tm10.status()};
  MagTapeTransport& mta{tm10.unit(0)};

  explicit ReelRig(const std::vector<TapeObject>& objects = {}, const Tm10Settings& settings = {})
      : tm10(clock, pi, settings) {
    tm10.connect(bus);
    MagTapeImage tape;
    for (const TapeObject& o : objects) tape.write(tape.size(), o);
    mta.mount(std::move(tape));
  }
  void cono(std::uint32_t c) { mtc.cono(HalfWord{c}); }
  void stop() { mts.cono(HalfWord{1}); }
  std::uint64_t status(std::uint64_t bits = 0777777) { return mts.coni().bits() & bits; }
  void until(Instant t) { clock.idleUntil(t); }
  void pass(Duration d) { until(clock.now() + d); }
  Instant await(std::uint64_t bits) {
    for (int events = 0; status(bits) == 0; ++events) {
      if (clock.nextEvent() == kNever || events > 100000) return kNever;
      until(clock.nextEvent());
    }
    return clock.now();
  }
  // Performs an order that transfers `count` words, or as many as come; returns those read, or sends those of `out`.
  Words transfer(std::uint32_t order, std::size_t count, const Words& out = {}) {
    Words in;
    cono(order);
    while (await(kDone | kRequest) != kNever && status(kRequest) != 0) {
      if (out.empty()) {
        in.push_back(mtc.datai().bits());
        if (in.size() == count) stop();
      } else {
        mtc.datao(Word36{out[count - out.size() + given_++]});
        if (given_ == out.size()) stop();
      }
    }
    given_ = 0;
    return in;
  }
  // Gives the order and waits until the control is free again; the tape may still rewind.
  void rewind() {
    cono(01000);
    await(kDone);
  }
  Words read(std::size_t count, std::uint32_t order = kRead) { return transfer(order, count); }
  void write(const Words& words, std::uint32_t order = kWrite) { transfer(order, words.size(), words); }
  std::vector<std::byte> save() { return stateOf(clock, pi, mtc); }
  std::string restore(const std::vector<std::byte>& state) { return restoreState(state, clock, pi, mtc); }
  std::size_t given_ = 0;
};

}  // namespace utah10::test::tm10

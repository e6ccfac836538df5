// The console's devices on a bus without a processor: time passes only when a test lets it.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "support/state_parts.hpp"
#include "utah10/devices/console_set.hpp"

namespace utah10::test {

struct DeviceRig {
  Scheduler clock;
  PiSystem pi{clock};
  IoBus bus;
  ConsoleSet console;
  Cty& tty{console.tty};
  PaperTapeReader& ptr{console.ptr};
  PaperTapePunch& ptp{console.ptp};
  std::string printed;
  std::vector<Instant> completions;

  explicit DeviceRig(const ConsoleSpeeds& speeds = {}) : console{clock, pi, bus, speeds} {
    tty.onPrint([this](Instant completes, std::uint8_t c) {
      printed += static_cast<char>(c);
      completions.push_back(completes);
    });
  }

  void until(Instant t) { clock.idleUntil(t); }
  void pass(Duration d) { until(clock.now() + d); }
  // Lets time pass until `device` shows all of `bits`; returns the instant, or kNever after a minute.
  Instant awaitBits(const IoDevice& device, std::uint64_t bits) {
    const Instant last = clock.now() + seconds(60);
    while ((device.coni().bits() & bits) != bits) {
      if (clock.nextEvent() > last) return kNever;
      until(clock.nextEvent());
    }
    return clock.now();
  }

  void state(Archive& a) {
    clock.state(a);
    pi.state(a);
    for (const auto& c : bus.connections()) c.device->state(a);
  }
  std::vector<std::byte> save() { return test::stateOf(*this); }
  // The first error found in `state`, or "".
  std::string restore(std::span<const std::byte> bytes) { return test::restoreState(bytes, *this); }
};

inline std::vector<std::byte> frames(std::initializer_list<int> values) {
  std::vector<std::byte> f;
  for (const int v : values) f.push_back(static_cast<std::byte>(v));
  return f;
}

// The frames of binary words: six each, hole 8 in all.
inline std::vector<std::byte> binaryFrames(std::initializer_list<std::uint64_t> words) {
  std::vector<std::byte> f;
  for (const std::uint64_t w : words)
    for (int shift = 30; shift >= 0; shift -= 6) f.push_back(static_cast<std::byte>(0200 | ((w >> shift) & 077)));
  return f;
}

// Instant of half step `n` of a reader started at `start`, 600 a second.
inline Instant readerStep(Instant start, std::int64_t n) { return start + tickInstant(n, 600).time_since_epoch(); }

}  // namespace utah10::test

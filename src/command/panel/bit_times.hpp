// How long each of some bits is on in a frame of virtual time, summed from the changes of the bits.
//
// There are many changes, and few different states: the time of each state is summed first, and taken apart into bits
// at the end of the frame.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "utah10/word/virtual_time.hpp"

namespace utah10 {

class BitTimes {
 public:
  static constexpr std::size_t kMost = 64;

  // The frame begins here, and nothing before it counts.
  void begin(std::uint64_t bits, Instant now);
  // From now on the bits are these; the first is the lowest. If time has gone back, the frame begins here.
  void become(std::uint64_t bits, Instant now) {
    if (now < last_) return begin(bits, now);
    if (bits == bits_) return;
    sumUntil(now);
    bits_ = bits;
  }
  std::uint64_t bits() const { return bits_; }
  // Ends the frame, and begins the next one.
  void endFrame(Instant now);
  // Of the last frame: the share of its time during which the bit was on. A frame without time has the bit as it is.
  float share(std::size_t bit) const { return shares_[bit]; }

 private:
  struct State {
    std::uint64_t bits = 0;
    Duration time{};
  };
  // Each state has one place in the table. Another with the same place drives it out, into the times of the bits.
  static constexpr int kPlaceBits = 8;
  static constexpr std::size_t placeOf(std::uint64_t bits) {
    constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15;  // spreads them well
    return static_cast<std::size_t>(bits * kGolden >> (64 - kPlaceBits));
  }
  void sumUntil(Instant now) {
    State& state = states_[placeOf(bits_)];
    if (state.bits != bits_) {
      takeApart(state);
      state.bits = bits_;
    }
    state.time += now - last_;
    last_ = now;
  }
  void takeApart(State& state);

  std::uint64_t bits_ = 0;
  Instant began_, last_;  // the frame; the last change
  std::array<State, std::size_t{1} << kPlaceBits> states_{};
  std::array<Duration, kMost> times_{};
  std::array<float, kMost> shares_{};
};

}  // namespace utah10

// How long each of some bits is on in a frame of virtual time, summed from the changes of the bits.
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
  void become(std::uint64_t bits, Instant now);
  std::uint64_t bits() const { return bits_; }
  // Ends the frame, and begins the next one.
  void endFrame(Instant now);
  // Of the last frame: the share of its time during which the bit was on. A frame without time has the bit as it is.
  float share(std::size_t bit) const { return shares_[bit]; }

 private:
  std::uint64_t bits_ = 0;
  Instant began_, last_;                // the frame; the last change
  std::array<Instant, kMost> since_{};  // of the bits that are on
  std::array<Duration, kMost> before_{};
  std::array<float, kMost> shares_{};
};

}  // namespace utah10

#include "command/panel/bit_times.hpp"

#include <bit>

namespace utah10 {

void BitTimes::begin(std::uint64_t bits, Instant now) {
  bits_ = bits;
  began_ = last_ = now;
  since_.fill(now);
  before_.fill({});
}

void BitTimes::become(std::uint64_t bits, Instant now) {
  if (now < last_) return begin(bits, now);
  last_ = now;
  for (std::uint64_t changed = bits_ ^ bits; changed != 0; changed &= changed - 1) {
    const auto n = static_cast<std::size_t>(std::countr_zero(changed));
    if ((bits >> n & 1) != 0)
      since_[n] = now;
    else
      before_[n] += now - since_[n];
  }
  bits_ = bits;
}

void BitTimes::endFrame(Instant now) {
  become(bits_, now);
  const auto whole = static_cast<double>((now - began_).count());
  for (std::size_t n = 0; n < kMost; ++n) {
    const bool on = (bits_ >> n & 1) != 0;
    const Duration time = before_[n] + (on ? now - since_[n] : Duration{});
    shares_[n] = whole > 0 ? static_cast<float>(static_cast<double>(time.count()) / whole) : on ? 1.F : 0.F;
  }
  begin(bits_, now);
}

}  // namespace utah10

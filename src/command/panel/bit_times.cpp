#include "command/panel/bit_times.hpp"

#include <bit>
#include <utility>

namespace utah10 {

void BitTimes::begin(std::uint64_t bits, Instant now) {
  bits_ = bits;
  began_ = last_ = now;
  for (State& state : states_) state.time = {};
  times_.fill({});
}

void BitTimes::takeApart(State& state) {
  const Duration time = std::exchange(state.time, Duration{});
  if (time == Duration{}) return;
  for (std::uint64_t on = state.bits; on != 0; on &= on - 1)
    times_[static_cast<std::size_t>(std::countr_zero(on))] += time;
}

void BitTimes::endFrame(Instant now) {
  if (now < last_) begin(bits_, now);
  sumUntil(now);
  for (State& state : states_) takeApart(state);
  const auto whole = static_cast<double>((now - began_).count());
  for (std::size_t n = 0; n < kMost; ++n) {
    const float present = (bits_ >> n & 1) != 0 ? 1.F : 0.F;
    shares_[n] = whole > 0 ? static_cast<float>(static_cast<double>(times_[n].count()) / whole) : present;
  }
  begin(bits_, now);
}

}  // namespace utah10

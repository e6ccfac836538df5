#include "devices/bit_wire.hpp"

#include <algorithm>
#include <cassert>

namespace utah10 {

namespace {
constexpr unsigned kMost = 64;

std::uint64_t lowBits(std::uint64_t value, unsigned count) {
  return count >= kMost ? value : value & ((std::uint64_t{1} << count) - 1);
}
}  // namespace

BitWire::BitWire(Scheduler& clock, std::string name, Duration perBit)
    : clock_(clock), perBit_(perBit), event_(clock.add(std::move(name), [this] { arrive(); })) {}

void BitWire::offer(const WireBits& bits) {
  assert(!offered_ && bits.count <= kMost && "the sender waits until all has gone");
  rest_ = bits;
  offered_ = bits.count != 0 || bits.last;
  go();
}

void BitWire::withdraw() {
  if (moving_ != 0) clock_.cancel(event_);
  moving_ = 0;
  offered_ = false;
  rest_ = {};
  if (withdrawn_) withdrawn_();
}

void BitWire::allow(unsigned bits) {
  room_ = bits;
  go();
}

void BitWire::go() {
  if (moving_ != 0 || !offered_ || room_ == 0) return;
  moving_ = rest_.count == 0 ? 1 : std::min(rest_.count, room_);
  clock_.after(event_, moving_ * perBit_);
}

void BitWire::arrive() {
  WireBits group;
  group.count = std::min(moving_, rest_.count);
  const unsigned left = rest_.count - group.count;
  group.value = lowBits(left >= kMost ? 0 : rest_.value >> left, group.count);
  group.last = rest_.last && left == 0;
  rest_.count = left;
  rest_.value = lowBits(rest_.value, left);
  moving_ = 0;
  room_ -= std::min(room_, group.count);
  const bool all = left == 0;
  if (all) {
    offered_ = false;
    rest_ = {};
  }
  if (passing_) passing_(group);
  if (arrived_) arrived_(group);
  if (all && gone_) gone_();
  go();
}

void BitWire::state(Archive& a) {
  a.u64(rest_.value);
  a.u32(rest_.count);
  a.flag(rest_.last, offered_);
  a.u32(room_, moving_);
  a.check(rest_.count <= kMost && moving_ <= std::max(1u, rest_.count), "a wire with more bits than it can carry");
  a.check(rest_.count >= kMost || rest_.value >> rest_.count == 0, "a wire with bits beyond those offered");
  a.check(offered_ == (rest_.count != 0 || rest_.last), "a wire that carries nothing, or bits that were not offered");
  a.check((moving_ != 0) == clock_.pending(event_), "a wire whose bits have no time of arrival");
  if (a.good()) return;
  withdraw();
  room_ = 0;
}

}  // namespace utah10

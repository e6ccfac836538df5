#include "utah10/machine/history.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace utah10 {

namespace {
constexpr std::size_t kFirstEntries = 256;
}

void History::resize(std::size_t entries) {
  capacity_ = std::bit_ceil(std::max<std::size_t>(entries, 1));
  ring_.clear();
  ring_.reserve(capacity_);
  growsAt_ = count_ = 0;
}

void History::grow() {
  ring_.resize(std::min(capacity_, std::max(kFirstEntries, 2 * ring_.size())));
  mask_ = ring_.size() - 1;
  growsAt_ = ring_.size() < capacity_ ? ring_.size() : std::numeric_limits<std::uint64_t>::max();
}

}  // namespace utah10

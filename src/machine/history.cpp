#include "utah10/machine/history.hpp"

#include <bit>

namespace utah10 {

void History::resize(std::size_t entries) {
  ring_.assign(std::bit_ceil(entries < 1 ? std::size_t{1} : entries), HistoryEntry{});
  mask_ = ring_.size() - 1;
  count_ = 0;
}

}  // namespace utah10

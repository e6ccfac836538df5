#include "network/bit_queue.hpp"

#include <algorithm>

namespace utah10 {

void BitQueue::clear() {
  pieces_.clear();
  taken_ = size_ = 0;
}

void BitQueue::append(const BitString& bits) {
  if (bits.empty()) return;
  pieces_.push_back(bits);
  size_ += bits.size();
}

BitString BitQueue::take(std::size_t count) {
  BitString out;
  count = std::min(count, size_);
  while (out.size() < count) {
    const BitString& first = pieces_.front();
    const std::size_t n = std::min(count - out.size(), first.size() - taken_);
    out.append(first.part(taken_, n));
    taken_ += n;
    if (taken_ == first.size()) {
      pieces_.pop_front();
      taken_ = 0;
    }
  }
  size_ -= count;
  return out;
}

void BitQueue::state(Archive& a) {
  BitString all = BitQueue{*this}.take(size_);  // as one string: how it is cut into pieces makes no difference
  all.state(a);
  if (!a.reading()) return;
  clear();
  append(all);
}

}  // namespace utah10

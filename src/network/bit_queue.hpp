// A queue of bits in wire order, for long streams: taking bits from the front costs the same whatever the length.
#pragma once

#include <cstddef>
#include <deque>

#include "network/bit_string.hpp"

namespace utah10 {

class BitQueue {
 public:
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  void clear();
  void append(const BitString& bits);
  // Removes and returns the first bits, at most `count`.
  BitString take(std::size_t count);

  // Raw fields, inside a section that the owner opens.
  void state(Archive& a);

 private:
  std::deque<BitString> pieces_;
  std::size_t taken_ = 0;  // bits already taken from the first piece
  std::size_t size_ = 0;
};

}  // namespace utah10

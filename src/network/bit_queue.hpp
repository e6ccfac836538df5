// Bits waiting in the order of the wire: long streams, taken from the front at no cost that grows with their length.
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
  // The first bits, at most `count`.
  BitString take(std::size_t count);

  // Raw fields, within a section of the owner's.
  void save(StateWriter& out) const;
  void restore(StateReader& in);

 private:
  std::deque<BitString> pieces_;
  std::size_t taken_ = 0;  // of the first piece
  std::size_t size_ = 0;
};

}  // namespace utah10

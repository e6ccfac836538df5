#include "network/bit_string.hpp"

#include <algorithm>

namespace utah10 {

BitString::BitString(std::span<const std::uint8_t> octets, std::size_t bits)
    : octets_(octets.begin(), octets.end()), bits_(octets.size() * 8) {
  resize(bits);
}

void BitString::clear() {
  octets_.clear();
  bits_ = 0;
}

void BitString::append(std::uint64_t value, unsigned count) {
  while (count != 0) {
    const auto used = static_cast<unsigned>(bits_ % 8);
    if (used == 0) octets_.push_back(0);
    const unsigned n = std::min(count, 8 - used);
    const auto piece = static_cast<unsigned>(value >> (count - n)) & ((1u << n) - 1);
    octets_.back() = static_cast<std::uint8_t>(octets_.back() | piece << (8 - used - n));
    bits_ += n;
    count -= n;
  }
}

void BitString::append(const BitString& more) {
  if (bits_ % 8 == 0) {
    octets_.insert(octets_.end(), more.octets_.begin(), more.octets_.end());
    bits_ += more.bits_;
    return;
  }
  for (std::size_t at = 0; at < more.bits_; at += 56) {
    const auto n = static_cast<unsigned>(std::min<std::size_t>(56, more.bits_ - at));
    append(more.field(at, n), n);
  }
}

std::uint64_t BitString::field(std::size_t at, unsigned count) const {
  std::uint64_t value = 0;
  while (count != 0) {
    const auto skip = static_cast<unsigned>(at % 8);
    const unsigned n = std::min(count, 8 - skip);
    const unsigned octet = at / 8 < octets_.size() ? octets_[at / 8] : 0u;
    value = value << n | (octet >> (8 - skip - n) & ((1u << n) - 1));
    at += n;
    count -= n;
  }
  return value;
}

BitString BitString::part(std::size_t at, std::size_t count) const {
  BitString out;
  if (at % 8 == 0 && at + count <= bits_) {
    out = BitString{std::span{octets_}.subspan(at / 8, (count + 7) / 8), count};
    return out;
  }
  for (std::size_t done = 0; done < count; done += 56) {
    const auto n = static_cast<unsigned>(std::min<std::size_t>(56, count - done));
    out.append(field(at + done, n), n);
  }
  return out;
}

void BitString::drop(std::size_t count) { *this = from(count); }

void BitString::resize(std::size_t bits) {
  octets_.resize((bits + 7) / 8);
  bits_ = bits;
  if (bits % 8 != 0) octets_.back() = static_cast<std::uint8_t>(octets_.back() & 0xFF << (8 - bits % 8));
}

void BitString::state(Archive& a) {
  std::uint64_t bits = bits_;
  a.u64(bits);
  a.bytes(octets_);
  if (!a.reading()) return;
  const bool matches = octets_.size() == bits / 8 + (bits % 8 != 0 ? 1 : 0);
  a.check(matches, "a bit string whose length is not that of its octets");
  resize(matches ? bits : 0);
}

}  // namespace utah10

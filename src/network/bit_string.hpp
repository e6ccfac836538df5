// A string of bits in the order of the wire: what messages, headers and records of the network are made of.
//
// Fields of any width up to 64 bits, high bit first. Errors: reading past the end gives zeros.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "utah10/machine/state_stream.hpp"

namespace utah10 {

class BitString {
 public:
  BitString() = default;
  // The first `bits` bits of the octets, the first bit being the top one of the first octet.
  BitString(std::span<const std::uint8_t> octets, std::size_t bits);
  static BitString ofOctets(std::span<const std::uint8_t> octets) { return {octets, octets.size() * 8}; }

  std::size_t size() const { return bits_; }
  bool empty() const { return bits_ == 0; }
  void clear();

  // Appends the low `count` bits of `value`.
  void append(std::uint64_t value, unsigned count);
  void append(const BitString& more);
  // `count` bits from bit `at` on.
  std::uint64_t field(std::size_t at, unsigned count) const;
  BitString part(std::size_t at, std::size_t count) const;
  BitString from(std::size_t at) const { return at >= bits_ ? BitString{} : part(at, bits_ - at); }
  // Removes bits at the front.
  void drop(std::size_t count);
  void resize(std::size_t bits);  // shorter, or filled with zeros

  // The last octet is filled with zeros.
  const std::vector<std::uint8_t>& octets() const { return octets_; }

  // Raw fields, within a section of the owner's.
  void save(StateWriter& out) const;
  void restore(StateReader& in);

  friend bool operator==(const BitString&, const BitString&) = default;

 private:
  std::vector<std::uint8_t> octets_;
  std::size_t bits_ = 0;
};

}  // namespace utah10

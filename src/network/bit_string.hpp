// A string of bits in wire order: network messages, headers and records consist of them.
//
// Fields are up to 64 bits wide, high bit first. Reading past the end yields zeros.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "utah10/machine/archive.hpp"

namespace utah10 {

class BitString {
 public:
  BitString() = default;
  // Takes the first `bits` bits of the octets; the first bit is the high bit of the first octet.
  BitString(std::span<const std::uint8_t> octets, std::size_t bits);
  static BitString ofOctets(std::span<const std::uint8_t> octets) { return {octets, octets.size() * 8}; }

  std::size_t size() const { return bits_; }
  bool empty() const { return bits_ == 0; }
  void clear();

  // Appends the low `count` bits of `value`.
  void append(std::uint64_t value, unsigned count);
  void append(const BitString& more);
  // `count` bits starting at bit `at`.
  std::uint64_t field(std::size_t at, unsigned count) const;
  BitString part(std::size_t at, std::size_t count) const;
  BitString from(std::size_t at) const { return at >= bits_ ? BitString{} : part(at, bits_ - at); }
  // Removes bits at the front.
  void drop(std::size_t count);
  void resize(std::size_t bits);  // cut, or extended with zeros

  // Unused bits of the last octet are zero.
  const std::vector<std::uint8_t>& octets() const { return octets_; }

  // Raw fields, inside a section that the owner opens.
  void state(Archive& a);

  friend bool operator==(const BitString&, const BitString&) = default;

 private:
  std::vector<std::uint8_t> octets_;
  std::size_t bits_ = 0;
};

}  // namespace utah10

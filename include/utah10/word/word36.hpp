// The 36-bit word and its halves.
//
// Shapes: bit 0 is the sign and most significant bit, bit 35 the least (SRM, Number System). Octal is written in
// twelve digits, or as LH,,RH. Errors: none; every operation is total and wraps modulo 2^36 (or 2^18).
#pragma once

#include <compare>
#include <cstdint>

namespace utah10 {

// An 18-bit half word.
class HalfWord {
 public:
  static constexpr std::uint32_t kMask = 0777777;

  constexpr HalfWord() = default;
  constexpr explicit HalfWord(std::uint32_t bits) : bits_(bits & kMask) {}

  constexpr std::uint32_t bits() const { return bits_; }
  constexpr bool sign() const { return (bits_ & 0400000) != 0; }
  // The half word as a two's complement number, -131072 to 131071.
  constexpr std::int32_t value() const { return static_cast<std::int32_t>(bits_) - (sign() ? 01000000 : 0); }
  constexpr auto operator<=>(const HalfWord&) const = default;

 private:
  std::uint32_t bits_ = 0;
};

// A 36-bit word.
class Word36 {
 public:
  static constexpr std::uint64_t kMask = 0777777777777;
  static constexpr std::uint64_t kSign = 0400000000000;

  constexpr Word36() = default;
  constexpr explicit Word36(std::uint64_t bits) : bits_(bits & kMask) {}
  static constexpr Word36 halves(HalfWord left, HalfWord right) {
    return Word36{(std::uint64_t{left.bits()} << 18) | right.bits()};
  }
  static constexpr Word36 halves(std::uint32_t left, std::uint32_t right) {
    return halves(HalfWord{left}, HalfWord{right});
  }
  static constexpr Word36 fromSigned(std::int64_t value) { return Word36{static_cast<std::uint64_t>(value)}; }

  constexpr std::uint64_t bits() const { return bits_; }
  constexpr HalfWord left() const { return HalfWord{static_cast<std::uint32_t>(bits_ >> 18)}; }
  constexpr HalfWord right() const { return HalfWord{static_cast<std::uint32_t>(bits_)}; }
  constexpr bool sign() const { return (bits_ & kSign) != 0; }
  constexpr bool zero() const { return bits_ == 0; }
  // The word as a two's complement number.
  constexpr std::int64_t value() const { return static_cast<std::int64_t>(bits_ << 28) >> 28; }
  constexpr Word36 swapped() const { return Word36{(bits_ << 18) | (bits_ >> 18)}; }
  // Bits first..last in PDP-10 numbering, right justified: field(0, 8) is the opcode.
  constexpr std::uint32_t field(int first, int last) const {
    return static_cast<std::uint32_t>((bits_ >> (35 - last)) & ((std::uint64_t{1} << (last - first + 1)) - 1));
  }
  constexpr bool bit(int n) const { return ((bits_ >> (35 - n)) & 1) != 0; }

  constexpr Word36 operator~() const { return Word36{~bits_}; }
  constexpr Word36 operator&(Word36 o) const { return Word36{bits_ & o.bits_}; }
  constexpr Word36 operator|(Word36 o) const { return Word36{bits_ | o.bits_}; }
  constexpr Word36 operator^(Word36 o) const { return Word36{bits_ ^ o.bits_}; }
  // Sum modulo 2^36; carries and overflow are in arithmetic.hpp.
  constexpr Word36 operator+(Word36 o) const { return Word36{bits_ + o.bits_}; }
  constexpr Word36 operator-(Word36 o) const { return Word36{bits_ - o.bits_}; }

  constexpr bool operator==(const Word36&) const = default;

 private:
  std::uint64_t bits_ = 0;
};

}  // namespace utah10

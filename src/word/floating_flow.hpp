// What the flow of additions and multiplications does with numbers, for floating.cpp and for translated code, which
// computes the usual results in place.
//
// The processor works on AR (sign and 27-bit fraction) extended to the right by 28 bits of MQ. Here both are one signed
// number S in units of 2^-55, so that a loop of shifts becomes one shift and a count.
#pragma once

#include <bit>
#include <optional>

#include "word/bit_count.hpp"
#include "word/floating.hpp"

namespace utah10::float_flow {

inline constexpr int kFraction = 27;   // bits 9-35
inline constexpr int kExtension = 28;  // MQ 8-35
inline constexpr std::int64_t kOne = std::int64_t{1} << (kFraction + kExtension);
inline constexpr std::uint64_t kFractionMask = (std::uint64_t{1} << kFraction) - 1;
inline constexpr int kFarShift = 64;  // exponents further apart than this: the smaller operand is dropped
inline constexpr int kExcess = 0200;

constexpr int exponentOf(Word36 w) { return static_cast<int>((w.sign() ? ~w : w).field(1, 8)); }
// Fraction with the sign smeared over the exponent field.
constexpr std::int64_t fractionOf(Word36 w) {
  return static_cast<std::int64_t>(w.bits() & kFractionMask) - (w.sign() ? std::int64_t{1} << kFraction : 0);
}

// A working number: S and its exponent, nine bits that wrap.
struct Working {
  std::int64_t s = 0;
  int exponent = 0;
  std::int64_t ar() const { return s >> kExtension; }
};

// Aligns and adds.
inline Working sum(Word36 a, Word36 b, FloatSteps& steps) {
  const int difference = exponentOf(a) - exponentOf(b);
  const Word36 large = difference >= 0 ? a : b;
  const Word36 small = difference >= 0 ? b : a;
  const int distance = difference >= 0 ? difference : -difference;
  Working w;
  w.exponent = exponentOf(large);
  w.s = fractionOf(large) * (std::int64_t{1} << kExtension);
  steps.far = distance > kFarShift;
  if (steps.far) return w;
  steps.align = distance;
  w.s += (fractionOf(small) * (std::int64_t{1} << kExtension)) >> (distance < 63 ? distance : 63);
  return w;
}

inline Working product(Word36 a, Word36 b, FloatSteps& steps) {
  const std::uint64_t multiplier = b.bits() & kFractionMask;
  steps.add = bitCount((multiplier ^ (multiplier << 1)) & kFractionMask);
  return {fractionOf(a) * fractionOf(b) * 2, (exponentOf(a) + exponentOf(b) - kExcess) & 0777};
}

struct Usual {
  Word36 word;
  int exponent = 0;  // nine bits: 400 and more are out of range
};
// Most results: positive, not too small to be normalised at once, and not rounded up to one. Nothing: another one.
inline std::optional<Usual> usual(Working w, bool rounded, FloatSteps& steps) {
  if (w.s < std::int64_t{1} << kExtension || w.s >= kOne) return std::nullopt;
  constexpr int kAbove = 64 - (kFraction + kExtension);  // of the largest fraction
  const int n = std::countl_zero(static_cast<std::uint64_t>(w.s)) - kAbove;
  w.s <<= n;
  const bool rounds = rounded && (w.s >> (kExtension - 1) & 1) != 0;
  if (rounds) w.s += std::int64_t{1} << kExtension;
  if (w.s >= kOne) return std::nullopt;
  steps.normalise = n;
  steps.round = rounds;
  const int exponent = w.exponent - n;
  return Usual{Word36{(static_cast<std::uint64_t>(exponent & 0377) << kFraction) | static_cast<std::uint64_t>(w.ar())},
               exponent};
}

}  // namespace utah10::float_flow

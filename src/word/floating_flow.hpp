// The parts of the floating flow that floating.cpp shares with translated code, which computes additions and
// multiplications with usual results in place.
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
inline constexpr std::int64_t kExtensionMask = (std::int64_t{1} << kExtension) - 1;
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

inline Word36 pack(std::int64_t ar, int exponent) {
  const auto e = static_cast<std::uint64_t>(ar < 0 ? ~exponent : exponent) & 0377;
  const std::uint64_t sign = ar < 0 ? Word36::kSign : 0;
  return Word36{sign | (e << kFraction) | (static_cast<std::uint64_t>(ar) & kFractionMask)};
}

// Left shifts until AR 0 and AR 9 differ, or AR 9-35 is one half exactly (so -1/2 is left as it is).
inline int normaliseShifts(std::int64_t s) {
  constexpr int kTop = kFraction + kExtension - 1;  // AR 9
  if (s > 0) return s >= kOne / 2 ? 0 : kTop - (63 - std::countl_zero(static_cast<std::uint64_t>(s)));
  const auto zeros = static_cast<std::uint64_t>(~s);
  if (zeros == 0) return kTop;
  const int shifts = kTop - (63 - std::countl_zero(zeros));
  if (shifts <= 0) return 0;
  const std::int64_t before = s * (std::int64_t{1} << (shifts - 1));
  const bool half = ((before >> kExtension) & (static_cast<std::int64_t>(kFractionMask) >> 1)) == 0;
  return half ? shifts - 1 : shifts;
}

inline bool roundsUp(std::int64_t s) {
  const std::int64_t extension = s & kExtensionMask;
  constexpr std::int64_t kHalf = std::int64_t{1} << (kExtension - 1);
  return extension > kHalf || (extension == kHalf && s >= 0);
}

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
// Most results are positive, not too small to be normalised at once, and not rounded up to one. Nothing for others.
inline std::optional<Usual> usual(Working w, bool rounded, FloatSteps& steps) {
  if (w.s < std::int64_t{1} << kExtension || w.s >= kOne) return std::nullopt;
  const int n = normaliseShifts(w.s);
  w.s <<= n;
  const bool rounds = rounded && roundsUp(w.s);
  if (rounds) w.s += std::int64_t{1} << kExtension;
  if (w.s >= kOne) return std::nullopt;
  steps.normalise = n;
  steps.round = rounds;
  return Usual{pack(w.ar(), w.exponent - n), w.exponent - n};
}

}  // namespace utah10::float_flow

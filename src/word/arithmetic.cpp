#include "word/arithmetic.hpp"

#include <algorithm>
#include <bit>

#include "word/bit_count.hpp"

namespace utah10 {

namespace {

__extension__ using Wide = __int128;
__extension__ using UnsignedWide = unsigned __int128;

constexpr std::uint64_t kMagnitude = Word36::kMask >> 1;  // bits 1-35
constexpr Word36 kMostNegative{Word36::kSign};

// Add and subtract steps of a multiplier: one wherever neighbouring bits of 1-35 differ, a zero following the last.
// (The sign's own step falls into the final pass and takes no time of its own.)
int recodedSteps(Word36 multiplier) {
  const std::uint64_t w = multiplier.bits();
  return bitCount((w ^ (w << 1)) & kMagnitude);
}

// The 70-bit product as two words, each with the sign.
DoubleWord splitProduct(Wide product) {
  const std::uint64_t sign = product < 0 ? Word36::kSign : 0;
  const auto low = static_cast<std::uint64_t>(product) & kMagnitude;
  const auto high = static_cast<std::uint64_t>(product >> 35) & kMagnitude;
  return {Word36{sign | high}, Word36{sign | low}};
}

// The adder overflows when the multiplicand is -2^35, which is its own negative: every product then comes out as if
// the multiplicand were +2^35 with the wrong sign.
Wide productOf(Word36 ac, Word36 operand) {
  const Wide exact = Wide{ac.value()} * operand.value();
  return ac == kMostNegative && operand != kMostNegative ? -exact : exact;
}

UnsignedWide magnitude(Wide v) { return static_cast<UnsignedWide>(v < 0 ? -v : v); }

// Common part of both divides: magnitudes in, signs applied to the results.
Quotient quotientOf(UnsignedWide dividend, bool negativeDividend, Word36 divisor) {
  Quotient r;
  r.negativeDividend = negativeDividend;
  const auto d = magnitude(divisor.value());
  if (d == 0 && (dividend >> 35) == Word36::kSign) {
    // The high part of 2^70 looks negative by itself, so the trial against 0 passes and every step gives a 1.
    r.quotient = Word36::fromSigned(-static_cast<std::int64_t>(kMagnitude));
    return r;
  }
  if ((dividend >> 35) >= d) {  // the trial subtraction does not go negative
    r.noDivide = true;
    return r;
  }
  const auto q = static_cast<std::int64_t>(dividend / d);
  const auto rest = static_cast<std::int64_t>(dividend % d);
  r.quotient = Word36::fromSigned(negativeDividend != divisor.sign() ? -q : q);
  r.remainder = Word36::fromSigned(negativeDividend ? -rest : rest);
  return r;
}

UnsignedWide pairOf(DoubleWord w) { return (UnsignedWide{w.high.bits()} << 36) | w.low.bits(); }
DoubleWord pairWords(UnsignedWide v) {
  return {Word36{static_cast<std::uint64_t>(v >> 36)}, Word36{static_cast<std::uint64_t>(v)}};
}

}  // namespace

Product multiply(Word36 ac, Word36 operand) {
  Product r;
  r.words = splitProduct(productOf(ac, operand));
  r.addSteps = recodedSteps(operand);
  if (ac == kMostNegative) {
    r.overflow = operand.sign();
    if (operand == kMostNegative) r.words = {kMostNegative, kMostNegative};
  }
  return r;
}

SingleProduct multiplySingle(Word36 ac, Word36 operand) {
  const Product p = multiply(ac, operand);
  SingleProduct r;
  r.addSteps = p.addSteps;
  const Word36 spread = p.words.high.sign() ? Word36{Word36::kMask} : Word36{};
  r.overflow = p.overflow || p.words.high != spread;
  r.word = Word36{(p.words.high.bits() & Word36::kSign) | (p.words.low.bits() & kMagnitude)};
  return r;
}

Quotient divideSingle(Word36 dividend, Word36 divisor) {
  return quotientOf(magnitude(dividend.value()), dividend.sign(), divisor);
}

Quotient divide(DoubleWord dividend, Word36 divisor) {
  const Wide value = (Wide{dividend.high.value()} << 35) | static_cast<Wide>(dividend.low.bits() & kMagnitude);
  return quotientOf(magnitude(value), dividend.high.sign(), divisor);
}

Shifted ash(Word36 w, ShiftCount n) {
  if (n.right) return {Word36::fromSigned(w.value() >> std::min(n.steps, 35)), false};
  if (n.steps == 0) return {w, false};
  const std::uint64_t body = n.steps >= 35 ? 0 : (w.bits() << n.steps) & kMagnitude;
  // Bits 1..steps leave through bit 1; any that differs from the sign is an overflow. Zeros follow the last of them.
  const std::uint64_t ones = w.sign() ? kMagnitude : 0;
  const std::uint64_t differing = (w.bits() & kMagnitude) ^ ones;
  const bool lost = n.steps >= 35 ? differing != 0 || (w.sign() && n.steps > 35) : (differing >> (35 - n.steps)) != 0;
  return {Word36{(w.bits() & Word36::kSign) | body}, lost};
}

Word36 lsh(Word36 w, ShiftCount n) {
  if (n.steps >= 36) return Word36{};
  return Word36{n.right ? w.bits() >> n.steps : w.bits() << n.steps};
}

Word36 rot(Word36 w, ShiftCount n) {
  const int left = n.right ? (36 - n.steps % 36) % 36 : n.steps % 36;
  return left == 0 ? w : Word36{(w.bits() << left) | (w.bits() >> (36 - left))};
}

ShiftedDouble ashc(DoubleWord w, ShiftCount n) {
  if (n.steps == 0) return {w, false};
  constexpr UnsignedWide kBody = (UnsignedWide{1} << 70) - 1;
  const std::uint64_t sign = w.high.bits() & Word36::kSign;
  const UnsignedWide body = (UnsignedWide{w.high.bits() & kMagnitude} << 35) | (w.low.bits() & kMagnitude);
  const UnsignedWide ones = sign != 0 ? kBody : 0;
  UnsignedWide result;
  bool lost = false;
  if (n.right) {
    const int steps = std::min(n.steps, 70);
    result = (body >> steps) | (steps == 0 ? 0 : (ones << (70 - steps)) & kBody);
  } else {
    const UnsignedWide differing = body ^ ones;
    result = n.steps >= 70 ? 0 : (body << n.steps) & kBody;
    lost = n.steps >= 70 ? differing != 0 || (sign != 0 && n.steps > 70) : (differing >> (70 - n.steps)) != 0;
  }
  return {{Word36{sign | static_cast<std::uint64_t>(result >> 35)},
           Word36{sign | (static_cast<std::uint64_t>(result) & kMagnitude)}},
          lost};
}

DoubleWord lshc(DoubleWord w, ShiftCount n) {
  if (n.steps >= 72) return {};
  return pairWords(n.right ? pairOf(w) >> n.steps : pairOf(w) << n.steps);
}

DoubleWord rotc(DoubleWord w, ShiftCount n) {
  const int left = n.right ? (72 - n.steps % 72) % 72 : n.steps % 72;
  if (left == 0) return w;
  const UnsignedWide v = pairOf(w);
  return pairWords((v << left) | (v >> (72 - left)));
}

int leadingZeros(Word36 w) { return std::countl_zero(w.bits()) - 28; }

}  // namespace utah10

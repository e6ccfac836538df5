// The floating flow of the KA10: set-up, addition, multiplication, the normalise-and-round loop (NR) and long
// results (NL).
#include "word/floating.hpp"

#include "word/floating_flow.hpp"

namespace utah10 {

namespace {

using namespace float_flow;

constexpr int kLowWordExponent = 033;

// NR's first shift: the fraction overflowed, or AR 9-35 is zero (also when only the extension holds anything).
void correctOverflow(Working& w) {
  const std::int64_t ar = w.ar();
  const bool overflowed = ar >= (std::int64_t{1} << kFraction) || ar < -(std::int64_t{1} << kFraction);
  if (!overflowed && (static_cast<std::uint64_t>(ar) & kFractionMask) != 0) return;
  w.s >>= 1;
  ++w.exponent;
}

// FXU is suppressed when the exponent was above its range before normalising.
bool holdsUnderflow(int exponent) { return (((exponent >> 8) ^ (exponent >> 7)) & 1) != 0; }

struct Normalised {
  Working number;
  bool zero = false;
  bool hold = false;
};

Normalised normalise(Working w, bool shift, bool rounded, FloatSteps& steps) {
  Normalised r;
  r.hold = holdsUnderflow(w.exponent);
  if (w.s == 0) return {{}, true, r.hold};
  correctOverflow(w);
  // The last bit of the extension was all there was (an operand had a zero fraction and an exponent): the processor now
  // shifts left for ever. Ours stores zero.
  if (w.s == 0 && shift) return {{}, true, r.hold};
  if (shift) {
    const int n = normaliseShifts(w.s);
    w.s = static_cast<std::int64_t>(static_cast<std::uint64_t>(w.s) << n);
    w.exponent -= n;
    steps.normalise = n;
  }
  if (rounded && roundsUp(w.s)) {
    steps.round = true;
    w.s = ((w.s >> kExtension) + 1) * (std::int64_t{1} << kExtension);
    correctOverflow(w);
    const int n = normaliseShifts(w.s);  // a negative fraction may have lost its leading bit
    w.s = static_cast<std::int64_t>(static_cast<std::uint64_t>(w.s) << n);
    w.exponent -= n;
    steps.normalise += n;
  }
  r.number = w;
  return r;
}

FloatFlags flagsOf(int exponent, bool hold) {
  FloatFlags f;
  f.overflow = (exponent & 0400) != 0;
  f.underflow = f.overflow && !hold;
  return f;
}

// The low word of a long result: the extension, with an exponent 33 lower; zero if that goes below zero.
Word36 lowWord(const Working& w) {
  const auto fraction = static_cast<std::uint64_t>(w.s >> 1) & kFractionMask;
  const int exponent = w.exponent - kLowWordExponent;
  if (fraction == 0 || (exponent & 0400) != 0) return Word36{};
  return Word36{((static_cast<std::uint64_t>(exponent) & 0377) << kFraction) | fraction};
}

void finish(Working w, FloatForm form, FloatResult& r) {
  if (form != FloatForm::Long)
    if (const auto u = usual(w, form == FloatForm::Rounded, r.steps)) [[likely]] {
      r.high = u->word;
      r.flags = flagsOf(u->exponent, holdsUnderflow(w.exponent));
      return;
    }
  const Normalised n = normalise(w, true, form == FloatForm::Rounded, r.steps);
  if (n.zero) return;
  r.high = pack(n.number.ar(), n.number.exponent);
  if (form == FloatForm::Long) r.low = lowWord(n.number);
  r.flags = flagsOf(n.number.exponent, n.hold);
}

std::uint64_t magnitude(std::int64_t v) { return static_cast<std::uint64_t>(v < 0 ? -v : v); }

// NR on a quotient, which has no extension.
FloatResult finishQuotient(std::uint64_t quotient, int exponent, bool hold, bool negative, FloatSteps steps) {
  FloatResult r;
  if (quotient != 0) {
    Working w{static_cast<std::int64_t>(quotient) * (std::int64_t{1} << kExtension), exponent};
    correctOverflow(w);
    const int n = normaliseShifts(w.s);
    w.s <<= n;
    w.exponent -= n;
    steps.normalise = n;
    const Word36 positive = pack(w.ar(), w.exponent);
    r.high = negative ? negate(positive).word : positive;
    r.flags = flagsOf(w.exponent, hold);
  }
  r.steps = steps;
  return r;
}

FloatResult refused() {
  FloatResult r;
  r.flags = {true, false, true};
  return r;
}

// The 27 or 28 steps on a dividend of 400000,,0 with nothing below. It is its own negative, so it enters them as -1
// and wraps round the 36 bits of the adder; there is no such quotient, but the registers end with definite words.
struct Wrapped {
  std::uint64_t quotient = 0;
  Word36 rest;
};
Wrapped divideMinusOne(std::uint64_t divisor, int count) {
  constexpr std::uint64_t kQuotientMask = (std::uint64_t{1} << kExtension) - 1;
  const Word36 d{divisor};
  Wrapped w;
  Word36 ad = Word36::fromSigned(-(std::int64_t{1} << kFraction)) - d;
  for (int i = 0; i < count; ++i) {
    w.quotient = (w.quotient << 1) | (ad.sign() ? 0U : 1U);
    const Word36 doubled = ad + ad;
    ad = ad.sign() ? doubled + d : doubled - d;
  }
  w.quotient = ((w.quotient << 1) | (ad.sign() ? 0U : 1U)) & kQuotientMask;
  w.rest = negate(ad.sign() ? ad + d : ad).word;
  return w;
}

FloatResult divideMinusOne(Word36 operand, FloatForm form) {
  const Word36 dividend{Word36::kSign};
  const bool rounded = form == FloatForm::Rounded;
  Wrapped w = divideMinusOne(magnitude(fractionOf(operand)), kFraction + (rounded ? 1 : 0));
  if (rounded) w.quotient = (w.quotient + 1) >> 1;
  const int exponent = (exponentOf(dividend) - exponentOf(operand) + kExcess) & 0777;
  FloatResult r = finishQuotient(w.quotient, exponent, holdsUnderflow(exponent), !operand.sign(), {});
  if (form != FloatForm::Long) return r;
  if (w.quotient == 0)
    r.low = w.rest;
  else if (w.rest.sign())
    r.low = pack(fractionOf(w.rest), exponentOf(dividend) - kLowWordExponent);
  return r;
}

}  // namespace

FloatResult floatAdd(Word36 ac, Word36 operand, FloatForm form) {
  FloatResult r;
  finish(sum(ac, operand, r.steps), form, r);
  return r;
}

FloatResult floatSubtract(Word36 ac, Word36 operand, FloatForm form) {
  return floatAdd(ac, negate(operand).word, form);
}

FloatResult floatAddUnnormalised(Word36 ac, Word36 operand) {
  FloatResult r;
  const Working w = sum(ac, operand, r.steps);
  const Normalised n = normalise(w, false, false, r.steps);
  if (n.zero) return r;
  r.high = pack(n.number.ar(), n.number.exponent);
  r.flags = flagsOf(n.number.exponent, n.hold);
  return r;
}

FloatResult floatMultiply(Word36 ac, Word36 operand, FloatForm form) {
  FloatResult r;
  const Working w = product(ac, operand, r.steps);
  finish(w, form, r);
  return r;
}

FloatResult floatScale(Word36 ac, HalfWord e) {
  const int count = static_cast<int>(e.bits() & 0377) - (e.sign() ? 0400 : 0);
  const Working w{fractionOf(ac) * (std::int64_t{1} << kExtension), (exponentOf(ac) + count) & 0777};
  FloatResult r;
  finish(w, FloatForm::Plain, r);
  return r;
}

FloatResult floatDivide(Word36 ac, Word36 operand, FloatForm form) {
  const Word36 positive = ac.sign() ? negate(ac).word : ac;
  if (positive.sign()) return divideMinusOne(operand, form);
  const std::uint64_t divisor = magnitude(fractionOf(operand));
  std::uint64_t dividend = positive.bits() & kFractionMask;
  int exponent = (exponentOf(positive) - exponentOf(operand) + kExcess) & 0777;
  const bool hold = holdsUnderflow(exponent);
  const bool preshift = dividend >= divisor;
  if (preshift && dividend >= 2 * divisor) return refused();
  FloatSteps steps;
  steps.align = preshift ? 1 : 0;
  if (preshift) ++exponent;
  // 27 steps, or 28 of which the last rounds; the bit that the first shift pushed out is still there.
  const bool rounded = form == FloatForm::Rounded;
  const int bits = kFraction + (rounded ? 1 : 0) - steps.align;
  std::uint64_t quotient = (dividend << bits) / divisor;
  if (rounded) quotient = (quotient + 1) >> 1;
  return finishQuotient(quotient, exponent, hold, ac.sign() != operand.sign(), steps);
}

FloatResult floatDivideLong(DoubleWord dividend, Word36 operand) {
  const bool negative = dividend.high.sign();
  std::uint64_t low = dividend.low.bits() & kFractionMask;
  Word36 high = dividend.high;
  if (negative) {
    low = (0 - low) & kFractionMask;
    high = low == 0 ? negate(high).word : ~high;
  }
  if (high.sign()) return divideMinusOne(operand, FloatForm::Long);
  const std::uint64_t divisor = magnitude(fractionOf(operand));
  const std::uint64_t highFraction = high.bits() & kFractionMask;
  int exponent = (exponentOf(high) - exponentOf(operand) + kExcess) & 0777;
  const bool hold = holdsUnderflow(exponent);
  const bool preshift = highFraction >= divisor;
  if (preshift && highFraction >= 2 * divisor) return refused();
  FloatSteps steps;
  steps.align = preshift ? 1 : 0;
  if (preshift) ++exponent;
  const std::uint64_t whole = ((highFraction << kFraction) | low) >> steps.align;
  const std::uint64_t quotient = whole / divisor;
  const std::uint64_t rest = whole % divisor;
  FloatResult r = finishQuotient(quotient, exponent, hold, negative != operand.sign(), steps);
  const int restExponent = exponentOf(high) - kFraction + steps.align;
  const auto signedRest = negative ? -static_cast<std::int64_t>(rest) : static_cast<std::int64_t>(rest);
  if (quotient == 0)
    r.low = Word36::fromSigned(signedRest);  // zero leaves before the remainder gets its exponent
  else if (rest != 0 && restExponent >= 0)
    r.low = pack(signedRest, restExponent);
  return r;
}

DoubleWord doubleNegate(DoubleWord number) {
  const std::uint64_t low = (0 - number.low.bits()) & kFractionMask;
  const Word36 high = low == 0 ? negate(number.high).word : ~number.high;
  return {high, Word36{(number.low.bits() & ~kFractionMask) | low}};
}

}  // namespace utah10

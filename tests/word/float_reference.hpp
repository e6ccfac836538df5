// A slow, literal model of the KA10's floating flow: AR, BR, MQ and the nine-bit SC, one shift or add step at a time.
//
// Written from the description of the flow (names of the steps in the comments), independently of
// src/word/floating.cpp, which it checks. Registers are 36 bits in 64-bit integers; bit numbers are the PDP-10's.
#pragma once

#include <cstdint>

#include "utah10/word/word36.hpp"
#include "word/floating.hpp"

namespace utah10::test {

struct FloatOutcome {
  Word36 ac;         // untouched when noDivide
  Word36 acPlusOne;  // second word of long results
  FloatFlags flags;
  FloatSteps steps;
  bool hangs = false;  // the processor would shift left for ever
};

class FloatFlow {
 public:
  // FAD, FSB: the operand of FSB is negated as a whole word, and the two operands are exchanged.
  FloatOutcome add(Word36 ac, Word36 operand, FloatForm form) {
    load(ac.bits(), operand.bits());
    align();
    return stored(form, normalise(form == FloatForm::Rounded, false, false));
  }
  FloatOutcome subtract(Word36 ac, Word36 operand, FloatForm form) {
    load(minus(operand.bits()), ac.bits());
    align();
    return stored(form, normalise(form == FloatForm::Rounded, false, false));
  }
  FloatOutcome addUnnormalised(Word36 ac, Word36 operand) {
    load(ac.bits(), operand.bits());
    align();
    return stored(FloatForm::Plain, normalise(false, false, true));
  }
  FloatOutcome scale(Word36 ac, HalfWord e) {
    load(ac.bits(), 0);
    sc_ = nine((e.sign() ? 0400U : 0U) | (e.bits() & 0377U));
    sc_ = nine(sc_ + magnitudeExponent(ar_));
    ar_ = smeared(ar_);
    return stored(FloatForm::Plain, normalise(false, false, false));
  }
  FloatOutcome multiply(Word36 ac, Word36 operand, FloatForm form) {
    load(ac.bits(), operand.bits());
    sc_ = nine(magnitudeExponent(ar_) + magnitudeExponent(br_) - 0200U);
    multiplySteps();
    return stored(form, normalise(form == FloatForm::Rounded, false, false));
  }
  FloatOutcome divide(Word36 ac, Word36 operand, FloatForm form) {
    load(ac.sign() ? minus(ac.bits()) : ac.bits(), operand.bits());
    negativeDividend_ = ac.sign();
    if (!divideSteps(form == FloatForm::Rounded ? 28 : 27)) return refused();
    if (form == FloatForm::Rounded) ar_ = shiftedRight(word(ar_ + 1));
    if (normalise(false, true, false) == Exit::Number && negativeQuotient()) ar_ = minus(ar_);
    return {Word36{ar_}, Word36{}, flags_, steps_, false};
  }
  FloatOutcome divideLong(DoubleWord dividend, Word36 operand) {
    load(dividend.high.bits(), operand.bits());
    negativeDividend_ = dividend.high.sign();
    std::uint64_t low = dividend.low.bits() & kFraction;
    if (negativeDividend_) {
      low = (0 - low) & kFraction;
      ar_ = low == 0 ? minus(ar_) : word(~ar_);
    }
    mq_ = low << 1;  // bits 8-35
    if (!divideSteps(27)) return refused();
    if (normalise(false, true, false) == Exit::Zero) return {Word36{}, Word36{mq_}, flags_, steps_, false};
    if (negativeQuotient()) ar_ = minus(ar_);
    return {Word36{ar_}, Word36{remainder(dividend.high.bits())}, flags_, steps_, false};
  }

 private:
  static constexpr std::uint64_t kFraction = 0777777777;    // 9-35
  static constexpr std::uint64_t kExtension = 01777777777;  // 8-35
  enum class Exit { Number, Zero, Never };

  static std::uint64_t word(std::uint64_t w) { return w & Word36::kMask; }
  static std::uint64_t minus(std::uint64_t w) { return word(0 - w); }
  static unsigned nine(unsigned n) { return n & 0777; }
  static bool bit(std::uint64_t w, int n) { return ((w >> (35 - n)) & 1) != 0; }
  static bool scBit(unsigned sc, int n) { return ((sc >> (8 - n)) & 1) != 0; }
  static unsigned topNine(std::uint64_t w) { return static_cast<unsigned>(w >> 27); }
  // Bits 0-8, complemented if negative.
  static unsigned magnitudeExponent(std::uint64_t w) { return bit(w, 0) ? nine(~topNine(w)) : topNine(w); }
  // Bits 1-8 made equal to the sign.
  static std::uint64_t smeared(std::uint64_t w) {
    return bit(w, 0) ? w | 0377000000000 : w & ~std::uint64_t{0377000000000};
  }
  static std::uint64_t shiftedRight(std::uint64_t w) { return (w >> 1) | (w & Word36::kSign); }

  void load(std::uint64_t ar, std::uint64_t br) {
    ar_ = ar;
    br_ = br;
    mq_ = 0;
    sc_ = 0;
    flags_ = {};
    steps_ = {};
    hold_ = false;
  }

  // Shifts AR and the extension one place right; the sign stays.
  void shiftPairRight() {
    mq_ = (mq_ >> 1) | (bit(ar_, 35) ? std::uint64_t{1} << 27 : 0);
    ar_ = shiftedRight(ar_);
  }

  // FA: the exponent difference goes negative into SC, the number to be shifted into AR.
  void align() {
    const bool sameSigns = bit(ar_, 0) == bit(br_, 0);
    unsigned difference = nine(topNine(ar_) + (sameSigns ? 0U - topNine(br_) : topNine(br_)));
    const bool negative = scBit(difference, 0);
    if (sameSigns && !negative) difference = nine(0U - difference);
    if (!sameSigns) difference = negative ? nine(difference + 1) : nine(~difference);
    if (negative == bit(ar_, 0)) std::swap(ar_, br_);
    sc_ = difference;
    if (scBit(sc_, 0) && !(scBit(sc_, 1) && scBit(sc_, 2))) {
      steps_.far = true;
      ar_ = 0;
    } else {
      ar_ = smeared(ar_);
      for (; scBit(sc_, 0); sc_ = nine(sc_ + 1), ++steps_.align) shiftPairRight();
    }
    sc_ = magnitudeExponent(br_);
    ar_ = word(ar_ + smeared(br_));
  }

  // MS: 27 steps; the bit just shifted out and the one before it choose add, subtract or neither.
  void multiplySteps() {
    mq_ = smeared(br_) & kExtension;
    br_ = smeared(ar_);
    ar_ = 0;
    int next = bit(mq_, 35) ? -1 : 0;
    for (int i = 0; i < 27; ++i) {
      steps_.add += next != 0 ? 1 : 0;
      ar_ = combined(next);
      const bool last = bit(mq_, 35);
      const bool before = bit(mq_, 34);
      shiftPairRight();
      next = last == before ? 0 : last ? 1 : -1;
    }
    ar_ = combined(next);
    mq_ &= ~std::uint64_t{1};  // the bit left there is the multiplier's sign
  }
  std::uint64_t combined(int sign) const { return sign == 0 ? ar_ : word(sign > 0 ? ar_ + br_ : ar_ - br_); }

  // FD and DS: true unless the quotient would not fit. Leaves the quotient in AR, the signed remainder in MQ.
  bool divideSteps(int count) {
    sc_ = nine(magnitudeExponent(ar_) - magnitudeExponent(br_) + 0200U);
    ar_ = smeared(ar_);
    br_ = smeared(br_);
    const std::uint64_t divisor = bit(br_, 0) ? minus(br_) : br_;
    hold_ = scBit(sc_, 0) != scBit(sc_, 1);
    if (!bit(word(ar_ - divisor), 0)) {
      shiftPairRight();
      sc_ = nine(sc_ + 1);
      steps_.align = 1;
    }
    std::uint64_t ad = word(ar_ - divisor);
    if (!bit(ad, 0)) return false;
    for (int i = 0; i < count; ++i) {
      const bool fits = !bit(ad, 0);
      ar_ = word(ad << 1) | (bit(mq_, 8) ? 1U : 0U);
      mq_ = ((mq_ << 1) & kExtension) | (fits ? 1U : 0U);
      ad = fits ? word(ar_ - divisor) : word(ar_ + divisor);
    }
    ar_ = ad;
    mq_ = ((mq_ << 1) & kExtension) | (bit(ad, 0) ? 0U : 1U);
    if (!bit(mq_, 35)) ar_ = word(ar_ + divisor);
    if (negativeDividend_) ar_ = minus(ar_);
    std::swap(ar_, mq_);
    return true;
  }
  bool negativeQuotient() const { return negativeDividend_ != bit(br_, 0); }

  // The remainder in MQ with the dividend's exponent, 33 or 32 lower.
  std::uint64_t remainder(std::uint64_t dividend) const {
    const unsigned drop = steps_.align != 0 ? 032 : 033;
    const unsigned exponent = nine(bit(dividend, 0) ? topNine(dividend) + drop : topNine(dividend) - drop);
    if (scBit(exponent, 0) != bit(mq_, 0) || mq_ == 0) return 0;
    return (mq_ & ~std::uint64_t{0377000000000}) | (static_cast<std::uint64_t>(exponent & 0377) << 27);
  }

  bool normal() const { return bit(ar_, 0) != bit(ar_, 9) || (bit(ar_, 9) && (ar_ & 0377777777) == 0); }

  // NR. A quotient has no extension and uses neither the hold nor the rounding of this loop.
  Exit normalise(bool rounding, bool quotient, bool unnormalised) {
    for (bool first = !quotient;; first = false) {
      if (ar_ == 0 && (quotient || mq_ == 0)) return Exit::Zero;
      if (first && scBit(sc_, 0) != scBit(sc_, 1)) hold_ = true;
      if (bit(ar_, 0) != bit(ar_, 8) || (ar_ & kFraction) == 0) {
        if (quotient)
          ar_ = shiftedRight(ar_);
        else
          shiftPairRight();
        sc_ = nine(sc_ + 1);
      }
      for (; !unnormalised && !normal(); ++steps_.normalise) {
        if (ar_ == 0 && mq_ == 0) return Exit::Never;
        ar_ = (ar_ & Word36::kSign) | ((ar_ << 1) & (Word36::kMask >> 1)) | (!quotient && bit(mq_, 8) ? 1U : 0U);
        if (!quotient) mq_ = (mq_ << 1) & kExtension;
        sc_ = nine(sc_ - 1);
      }
      const bool half = bit(mq_, 8);
      if (!(rounding && first && half && ((mq_ & kFraction) != 0 || !bit(ar_, 0)))) break;
      steps_.round = true;
      ar_ = word(ar_ + 1);
      mq_ = 0;
    }
    flags_.overflow = scBit(sc_, 0);
    flags_.underflow = scBit(sc_, 0) && !hold_;
    const unsigned exponent = bit(ar_, 0) ? nine(~sc_) : sc_;
    ar_ = (ar_ & ~std::uint64_t{0377000000000}) | (static_cast<std::uint64_t>(exponent & 0377) << 27);
    return Exit::Number;
  }

  // NL: the low word takes the extension except its last bit.
  FloatOutcome stored(FloatForm form, Exit exit) {
    if (exit == Exit::Never) return {Word36{}, Word36{}, {}, steps_, true};
    if (exit == Exit::Zero) return {Word36{}, Word36{}, {}, steps_, false};
    const unsigned exponent = nine(sc_ - 033U);
    const std::uint64_t fraction = (mq_ >> 1) & kFraction;
    std::uint64_t low = 0;
    if (form == FloatForm::Long && !scBit(exponent, 0) && fraction != 0)
      low = fraction | (static_cast<std::uint64_t>(exponent & 0377) << 27);
    return {Word36{ar_}, Word36{low}, flags_, steps_, false};
  }
  FloatOutcome refused() const { return {Word36{}, Word36{}, {true, false, true}, {}, false}; }

  std::uint64_t ar_ = 0;
  std::uint64_t br_ = 0;
  std::uint64_t mq_ = 0;  // bits 8-35; a remainder uses all
  unsigned sc_ = 0;
  bool hold_ = false;
  bool negativeDividend_ = false;
  FloatFlags flags_;
  FloatSteps steps_;
};

}  // namespace utah10::test

// A literal model of the KA10's multiplication and shifting: registers, a 36-bit adder that wraps, one step at a time.
//
// Written from the description of the flow, independently of src/word/arithmetic.cpp, which it checks; it also shows
// why the product of a multiplicand of 400000,,0 is wrong (it is its own negative).
#pragma once

#include <cstdint>

#include "utah10/word/word36.hpp"
#include "word/arithmetic.hpp"

namespace utah10::test {

class MultiplyFlow {
 public:
  Product multiply(Word36 ac, Word36 operand) {
    run(ac, operand);
    const bool overflow = bit(ar_, 0) && bit(ac.bits(), 0) && bit(operand.bits(), 0);
    const std::uint64_t low = (ar_ & Word36::kSign) | (mq_ >> 1);
    return {{Word36{ar_}, Word36{low}}, overflow, steps_};
  }
  // The low word with the sign; overflow unless the high word is nothing but sign.
  SingleProduct multiplySingle(Word36 ac, Word36 operand) {
    const Product p = multiply(ac, operand);
    const bool spread = p.words.high.bits() == (p.words.low.sign() ? Word36::kMask : 0);
    return {p.words.low, p.overflow || !spread, p.addSteps};
  }

 private:
  static bool bit(std::uint64_t w, int n) { return ((w >> (35 - n)) & 1) != 0; }
  static std::uint64_t word(std::uint64_t w) { return w & Word36::kMask; }

  // 35 steps and a last addition without a shift. The multiplier leaves MQ to the right as the product comes in from
  // the left; MQ ends with the low 35 bits above the multiplier's sign.
  void run(Word36 ac, Word36 operand) {
    ar_ = 0;
    mq_ = operand.bits();
    steps_ = 0;
    int next = bit(mq_, 35) ? -1 : 0;
    for (int i = 0; i < 35; ++i) {
      steps_ += next != 0 ? 1 : 0;
      const std::uint64_t ad = combined(ac, next);
      const bool last = bit(mq_, 35);
      const bool before = bit(mq_, 34);
      mq_ = (mq_ >> 1) | ((ad & 1) << 35);
      ar_ = (ad >> 1) | (ad & Word36::kSign);
      next = last == before ? 0 : last ? 1 : -1;
    }
    ar_ = combined(ac, next);
  }
  std::uint64_t combined(Word36 ac, int sign) const {
    return sign == 0 ? ar_ : word(sign > 0 ? ar_ + ac.bits() : ar_ - ac.bits());
  }

  std::uint64_t ar_ = 0;
  std::uint64_t mq_ = 0;
  int steps_ = 0;
};

// One place at a time, like the shift counter.
struct ShiftFlow {
  std::uint64_t ac;
  std::uint64_t acPlusOne;
  bool overflow = false;

  static constexpr std::uint64_t kBody = Word36::kMask >> 1;
  static std::uint64_t top(std::uint64_t w) { return w >> 35; }           // bit 0
  static std::uint64_t second(std::uint64_t w) { return (w >> 34) & 1; }  // bit 1

  void ash(bool right) {
    if (!right && top(ac) != second(ac)) overflow = true;
    ac = right ? (ac & Word36::kSign) | (ac >> 1) : (ac & Word36::kSign) | ((ac << 1) & kBody);
  }
  void lsh(bool right) { ac = right ? ac >> 1 : (ac << 1) & Word36::kMask; }
  void rot(bool right) { ac = right ? (ac >> 1) | ((ac & 1) << 35) : ((ac << 1) & Word36::kMask) | top(ac); }
  void ashc(bool right) {
    if (!right && top(ac) != second(ac)) overflow = true;
    const std::uint64_t sign = ac & Word36::kSign;
    if (right) {
      acPlusOne = ((acPlusOne & kBody) >> 1) | ((ac & 1) << 34);
      ac = sign | (ac >> 1);
    } else {
      ac = sign | ((ac << 1) & kBody) | second(acPlusOne);
      acPlusOne = (acPlusOne << 1) & kBody;
    }
    acPlusOne = (acPlusOne & kBody) | sign;
  }
  void lshc(bool right) { shiftPair(right, 0); }
  void rotc(bool right) { shiftPair(right, right ? acPlusOne & 1 : top(ac)); }

 private:
  void shiftPair(bool right, std::uint64_t entering) {
    if (right) {
      acPlusOne = (acPlusOne >> 1) | ((ac & 1) << 35);
      ac = (ac >> 1) | (entering << 35);
    } else {
      ac = ((ac << 1) & Word36::kMask) | top(acPlusOne);
      acPlusOne = ((acPlusOne << 1) & Word36::kMask) | entering;
    }
  }
};

}  // namespace utah10::test

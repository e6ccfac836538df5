// Arithmetic, logic, shifts and bytes of the reference processor. The floating core is the step-by-step model of the
// word layer's tests; integers are wide integers, except where the processor's 36-bit registers show through.
#include "reference_step.hpp"
#include "utah10/machine/ka10.hpp"
#include "word/float_reference.hpp"
#include "word/integer_reference.hpp"

namespace utah10::test {

namespace {

using W = ReferenceKa10::W;
__extension__ using Wide = __int128;
constexpr W kWord = 0777777777777;
constexpr W kSign = 0400000000000;
constexpr W kMagnitude = 0377777777777;

std::uint32_t left(W w) { return static_cast<std::uint32_t>(w >> 18) & 0777777; }
std::uint32_t right(W w) { return static_cast<std::uint32_t>(w) & 0777777; }
W halves(std::uint32_t l, std::uint32_t r) { return (W{l} << 18) | r; }
W swapped(W w) { return halves(right(w), left(w)); }
bool negative(W w) { return (w & kSign) != 0; }
std::int64_t value(W w) { return static_cast<std::int64_t>(w) - (negative(w) ? std::int64_t{1} << 36 : 0); }
std::uint32_t following(std::uint32_t a) { return (a + 1) & 017; }

// L LE GE G and the rest, 0-7, of a number that is negative or not, zero or not.
bool holds(std::uint32_t condition, bool less, bool zero) {
  const bool positiveSense = ((condition & 1) != 0 && less) || ((condition & 2) != 0 && zero);
  return (condition & 4) != 0 ? !positiveSense : positiveSense;
}

}  // namespace

ReferenceKa10::W ReferenceKa10::addNoting(W a, W b, W carry) {
  const bool out0 = a + b + carry > kWord;
  const bool out1 = (a & kMagnitude) + (b & kMagnitude) + carry > kMagnitude;
  if (out0) raise(kPcCarry0);
  if (out1) raise(kPcCarry1);
  if (out0 != out1) raise(kPcOverflow);
  return (a + b + carry) & kWord;
}

ReferenceKa10::W ReferenceKa10::operandByMode(const Insn& i, W immediate) {
  return (i.op & 3) == 1 ? immediate : read(i.e);
}

void ReferenceKa10::storeByMode(const Insn& i, W result) {
  if ((i.op & 3) != 2) ac[i.a] = result;
  if ((i.op & 2) != 0) write(i.e, result);
}

// MOVE, MOVS, MOVN, MOVM: source and destination by the mode (to AC, immediate, to memory, self).
void ReferenceKa10::move(const Insn& i) {
  const std::uint32_t mode = i.op & 3;
  W w = mode == 0 || mode == 3 ? read(i.e) : mode == 1 ? i.e : ac[i.a];
  const std::uint32_t kind = (i.op >> 2) & 3;
  if (kind == 1) w = swapped(w);
  if (kind == 2 || (kind == 3 && negative(w))) w = addNoting(0, ~w & kWord, 1);
  if (mode <= 1 || (mode == 3 && i.a != 0)) ac[i.a] = w;
  if (mode >= 2) write(i.e, w);
}

// The multiplicand 400000,,0 has no negative in the adder; its products come from the model of the registers.
void ReferenceKa10::multiply(const Insn& i) {
  const W multiplicand = ac[i.a];
  const W multiplier = operandByMode(i, i.e);
  const Wide product = static_cast<Wide>(value(multiplicand)) * value(multiplier);
  W high = static_cast<W>(product >> 35) & kWord;
  W low = (static_cast<W>(product) & kMagnitude) | (high & kSign);
  bool overflow = negative(multiplicand) && negative(multiplier) && negative(high);
  if (multiplicand == kSign) {
    const Product p = MultiplyFlow{}.multiply(Word36{multiplicand}, Word36{multiplier});
    high = p.words.high.bits();
    low = p.words.low.bits();
    overflow = p.overflow;
  }
  const bool single = i.op < 0224;
  const bool onlySign = high == (negative(high) ? kWord : 0);
  if (overflow || (single && !onlySign)) raise(kPcOverflow);
  storeByMode(i, single ? low : high);
  if (!single && (i.op & 3) != 2) ac[following(i.a)] = low;
}

// IDIV and DIV: the dividend's magnitude, a trial subtraction, 35 steps that add or subtract by the last sign, and the
// remainder made positive. Registers and adder are 36 bits, which shows where the high part is 400000,,0.
void ReferenceKa10::divide(const Insn& i) {
  const W divisor = operandByMode(i, i.e);
  const W minus = negative(divisor) ? divisor : (0 - divisor) & kWord;
  const W plus = (0 - minus) & kWord;
  const bool negativeDividend = negative(ac[i.a]);
  Wide dividend = value(ac[i.a]);
  if (i.op >= 0234) dividend = dividend * (Wide{1} << 35) + static_cast<std::int64_t>(ac[following(i.a)] & kMagnitude);
  if (negativeDividend) dividend = -dividend;
  W high = static_cast<W>(dividend >> 35) & kWord;
  W low = static_cast<W>(dividend) & kMagnitude;
  W sum = (high + minus) & kWord;
  if (!negative(sum)) return raise(kPcOverflow | kPcNoDivide);
  W quotient = 0;
  for (int step = 0; step < 35; ++step) {
    high = ((sum << 1) & kWord) | (low >> 34);
    low = (low << 1) & kMagnitude;
    sum = (high + (negative(sum) ? plus : minus)) & kWord;
    quotient = (quotient << 1) | (negative(sum) ? 0U : 1U);
  }
  W remainder = negative(sum) ? (sum + plus) & kWord : sum;
  if (negativeDividend) remainder = (0 - remainder) & kWord;
  if (negativeDividend != negative(divisor)) quotient = (0 - quotient) & kWord;
  storeByMode(i, quotient);
  if ((i.op & 3) != 2) ac[following(i.a)] = remainder;
}

// One place of ASH ROT LSH (op 0-2) or ASHC ROTC LSHC (4-6).
void ReferenceKa10::shiftOnce(std::uint32_t op, bool rightward, W& high, W& low) {
  const bool pair = op >= 4;
  const bool arithmetic = (op & 3) == 0;
  const bool circular = (op & 3) == 1;
  const int width = arithmetic ? 35 : 36;
  const W body = (W{1} << width) - 1;
  const W sign = arithmetic ? high & kSign : 0;
  Wide all = high & body;
  if (pair) all = (all << width) | static_cast<Wide>(low & body);
  const int places = pair ? 2 * width : width;
  const Wide top = Wide{1} << (places - 1);
  if (arithmetic && !rightward && ((all & top) != 0) != (sign != 0)) raise(kPcOverflow);
  const bool entering = circular ? (rightward ? (all & 1) != 0 : (all & top) != 0) : rightward && sign != 0;
  all = rightward ? all >> 1 : (all << 1) & (2 * top - 1);
  if (entering) all |= rightward ? top : Wide{1};
  high = (static_cast<W>(pair ? all >> width : all) & body) | sign;
  if (pair) low = (static_cast<W>(all) & body) | sign;
}

void ReferenceKa10::shift(const Insn& i) {
  if (i.op == 0243) return findFirstOne(i);
  if (i.op == 0247) return;
  const bool rightward = (i.e & 0400000) != 0;
  const std::uint32_t count = rightward ? 0400 - (i.e & 0377) : i.e & 0377;
  W high = ac[i.a];
  W low = ac[following(i.a)];
  for (std::uint32_t n = 0; n < count; ++n) shiftOnce(i.op & 7, rightward, high, low);
  ac[i.a] = high;
  if (i.op >= 0244) ac[following(i.a)] = low;
}

void ReferenceKa10::findFirstOne(const Insn& i) {
  W zeros = 0;
  for (W w = ac[i.a]; w != 0 && !negative(w); w <<= 1) ++zeros;
  if (ac[i.a] != 0) pc = i.e;
  ac[following(i.a)] = zeros;
}

void ReferenceKa10::addSubtract(const Insn& i) {
  const W operand = operandByMode(i, i.e);
  const bool subtracts = i.op >= 0274;
  storeByMode(i, subtracts ? addNoting(ac[i.a], ~operand & kWord, 1) : addNoting(ac[i.a], operand, 0));
}

// CAI CAM JUMP SKIP AOJ AOS SOJ SOS
void ReferenceKa10::compareAndCount(const Insn& i) {
  const std::uint32_t kind = (i.op >> 3) & 7;
  if (kind < 2) {
    const std::int64_t difference = value(ac[i.a]) - value(kind == 0 ? i.e : read(i.e));
    if (holds(i.op & 7, difference < 0, difference == 0)) skip();
    return;
  }
  const bool memory = (kind & 1) != 0;
  W w = memory ? read(i.e) : ac[i.a];
  if (kind >= 4) w = kind < 6 ? addNoting(w, 0, 1) : addNoting(w, kWord, 0);
  if (kind >= 4 && memory) write(i.e, w);
  if (!memory ? kind != 2 : i.a != 0) ac[i.a] = w;
  if (!holds(i.op & 7, negative(w), w == 0)) return;
  if (memory)
    skip();
  else
    pc = i.e;
}

void ReferenceKa10::boolean(const Insn& i) {
  const W a = ac[i.a];
  const W m = operandByMode(i, i.e);
  const W results[16] = {0,       a & m,    ~a & m, m,      a & ~m, a,      a ^ m,   a | m,
                         ~a & ~m, ~(a ^ m), ~a,     ~a | m, ~m,     a | ~m, ~a | ~m, kWord};
  storeByMode(i, results[(i.op >> 2) & 15] & kWord);
}

void ReferenceKa10::half(const Insn& i) {
  const std::uint32_t mode = i.op & 3;
  const W source = mode == 1 ? i.e : mode == 2 ? ac[i.a] : read(i.e);
  const W destination = mode >= 2 ? read(i.e) : ac[i.a];
  const bool toLeft = i.op < 0540;
  const bool fromLeft = toLeft != ((i.op & 4) != 0);
  const std::uint32_t moved = fromLeft ? left(source) : right(source);
  const std::uint32_t kept = toLeft ? right(destination) : left(destination);
  const std::uint32_t others[4] = {kept, 0, 0777777, (moved & 0400000) != 0 ? 0777777U : 0U};
  const std::uint32_t other = others[(i.op >> 3) & 3];
  const W result = toLeft ? halves(moved, other) : halves(other, moved);
  if (mode >= 2) write(i.e, result);
  if (mode <= 1 || (mode == 3 && i.a != 0)) ac[i.a] = result;
}

void ReferenceKa10::test(const Insn& i) {
  W mask = (i.op & 010) != 0 ? read(i.e) : i.e;
  if ((i.op & 1) != 0) mask = swapped(mask);
  const bool none = (ac[i.a] & mask) == 0;
  const std::uint32_t condition = (i.op >> 1) & 3;
  if (condition == 2 || (condition == 1 && none) || (condition == 3 && !none)) skip();
  const std::uint32_t change = (i.op >> 4) & 3;
  if (change == 1) ac[i.a] &= ~mask;
  if (change == 2) ac[i.a] ^= mask;
  if (change == 3) ac[i.a] |= mask;
}

// UFA DFN FSC IBP ILDB LDB IDPB DPB
void ReferenceKa10::byteAndFloatOdds(const Insn& i) {
  if (i.op == 0131) return doubleNegate(i);
  if (i.op >= 0134) return byteInstruction(i);
  if (i.op == 0133) {
    if ((flags & kPcByteIncrement) == 0) incrementPointer(i.e);
    return;
  }
  const Word36 a{ac[i.a]};
  const FloatOutcome r =
      i.op == 0130 ? FloatFlow{}.addUnnormalised(a, Word36{read(i.e)}) : FloatFlow{}.scale(a, HalfWord{i.e});
  if (r.hangs) beyond = true;
  if (r.flags.overflow) raise(kPcOverflow | kPcFloatOverflow);
  if (r.flags.underflow) raise(kPcFloatUnderflow);
  ac[i.op == 0130 ? following(i.a) : i.a] = r.ac.bits();
}

void ReferenceKa10::doubleNegate(const Insn& i) {
  constexpr W kFraction = 0777777777;
  const W low = read(i.e);
  const W fraction = (0 - low) & kFraction;
  ac[i.a] = (~ac[i.a] + (fraction == 0 ? 1U : 0U)) & kWord;
  write(i.e, (low & ~kFraction) | fraction);
}

void ReferenceKa10::floating(const Insn& i) {
  const std::uint32_t mode = i.op & 3;
  const bool rounded = (i.op & 4) != 0;
  const bool isLong = !rounded && mode == 1;
  const FloatForm form = rounded ? FloatForm::Rounded : isLong ? FloatForm::Long : FloatForm::Plain;
  const Word36 a{ac[i.a]};
  const Word36 low{ac[following(i.a)]};
  const Word36 b{rounded && mode == 1 ? halves(i.e, 0) : read(i.e)};
  FloatFlow flow;
  FloatOutcome r;
  switch ((i.op >> 3) & 3) {
    case 0:
      r = flow.add(a, b, form);
      break;
    case 1:
      r = flow.subtract(a, b, form);
      break;
    case 2:
      r = flow.multiply(a, b, form);
      break;
    default:
      r = isLong ? flow.divideLong({a, low}, b) : flow.divide(a, b, form);
      break;
  }
  if (r.hangs) beyond = true;
  if (r.flags.overflow) raise(kPcOverflow | kPcFloatOverflow);
  if (r.flags.underflow) raise(kPcFloatUnderflow);
  if (r.flags.noDivide) return raise(kPcOverflow | kPcFloatOverflow | kPcNoDivide);
  storeByMode(i, r.ac.bits());
  if (isLong) ac[following(i.a)] = r.acPlusOne.bits();
}

// P less S; below zero, the first byte of the next word. The 1 is added to the whole word before P is put in.
void ReferenceKa10::incrementPointer(std::uint32_t address) {
  W pointer = read(address);
  const int size = static_cast<int>(pointer >> 24) & 077;
  int position = static_cast<int>(pointer >> 30) - size;
  if (position < 0) {
    position = (044 - size) & 077;
    pointer = (pointer + 1) & kWord;
  }
  write(address, (pointer & 0007777777777) | (static_cast<W>(position) << 30));
}

void ReferenceKa10::byteInstruction(const Insn& i) {
  const bool increments = i.op == 0134 || i.op == 0136;
  if (increments && (flags & kPcByteIncrement) == 0) incrementPointer(i.e);
  const W pointer = read(i.e);
  Insn second = i;
  effective(pointer, second);
  const auto position = static_cast<unsigned>(pointer >> 30);
  const auto size = static_cast<unsigned>(pointer >> 24) & 077;
  const W mask = size >= 36 ? kWord : (W{1} << size) - 1;
  const W memory = read(second.e);
  if (i.op <= 0135) {
    ac[i.a] = (memory >> position) & mask;
  } else {
    const W place = position >= 36 ? 0 : (mask << position) & kWord;
    const W byte = position >= 36 ? 0 : (ac[i.a] << position) & place;
    write(second.e, (memory & ~place) | byte);
  }
  flags &= ~std::uint32_t{kPcByteIncrement};
}

}  // namespace utah10::test

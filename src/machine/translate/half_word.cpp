// The half-word instructions, and the logical tests.
#include "machine/translate/families.hpp"

namespace utah10::translate {

namespace {

constexpr std::uint64_t kRight = 0000000777777;
constexpr std::uint64_t kLeft = 0777777000000;
const x86::Gp kMask = x86::r10;

// The destination word with half of `source` inserted, in kResult; `destination` is lost.
void insertHalf(Block& b, HalfOp h, const x86::Gp& source, const x86::Gp& destination) {
  x86::Assembler& a = b.a;
  const std::uint64_t target = h.toRight ? kRight : kLeft;
  const std::uint64_t rest = h.toRight ? kLeft : kRight;
  a.mov(kResult, source);
  if (h.fromRight != h.toRight) swapHalves(b, kResult);
  if (h.other == 3) {  // all ones if the half is negative
    a.bt(source, h.fromRight ? 17 : 35);
    a.sbb(x86::rcx, x86::rcx);
  }
  a.mov(x86::rax, target);
  a.and_(kResult, x86::rax);
  if (h.other == 1) return;
  a.mov(x86::rax, rest);
  if (h.other == 0) {
    a.and_(x86::rax, destination);
  } else if (h.other == 3) {
    a.and_(x86::rax, x86::rcx);
  }
  a.or_(kResult, x86::rax);
}

bool halfToMemory(Block& b, const Step& s, HalfOp h) {
  const bool keeps = h.other == 0;
  const auto place = b.operandOf(s, keeps ? kReadWrite : Rights{Access::Write});
  if (!place) return false;
  if (keeps) {
    beginWith(b, s, {place, false}, true);
  } else {
    beginWithout(b, s);
    b.locate(*place);
  }
  b.loadAc(s, kAc);
  b.execute(s);
  insertHalf(b, h, kAc, kOperand);
  if (keeps)
    b.requestRestart(*place);
  else
    b.requestWrite(*place, &TimingProfile::writeBefore, &TimingProfile::writeAfter);
  b.store(s, &kResult);
  b.write(*place, kResult);
  b.finish(s);
  return true;
}

bool halfToAc(Block& b, const Step& s, HalfOp h, Mode mode) {
  const bool self = mode == Mode::Self;
  const bool keeps = h.other == 0;
  Operand operand;
  if (!plan(operand, b, s, mode, self ? kReadWrite : Rights{Access::Read})) return false;
  beginWith(b, s, operand, self);
  if (keeps && !self) b.loadAc(s, kAc);
  b.execute(s);
  insertHalf(b, h, kOperand, self ? kOperand : kAc);
  if (self) b.requestRestart(*operand.place);
  b.store(s, operand.immediate ? nullptr : self ? &kResult : &kOperand);
  if (!self || s.word.ac() != AcNo{}) b.setAc(s.word.ac().number(), kResult);
  if (self) b.write(*operand.place, kResult);
  b.finish(s);
  return true;
}

// The mask of a test; the word that crossed the bus, if any, stays in kOperand.
void loadMask(Block& b, const Step& s, const Operand& operand, TestOp t) {
  beginWith(b, s, operand, false);
  b.a.mov(kMask, kOperand);
  if (t.mask == TestOp::Mask::Left) b.a.shl(kMask, 18);
  if (t.mask == TestOp::Mask::Swapped) swapHalves(b, kMask);
}

// The accumulator after the test, in kResult.
void change(Block& b, TestOp t) {
  b.a.mov(kResult, kAc);
  switch (t.change) {
    case TestOp::Change::None:
      return;
    case TestOp::Change::Complement:
      b.a.xor_(kResult, kMask);
      return;
    case TestOp::Change::Ones:
      b.a.or_(kResult, kMask);
      return;
    case TestOp::Change::Zeros:
      b.a.xor_(kResult, x86::r11);
      return;
  }
}

}  // namespace

bool translateHalfWord(Block& b, const Step& s, const Insn& insn) {
  const HalfOp h = halfOp(s.word.opcode());
  if (!(insn.mode == Mode::Memory ? halfToMemory(b, s, h) : halfToAc(b, s, h, insn.mode))) return false;
  b.goOn(s.pc + 1);
  return true;
}

bool translateTest(Block& b, const Step& s, const Insn&) {
  const TestOp t = testOp(s.word.opcode());
  const bool halfMask = t.mask <= TestOp::Mask::Left;
  Operand operand;
  if (!plan(operand, b, s, halfMask ? Mode::Immediate : Mode::Basic, Access::Read)) return false;
  loadMask(b, s, operand, t);
  b.loadAc(s, kAc);
  b.execute(s);
  b.a.mov(x86::r11, kAc);
  b.a.and_(x86::r11, kMask);
  change(b, t);
  b.store(s, operand.immediate ? nullptr : &kOperand);
  if (t.change != TestOp::Change::None) b.setAc(s.word.ac().number(), kResult);
  b.finish(s);
  if (t.skip == TestOp::Skip::Always || t.skip == TestOp::Skip::Never) {
    b.goOn(s.pc + (t.skip == TestOp::Skip::Always ? 2 : 1));
    return true;
  }
  b.a.test(x86::r11, x86::r11);
  conditional(b, s, t.skip == TestOp::Skip::IfZero ? x86::CondCode::kZ : x86::CondCode::kNZ, s.pc + 2);
  return true;
}

}  // namespace utah10::translate

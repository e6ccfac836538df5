#include "machine/translate/families.hpp"

namespace utah10::translate {

namespace {
constexpr unsigned kUnused = 64 - 36;  // bits of a host's register
}

bool translate(Block& b, const Step& s) {
  if (!b.canFetch(s)) return false;
  const Insn& insn = insnOf(s.word);
  switch (insn.group) {
    case Group::Move:
    case Group::MoveSwapped:
    case Group::MoveNegative:
    case Group::MoveMagnitude:
    case Group::Exch:
      return translateFullWord(b, s, insn);
    case Group::Half:
      return translateHalfWord(b, s, insn);
    case Group::Boolean:
      return translateBoolean(b, s, insn);
    case Group::Test:
      return translateTest(b, s, insn);
    case Group::Add:
    case Group::Subtract:
      return translateAdder(b, s, insn);
    case Group::Cai:
    case Group::Cam:
    case Group::Jump:
    case Group::Skip:
    case Group::Aoj:
    case Group::Aos:
    case Group::Soj:
    case Group::Sos:
    case Group::Aobjp:
    case Group::Aobjn:
      return translateCompare(b, s, insn);
    case Group::Jrst:
    case Group::Jsp:
      return translateJump(b, s, insn);
    case Group::FloatAdd:
    case Group::FloatSubtract:
    case Group::FloatMultiply:
    case Group::FloatDivide:
    case Group::Imul:
    case Group::Idiv:
      return translateCalled(b, s, insn);
    case Group::Lsh:
    case Group::Rot:
    case Group::Ash:
    case Group::Lshc:
    case Group::Rotc:
    case Group::Jfcl:
      return translateShift(b, s, insn);
    case Group::Ildb:
    case Group::Ldb:
    case Group::Idpb:
    case Group::Dpb:
      return translateByte(b, s, insn);
    case Group::Pushj:
    case Group::Push:
    case Group::Pop:
    case Group::Popj:
      return translateStack(b, s, insn);
    default:
      return false;
  }
}

bool plan(Operand& operand, Block& b, const Step& s, Mode mode, Rights memory) {
  operand.immediate = mode == Mode::Immediate;
  if (operand.immediate) return true;
  operand.place = b.operandOf(s, memory);
  return operand.place.has_value();
}

void loadImmediate(Block& b, const Step& s) {
  if (Block::computesE(s))
    b.a.mov(kOperand, kE);
  else
    b.a.mov(kOperand.r32(), s.word.y().bits());
}

void beginWithout(Block& b, const Step& s) {
  b.begin(s);
  b.address(s);
  b.spend(&TimingProfile::noOperand);
}

void beginWith(Block& b, const Step& s, const Operand& operand, bool pause) {
  if (operand.immediate) {
    beginWithout(b, s);
    return loadImmediate(b, s);
  }
  b.begin(s);
  b.address(s);
  b.locate(*operand.place);
  if (pause)
    b.readPause(*operand.place);
  else
    b.read(*operand.place, &TimingProfile::operandBefore, &TimingProfile::operandAfter);
}

void cut(Block& b, const x86::Gp& word) {
  b.a.shl(word, kUnused);
  b.a.shr(word, kUnused);
}

void swapHalves(Block& b, const x86::Gp& word) {
  constexpr int kHalf = 18;
  b.a.mov(x86::rax, word);
  b.a.shr(x86::rax, kHalf);
  b.a.shl(word, kHalf);
  b.a.or_(word, x86::rax);
  cut(b, word);
}

void conditional(Block& b, const Step& s, x86::CondCode holds, std::uint32_t to) {
  const std::uint32_t target = to & VirtualAddress::kMask;
  const std::uint32_t following = (s.pc + 1) & VirtualAddress::kMask;
  if (s.next == target)
    b.branch(target, x86::negateCond(holds), following);
  else
    b.branch(following, holds, target);
}

void addWords(Block& b, const x86::Gp& x, const x86::Gp& y, bool carryIn) {
  x86::Assembler& a = b.a;
  a.lea(kResult, x86::ptr(x, y, 0, carryIn ? 1 : 0));
  a.mov(x86::r11, x);
  a.xor_(x86::r11, y);
  a.xor_(x86::r11, kResult);  // bits 36 and 35: the carries out of bits 0 and 1
  a.shr(x86::r11, 35);
  a.mov(x86::eax, x86::r11d);
  a.shr(x86::eax, 1);
  a.xor_(x86::eax, x86::r11d);
  a.test(x86::eax, 1);
  a.jnz(b.exit());
  cut(b, kResult);
}

void setCarries(Block& b) {
  static_assert(kPcCarry1 << 1 == kPcCarry0);
  constexpr int kCarry1 = kFlagsShift + 15;
  static_assert(std::uint64_t{kPcCarry1} << kFlagsShift == std::uint64_t{1} << kCarry1);
  b.a.shl(x86::r11, kCarry1);
  b.a.or_(kFlags, x86::r11);
}

}  // namespace utah10::translate

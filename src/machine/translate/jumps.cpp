// Comparisons, skips, counts and jumps; the push-down list.
#include "machine/translate/families.hpp"

namespace utah10::translate {

namespace {

constexpr std::uint64_t kOneOne = Word36::halves(1, 1).bits();
constexpr std::uint64_t kMinusOneOne = Word36::halves(0777776, 0777777).bits();
constexpr int kToSign = 64 - 36;  // shifts a word's sign to the host's

x86::CondCode codeOf(Condition c) {
  switch (c) {
    case Condition::Less:
      return x86::CondCode::kL;
    case Condition::Equal:
      return x86::CondCode::kE;
    case Condition::LessEqual:
      return x86::CondCode::kLE;
    case Condition::GreaterEqual:
      return x86::CondCode::kGE;
    case Condition::NotEqual:
      return x86::CondCode::kNE;
    default:
      return x86::CondCode::kG;
  }
}

// On to `target` if the condition holds for the value in `word`, or for the difference of it and `other`.
void goOnIf(Block& b, const Step& s, Condition c, std::uint32_t target, const x86::Gp& word, const x86::Gp* other) {
  if (c == Condition::Never || c == Condition::Always) return b.goOn(c == Condition::Always ? target : s.pc + 1);
  b.a.mov(x86::rax, word);
  b.a.shl(x86::rax, kToSign);
  if (other != nullptr) {
    b.a.mov(x86::rcx, *other);
    b.a.shl(x86::rcx, kToSign);
    b.a.cmp(x86::rax, x86::rcx);
  } else {
    b.a.test(x86::rax, x86::rax);
  }
  conditional(b, s, codeOf(c), target);
}

bool compare(Block& b, const Step& s, Condition c, bool immediate) {
  Operand operand;
  if (!plan(operand, b, s, immediate ? Mode::Immediate : Mode::Basic, Access::Read)) return false;
  beginWith(b, s, operand, false);
  b.loadAc(s, kAc);
  b.execute(s);
  b.store(s, immediate ? nullptr : &kOperand);
  b.finish(s);
  goOnIf(b, s, c, s.pc + 2, kAc, &kOperand);
  return true;
}

bool skip(Block& b, const Step& s, Condition c) {
  Operand operand;
  if (!plan(operand, b, s, Mode::Basic, Access::Read)) return false;
  beginWith(b, s, operand, false);
  b.execute(s);
  b.store(s, &kOperand);
  if (s.word.ac() != AcNo{}) b.setAc(s.word.ac().number(), kOperand);
  b.finish(s);
  goOnIf(b, s, c, s.pc + 2, kOperand, nullptr);
  return true;
}

// +1 or -1, as the interpreter's count().
void countWord(Block& b, const x86::Gp& word, bool up) {
  b.a.mov(x86::rcx, up ? std::uint64_t{1} : Word36::kMask);
  addWords(b, word, x86::rcx, false);
}

bool countAndSkip(Block& b, const Step& s, Condition c, bool up) {
  Operand operand;
  if (!plan(operand, b, s, Mode::Basic, kReadWrite)) return false;
  beginWith(b, s, operand, true);
  b.execute(s);
  countWord(b, kOperand, up);
  b.requestRestart(*operand.place);
  b.store(s, &kResult);
  setCarries(b);
  if (s.word.ac() != AcNo{}) b.setAc(s.word.ac().number(), kResult);
  b.write(*operand.place, kResult);
  b.finish(s);
  goOnIf(b, s, c, s.pc + 2, kResult, nullptr);
  return true;
}

// JUMP, AOJ, SOJ, AOBJP and AOBJN.
bool jumpIf(Block& b, const Step& s, Condition c, Group group) {
  if (Block::computesE(s)) return false;
  beginWithout(b, s);
  b.loadAc(s, kAc);
  b.execute(s);
  const bool both = group == Group::Aobjp || group == Group::Aobjn;
  const bool counts = group == Group::Aoj || group == Group::Soj;
  if (counts) countWord(b, kAc, group == Group::Aoj);
  if (both) {
    b.a.mov(kResult, kOneOne);
    b.a.add(kResult, kAc);
    cut(b, kResult);
  }
  b.store(s, nullptr);
  if (counts) setCarries(b);
  if (counts || both) b.setAc(s.word.ac().number(), kResult);
  b.finish(s);
  goOnIf(b, s, c, s.word.y().bits(), counts || both ? kResult : kAc, nullptr);
  return true;
}

// After the step: to E, which may be computed.
void goToE(Block& b, const Step& s) {
  if (Block::computesE(s))
    b.jumpTo(s.next, kE);
  else
    b.goOn(s.word.y().bits());
}

// The PC word that jumps save, in kOperand; byte increment is cleared after it, and after store().
void savePc(Block& b, const Step& s) {
  b.a.mov(kOperand, kFlags);
  b.a.shr(kOperand, kFlagsShift - 18);
  b.a.or_(kOperand, (s.pc + 1) & VirtualAddress::kMask);
}
void clearByteIncrement(Block& b) {
  constexpr int kBit = kFlagsShift + 13;
  static_assert(std::uint64_t{kPcByteIncrement} << kFlagsShift == std::uint64_t{1} << kBit);
  b.a.btr(kFlags, kBit);
}

void maskAddress(Block& b, const x86::Gp& to, const x86::Gp& from) {
  b.a.mov(to.r32(), from.r32());
  b.a.and_(to.r32(), VirtualAddress::kMask);
}

// The pointer in kAc, up or down, in kResult. An overflow is left to the interpreter.
void movePointer(Block& b, bool up) {
  constexpr int kCarry0 = 36;
  b.a.mov(kResult, up ? kOneOne : kMinusOneOne);
  b.a.add(kResult, kAc);
  b.a.bt(kResult, kCarry0);
  if (up)
    b.a.jc(b.exit());
  else
    b.a.jnc(b.exit());
  if (!up) cut(b, kResult);
}

bool push(Block& b, const Step& s, bool call) {
  const auto stack = b.placeOf(s.accumulator.right().bits(), true, Access::Write);
  Operand operand;
  if (!stack || (!call && Block::computesE(s))) return false;
  if (!call && !plan(operand, b, s, Mode::Basic, Access::Read)) return false;
  if (call) {
    beginWithout(b, s);
  } else {
    beginWith(b, s, operand, false);
  }
  b.loadAc(s, kAc);
  b.execute(s);
  movePointer(b, true);
  b.spend(&TimingProfile::viaSt2);
  maskAddress(b, x86::r11, kResult);
  b.locate(*stack, x86::r11);
  b.requestWrite(*stack, &TimingProfile::writeBefore, &TimingProfile::writeAfter);
  if (call) savePc(b, s);
  b.store(s, &kOperand);
  if (call) clearByteIncrement(b);
  b.setAc(s.word.ac().number(), kResult);
  b.write(*stack, kOperand);
  b.finish(s);
  if (call)
    goToE(b, s);
  else
    b.goOn(s.pc + 1);
  return true;
}

bool pop(Block& b, const Step& s, bool returns) {
  const auto stack = b.placeOf((s.accumulator.right().bits() + 1) & VirtualAddress::kMask, true, Access::Read);
  const auto place = returns ? stack : b.operandOf(s, Access::Write);
  if (!stack || !place || (!returns && Block::computesE(s))) return false;
  beginWithout(b, s);
  b.loadAc(s, kAc);
  maskAddress(b, x86::r11, kAc);
  b.locate(*stack, x86::r11);
  b.read(*stack, &TimingProfile::stackBefore, &TimingProfile::stackAfter);
  b.execute(s);
  movePointer(b, false);
  if (!returns) {
    b.spend(&TimingProfile::viaSt2);
    b.locate(*place);
    b.requestWrite(*place, &TimingProfile::writeBefore, &TimingProfile::writeAfter);
  }
  b.store(s, &kOperand);
  b.setAc(s.word.ac().number(), kResult);
  if (!returns) b.write(*place, kOperand);
  b.finish(s);
  if (!returns) {
    b.goOn(s.pc + 1);
    return true;
  }
  maskAddress(b, kE, kOperand);
  b.jumpTo(s.next, kE);
  return true;
}

}  // namespace

bool translateCompare(Block& b, const Step& s, const Insn& insn) {
  const auto c = static_cast<Condition>(insn.variant);
  switch (insn.group) {
    case Group::Cai:
    case Group::Cam:
      return compare(b, s, c, insn.group == Group::Cai);
    case Group::Skip:
      return skip(b, s, c);
    case Group::Aos:
    case Group::Sos:
      return countAndSkip(b, s, c, insn.group == Group::Aos);
    case Group::Aobjp:
      return jumpIf(b, s, Condition::GreaterEqual, insn.group);
    case Group::Aobjn:
      return jumpIf(b, s, Condition::Less, insn.group);
    default:
      return jumpIf(b, s, c, insn.group);
  }
}

bool translateJump(Block& b, const Step& s, const Insn& insn) {
  const bool saves = insn.group == Group::Jsp;
  if (!saves && s.word.ac() != AcNo{}) return false;
  const std::uint32_t to = s.word.y().bits();
  const bool back = !saves && !Block::computesE(s) && to <= s.pc && s.pc - to < Processor::kLongestWait;
  beginWithout(b, s);
  b.execute(s);
  if (back) b.checkJumpBack(to);
  if (saves) savePc(b, s);
  b.store(s, nullptr);
  if (saves) {
    clearByteIncrement(b);
    b.setAc(s.word.ac().number(), kOperand);
  }
  b.finish(s);
  if (back) b.noteJumpBack(to);
  goToE(b, s);
  return true;
}

bool translateStack(Block& b, const Step& s, const Insn& insn) {
  if (insn.group == Group::Pushj || insn.group == Group::Push) return push(b, s, insn.group == Group::Pushj);
  return pop(b, s, insn.group == Group::Popj);
}

}  // namespace utah10::translate

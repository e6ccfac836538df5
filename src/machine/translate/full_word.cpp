// MOVE, MOVS, MOVN, MOVM and EXCH; ADD and SUB; the Boolean functions.
#include "machine/translate/families.hpp"

namespace utah10::translate {

namespace {

// The moved word, in kResult, from `source`; carries, if any, in r11.
void moved(Block& b, Group group, const x86::Gp& source) {
  if (group == Group::MoveNegative) {
    b.a.mov(x86::rax, Word36::kMask);
    b.a.xor_(source, x86::rax);
    b.a.xor_(x86::ecx, x86::ecx);
    return addWords(b, x86::rcx, source, true);
  }
  b.a.mov(kResult, source);
  if (group == Group::MoveSwapped) swapHalves(b, kResult);
}

// MOVNx and MOVMx leave the operand complemented, so the word that crossed the bus must be kept.
bool moveToAc(Block& b, const Step& s, const Insn& insn) {
  Operand operand;
  const bool self = insn.mode == Mode::Self;
  if (!plan(operand, b, s, insn.mode, self ? kReadWrite : Rights{Access::Read})) return false;
  beginWith(b, s, operand, self);
  b.execute(s);
  if (insn.group == Group::MoveNegative) {
    b.a.mov(kAc, kOperand);
    moved(b, insn.group, kAc);
  } else {
    moved(b, insn.group, kOperand);
  }
  if (self) b.requestRestart(*operand.place);
  b.store(s, operand.immediate ? nullptr : self ? &kResult : &kOperand);
  if (insn.group == Group::MoveNegative) setCarries(b);
  if (!self || s.word.ac() != AcNo{}) b.setAc(s.word.ac().number(), kResult);
  if (self) b.write(*operand.place, kResult);
  b.finish(s);
  return true;
}

bool moveToMemory(Block& b, const Step& s, const Insn& insn) {
  const auto place = b.operandOf(s, Access::Write);
  if (!place) return false;
  beginWithout(b, s);
  b.locate(*place);
  b.loadAc(s, kAc);
  b.execute(s);
  moved(b, insn.group, kAc);
  b.requestWrite(*place, &TimingProfile::writeBefore, &TimingProfile::writeAfter);
  b.store(s, &kResult);
  if (insn.group == Group::MoveNegative) setCarries(b);
  b.write(*place, kResult);
  b.finish(s);
  return true;
}

bool exch(Block& b, const Step& s) {
  const auto place = b.operandOf(s, kReadWrite);
  if (!place) return false;
  beginWith(b, s, {place, false}, true);
  b.loadAc(s, kAc);
  b.execute(s);
  b.spend(&TimingProfile::viaSt2);
  b.requestRestart(*place);
  b.store(s, &kAc);
  b.setAc(s.word.ac().number(), kOperand);
  b.write(*place, kAc);
  b.finish(s);
  return true;
}

constexpr bool needsAc(unsigned f) { return f != 0 && f != 3 && f != 12 && f != 15; }
constexpr bool needsMemory(unsigned f) { return f != 0 && f != 5 && f != 10 && f != 15; }

void complement(Block& b, const x86::Gp& word) {
  b.a.mov(x86::rax, Word36::kMask);
  b.a.xor_(word, x86::rax);
}

// The function of kAc (which is lost) and kOperand, in kResult.
void booleanFunction(Block& b, unsigned f) {
  x86::Assembler& a = b.a;
  const bool acFlipped = f == 2 || f == 8 || f == 11 || f == 14 || f == 9;  // EQV: as XOR of the complement
  const bool memoryFlipped = f == 4 || f == 8 || f == 13 || f == 14;
  if (f == 0 || f == 15) return void(a.mov(kResult, f == 0 ? std::uint64_t{0} : Word36::kMask));
  if (f == 3 || f == 12) {
    a.mov(kResult, kOperand);
    if (f == 12) complement(b, kResult);
    return;
  }
  if (acFlipped || f == 10) complement(b, kAc);
  if (f == 5 || f == 10) return void(a.mov(kResult, kAc));
  a.mov(kResult, kOperand);
  if (memoryFlipped) complement(b, kResult);
  if (f == 1 || f == 2 || f == 4 || f == 8)
    a.and_(kResult, kAc);
  else if (f == 6 || f == 9)
    a.xor_(kResult, kAc);
  else
    a.or_(kResult, kAc);
}

}  // namespace

bool translateFullWord(Block& b, const Step& s, const Insn& insn) {
  if (insn.group == Group::Exch) {
    if (!exch(b, s)) return false;
  } else {
    if (insn.group == Group::MoveMagnitude) return false;
    if (!(insn.mode == Mode::Memory ? moveToMemory(b, s, insn) : moveToAc(b, s, insn))) return false;
  }
  b.goOn(s.pc + 1);
  return true;
}

bool translateAdder(Block& b, const Step& s, const Insn& insn) {
  const bool toMemory = insn.mode == Mode::Memory || insn.mode == Mode::Both;
  Operand operand;
  if (!plan(operand, b, s, insn.mode, toMemory ? kReadWrite : Rights{Access::Read})) return false;
  beginWith(b, s, operand, toMemory);
  b.loadAc(s, kAc);
  b.execute(s);
  if (insn.group == Group::Subtract) {
    b.a.mov(x86::rcx, kOperand);
    complement(b, x86::rcx);
    addWords(b, kAc, x86::rcx, true);
  } else {
    addWords(b, kAc, kOperand, false);
  }
  if (toMemory) b.requestRestart(*operand.place);
  b.store(s, operand.immediate ? nullptr : toMemory ? &kResult : &kOperand);
  setCarries(b);
  if (insn.mode != Mode::Memory) b.setAc(s.word.ac().number(), kResult);
  if (toMemory) b.write(*operand.place, kResult);
  b.finish(s);
  b.goOn(s.pc + 1);
  return true;
}

bool translateBoolean(Block& b, const Step& s, const Insn& insn) {
  const unsigned f = insn.variant;
  const bool toMemory = insn.mode == Mode::Memory || insn.mode == Mode::Both;
  const bool memory = insn.mode != Mode::Immediate && needsMemory(f);
  Operand operand;
  if (memory || toMemory) {
    const Rights need = !toMemory ? Rights{Access::Read} : memory ? kReadWrite : Rights{Access::Write};
    if (!plan(operand, b, s, Mode::Basic, need)) return false;
  } else {
    operand.immediate = true;
  }
  if (memory || !toMemory) {
    beginWith(b, s, operand, toMemory);
  } else {  // only written
    beginWithout(b, s);
    b.locate(*operand.place);
  }
  if (needsAc(f)) b.loadAc(s, kAc);
  b.execute(s);
  booleanFunction(b, f);
  if (toMemory && memory) b.requestRestart(*operand.place);
  if (toMemory && !memory) b.requestWrite(*operand.place, &TimingProfile::writeBefore, &TimingProfile::writeAfter);
  b.store(s, toMemory ? &kResult : memory ? &kOperand : nullptr);
  if (insn.mode != Mode::Memory) b.setAc(s.word.ac().number(), kResult);
  if (toMemory) b.write(*operand.place, kResult);
  b.finish(s);
  b.goOn(s.pc + 1);
  return true;
}

}  // namespace utah10::translate

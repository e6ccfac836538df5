// LSH, ROT, ASH to the right, LSHC and ROTC by a number of places that is part of the instruction; JFCL.
#include "machine/translate/families.hpp"

namespace utah10::translate {

namespace {

constexpr int kWord = 36;
constexpr int kUnused = 64 - kWord;
const x86::Gp kLow = kOperand;  // of two accumulators

void takeSteps(Block& b, ShiftCount n) {
  if (n.right) b.spend(&TimingProfile::shiftRightLess, -1);
  b.spend(&TimingProfile::shiftStep, n.steps);
}

// kAc shifted, in kResult.
void shiftOne(Block& b, Group group, ShiftCount n) {
  x86::Assembler& a = b.a;
  a.mov(kResult, kAc);
  if (group == Group::Ash) {
    a.shl(kResult, kUnused);
    a.sar(kResult, std::min(n.steps, kWord - 1));
    a.shr(kResult, kUnused);
  } else if (group == Group::Lsh) {
    if (n.steps >= kWord)
      a.xor_(kResult.r32(), kResult.r32());
    else if (n.right)
      a.shr(kResult, n.steps);
    else
      a.shl(kResult, n.steps);
    cut(b, kResult);
  } else {
    const int left = n.right ? (kWord - n.steps % kWord) % kWord : n.steps % kWord;
    a.mov(x86::rax, kAc);
    a.shl(kResult, left);
    a.shr(x86::rax, kWord - left);
    a.or_(kResult, x86::rax);
    cut(b, kResult);
  }
}

bool single(Block& b, const Step& s, Group group) {
  const ShiftCount n = shiftCount(s.word.y());
  if (Block::computesE(s) || (group == Group::Ash && !n.right)) return false;
  if (group == Group::Rot && n.steps > 2 * kWord) return false;
  beginWithout(b, s);
  b.loadAc(s, kAc);
  b.execute(s);
  takeSteps(b, n);
  shiftOne(b, group, n);
  b.store(s, nullptr);
  b.setAc(s.word.ac().number(), kResult);
  b.finish(s);
  return true;
}

// `to` = `main` moved by n places, filled from `other`.
void moveInto(Block& b, const x86::Gp& to, const x86::Gp& main, const x86::Gp& other, ShiftCount n) {
  x86::Assembler& a = b.a;
  a.mov(to, main);
  a.mov(x86::rax, other);
  if (n.right) {
    a.shr(to, n.steps);
    a.shl(x86::rax, kWord - n.steps);
  } else {
    a.shl(to, n.steps);
    a.shr(x86::rax, kWord - n.steps);
  }
  a.or_(to, x86::rax);
  cut(b, to);
}

void moveOut(Block& b, const x86::Gp& word, ShiftCount n) {
  if (n.right)
    b.a.shr(word, n.steps);
  else
    b.a.shl(word, n.steps);
  cut(b, word);
}

bool combined(Block& b, const Step& s, Group group) {
  const ShiftCount n = shiftCount(s.word.y());
  if (Block::computesE(s) || n.steps == 0 || n.steps >= kWord) return false;
  const std::uint32_t second = s.word.ac().next().number();
  beginWithout(b, s);
  b.loadAc(s, kAc);
  b.spend(&TimingProfile::secondAcFetch);
  b.a.mov(kLow, in(b.p, b.p.ac[second]));
  b.execute(s);
  takeSteps(b, n);
  const bool rotates = group == Group::Rotc;
  if (rotates || !n.right) moveInto(b, kResult, kAc, kLow, n);  // the high word after it
  if (rotates || n.right) moveInto(b, x86::r11, kLow, kAc, n);  // the low one
  if (!rotates && n.right) {
    b.a.mov(kResult, kAc);
    moveOut(b, kResult, n);
  } else if (!rotates) {
    b.a.mov(x86::r11, kLow);
    moveOut(b, x86::r11, n);
  }
  b.spend(&TimingProfile::secondAcStoreShift);
  b.store(s, nullptr);
  b.setAc(s.word.ac().number(), kResult);
  b.setAc(second, x86::r11);
  b.finish(s);
  return true;
}

// With none of the selected flags up.
bool jfcl(Block& b, const Step& s) {
  const auto selects = [&s](std::uint32_t bit, std::uint32_t flag) { return s.word.acHas(bit) ? flag : 0; };
  const std::uint32_t flags =
      selects(010, kPcOverflow) | selects(004, kPcCarry0) | selects(002, kPcCarry1) | selects(001, kPcFloatOverflow);
  beginWithout(b, s);
  b.execute(s);
  if (flags != 0) {
    b.a.mov(x86::rax, std::uint64_t{flags} << kFlagsShift);
    b.a.test(x86::rax, kFlags);
    b.a.jnz(b.exit());
  }
  b.store(s, nullptr);
  b.finish(s);
  return true;
}

}  // namespace

bool translateShift(Block& b, const Step& s, const Insn& insn) {
  const bool two = insn.group == Group::Lshc || insn.group == Group::Rotc;
  const bool done = insn.group == Group::Jfcl ? jfcl(b, s)
                    : two                     ? combined(b, s, insn.group)
                                              : single(b, s, insn.group);
  if (done) b.goOn(s.pc + 1);
  return done;
}

}  // namespace utah10::translate

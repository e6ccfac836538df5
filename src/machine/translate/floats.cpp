// Floating point and fixed-point multiplication and division, for one accumulator: computed by the word layer's
// functions, which the code calls. What raises a flag, or leaves the execution early, is left to the interpreter.
#include "machine/translate/families.hpp"
#include "word/floating.hpp"

namespace utah10::translate {

namespace {

constexpr std::int64_t kRefused = -1;
constexpr Duration kLongestDelay = microseconds(8);

// The result, and the time beyond the constant part of the execution, or a second result; kRefused: to be
// interpreted.
struct Called {
  std::uint64_t word = 0;
  std::int64_t more = kRefused;
};
using Function = Called (*)(const TimingProfile& t, std::uint64_t ac, std::uint64_t operand);

Called taking(Word36 word, Duration time) {
  if (time < Duration{} || time > kLongestDelay) return {};
  return {word.bits(), time.count()};
}

template <Group G, FloatForm F>
Called addMultiply(const TimingProfile& t, std::uint64_t ac, std::uint64_t operand) {
  const Word36 a{ac}, m{operand};
  const FloatResult r = G == Group::FloatAdd        ? floatAdd(a, m, F)
                        : G == Group::FloatSubtract ? floatSubtract(a, m, F)
                                                    : floatMultiply(a, m, F);
  if (r.flags.overflow || r.high.zero()) return {};
  const FloatSteps& s = r.steps;
  const Duration align = s.far ? -t.alignFarLess : t.alignStep * s.align;
  return taking(
      r.high, align + t.multiplyAddStep * s.add + t.normaliseStep * s.normalise + (s.round ? t.roundPass : Duration{}));
}

template <FloatForm F>
Called divide(const TimingProfile& t, std::uint64_t ac, std::uint64_t operand) {
  const FloatResult r = floatDivide(Word36{ac}, Word36{operand}, F);
  if (r.flags.overflow || r.flags.noDivide || r.high.zero()) return {};
  return taking(r.high,
                (r.steps.align != 0 ? t.floatDividePreshift : Duration{}) + t.normaliseStep * r.steps.normalise);
}

Called multiplyFixed(const TimingProfile& t, std::uint64_t ac, std::uint64_t operand) {
  const SingleProduct r = multiplySingle(Word36{ac}, Word36{operand});
  if (r.overflow) return {};
  return taking(r.word, t.multiplyAddStep * r.addSteps);
}

Called divideFixed(const TimingProfile&, std::uint64_t ac, std::uint64_t operand) {
  const Quotient q = divideSingle(Word36{ac}, Word36{operand});
  if (q.noDivide) return {};
  return {q.quotient.bits(), static_cast<std::int64_t>(q.remainder.bits())};
}

template <FloatForm F>
Function floatFunction(Group group) {
  switch (group) {
    case Group::FloatAdd:
      return &addMultiply<Group::FloatAdd, F>;
    case Group::FloatSubtract:
      return &addMultiply<Group::FloatSubtract, F>;
    case Group::FloatMultiply:
      return &addMultiply<Group::FloatMultiply, F>;
    default:
      return &divide<F>;
  }
}

Function functionOf(const Insn& insn) {
  if (insn.group == Group::Imul) return &multiplyFixed;
  if (insn.group == Group::Idiv) return &divideFixed;
  return insn.mode == Mode::Basic ? floatFunction<FloatForm::Plain>(insn.group)
                                  : floatFunction<FloatForm::Rounded>(insn.group);
}

// Results in kResult and rdx.
void call(Block& b, Function function) {
  x86::Assembler& a = b.a;
  a.push(kE);
  a.push(kOperand);  // two, so that the stack stays aligned
  a.mov(x86::rdx, kOperand);
  a.mov(x86::rsi, kAc);
  a.mov(x86::rdi, reinterpret_cast<std::uint64_t>(&b.p.timing));
  a.mov(x86::rax, reinterpret_cast<std::uint64_t>(function));
  a.call(x86::rax);
  a.pop(kOperand);
  a.pop(kE);
  a.test(x86::rdx, x86::rdx);
  a.js(b.exit());
  a.mov(kResult, x86::rax);
}

}  // namespace

bool translateCalled(Block& b, const Step& s, const Insn& insn) {
  const bool immediate = insn.mode == Mode::Immediate || insn.mode == Mode::RoundedImmediate;
  if (!immediate && insn.mode != Mode::Basic && insn.mode != Mode::Rounded) return false;
  const bool fixed = insn.group == Group::Imul || insn.group == Group::Idiv;
  Operand operand;
  if (!plan(operand, b, s, immediate ? Mode::Immediate : Mode::Basic, Access::Read)) return false;
  if (immediate && !fixed) {
    b.begin(s);
    b.address(s);
    b.spend(&TimingProfile::floatImmediate);
    loadImmediate(b, s);
    b.a.shl(kOperand, 18);
  } else {
    beginWith(b, s, operand, false);
  }
  b.loadAc(s, kAc);
  call(b, functionOf(insn));
  b.execute(s);
  b.store(s, immediate ? nullptr : &kOperand);
  b.setAc(s.word.ac().number(), kResult);
  if (insn.group == Group::Idiv) {
    b.spend(&TimingProfile::secondAcStoreOther);
    b.setAc(s.word.ac().next().number(), x86::rdx);
  }
  b.finish(s);
  if (insn.group != Group::Idiv) {
    b.a.mov(x86::rcx, x86::rdx);
    b.delay(kLongestDelay.count());
  }
  b.goOn(s.pc + 1);
  return true;
}

}  // namespace utah10::translate

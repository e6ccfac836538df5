// Floating point and fixed-point multiplication and division, for one accumulator: computed by the word layer's
// functions, which the code calls. What raises a flag, or leaves the execution early, is left to the interpreter.
#include "machine/translate/families.hpp"
#include "word/floating_flow.hpp"

namespace utah10::translate {

namespace {

constexpr std::int64_t kRefused = -1;
constexpr Duration kLongestDelay = microseconds(8);

// The result, and the time beyond the shortest execution, or a second result; kRefused: to be interpreted.
struct Called {
  std::uint64_t word = 0;
  std::int64_t more = kRefused;
};
using Function = Called (*)(const TimingProfile& t, std::uint64_t ac, std::uint64_t operand);

Called taking(Word36 word, Duration time) {
  if (time < Duration{} || time > kLongestDelay) return {};
  return {word.bits(), time.count()};
}

Duration timeOf(const TimingProfile& t, const FloatSteps& s) {
  const Duration align = s.far ? -t.alignFarLess : t.alignStep * s.align;
  return align + t.multiplyAddStep * s.add + t.normaliseStep * s.normalise + (s.round ? t.roundPass : Duration{});
}

Called result(const TimingProfile& t, const FloatResult& r) {
  if (r.flags.overflow) return {};
  return taking(r.high, timeOf(t, r.steps) + (r.high.zero() ? Duration{} : t.floatZeroLess));
}

template <Group G, FloatForm F>
Called addMultiply(const TimingProfile& t, std::uint64_t ac, std::uint64_t operand) {
  using namespace float_flow;
  const Word36 a{ac};
  const Word36 m = G == Group::FloatSubtract ? negate(Word36{operand}).word : Word36{operand};
  FloatSteps steps;
  const Working w = G == Group::FloatMultiply ? product(a, m, steps) : sum(a, m, steps);
  if (const auto u = usual(w, F == FloatForm::Rounded, steps)) [[likely]] {
    if ((u->exponent & 0400) != 0) return {};
    return taking(u->word, timeOf(t, steps) + t.floatZeroLess);
  }
  return result(t, G == Group::FloatMultiply ? floatMultiply(a, m, F) : floatAdd(a, m, F));
}

template <FloatForm F>
Called divide(const TimingProfile& t, std::uint64_t ac, std::uint64_t operand) {
  const FloatResult r = floatDivide(Word36{ac}, Word36{operand}, F);
  if (r.flags.overflow || r.flags.noDivide) return {};
  return taking(r.high, (r.steps.align != 0 ? t.floatDividePreshift : Duration{}) +
                            t.normaliseStep * r.steps.normalise + (r.high.zero() ? Duration{} : t.divideZeroLess));
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
  return insn.mode < Mode::Rounded ? floatFunction<FloatForm::Plain>(insn.group)
                                   : floatFunction<FloatForm::Rounded>(insn.group);
}

const x86::Gp kMore = x86::r11;

// Results in kResult and kMore. Keeps the operand and, if they are computed, E and where it lies.
void call(Block& b, const Step& s, Function function) {
  x86::Assembler& a = b.a;
  // An even number, so that the stack stays aligned.
  const std::vector<x86::Gp> kept =
      Block::computesE(s) ? std::vector{kOperand, kE, kReal, kReal} : std::vector{kOperand, kOperand};
  for (const x86::Gp& r : kept) a.push(r);
  a.mov(x86::rdx, kOperand);
  a.mov(x86::rsi, kAc);
  a.mov(x86::rdi, reinterpret_cast<std::uint64_t>(&b.p.timing));
  a.mov(x86::rax, reinterpret_cast<std::uint64_t>(function));
  a.call(x86::rax);
  a.mov(kResult, x86::rax);
  a.mov(kMore, x86::rdx);
  for (std::size_t n = kept.size(); n != 0; --n) a.pop(kept[n - 1]);
  a.test(kMore, kMore);
  a.js(b.exit());
}

constexpr bool toMemory(Mode m) {
  return m == Mode::Memory || m == Mode::Both || m == Mode::RoundedMemory || m == Mode::RoundedBoth;
}
constexpr bool toAc(Mode m) { return m != Mode::Memory && m != Mode::RoundedMemory; }

// The time that the execution takes longer passes before the result is written.
void writeResult(Block& b, const Place& place) {
  b.a.mov(in(b.p, b.p.translated.delays[0]), kMore);
  b.shift(0, kLongestDelay);
  b.requestWrite(place, &TimingProfile::writeBefore, &TimingProfile::writeAfter);
}

bool translateFloat(Block& b, const Step& s, const Insn& insn) {
  const bool immediate = insn.mode == Mode::RoundedImmediate;
  const bool writes = toMemory(insn.mode);
  if (insn.mode == Mode::Long) return false;
  Operand operand;
  if (!plan(operand, b, s, immediate ? Mode::Immediate : Mode::Basic, writes ? kReadWrite : Rights{Access::Read}))
    return false;
  if (immediate) {
    b.begin(s);
    b.address(s);
    b.spend(&TimingProfile::floatImmediate);
    loadImmediate(b, s);
    b.a.shl(kOperand, 18);
  } else {
    beginWith(b, s, operand, false);
  }
  b.loadAc(s, kAc);
  call(b, s, functionOf(insn));
  b.execute(s);
  b.spend(insn.group == Group::FloatDivide ? &TimingProfile::divideZeroLess : &TimingProfile::floatZeroLess, -1);
  if (writes) writeResult(b, *operand.place);
  b.store(s, immediate ? nullptr : writes ? &kResult : &kOperand);
  if (toAc(insn.mode)) b.setAc(s.word.ac().number(), kResult);
  if (writes) b.write(*operand.place, kResult);
  b.finish(s);
  if (!writes) {
    b.a.mov(x86::rcx, kMore);
    b.delay(kLongestDelay.count());
  }
  b.goOn(s.pc + 1);
  return true;
}

bool translateFixed(Block& b, const Step& s, const Insn& insn) {
  const bool immediate = insn.mode == Mode::Immediate;
  if (!immediate && insn.mode != Mode::Basic) return false;
  Operand operand;
  if (!plan(operand, b, s, insn.mode, Access::Read)) return false;
  beginWith(b, s, operand, false);
  b.loadAc(s, kAc);
  call(b, s, functionOf(insn));
  b.execute(s);
  b.store(s, immediate ? nullptr : &kOperand);
  b.setAc(s.word.ac().number(), kResult);
  if (insn.group == Group::Idiv) {
    b.spend(&TimingProfile::secondAcStoreOther);
    b.setAc(s.word.ac().next().number(), kMore);
  }
  b.finish(s);
  if (insn.group == Group::Imul) {
    b.a.mov(x86::rcx, kMore);
    b.delay(kLongestDelay.count());
  }
  b.goOn(s.pc + 1);
  return true;
}

}  // namespace

bool translateCalled(Block& b, const Step& s, const Insn& insn) {
  const bool fixed = insn.group == Group::Imul || insn.group == Group::Idiv;
  return fixed ? translateFixed(b, s, insn) : translateFloat(b, s, insn);
}

}  // namespace utah10::translate

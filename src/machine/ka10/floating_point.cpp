// SRM, Floating Point Arithmetic: UFA, DFN, FSC, FAD.. FSB.. FMP.. FDV...
#include "machine/ka10/unit.hpp"
#include "word/floating.hpp"

namespace utah10 {

namespace {

template <bool P>
void raiseFlags(Datapath<P>& d, const FloatFlags& f) {
  if (!f.overflow) [[likely]]
    return;
  d.p.raise(kPcOverflow | kPcFloatOverflow | (f.underflow ? kPcFloatUnderflow : 0u) | (f.noDivide ? kPcNoDivide : 0u));
}

template <bool P>
void takeSteps(Datapath<P>& d, const FloatSteps& s) {
  if (s.far)
    d.template spendLess<&TimingProfile::alignFarLess>();
  else
    d.template spendTimes<&TimingProfile::alignStep>(s.align);
  d.template spendTimes<&TimingProfile::multiplyAddStep>(s.add);
  d.template spendTimes<&TimingProfile::normaliseStep>(s.normalise);
  if (s.round) d.template spend<&TimingProfile::roundPass>();
}

constexpr FloatForm formOf(Mode m) {
  if (m == Mode::Long) return FloatForm::Long;
  return m >= Mode::Rounded ? FloatForm::Rounded : FloatForm::Plain;
}
constexpr bool storesMemory(Mode m) {
  return m == Mode::Memory || m == Mode::Both || m == Mode::RoundedMemory || m == Mode::RoundedBoth;
}
constexpr bool storesAc(Mode m) { return m != Mode::Memory && m != Mode::RoundedMemory; }

template <Mode M, bool P>
Word36 floatOperand(Datapath<P>& d, std::uint32_t e) {
  if constexpr (M == Mode::RoundedImmediate) {
    d.template spend<&TimingProfile::floatImmediate>();
    return Word36{std::uint64_t{e} << 18};
  } else {
    return d.read(e);
  }
}

template <Mode M, bool P>
void store(Datapath<P>& d, Operands o, const FloatResult& r) {
  if constexpr (storesAc(M)) d.setAc(o.a, r.high);
  if constexpr (storesMemory(M)) d.write(o.e, r.high);
  if constexpr (M == Mode::Long) {
    d.template spend<&TimingProfile::secondAcStoreOther>();
    d.setSecondAc(o.a, r.low);
  }
}

template <bool P, Group G, Mode M>
void addMultiply(Datapath<P>& d, Operands o) {
  const Word36 operand = floatOperand<M>(d, o.e);
  const Word36 a = d.ac(o.a);
  constexpr FloatForm form = formOf(M);
  const FloatResult r = G == Group::FloatAdd        ? floatAdd(a, operand, form)
                        : G == Group::FloatSubtract ? floatSubtract(a, operand, form)
                                                    : floatMultiply(a, operand, form);
  d.execute();
  takeSteps(d, r.steps);
  if (r.high.zero() && r.low.zero()) {  // leaves before normalising, and before making a low word
    d.template spendLess<&TimingProfile::floatZeroLess>();
    if constexpr (M == Mode::Long) {
      const auto& execution = d.p.timing.execution;
      d.spend(execution[kOpcodeOf<G>] - execution[d.p.ir.opcode()], "no low word");  // as in the basic mode
    }
  }
  raiseFlags(d, r.flags);
  store<M>(d, o, r);
}

template <bool P>
void refuseDivide(Datapath<P>& d, Duration execution, const FloatFlags& flags) {
  d.operandsReady();
  d.template spend<&TimingProfile::beforeExecution>();
  d.spend(execution, "no divide");
  d.template spend<&TimingProfile::afterExecution>();
  raiseFlags(d, flags);
}

template <bool P, Mode M>
void divide(Datapath<P>& d, Operands o) {
  const Word36 operand = floatOperand<M>(d, o.e);
  const Word36 a = d.ac(o.a);
  const FloatResult r = floatDivide(a, operand, formOf(M));
  if (r.flags.noDivide) return refuseDivide(d, d.p.timing.floatNoDivide, r.flags);
  d.execute();
  if (r.high.zero()) d.template spendLess<&TimingProfile::divideZeroLess>();
  if (r.steps.align != 0) d.template spend<&TimingProfile::floatDividePreshift>();
  d.template spendTimes<&TimingProfile::normaliseStep>(r.steps.normalise);
  raiseFlags(d, r.flags);
  store<M>(d, o, r);
}

template <bool P>
void divideLong(Datapath<P>& d, Operands o) {
  const Word36 operand = d.read(o.e);
  const Word36 high = d.ac(o.a);
  const Word36 low = d.secondAc(o.a);
  const FloatResult r = floatDivideLong({high, low}, operand);
  const Duration negative = high.sign() ? d.p.timing.divideNegativeDividend : Duration{};
  if (r.flags.noDivide) return refuseDivide(d, d.p.timing.floatLongNoDivide + negative, r.flags);
  d.execute();
  d.spend(negative, "divide-negative-dividend");
  if (r.high.zero()) d.template spendLess<&TimingProfile::divideLongZeroLess>();
  if (r.steps.align != 0) d.template spend<&TimingProfile::floatDividePreshift>();
  d.template spendTimes<&TimingProfile::normaliseStep>(r.steps.normalise);
  raiseFlags(d, r.flags);
  store<Mode::Long>(d, o, r);
}

template <bool P>
void ufa(Datapath<P>& d, Operands o) {
  const Word36 operand = d.read(o.e);
  const FloatResult r = floatAddUnnormalised(d.ac(o.a), operand);
  d.execute();
  takeSteps(d, r.steps);
  if (r.high.zero()) d.template spendLess<&TimingProfile::floatZeroLess>();
  raiseFlags(d, r.flags);
  d.setSecondAc(o.a, r.high);
}

template <bool P>
void dfn(Datapath<P>& d, Operands o) {
  const Word36 low = d.readPause(o.e);
  const DoubleWord r = doubleNegate({d.ac(o.a), low});
  d.execute();
  d.template spend<&TimingProfile::viaSt2>();
  d.setAc(o.a, r.high);
  d.writeRestart(r.low);
}

template <bool P>
void fsc(Datapath<P>& d, Operands o) {
  d.noOperand();
  const Word36 a = d.ac(o.a);
  const FloatResult r = floatScale(a, HalfWord{o.e});
  d.execute();
  takeSteps(d, r.steps);
  if (r.high.zero()) d.template spendLess<&TimingProfile::fscZeroLess>();
  raiseFlags(d, r.flags);
  d.setAc(o.a, r.high);
}

template <bool P, Mode M>
constexpr auto divideOf() {
  if constexpr (M == Mode::Long)
    return &divideLong<P>;
  else
    return &divide<P, M>;
}

template <bool P, Group G>
void bindAddMultiply(Binder<P>& b) {
  b.template bindEach<G>([]<unsigned Op>() { return &addMultiply<P, G, kInsnTable[Op].mode>; });
}

template <bool P>
void bind(HandlerTable& table) {
  Binder<P> b{table};
  b.template bind<Group::Ufa, &ufa<P>>();
  b.template bind<Group::Dfn, &dfn<P>>();
  b.template bind<Group::Fsc, &fsc<P>>();
  bindAddMultiply<P, Group::FloatAdd>(b);
  bindAddMultiply<P, Group::FloatSubtract>(b);
  bindAddMultiply<P, Group::FloatMultiply>(b);
  b.template bindEach<Group::FloatDivide>([]<unsigned Op>() { return divideOf<P, kInsnTable[Op].mode>(); });
}

}  // namespace

void bindFloatingPoint(HandlerTable& plain, HandlerTable& probed) {
  bind<false>(plain);
  bind<true>(probed);
}

}  // namespace utah10

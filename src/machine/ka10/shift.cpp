// SRM, Shift and Rotate: ASH, ROT, LSH, JFFO, ASHC, ROTC, LSHC.
#include "machine/ka10/unit.hpp"
#include "word/arithmetic.hpp"

namespace utah10 {

namespace {

template <bool P>
void takeSteps(Datapath<P>& d, ShiftCount n) {
  if (n.right) d.template spendLess<&TimingProfile::shiftRightLess>();
  d.template spendTimes<&TimingProfile::shiftStep>(n.steps);
}

template <bool P, Group G>
void single(Datapath<P>& d, Operands o) {
  d.noOperand();
  const Word36 a = d.ac(o.a);
  const ShiftCount n = shiftCount(HalfWord{o.e});
  d.execute();
  takeSteps(d, n);
  if constexpr (G == Group::Ash) {
    const Shifted r = ash(a, n);
    if (r.overflow) d.p.raise(kPcOverflow);
    d.setAc(o.a, r.word);
  } else {
    d.setAc(o.a, G == Group::Lsh ? lsh(a, n) : rot(a, n));
  }
}

template <bool P, Group G>
void combined(Datapath<P>& d, Operands o) {
  d.noOperand();
  const Word36 high = d.ac(o.a);
  const Word36 low = d.secondAc(o.a);
  const ShiftCount n = shiftCount(HalfWord{o.e});
  d.execute();
  takeSteps(d, n);
  DoubleWord result;
  if constexpr (G == Group::Ashc) {
    const ShiftedDouble r = ashc({high, low}, n);
    if (r.overflow) d.p.raise(kPcOverflow);
    result = r.words;
  } else {
    result = G == Group::Lshc ? lshc({high, low}, n) : rotc({high, low}, n);
  }
  d.setAc(o.a, result.high);
  d.template spend<&TimingProfile::secondAcStoreShift>();
  d.setSecondAc(o.a, result.low);
}

// A left half of zeros is skipped in one step, so time counts zeros modulo 18 (decimal).
template <bool P>
void jffo(Datapath<P>& d, Operands o) {
  d.noOperand();
  const Word36 a = d.ac(o.a);
  d.execute();
  if (a.zero()) return d.setSecondAc(o.a, Word36{});
  const int zeros = leadingZeros(a);
  if (zeros % 18 != 0) d.template spend<&TimingProfile::jffoAny>();
  d.template spendTimes<&TimingProfile::jffoStep>(zeros % 18);
  d.jump(o.e);
  d.setSecondAc(o.a, Word36{static_cast<std::uint64_t>(zeros)});
}

template <bool P>
void bind(HandlerTable& table) {
  Binder<P> b{table};
  b.template bind<Group::Ash, &single<P, Group::Ash>>();
  b.template bind<Group::Rot, &single<P, Group::Rot>>();
  b.template bind<Group::Lsh, &single<P, Group::Lsh>>();
  b.template bind<Group::Jffo, &jffo<P>>();
  b.template bind<Group::Ashc, &combined<P, Group::Ashc>>();
  b.template bind<Group::Rotc, &combined<P, Group::Rotc>>();
  b.template bind<Group::Lshc, &combined<P, Group::Lshc>>();
}

}  // namespace

void bindShift(HandlerTable& plain, HandlerTable& probed) {
  bind<false>(plain);
  bind<true>(probed);
}

}  // namespace utah10

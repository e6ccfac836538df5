// SRM, Fixed Point Arithmetic: ADD, SUB, MUL, IMUL, DIV, IDIV.
#include "machine/ka10/unit.hpp"
#include "word/arithmetic.hpp"

namespace utah10 {

namespace {

template <bool P>
void setCarries(Datapath<P>& d, const Sum& s) {
  d.p.flags |= (s.carry0 ? kPcCarry0 : 0u) | (s.carry1 ? kPcCarry1 : 0u);
  if (s.overflow()) [[unlikely]]
    d.p.raise(kPcOverflow);
}

template <bool P, Group G, Mode M>
void addSubtract(Datapath<P>& d, Operands o) {
  constexpr bool toMemory = M == Mode::Memory || M == Mode::Both;
  const Word36 operand = toMemory ? d.readPause(o.e) : fetchOperand<M>(d, o.e);
  const Word36 a = d.ac(o.a);
  d.execute();
  const Sum s = G == Group::Add ? add(a, operand) : subtract(a, operand);
  setCarries(d, s);
  if constexpr (M != Mode::Memory) d.setAc(o.a, s.word);
  if constexpr (toMemory) d.writeRestart(s.word);
}

// Stores of multiply and divide: memory modes are a read and a separate write; the second AC is stored last.
template <Mode M, bool P>
void storeDouble(Datapath<P>& d, Operands o, Word36 first, Word36 second) {
  if constexpr (M != Mode::Memory) d.setAc(o.a, first);
  if constexpr (M == Mode::Memory || M == Mode::Both) d.write(o.e, first);
  if constexpr (M != Mode::Memory) {
    d.template spend<&TimingProfile::secondAcStoreOther>();
    d.setSecondAc(o.a, second);
  }
}

template <bool P, Mode M>
void mul(Datapath<P>& d, Operands o) {
  const Word36 operand = fetchOperand<M>(d, o.e);
  const Word36 a = d.ac(o.a);
  const Product r = multiply(a, operand);
  d.execute();
  d.template spendTimes<&TimingProfile::multiplyAddStep>(r.addSteps);
  if (r.overflow) d.p.raise(kPcOverflow);
  storeDouble<M>(d, o, r.words.high, r.words.low);
}

template <bool P, Mode M>
void imul(Datapath<P>& d, Operands o) {
  const Word36 operand = fetchOperand<M>(d, o.e);
  const Word36 a = d.ac(o.a);
  const SingleProduct r = multiplySingle(a, operand);
  d.execute();
  d.template spendTimes<&TimingProfile::multiplyAddStep>(r.addSteps);
  if (r.overflow) d.p.raise(kPcOverflow);
  if constexpr (M != Mode::Memory) d.setAc(o.a, r.word);
  if constexpr (M == Mode::Memory || M == Mode::Both) d.write(o.e, r.word);
}

// A refused divide stores nothing and leaves early.
template <bool P>
void refuseDivide(Datapath<P>& d, Duration execution) {
  d.operandsReady();
  d.template spend<&TimingProfile::beforeExecution>();
  d.spend(execution, "no divide");
  d.template spend<&TimingProfile::afterExecution>();
  d.p.raise(kPcOverflow | kPcNoDivide);
}

template <bool P, Mode M>
void idiv(Datapath<P>& d, Operands o) {
  const Word36 divisor = fetchOperand<M>(d, o.e);
  const Quotient q = divideSingle(d.ac(o.a), divisor);
  if (q.noDivide) return refuseDivide(d, d.p.timing.integerNoDivide);
  d.execute();
  storeDouble<M>(d, o, q.quotient, q.remainder);
}

template <bool P, Mode M>
void div(Datapath<P>& d, Operands o) {
  const Word36 divisor = fetchOperand<M>(d, o.e);
  const Word36 high = d.ac(o.a);
  const Word36 low = d.secondAc(o.a);
  const Quotient q = divide({high, low}, divisor);
  const Duration negative = high.sign() ? d.p.timing.divideNegativeDividend : Duration{};
  if (q.noDivide) return refuseDivide(d, d.p.timing.doubleNoDivide + negative);
  d.execute();
  d.spend(negative, "divide-negative-dividend");
  storeDouble<M>(d, o, q.quotient, q.remainder);
}

template <bool P>
void bind(HandlerTable& table) {
  Binder<P> b{table};
  b.template bindEach<Group::Imul>([]<unsigned Op>() { return &imul<P, kInsnTable[Op].mode>; });
  b.template bindEach<Group::Mul>([]<unsigned Op>() { return &mul<P, kInsnTable[Op].mode>; });
  b.template bindEach<Group::Idiv>([]<unsigned Op>() { return &idiv<P, kInsnTable[Op].mode>; });
  b.template bindEach<Group::Div>([]<unsigned Op>() { return &div<P, kInsnTable[Op].mode>; });
  b.template bindEach<Group::Add>([]<unsigned Op>() { return &addSubtract<P, Group::Add, kInsnTable[Op].mode>; });
  b.template bindEach<Group::Subtract>(
      []<unsigned Op>() { return &addSubtract<P, Group::Subtract, kInsnTable[Op].mode>; });
}

}  // namespace

void bindFixedPoint(HandlerTable& plain, HandlerTable& probed) {
  bind<false>(plain);
  bind<true>(probed);
}

}  // namespace utah10

// SRM, Arithmetic Testing: CAI, CAM, JUMP, SKIP, AOJ, AOS, SOJ, SOS (300-377) and AOBJP, AOBJN.
#include "machine/ka10/unit.hpp"
#include "word/arithmetic.hpp"

namespace utah10 {

namespace {

template <Condition C>
bool holds(std::int64_t v) {
  if constexpr (C == Condition::Never) return false;
  if constexpr (C == Condition::Less) return v < 0;
  if constexpr (C == Condition::Equal) return v == 0;
  if constexpr (C == Condition::LessEqual) return v <= 0;
  if constexpr (C == Condition::Always) return true;
  if constexpr (C == Condition::GreaterEqual) return v >= 0;
  if constexpr (C == Condition::NotEqual) return v != 0;
  return v > 0;
}

// The comparison is exact: the hardware corrects the sign of the difference by overflow.
template <bool P, Condition C, bool Immediate>
void compare(Datapath<P>& d, Operands o) {
  const Word36 operand = Immediate ? fetchOperand<Mode::Immediate>(d, o.e) : d.read(o.e);
  const Word36 a = d.ac(o.a);
  d.execute();
  if (holds<C>(a.value() - operand.value())) d.skip();
}

template <bool P, Condition C>
void jump(Datapath<P>& d, Operands o) {
  d.noOperand();
  const Word36 a = d.ac(o.a);
  d.execute();
  if (holds<C>(a.value())) d.jump(o.e);
}

template <bool P, Condition C>
void skip(Datapath<P>& d, Operands o) {
  const Word36 operand = d.read(o.e);
  d.execute();
  if (holds<C>(operand.value())) d.skip();
  if (o.a != 0) d.setAc(o.a, operand);
}

// +1 or -1 (as the 36-bit sum with all ones), with the carries.
template <bool P, bool Up>
Word36 count(Datapath<P>& d, Word36 w) {
  const Sum s = Up ? add(w, Word36{1}) : add(w, ~Word36{});
  d.p.flags |= (s.carry0 ? kPcCarry0 : 0u) | (s.carry1 ? kPcCarry1 : 0u);
  if (s.overflow()) [[unlikely]]
    d.p.raise(kPcOverflow);
  return s.word;
}

// The condition tests the result's own sign; overflow does not correct it.
template <bool P, Condition C, bool Up>
void countAndJump(Datapath<P>& d, Operands o) {
  d.noOperand();
  const Word36 a = d.ac(o.a);
  d.execute();
  const Word36 result = count<P, Up>(d, a);
  d.setAc(o.a, result);
  if (holds<C>(result.value())) d.jump(o.e);
}

template <bool P, Condition C, bool Up>
void countAndSkip(Datapath<P>& d, Operands o) {
  const Word36 operand = d.readPause(o.e);
  d.execute();
  const Word36 result = count<P, Up>(d, operand);
  if (holds<C>(result.value())) d.skip();
  if (o.a != 0) d.setAc(o.a, result);
  d.writeRestart(result);
}

template <bool P, bool IfNegative>
void addOneToBoth(Datapath<P>& d, Operands o) {
  d.noOperand();
  const Word36 a = d.ac(o.a);
  d.execute();
  const Word36 result = a + Word36::halves(1, 1);
  d.setAc(o.a, result);
  if (result.sign() == IfNegative) d.jump(o.e);
}

template <unsigned Op>
constexpr Condition kCondition = static_cast<Condition>(kInsnTable[Op].variant);

template <bool P>
void bind(HandlerTable& table) {
  Binder<P> b{table};
  b.template bindEach<Group::Cai>([]<unsigned Op>() { return &compare<P, kCondition<Op>, true>; });
  b.template bindEach<Group::Cam>([]<unsigned Op>() { return &compare<P, kCondition<Op>, false>; });
  b.template bindEach<Group::Jump>([]<unsigned Op>() { return &jump<P, kCondition<Op>>; });
  b.template bindEach<Group::Skip>([]<unsigned Op>() { return &skip<P, kCondition<Op>>; });
  b.template bindEach<Group::Aoj>([]<unsigned Op>() { return &countAndJump<P, kCondition<Op>, true>; });
  b.template bindEach<Group::Aos>([]<unsigned Op>() { return &countAndSkip<P, kCondition<Op>, true>; });
  b.template bindEach<Group::Soj>([]<unsigned Op>() { return &countAndJump<P, kCondition<Op>, false>; });
  b.template bindEach<Group::Sos>([]<unsigned Op>() { return &countAndSkip<P, kCondition<Op>, false>; });
  b.template bind<Group::Aobjp, &addOneToBoth<P, false>>();
  b.template bind<Group::Aobjn, &addOneToBoth<P, true>>();
}

}  // namespace

void bindCompare(HandlerTable& plain, HandlerTable& probed) {
  bind<false>(plain);
  bind<true>(probed);
}

}  // namespace utah10

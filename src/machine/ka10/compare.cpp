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

template <bool P, unsigned Op>
constexpr auto bodyOf() {
  constexpr Insn insn = kInsnTable[Op];
  constexpr auto C = static_cast<Condition>(insn.variant);
  if constexpr (insn.group == Group::Cai) return &compare<P, C, true>;
  if constexpr (insn.group == Group::Cam) return &compare<P, C, false>;
  if constexpr (insn.group == Group::Jump) return &jump<P, C>;
  if constexpr (insn.group == Group::Skip) return &skip<P, C>;
  if constexpr (insn.group == Group::Aoj) return &countAndJump<P, C, true>;
  if constexpr (insn.group == Group::Aos) return &countAndSkip<P, C, true>;
  if constexpr (insn.group == Group::Soj) return &countAndJump<P, C, false>;
  if constexpr (insn.group == Group::Sos) return &countAndSkip<P, C, false>;
}

template <bool P>
void bind(HandlerTable& table) {
  Binder<P> b{table};
  forOpcodes<0300, 0377>([&]<unsigned Op>() { b.template bind<bodyOf<P, Op>()>(Op); });
  b.template bind<&addOneToBoth<P, false>>(0252);
  b.template bind<&addOneToBoth<P, true>>(0253);
}

}  // namespace

void bindCompare(HandlerTable& plain, HandlerTable& probed) {
  bind<false>(plain);
  bind<true>(probed);
}

}  // namespace utah10

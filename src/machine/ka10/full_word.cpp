// SRM, Full Word Data Transmission: MOVE, MOVS, MOVN, MOVM, EXCH, BLT.
#include "machine/ka10/unit.hpp"
#include "word/arithmetic.hpp"

namespace utah10 {

namespace {

template <bool P>
Word36 negative(Datapath<P>& d, Word36 w) {
  const Sum s = negate(w);
  d.p.flags |= (s.carry0 ? kPcCarry0 : 0u) | (s.carry1 ? kPcCarry1 : 0u);
  if (s.overflow()) [[unlikely]]
    d.p.raise(kPcOverflow);
  return s.word;
}

template <Group G, bool P>
Word36 moved(Datapath<P>& d, Word36 w) {
  if constexpr (G == Group::MoveSwapped) return w.swapped();
  if constexpr (G == Group::MoveNegative) return negative(d, w);
  if constexpr (G == Group::MoveMagnitude) return w.sign() ? negative(d, w) : w;
  return w;
}

template <bool P, Group G, Mode M>
void move(Datapath<P>& d, Operands o) {
  if constexpr (M == Mode::Memory) {
    d.noOperand();
    const Word36 source = d.ac(o.a);
    d.execute();
    d.write(o.e, moved<G>(d, source));
    return;
  }
  const Word36 source = fetchOperand<M>(d, o.e);
  d.execute();
  const Word36 result = moved<G>(d, source);
  if constexpr (M == Mode::Self) {
    if (o.a != 0) d.setAc(o.a, result);
    d.writeRestart(result);
  } else {
    d.setAc(o.a, result);
  }
}

template <bool P>
void exch(Datapath<P>& d, Operands o) {
  const Word36 theirs = d.readPause(o.e);
  const Word36 ours = d.ac(o.a);
  d.execute();
  d.template spend<&TimingProfile::viaSt2>();
  d.setAc(o.a, theirs);
  d.writeRestart(ours);
}

// A page trap ends the current turn: the AC shows the words still to be moved.
template <bool P>
Word36 readForBlock(Datapath<P>& d, Operands o, Word36 pointer) {
  try {
    return d.readBlock(pointer.left().bits());
  } catch (const InstructionAbort& abort) {
    if (abort.reason == InstructionAbort::Reason::PageTrap) d.leaveInAc(o.a, pointer);
    throw;
  }
}

// One word a turn; the pointer in use is the internal register, and the AC is touched only when interrupted.
template <bool P>
void blt(Datapath<P>& d, Operands o) {
  d.noOperand();
  Word36 pointer = d.ac(o.a);
  for (;;) {
    pointer = d.beginTurn(pointer);
    const std::uint32_t destination = pointer.right().bits();
    const Word36 w = readForBlock(d, o, pointer);
    d.writeBlock(destination, w);
    pointer = pointer + Word36::halves(1, 1);       // one 36-bit add: a carry runs into the left half
    if (destination >= o.e) break;                  // done has priority over an interrupt
    if (d.p.pageTrap || d.interruptLevel() != 0) {  // a page trap: the word was diverted and counts as moved
      d.setAc(o.a, pointer);
      d.template spend<&TimingProfile::bltInterrupted>();
      return;  // PC still at the BLT; the interrupt is taken at its next fetch
    }
    if (destination >= d.p.fastLimit) d.endTurn();  // an accumulator's turn is kept: a replay starts from the old ones
  }
  d.operandsReady();
  d.template spend<&TimingProfile::bltLast>();
}

// Opcode 247 rewrites AC with itself (gate flow; SIMH traps it); 257 does nothing.
template <bool P, Mode M>
void noOp(Datapath<P>& d, Operands o) {
  d.noOperand();
  if constexpr (M == Mode::Basic) {
    const Word36 same = d.ac(o.a);
    d.execute();
    d.setAc(o.a, same);
  } else {
    d.execute();
  }
}

template <bool P, Group G>
void bindMove(Binder<P>& b) {
  b.template bindEach<G>([]<unsigned Op>() { return &move<P, G, kInsnTable[Op].mode>; });
}

template <bool P>
void bind(HandlerTable& table) {
  Binder<P> b{table};
  bindMove<P, Group::Move>(b);
  bindMove<P, Group::MoveSwapped>(b);
  bindMove<P, Group::MoveNegative>(b);
  bindMove<P, Group::MoveMagnitude>(b);
  b.template bind<Group::Exch, &exch<P>>();
  b.template bind<Group::Blt, &blt<P>>();
  b.template bindEach<Group::NoOp>([]<unsigned Op>() { return &noOp<P, kInsnTable[Op].mode>; });
}

}  // namespace

void bindFullWord(HandlerTable& plain, HandlerTable& probed) {
  bind<false>(plain);
  bind<true>(probed);
}

}  // namespace utah10

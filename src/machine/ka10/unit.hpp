// The tools with which an execution unit binds its instructions: turns a function over Datapath into a table entry.
#pragma once

#include "machine/ka10/flow.hpp"

namespace utah10 {

template <bool Probed, auto Body>
Instant enter(Processor& p, Operands o, Instant now) {
  Datapath<Probed> d{p, now};
  Body(d, o);
  return d.now;
}

// Each unit binds its own groups.
template <bool Probed>
struct Binder {
  HandlerTable& table;
  template <auto Body>
  void bind(unsigned op) {
    table[op] = &enter<Probed, Body>;
  }
};

void bindFullWord(HandlerTable& plain, HandlerTable& probed);
void bindHalfWord(HandlerTable& plain, HandlerTable& probed);
void bindBoolean(HandlerTable& plain, HandlerTable& probed);
void bindTest(HandlerTable& plain, HandlerTable& probed);
void bindFixedPoint(HandlerTable& plain, HandlerTable& probed);
void bindCompare(HandlerTable& plain, HandlerTable& probed);
void bindShift(HandlerTable& plain, HandlerTable& probed);
void bindFloatingPoint(HandlerTable& plain, HandlerTable& probed);
void bindByte(HandlerTable& plain, HandlerTable& probed);
void bindJump(HandlerTable& plain, HandlerTable& probed);
void bindStack(HandlerTable& plain, HandlerTable& probed);
void bindTrap(HandlerTable& plain, HandlerTable& probed);
void bindInputOutput(HandlerTable& plain, HandlerTable& probed);
void bindTenex(HandlerTable& plain, HandlerTable& probed);

// An instruction this mode may not execute becomes a monitor UUO (trap.cpp).
template <bool P>
void monitorUuo(Processor& p, Operands o);
template <>
void monitorUuo<false>(Processor& p, Operands o);
template <>
void monitorUuo<true>(Processor& p, Operands o);

// Opcodes first..last as template arguments: f.operator()<Op>() for each.
template <unsigned First, unsigned Last, class F>
constexpr void forOpcodes(F f) {
  if constexpr (First <= Last) {
    f.template operator()<First>();
    forOpcodes<First + 1, Last>(f);
  }
}

// The PC word that jumps save; BIS belongs to the instruction being left and is cleared after it.
template <bool P>
inline Word36 savePc(Datapath<P>& d) {
  const Word36 w{(std::uint64_t{d.p.flags} << 18) | d.p.pc};
  d.p.flags &= ~std::uint32_t{kPcByteIncrement};
  return w;
}

// The operand of basic, immediate and self modes, with its memory cycle.
template <Mode M, bool P>
inline Word36 fetchOperand(Datapath<P>& d, std::uint32_t e) {
  if constexpr (M == Mode::Immediate) {
    d.noOperand();
    return Word36{e};
  } else if constexpr (M == Mode::Self) {
    return d.readPause(e);
  } else {
    return d.read(e);
  }
}

}  // namespace utah10

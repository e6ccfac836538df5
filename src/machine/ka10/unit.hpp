// The tools with which an execution unit binds its instructions: turns a function over Datapath into a table entry.
#pragma once

#include <stdexcept>

#include "machine/ka10/flow.hpp"
#include "utah10/word/isa.hpp"

namespace utah10 {

template <bool Probed, auto Body>
Instant enter(Processor& p, Operands o, Instant now) {
  Datapath<Probed> d{p, now};
  Body(d, o);
  return d.now;
}

// Each unit binds its own groups of the instruction table (isa.hpp): no unit names an opcode.
template <bool Probed>
struct Binder {
  HandlerTable& table;

  // One body for all opcodes of a group.
  template <Group G, auto Body>
  void bind() {
    for (const std::uint32_t op : kOpcodesOf<G>) put(op, &enter<Probed, Body>);
  }
  // A body for each opcode of a group, made from kInsnTable[Op] by a lambda []<unsigned Op>() { return &body<...>; }.
  template <Group G, class F>
  void bindEach(F) {
    [this]<std::size_t... N>(std::index_sequence<N...>) {
      (put(kOpcodesOf<G>[N], &enter<Probed, F {}.template operator()<kOpcodesOf<G>[N]>()>), ...);
    }(std::make_index_sequence<kOpcodesOf<G>.size()>{});
  }

 private:
  void put(std::uint32_t op, Handler handler) {
    if (table[op] != nullptr) throw std::logic_error("two units bind one opcode");
    table[op] = handler;
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
void monitorUuo(const Away& at, Operands o);
template <>
void monitorUuo<false>(const Away& at, Operands o);
template <>
void monitorUuo<true>(const Away& at, Operands o);

// The PC word that jumps save; BIS belongs to the instruction being left and is cleared after it.
template <bool P>
UTAH10_HOT inline Word36 savePc(Datapath<P>& d) {
  const Word36 w = d.p.pcWord().word();
  d.p.flags &= ~std::uint32_t{kPcByteIncrement};
  return w;
}

// The operand of basic, immediate and self modes, with its memory cycle.
template <Mode M, bool P>
UTAH10_HOT inline Word36 fetchOperand(Datapath<P>& d, std::uint32_t e) {
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

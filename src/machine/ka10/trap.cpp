// SRM, Unimplemented Operations: UUOs through 40/41, unassigned opcodes through 60/61.
#include "machine/ka10/unit.hpp"

namespace utah10 {

namespace {

// Writes the instruction (I and X zeroed) to the trap location and executes the instruction after it. A user's own
// UUOs use the user's 40 and 41; all others use real ones, and a jump there that saves PC leaves user mode.
template <bool P>
void trap(Datapath<P>& d, Operands o) {
  Processor& p = d.p;
  d.noOperand();
  d.spend(p.phase[kOpcodeOf<Group::Muuo>], "execution");
  const Group group = groupOf(p.ir);
  const Word36 word = p.ir.asTrapped(VirtualAddress{o.e}).word();
  const bool real = p.space == Space::Exec || group != Group::Luuo;
  // A monitor UUO may also be an instruction of any opcode that this mode may not execute: JRST and I/O go through 40.
  const bool unassigned = group == Group::Unassigned || group == Group::Umove || group == Group::Jsys;
  const std::uint32_t location = (unassigned ? 060u : 040u) + (real && p.switches.trapOffset ? 0100u : 0u);
  if (real) {
    p.trapCycle = true;
    d.modeChanged();
  }
  if (real) {
    d.writeReal(location, word);
  } else {
    d.write(location, word);
    d.checkPageTrap();  // restarted from the UUO: only location 40 has changed, and the monitor stores that
  }
  d.away([=](const Away& at) { Datapath<P>::followTarget(at, NextFetch::UuoSecond, location + 1); });
}

template <bool P>
void bind(HandlerTable& table) {
  Binder<P> b{table};
  b.template bind<Group::Muuo, &trap<P>>();
  b.template bind<Group::Luuo, &trap<P>>();
  b.template bind<Group::Unassigned, &trap<P>>();
}

}  // namespace

template <>
void monitorUuo<false>(const Away& at, Operands o) {
  Datapath<false>::resume(at, [o](Datapath<false>& d) { trap(d, o); });
}
template <>
void monitorUuo<true>(const Away& at, Operands o) {
  Datapath<true>::resume(at, [o](Datapath<true>& d) { trap(d, o); });
}

void bindTrap(HandlerTable& plain, HandlerTable& probed) {
  bind<false>(plain);
  bind<true>(probed);
}

}  // namespace utah10

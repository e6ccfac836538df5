// SRM, Unimplemented Operations: UUOs through 40/41, unassigned opcodes through 60/61.
#include "machine/ka10/unit.hpp"

namespace utah10 {

namespace {

constexpr bool localUuo(std::uint32_t op) { return op >= 001 && op <= 037; }

// Writes the instruction (I and X zeroed) to the trap location and executes the instruction after it. A user's own
// UUOs use the user's 40 and 41; all others use real ones, and a jump there that saves PC leaves user mode.
template <bool P>
void trap(Datapath<P>& d, Operands o) {
  Processor& p = d.p;
  d.noOperand();
  d.spend(p.phase[0], "execution");
  const std::uint32_t op = p.ir.field(0, 8);
  const Word36 word{(std::uint64_t{p.ir.field(0, 12)} << 23) | o.e};
  const bool real = p.space == Space::Exec || !localUuo(op);
  const std::uint32_t location = ((op & 0700) == 0100 ? 060u : 040u) + (real && p.switches.trapOffset ? 0100u : 0u);
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
  d.away([&] { Datapath<P>::followTarget(p, NextFetch::UuoSecond, location + 1); });
}

template <bool P>
void bind(HandlerTable& table) {
  Binder<P> b{table};
  for (unsigned op = 0; op < 0130; ++op) b.template bind<&trap<P>>(op);
}

}  // namespace

template <>
void monitorUuo<false>(Processor& p, Operands o) {
  p.clock.advanceTo(enter<false, &trap<false>>(p, o, p.clock.now()));
}
template <>
void monitorUuo<true>(Processor& p, Operands o) {
  p.clock.advanceTo(enter<true, &trap<true>>(p, o, p.clock.now()));
}

void bindTrap(HandlerTable& plain, HandlerTable& probed) {
  bind<false>(plain);
  bind<true>(probed);
}

}  // namespace utah10

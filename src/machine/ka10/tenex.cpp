// BBN's instructions for TENEX, on a machine with the pager: UMOVE, UMOVEI, UMOVEM, UMOVES and JSYS (100-104). On any
// other machine the codes are unassigned.
//
// JSYS takes its times from JSR's boxes and two memory cycles, for the vector word and the PC word; nothing is
// fitted. With MA10 core ("srm", executive mode, no index) that is fetch .95, address .11, vector word .94, execution
// .68, store .50: 3.2 us in all, 2.1 of them after the instruction has been fetched and its address calculated; JSYS
// Traps (NCC 1975) states that a user reaches the monitor by JSYS in 2 us.
#include "machine/ka10/unit.hpp"

namespace utah10 {

namespace {

// In user mode the same as MOVE; also with the pager off, when there is only one context.
template <bool P>
SpaceAddress operandPlace(const Datapath<P>& d, std::uint32_t e) {
  return d.p.user() ? SpaceAddress{d.p.space, e} : d.p.previous(e);
}

template <bool P, Mode M>
void umove(Datapath<P>& d, Operands o) {
  if (d.p.pager == nullptr) {
    return d.away([o](const Away& at) { monitorUuo<P>(at, o); });
  }
  if constexpr (M == Mode::Immediate) {
    d.noOperand();
    d.execute();
    d.setAc(o.a, Word36{o.e});
  } else if constexpr (M == Mode::Memory) {
    d.noOperand();
    const Word36 source = d.ac(o.a);
    d.execute();
    d.writeAt(operandPlace(d, o.e), source);
  } else if constexpr (M == Mode::Self) {
    const Word36 w = d.readPauseAt(operandPlace(d, o.e));
    d.execute();
    if (o.a != 0) d.setAc(o.a, w);
    d.writeRestart(w);
  } else {
    const Word36 w = d.readAt(operandPlace(d, o.e));
    d.execute();
    d.setAc(o.a, w);
  }
}

// E below 1000 is a call of the monitor through its vector. Any other E holds the word itself, in the space of the
// mode - but as the instruction of an interrupt, UUO or page trap it is the monitor's, and the processor goes there:
// 41, 42 .., 61 and 70 of every TENEX hold such a JSYS and are entered from user mode.
template <bool P>
void jsys(Datapath<P>& d, Operands o) {
  Processor& p = d.p;
  if (p.pager == nullptr) {
    return d.away([o](const Away& at) { monitorUuo<P>(at, o); });
  }
  const bool call = o.e < 01000;
  const std::size_t caller = p.userIndex();
  const bool toMonitor = call || p.piCycle || p.trapCycle;
  const Space space = toMonitor ? Space::Exec : p.space;
  const Word36 target = d.readAt({space, call ? p.pager->callVector() + o.e : o.e});
  d.execute();
  const Word36 saved = savePc(d);
  if (call) {
    const bool fromMonitor = !p.user();
    p.flags = (p.flags & ~std::uint32_t{kPcCallFromMonitor}) | (fromMonitor ? kPcCallFromMonitor : 0u);
  }
  d.jump(target.right().bits());
  if (toMonitor) {
    p.flags &= ~std::uint32_t{kPcUser};
    p.trapCycle = false;
    d.modeChanged();
  }
  d.writeAt({space, target.left().bits()}, saved);
  if (call) ++p.counters.jsys[caller][o.e];  // counted here: a stop within the instruction repeats it
}

template <bool P>
void bind(HandlerTable& table) {
  Binder<P> b{table};
  b.template bindEach<Group::Umove>([]<unsigned Op>() { return &umove<P, kInsnTable[Op].mode>; });
  b.template bind<Group::Jsys, &jsys<P>>();
}

}  // namespace

void bindTenex(HandlerTable& plain, HandlerTable& probed) {
  bind<false>(plain);
  bind<true>(probed);
}

}  // namespace utah10

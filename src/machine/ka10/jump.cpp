// SRM, Program Control: JRST, JFCL, XCT, JSR, JSP, JSA, JRA.
#include "machine/ka10/unit.hpp"

namespace utah10 {

namespace {

// Flags that JRSTF loads outright; USER is only ever set, USER I/O by a rule of its own.
constexpr std::uint32_t kLoaded =
    kPcOverflow | kPcCarry0 | kPcCarry1 | kPcFloatOverflow | kPcByteIncrement | kPcFloatUnderflow | kPcNoDivide;

// On a TENEX machine "call from monitor" is restored like USER I/O: executive mode may set or clear it, a user may
// only clear it.
std::uint32_t restored(std::uint32_t now, std::uint32_t saved, bool tenex) {
  std::uint32_t flags = (saved & kLoaded) | (now & kPcUser);
  if (tenex) flags |= saved & kPcCallFromMonitor & ((now & kPcUser) == 0 ? ~0u : now);
  const bool mayGainIo = (now & kPcUser) == 0;
  if ((saved & kPcUserIo) != 0 && (mayGainIo || (now & kPcUserIo) != 0)) flags |= kPcUserIo;
  return flags;
}

template <bool P>
void jrst(Datapath<P>& d, Operands o) {
  Processor& p = d.p;
  if ((o.a & (kJrstDismiss | kJrstHalt)) != 0 && (p.flags & (kPcUser | kPcUserIo)) == kPcUser) {
    return d.away([o](const Away& at) { monitorUuo<P>(at, o); });
  }
  d.noOperand();
  const std::uint32_t from = p.pc;
  d.execute();
  d.jump(o.e);
  if (o.a == 0 && !p.piCycle && !p.trapCycle) [[likely]] {
    if constexpr (!P) {
      if (o.e <= from && from - o.e < Processor::kLongestWait) p.jumpedBack();
    }
    return;
  }
  const bool user = (o.a & kJrstEnterUser) != 0 || ((o.a & kJrstRestoreFlags) != 0 && PcWord{p.br}.user());
  if ((o.a & kJrstRestoreFlags) != 0)
    p.setFlags(d.commit(), restored(p.flags, PcWord{p.br}.flags(), p.pager != nullptr));
  if ((o.a & kJrstDismiss) != 0) {
    d.once([](const Away& at) {
      at.p.pi.dismiss();
      return Word36{};
    });
  }
  d.leaveUser();
  if (user) p.flags |= kPcUser;  // in force from the next fetch
  d.modeChanged();
  if ((o.a & kJrstHalt) != 0) {
    // HALT takes the long execution path.
    const auto& execution = p.timing.execution;
    d.spend(execution[kOpcodeOf<Group::Jsr>] - execution[kOpcodeOf<Group::Jrst>], "halt");
    p.halt(StopReason::Halt);
  }
}

template <bool P>
void jfcl(Datapath<P>& d, Operands o) {
  d.noOperand();
  d.execute();
  const std::uint32_t selected = ((o.a & 010) ? kPcOverflow : 0u) | ((o.a & 004) ? kPcCarry0 : 0u) |
                                 ((o.a & 002) ? kPcCarry1 : 0u) | ((o.a & 001) ? kPcFloatOverflow : 0u);
  if ((d.p.flags & selected) != 0) {
    d.jump(o.e);
    d.p.setFlags(d.commit(), d.p.flags & ~selected);
  }
}

template <bool P>
void xct(Datapath<P>& d, Operands o) {
  d.noOperand();
  d.spend(d.p.phase[kOpcodeOf<Group::Xct>], "execution");  // PC stays at the XCT
  if (o.a != 0) d.p.selection = d.p.selects(o.a);
  d.away([e = o.e](const Away& at) { Datapath<P>::followTarget(at, NextFetch::XctTarget, e); });
}

template <bool P>
void jsr(Datapath<P>& d, Operands o) {
  d.noOperand();
  d.execute();
  const Word36 w = savePc(d);
  d.jump((o.e + 1) & 0777777);
  const Space at = d.p.space;
  d.leaveUser();
  d.writeIn(at, o.e, w);
}

template <bool P>
void jsp(Datapath<P>& d, Operands o) {
  d.noOperand();
  d.execute();
  const Word36 w = savePc(d);
  d.jump(o.e);
  d.leaveUser();
  d.setAc(o.a, w);
}

template <bool P>
void jsa(Datapath<P>& d, Operands o) {
  d.noOperand();
  const Word36 a = d.ac(o.a);
  d.execute();
  const Word36 link = Word36::halves(o.e, d.p.pc);
  d.jump((o.e + 1) & 0777777);
  const Space at = d.p.space;
  d.leaveUser();
  d.setAc(o.a, link);
  d.template spend<&TimingProfile::viaSt2>();
  d.writeIn(at, o.e, a);
}

template <bool P>
void jra(Datapath<P>& d, Operands o) {
  d.noOperand();
  const Word36 a = d.ac(o.a);
  d.template spend<&TimingProfile::jraExtra>();
  const Word36 w = d.readStack(a.left().bits());
  d.execute();
  d.jump(o.e);
  d.setAc(o.a, w);
}

template <bool P>
void bind(HandlerTable& table) {
  Binder<P> b{table};
  b.template bind<Group::Jrst, &jrst<P>>();
  b.template bind<Group::Jfcl, &jfcl<P>>();
  b.template bind<Group::Xct, &xct<P>>();
  b.template bind<Group::Jsr, &jsr<P>>();
  b.template bind<Group::Jsp, &jsp<P>>();
  b.template bind<Group::Jsa, &jsa<P>>();
  b.template bind<Group::Jra, &jra<P>>();
}

}  // namespace

void bindJump(HandlerTable& plain, HandlerTable& probed) {
  bind<false>(plain);
  bind<true>(probed);
}

}  // namespace utah10

// SRM, Input-Output Instructions: 700-777, the function in bits 10-12, the device in bits 3-9.
#include "machine/ka10/unit.hpp"
#include "word/arithmetic.hpp"

namespace utah10 {

namespace {

constexpr Word36 kOneOne = Word36::halves(1, 1);

template <bool P>
struct InputOutput {
  Datapath<P>& d;
  DeviceCode device;

  // One transfer: T0, clear pulse, set pulse or data strobe, end. The next T0 is not before T0 + 4.5 us.
  template <class F>
  Word36 transfer(IoFunction function, F action) {
    Processor& p = d.p;
    d.template spend<&TimingProfile::ioBeforeBus>();
    if (p.busFreeAt > d.now) d.spend(p.busFreeAt - d.now, "bus wait");
    const Instant t0 = d.now;
    d.template spend<&TimingProfile::ioToClear>();
    d.template spend<&TimingProfile::ioToSet>();
    const Word36 w = d.once([&](const Away& at) {
      p.busFreeAt = t0 + p.timing.ioBusCycle;
      p.clock.runDue();  // brings the device up to date before the transfer
      const Word36 result = action(at);
      ++p.counters.io[device.index()][static_cast<std::size_t>(function)];
      const IoRecord record{p.clock.now(), device, static_cast<unsigned>(function), result};
      Datapath<P>::tell(at, [&](Probe& probe) { probe.io(record); });
      return result;
    });
    d.template spend<&TimingProfile::ioToEnd>();
    d.template spend<&TimingProfile::ioRest>();
    return w;
  }

  Word36 dataIn() {
    return transfer(IoFunction::Datai, [&](const Away& at) { return at.p.bus.datai(device); });
  }
  void dataOut(Word36 w) {
    transfer(IoFunction::Datao, [&](const Away& at) {
      at.p.bus.datao(device, w);
      return w;
    });
  }
  Word36 status(IoFunction function) {
    return transfer(function, [&](const Away& at) { return at.p.bus.coni(device); });
  }
  void conditions(std::uint32_t e) {
    transfer(IoFunction::Cono, [&](const Away& at) {
      at.p.bus.cono(device, HalfWord{e});
      at.p.modeChanged(at);  // CONO PI may have dismissed levels
      return Word36{e};
    });
  }
};

// A data transfer as an interrupt instruction: its level is held and dismissed at once.
template <bool P>
void finishPiTransfer(Datapath<P>& d) {
  if (d.p.next == NextFetch::PiSecond) return;  // in the second location it never ends
  d.once([](const Away& at) {
    at.p.pi.hold(at.p.piLevel);
    at.p.pi.dismiss();
    return Word36{};
  });
  d.endPiCycle();
}

// DATAI, DATAO, CONO, CONI, CONSZ, CONSO.
template <bool P>
void single(Datapath<P>& d, Operands o, IoFunction function, DeviceCode device) {
  Processor& p = d.p;
  InputOutput<P> io{d, device};
  Word36 out;
  if (function == IoFunction::Datao)
    out = d.read(o.e);
  else
    d.noOperand();
  d.operandsReady();
  d.template spend<&TimingProfile::beforeExecution>();
  switch (function) {
    case IoFunction::Datao:
      io.dataOut(out);
      break;
    case IoFunction::Cono:
      io.conditions(o.e);
      break;
    case IoFunction::Datai:
      out = io.dataIn();
      break;
    default:
      out = io.status(function);
      break;
  }
  if (function == IoFunction::Consz || function == IoFunction::Conso) {
    d.template spend<&TimingProfile::ioSkip>();
    const bool any = (out.bits() & o.e) != 0;
    const bool skips = any == (function == IoFunction::Conso);
    if (skips) d.skip();
  }
  d.template spend<&TimingProfile::afterExecution>();
  if (function == IoFunction::Datai || function == IoFunction::Coni) d.write(o.e, out);
  if (!p.piCycle) return;
  if (function == IoFunction::Datai || function == IoFunction::Datao) return finishPiTransfer(d);
  // CONO, CONI and CONSx neither hold nor dismiss: the cycle is taken again, the address lines not cleared (gate flow).
  if (p.next == NextFetch::PiFirst) p.nextAddress |= o.e;
}

// BLKI, BLKO: the pointer at E is stepped, then DATAI or DATAO runs on the word it addresses.
template <bool P>
void block(Datapath<P>& d, Operands o, bool input, DeviceCode device) {
  Processor& p = d.p;
  InputOutput<P> io{d, device};
  const Word36 old = d.readPause(o.e);
  d.template spend<&TimingProfile::beforeExecution>();
  d.template spend<&TimingProfile::ioPointer>();
  const Sum pointer = add(old, kOneOne);
  d.writeRestart(pointer.word);
  d.template spend<&TimingProfile::ioPointerRest>();
  const std::uint32_t address = pointer.word.right().bits();
  const Word36 out = input ? Word36{} : d.read(address);
  d.operandsReady();
  if (!pointer.carry0 && !p.piCycle) d.skip();  // count not exhausted
  const Word36 in = input ? io.dataIn() : Word36{};
  if (!input) io.dataOut(out);
  d.template spend<&TimingProfile::afterExecution>();
  if (input) d.write(address, in);
  if (!p.piCycle) return;
  if (!pointer.carry0) return finishPiTransfer(d);
  // Exhausted: the instruction in the second location begins the interrupt in earnest.
  p.piOverflow = true;
  d.template spend<&TimingProfile::piOverflow>();
  if (p.next == NextFetch::PiFirst) ++p.nextAddress;
  p.next = NextFetch::PiSecond;
}

template <bool P>
void inputOutput(Datapath<P>& d, Operands o) {
  Processor& p = d.p;
  if ((p.flags & (kPcUser | kPcUserIo)) == kPcUser && !p.piCycle) {
    return d.away([o](const Away& at) { monitorUuo<P>(at, o); });
  }
  const IoFunction function = p.ir.function();
  const DeviceCode device = p.ir.device();
  if (function == IoFunction::Blki || function == IoFunction::Blko)
    block(d, o, function == IoFunction::Blki, device);
  else
    single(d, o, function, device);
}

template <bool P>
void bind(HandlerTable& table) {
  Binder<P> b{table};
  b.template bind<Group::Io, &inputOutput<P>>();
}

}  // namespace

void bindInputOutput(HandlerTable& plain, HandlerTable& probed) {
  bind<false>(plain);
  bind<true>(probed);
}

}  // namespace utah10

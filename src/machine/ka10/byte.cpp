// SRM, Byte Manipulation: IBP, ILDB, LDB, IDPB, DPB.
//
// Two halves with an interrupt window between them: the pointer is stepped and put back, BIS is set, then the pointer's
// own address is calculated. Interrupted there, the instruction starts again without stepping.
#include "machine/ka10/unit.hpp"
#include "word/byte_pointer.hpp"

namespace utah10 {

namespace {

// First half of IBP, ILDB and IDPB; returns the stepped pointer.
template <bool P>
BytePointer stepPointer(Datapath<P>& d, std::uint32_t e) {
  const BytePointer old{d.readPausePointer(e)};
  d.template spend<&TimingProfile::beforeExecution>();
  const BytePointer::Stepped stepped = old.incremented();
  d.template spend<&TimingProfile::bytePointer>();
  if (stepped.nextWord) d.template spend<&TimingProfile::bytePointerWord>();
  d.writeRestart(stepped.pointer.word);
  return stepped.pointer;
}

template <bool P>
void ibp(Datapath<P>& d, Operands o) {
  if ((d.p.flags & kPcByteIncrement) != 0) {  // first part done: no step, and the flag stays (gate flow)
    d.noOperand();
    (void)d.ac(o.a);
    d.operandsReady();
    d.template spend<&TimingProfile::beforeExecution>();
    d.spend(d.p.timing.execution[kOpcodeOf<Group::Move>], "execution");
    d.template spend<&TimingProfile::afterExecution>();
    return;
  }
  stepPointer(d, o.e);
  d.operandsReady();
  d.template spend<&TimingProfile::bytePointerRest>();
  d.template spend<&TimingProfile::afterExecution>();
}

// First half of all four, to the pointer's effective address.
template <bool P, bool Increment>
BytePointer pointerHalf(Datapath<P>& d, Operands o) {
  BytePointer pointer;
  if (Increment && (d.p.flags & kPcByteIncrement) == 0) {
    pointer = stepPointer(d, o.e);
    d.template spend<&TimingProfile::byteMaskAfterIncrement>();
  } else {
    pointer.word = d.read(o.e);
    d.template spend<&TimingProfile::beforeExecution>();
    d.template spend<&TimingProfile::byteMask>();
  }
  d.template spendTimes<&TimingProfile::byteStep>(static_cast<int>(pointer.size()));
  d.p.flags |= kPcByteIncrement;
  d.checkInterrupt();
  return pointer;
}

template <bool P, bool Increment>
void load(Datapath<P>& d, Operands o) {
  const BytePointer pointer = pointerHalf<P, Increment>(d, o);
  const Word36 data = d.readByte(d.effectiveAddress(pointer.address()));
  d.operandsReady();
  d.template spend<&TimingProfile::beforeExecution>();
  d.template spend<&TimingProfile::byteLoad>();
  d.template spendTimes<&TimingProfile::byteStep>(static_cast<int>(pointer.position()));
  d.p.flags &= ~std::uint32_t{kPcByteIncrement};
  d.template spend<&TimingProfile::afterExecution>();
  d.setAc(o.a, pointer.load(data));
}

template <bool P, bool Increment>
void deposit(Datapath<P>& d, Operands o) {
  const BytePointer pointer = pointerHalf<P, Increment>(d, o);
  const std::uint32_t address = d.effectiveAddress(pointer.address());
  const Word36 data = d.readByte(address);
  const Word36 byte = d.ac(o.a);
  d.operandsReady();
  d.template spend<&TimingProfile::beforeExecution>();
  d.template spend<&TimingProfile::byteDeposit>();
  d.template spendTimes<&TimingProfile::byteStep>(static_cast<int>(pointer.position()));
  d.p.flags &= ~std::uint32_t{kPcByteIncrement};
  d.template spend<&TimingProfile::afterExecution>();
  d.writeByte(address, pointer.deposit(data, byte));  // a separate write, not a read-pause-write
}

template <bool P>
void bind(HandlerTable& table) {
  Binder<P> b{table};
  b.template bind<Group::Ibp, &ibp<P>>();
  b.template bind<Group::Ildb, &load<P, true>>();
  b.template bind<Group::Ldb, &load<P, false>>();
  b.template bind<Group::Idpb, &deposit<P, true>>();
  b.template bind<Group::Dpb, &deposit<P, false>>();
}

}  // namespace

void bindByte(HandlerTable& plain, HandlerTable& probed) {
  bind<false>(plain);
  bind<true>(probed);
}

}  // namespace utah10

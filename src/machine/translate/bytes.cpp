// ILDB, LDB, IDPB and DPB.
//
// What a pointer says about size and indexing is as it was when the trace was made, or the interpreter takes over.
// The time depends on the byte's position and on whether the pointer moves to the next word; both delays come where
// no box is busy that is used before.
#include "machine/translate/families.hpp"
#include "word/byte_pointer.hpp"

namespace utah10::translate {

namespace {

constexpr std::uint32_t kFixedFields = 0007737000000;  // S, I and X
constexpr int kPositionShift = 30;
constexpr std::uint32_t kWordBits = 36;
constexpr std::uint32_t kLastPosition = 63;
const x86::Gp kPosition = x86::r11;

struct Byte {
  Place pointer;
  Place data;
  BytePointer now;  // the pointer when the trace was made
  std::uint32_t index = 0;
  bool steps = false;
  bool loads = false;
};

std::optional<Byte> planByte(Block& b, const Step& s, Group group) {
  Byte byte;
  byte.steps = group == Group::Ildb || group == Group::Idpb;
  byte.loads = group == Group::Ildb || group == Group::Ldb;
  if (Block::computesE(s)) return std::nullopt;
  const auto pointer = b.operandOf(s, byte.steps ? kReadWrite : Rights{Access::Read});
  if (!pointer) return std::nullopt;
  byte.pointer = *pointer;
  const bool fast = pointer->kind == Place::Kind::Fast;
  byte.now.word = fast ? b.p.ac[pointer->va] : Word36{b.p.core.cell(PhysicalAddress{pointer->real})};
  const AddressWord address = byte.now.address();
  byte.index = address.index().number();
  if (address.indirect() || byte.now.size() > kWordBits || (fast && byte.index == pointer->va && byte.index != 0))
    return std::nullopt;
  const auto index = byte.index == 0 ? 0 : static_cast<std::uint32_t>(b.p.ac[byte.index].bits());
  const auto data = b.placeOf((address.y().bits() + index) & VirtualAddress::kMask, true,
                              byte.loads ? Rights{Access::Read} : kReadWrite);
  if (!data) return std::nullopt;
  byte.data = *data;
  return byte;
}

// The pointer in kOperand moves to the next byte, whose position is then in kPosition.
void step(Block& b, const Byte& byte) {
  x86::Assembler& a = b.a;
  const std::uint32_t size = byte.now.size();
  const asmjit::Label same = a.newLabel();
  const x86::Mem delay = in(b.p, b.p.translated.delays[0]);
  a.mov(delay, 0);
  a.mov(kPosition, kOperand);
  a.shr(kPosition, kPositionShift);
  a.sub(kPosition.r32(), size);
  a.jae(same);
  a.mov(x86::eax, kOperand.r32());
  a.and_(x86::eax, VirtualAddress::kMask);
  a.cmp(x86::eax, VirtualAddress::kMask);
  a.je(b.exit());
  a.inc(kOperand);
  a.mov(kPosition.r32(), (kWordBits - size) & kLastPosition);
  a.mov(delay, b.p.timing.bytePointerWord.count());
  a.bind(same);
  a.and_(kOperand, (1 << kPositionShift) - 1);
  a.mov(x86::rax, kPosition);
  a.shl(x86::rax, kPositionShift);
  a.or_(kOperand, x86::rax);
}

// First half: the pointer, stepped or not, in kOperand.
void pointerHalf(Block& b, const Step& s, const Byte& byte) {
  x86::Assembler& a = b.a;
  beginWith(b, s, {byte.pointer, false}, byte.steps);
  b.checkNoByteIncrement();
  a.mov(x86::eax, kOperand.r32());
  a.and_(x86::eax, kFixedFields);
  a.cmp(x86::eax, static_cast<std::uint32_t>(byte.now.word.bits()) & kFixedFields);
  a.jne(b.exit());
  b.spend(&TimingProfile::beforeExecution);
  if (byte.steps) {
    step(b, byte);
    b.spend(&TimingProfile::bytePointer);
    b.shift(0, b.p.timing.bytePointerWord);
    b.requestRestart(byte.pointer);
    b.spend(&TimingProfile::byteMaskAfterIncrement);
  } else {
    a.mov(kPosition, kOperand);
    a.shr(kPosition, kPositionShift);
    b.spend(&TimingProfile::byteMask);
  }
  b.spend(&TimingProfile::byteStep, static_cast<int>(byte.now.size()));
  // A byte is deposited only if all of it lies in the word.
  a.cmp(kPosition.r32(), byte.loads ? kWordBits : std::min(kWordBits, kWordBits - byte.now.size() + 1));
  a.jae(b.exit());
}

void cutToByte(Block& b, const Byte& byte, const x86::Gp& word) {
  constexpr std::uint32_t kShortMask = 32;
  if (byte.now.size() <= kShortMask) return void(b.a.and_(word.r32(), static_cast<std::uint32_t>(byte.now.mask())));
  b.a.mov(x86::rax, byte.now.mask());
  b.a.and_(word, x86::rax);
}

// Second half, to the word that the byte lies in, which it leaves in kResult.
void dataHalf(Block& b, const Byte& byte) {
  x86::Assembler& a = b.a;
  a.mov(kE.r32(), kOperand.r32());
  if (byte.index != 0) {
    b.spend(&TimingProfile::index);
    a.add(kE.r32(), x86::dword_ptr(kProcessor, in(b.p, b.p.ac[byte.index]).offsetLo32()));
  }
  a.and_(kE.r32(), VirtualAddress::kMask);
  b.spend(&TimingProfile::address);
  b.spend(&TimingProfile::endOfAddress);
  b.locate(byte.data);
  b.checkNot(byte.pointer);
  b.read(byte.data, &TimingProfile::operandBefore, &TimingProfile::operandAfter, kResult);
}

// The delay for the position, after the fixed part of the execution.
void takePosition(Block& b) {
  b.a.imul(x86::rax, kPosition, static_cast<std::int32_t>(b.p.timing.byteStep.count()));
  b.a.mov(in(b.p, b.p.translated.delays[1]), x86::rax);
  b.shift(1, b.p.timing.byteStep * kWordBits);
}

void storePointer(Block& b, const Step& s, const Byte& byte) {
  b.store(s, &kResult);
  b.storeAddressWord(byte.index, kOperand);
  if (byte.steps) b.write(byte.pointer, kOperand);
}

void loadByte(Block& b, const Step& s, const Byte& byte) {
  x86::Assembler& a = b.a;
  b.spend(&TimingProfile::beforeExecution);
  b.spend(&TimingProfile::byteLoad);
  takePosition(b);
  b.spend(&TimingProfile::afterExecution);
  a.mov(kAc, kResult);
  a.mov(x86::ecx, kPosition.r32());
  a.shr(kAc, x86::cl);
  cutToByte(b, byte, kAc);
  storePointer(b, s, byte);
  b.setAc(s.word.ac().number(), kAc);
  b.finish(s);
}

void depositByte(Block& b, const Step& s, const Byte& byte) {
  x86::Assembler& a = b.a;
  b.loadAc(s, kAc);
  b.spend(&TimingProfile::beforeExecution);
  b.spend(&TimingProfile::byteDeposit);
  takePosition(b);
  b.spend(&TimingProfile::afterExecution);
  cutToByte(b, byte, kAc);
  a.mov(x86::ecx, kPosition.r32());
  a.shl(kAc, x86::cl);
  a.mov(x86::rax, byte.now.mask());
  a.shl(x86::rax, x86::cl);
  a.not_(x86::rax);
  a.and_(kResult, x86::rax);
  a.or_(kResult, kAc);
  b.requestWrite(byte.data, &TimingProfile::writeBefore, &TimingProfile::writeAfter, true);
  storePointer(b, s, byte);
  b.write(byte.data, kResult);
  b.finish(s);
}

}  // namespace

bool translateByte(Block& b, const Step& s, const Insn& insn) {
  const auto byte = planByte(b, s, insn.group);
  if (!byte) return false;
  pointerHalf(b, s, *byte);
  dataHalf(b, *byte);
  if (byte->loads)
    loadByte(b, s, *byte);
  else
    depositByte(b, s, *byte);
  b.goOn(s.pc + 1);
  return true;
}

}  // namespace utah10::translate

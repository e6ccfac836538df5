// The instruction word, and the address fields that it shares with indirect words and byte pointers.
//
// Source: SRM, chapter 2: Effective Address Calculation, Instruction Format, Input-Output Instructions, JRST.
//
//   ordinary        0-8 opcode   9-12 A     13 I   14-17 X   18-35 Y
//   input-output    0-2 7        3-9 device 10-12 function   13 I   14-17 X   18-35 Y
//
// Shapes: A, X are accumulator numbers 0-17, X = 0 means no indexing; Y is a half word. Values compose from left to
// right: Instruction::of(opcode, ac).withIndex(x).withY(y). Errors: none; fields are cut to their width.
#pragma once

#include "utah10/word/address.hpp"

namespace utah10 {

// I/O functions, bits 10-12 of a word whose bits 0-2 are 7.
enum class IoFunction : std::uint8_t { Blki, Datai, Blko, Datao, Cono, Coni, Consz, Conso };

// What JRST does beyond jumping, as bits of its A field (SRM, Jump Instructions).
enum JrstBit : std::uint32_t {
  kJrstDismiss = 010,       // dismisses the interrupt level: JEN
  kJrstHalt = 004,          // HALT
  kJrstRestoreFlags = 002,  // JRSTF
  kJrstEnterUser = 001,
};

// Bits 13-35, from which the effective address is calculated: of instructions, indirect words and byte pointers.
class AddressWord {
 public:
  constexpr AddressWord() = default;
  constexpr explicit AddressWord(Word36 w) : word_(w) {}

  constexpr Word36 word() const { return word_; }
  constexpr bool indirect() const { return (word_.bits() & kIndirect) != 0; }                    // I
  constexpr AcNo index() const { return AcNo{static_cast<std::uint32_t>(word_.bits() >> 18)}; }  // X
  constexpr bool indexed() const { return index() != AcNo{}; }
  constexpr HalfWord y() const { return word_.right(); }
  constexpr VirtualAddress address() const { return VirtualAddress{y()}; }
  // Y alone is the effective address.
  constexpr bool direct() const { return !indirect() && !indexed(); }
  constexpr bool operator==(const AddressWord&) const = default;

 protected:
  static constexpr std::uint64_t kIndirect = 0000020000000;
  static constexpr std::uint64_t kIndex = 0000017000000;
  // `fields` in place of the bits of `mask`.
  constexpr Word36 replaced(std::uint64_t mask, std::uint64_t fields) const {
    return Word36{(word_.bits() & ~mask) | (fields & mask)};
  }

 private:
  Word36 word_;
};

class Instruction : public AddressWord {
 public:
  static constexpr std::uint32_t kFirstIo = 0700;  // opcodes from here up are input-output instructions

  constexpr Instruction() = default;
  constexpr explicit Instruction(Word36 w) : AddressWord(w) {}
  static constexpr Instruction of(std::uint32_t opcode, AcNo a = {}) {
    return Instruction{Word36{(std::uint64_t{opcode} << 27) | (std::uint64_t{a.number()} << 23)}};
  }
  static constexpr Instruction io(IoFunction function, DeviceCode device = {}) {
    return Instruction{
        Word36{kIo | (std::uint64_t{device.index()} << 26) | (static_cast<std::uint64_t>(function) << 23)}};
  }

  constexpr std::uint32_t opcode() const { return static_cast<std::uint32_t>(word().bits() >> 27); }
  constexpr AcNo ac() const { return AcNo{static_cast<std::uint32_t>(word().bits() >> 23)}; }  // A
  constexpr bool acHas(std::uint32_t bits) const { return (ac().number() & bits) != 0; }
  // Of an input-output instruction, whose opcode comprises the device code but for its last bit.
  constexpr bool isIo() const { return opcode() >= kFirstIo; }
  constexpr DeviceCode device() const { return DeviceCode::field(static_cast<std::uint32_t>(word().bits() >> 26)); }
  constexpr IoFunction function() const { return static_cast<IoFunction>((word().bits() >> 23) & 7); }

  constexpr Instruction withAc(AcNo a) const { return with(kAc, std::uint64_t{a.number()} << 23); }
  constexpr Instruction withDevice(DeviceCode d) const { return with(kDevice, std::uint64_t{d.index()} << 26); }
  constexpr Instruction withIndirect() const { return with(kIndirect, kIndirect); }
  constexpr Instruction withIndex(AcNo x) const { return with(kIndex, std::uint64_t{x.number()} << 18); }
  constexpr Instruction withY(HalfWord y) const { return with(HalfWord::kMask, y.bits()); }
  // As an unimplemented operation is stored in its trap location: I and X are zero, Y is the effective address.
  constexpr Instruction asTrapped(VirtualAddress e) const {
    return with(kIndirect | kIndex | HalfWord::kMask, e.bits());
  }
  constexpr bool operator==(const Instruction&) const = default;

 private:
  static constexpr std::uint64_t kIo = 0700000000000;
  static constexpr std::uint64_t kDevice = 0077400000000;
  static constexpr std::uint64_t kAc = 0000740000000;
  constexpr Instruction with(std::uint64_t mask, std::uint64_t fields) const {
    return Instruction{replaced(mask, fields)};
  }
};

}  // namespace utah10

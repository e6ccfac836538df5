// The PC word, as JSR, PUSHJ, JSP and JSYS save it and JRSTF restores it: flags in the left half, PC in the right.
//
// Source: SRM, PC Word; bit 7 is BBN's (docs/sources/pager.md 11). Errors: none.
#pragma once

#include "utah10/word/address.hpp"

namespace utah10 {

// PC word flags, as bits of its left half.
enum PcFlag : std::uint32_t {
  kPcOverflow = 0400000,
  kPcCarry0 = 0200000,
  kPcCarry1 = 0100000,
  kPcFloatOverflow = 0040000,
  kPcByteIncrement = 0020000,  // first part done
  kPcUser = 0010000,
  kPcUserIo = 0004000,
  kPcCallFromMonitor = 0002000,  // TENEX machines only
  kPcFloatUnderflow = 0000100,
  kPcNoDivide = 0000040,
};

class PcWord {
 public:
  constexpr PcWord() = default;
  constexpr explicit PcWord(Word36 w) : word_(w) {}
  constexpr PcWord(std::uint32_t flags, VirtualAddress pc) : word_((std::uint64_t{flags} << 18) | pc.bits()) {}

  constexpr Word36 word() const { return word_; }
  constexpr std::uint32_t flags() const { return word_.left().bits(); }  // PcFlag bits
  constexpr bool has(PcFlag flag) const { return (flags() & flag) != 0; }
  constexpr bool user() const { return has(kPcUser); }
  constexpr VirtualAddress pc() const { return VirtualAddress{word_.right()}; }

  constexpr PcWord withFlags(std::uint32_t flags) const { return {flags, pc()}; }
  constexpr PcWord withPc(VirtualAddress pc) const { return {flags(), pc}; }
  constexpr bool operator==(const PcWord&) const = default;

 private:
  Word36 word_;
};

}  // namespace utah10

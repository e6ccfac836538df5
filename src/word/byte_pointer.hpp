// Byte pointers (SRM, Byte Manipulation): P = bits 0-5 (bits to the right of the byte), S = bits 6-11 (size in bits),
// bit 12 ignored, I X Y = bits 13-35 as in an instruction.
#pragma once

#include "utah10/word/instruction.hpp"

namespace utah10 {

struct BytePointer {
  Word36 word;

  constexpr std::uint32_t position() const { return word.field(0, 5); }
  constexpr std::uint32_t size() const { return word.field(6, 11); }
  constexpr AddressWord address() const { return AddressWord{word}; }

  struct Stepped;
  // The pointer to the next byte. The step to the next word is a 36-bit add (a carry out of the address runs into the
  // index field) made before P is inserted, as on the KA10.
  constexpr Stepped incremented() const;

  // S ones, right justified.
  constexpr std::uint64_t mask() const { return size() >= 36 ? Word36::kMask : (std::uint64_t{1} << size()) - 1; }
  // LDB: P of 44 octal or more gives 0.
  constexpr Word36 load(Word36 data) const {
    return position() >= 36 ? Word36{} : Word36{(data.bits() >> position()) & mask()};
  }
  // DPB: bits beyond bit 0 are lost; P of 44 octal or more leaves the word unchanged.
  constexpr Word36 deposit(Word36 data, Word36 byte) const {
    if (position() >= 36) return data;
    const std::uint64_t m = mask() << position();
    return Word36{(data.bits() & ~m) | ((byte.bits() << position()) & m)};
  }
};

struct BytePointer::Stepped {
  BytePointer pointer;
  bool nextWord = false;  // the address was stepped (one more adder pass)
};

constexpr BytePointer::Stepped BytePointer::incremented() const {
  constexpr std::uint64_t kPositionField = 0770000000000;
  if (position() >= size()) {
    const std::uint64_t p = position() - size();
    return {{Word36{(word.bits() & ~kPositionField) | (p << 30)}}, false};
  }
  const std::uint64_t p = (36 - size()) & 077;
  const Word36 stepped = word + Word36{1};
  return {{Word36{(stepped.bits() & ~kPositionField) | (p << 30)}}, true};
}

}  // namespace utah10

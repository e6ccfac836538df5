// Location counters: BLOCK, LOC, RELOC and ORG, PHASE, segments.
#include "toolchain/macro10/assembly.hpp"

namespace utah10::macro10 {

// Version 47 allows a negative size, which moves the counter back.
void Assembly::block() {
  highest();
  Value v = expression();
  if (version_ >= 50 && leftOf(v.word) != 0) {
    raise(kA, "the BLOCK size is negative or too large");
    return;
  }
  if (rightOf(v.reloc) != 0) badExternal(v.reloc);
  listedLocation_ = at_.assembly;
  at_.output = (at_.output + rightOf(v.word)) & 0777777;
  at_.assembly = (at_.assembly + rightOf(v.word)) & 0777777;
  unknownSize();
}

void Assembly::unknownSize() {
  if (pass1_ && (errors_ & kU) != 0) raiseUnknown();
}

// LOC, RELOC, ORG: without an argument, the counter of that mode continues where it stopped.
void Assembly::setCounter(int mode) {
  highest();
  reader_.scanNonBlank();
  reader_.again();
  std::uint32_t to = 0;
  unsigned newMode = static_cast<unsigned>(mode);
  if (reader_.code == kEol) {
    if (mode < 0) newMode = at_.savedMode;
    to = at_.saved[newMode & 1];
  } else {
    const Value v = expressionKnown();
    if (mode < 0) newMode = rightOf(v.reloc) & 1;
    to = rightOf(v.word);
  }
  at_.saved[at_.outputMode] = at_.output;
  at_.savedMode = at_.outputMode;
  listedLocation_ = to;
  at_.assemblyMode = at_.outputMode = newMode & 1;
  at_.assembly = at_.output = to;
  unknownSize();
}

void Assembly::phase() {
  const Value v = expressionKnown();
  at_.assembly = rightOf(v.word);
  at_.assemblyMode = rightOf(v.reloc) & 1;
  listedLocation_ = at_.assembly;
  unknownSize();
}

void Assembly::dephase() {
  at_.assembly = at_.output;
  at_.assemblyMode = at_.outputMode;
  listedLocation_ = at_.assembly;
}

// TWOSEG and HISEG: the origin is a multiple of 2000; TWOSEG without an argument puts the high segment at 400000.
void Assembly::segment(bool two) {
  highest();
  rel_.flush();
  if (segmentSeen_ || at_.high != 0) raise(kQ, "TWOSEG or HISEG should stand before any relocatable code");
  reader_.scanNonBlank();
  reader_.again();
  const Value v = expressionKnown();
  std::uint32_t origin = rightOf(v.word) & ~01777U;
  at_.assembly = at_.output = origin;
  std::uint64_t word = origin;
  if (two) {
    if (origin == 0) origin = 0400000;
    at_.highStart = at_.highHigh = origin;
    word = origin | Word36::kSign;
  }
  program_.segmentWord = Word36{word};
  program_.twoSegments = true;
  segmentSeen_ = true;
  at_.assemblyMode = at_.outputMode = 1;
  listedLocation_ = at_.assembly;
}

}  // namespace utah10::macro10

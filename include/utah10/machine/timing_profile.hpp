// The duration of every phase of the processor: the named segments of the KA10's flow, in two profiles.
//
// "srm": the timing flow chart of the System Reference Manual (the default). "gate": nominal delays of the delay lines
// in the drawings as transcribed gate by gate, pulse amplifiers at 15 ns (inferred: the value that makes published step
// times come out), no cables. Memory times are not here; they belong to the boxes. No value is chosen to make a
// program's total come out; timingFacts() names each value's source; docs/sources/timing.md compares the sources.
// Units: nanoseconds.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "utah10/word/isa.hpp"
#include "utah10/word/virtual_time.hpp"

namespace utah10 {

struct TimingProfile {
  std::string_view name;

  // Address part. "before" runs up to the memory request, "after" from the data or the release.
  Duration fetchBefore, fetchAfter;
  Duration index;
  Duration indexCoreBefore, indexCoreAfter;  // index register in core (fast memory off), instead of index
  Duration address;                          // adding Y, once a level
  Duration indirectBefore, indirectAfter;
  Duration endOfAddress;
  // Operands.
  Duration operandBefore, operandAfter;
  Duration pauseBefore, pauseAfter;  // read half of a read-pause-write
  Duration floatImmediate, noOperand;
  Duration acFetch, acFetchCoreAfter;  // fast memory off: acFetch is the time before the request
  Duration secondAcFetch, secondAcFetchCoreBefore, secondAcFetchCoreAfter;
  Duration stackBefore, stackAfter;  // word addressed by an AC
  Duration jraExtra;                 // JRA, before stackBefore
  // Execution and stores.
  Duration beforeExecution, afterExecution;
  Duration acStoreCoreBefore, acStoreCoreAfter;  // fast memory off
  Duration secondAcStoreShift, secondAcStoreOther;
  Duration viaSt2;  // stores that pass through the AC store first (PUSH, POP, EXCH, ...)
  Duration pauseRestart, pauseAfterRestart;
  Duration writeBefore, writeAfter;
  Duration relocation;           // a user reference through the KA10's own relocation
  Duration fastRead, fastWrite;  // locations 0-17 as memory
  Duration protectionAbort;
  Duration nonexistentMemory;  // no acknowledge
  // Loops of the execution part.
  Duration multiplyAddStep, shiftStep, alignStep, normaliseStep, roundPass;
  Duration alignFarLess;                        // exponents far apart: this much sooner, no shifting
  Duration floatZeroLess;                       // a zero sum or product leaves this much sooner
  Duration divideZeroLess, divideLongZeroLess;  // FDV, FDVL of zero
  Duration shiftRightLess, fscZeroLess;
  Duration jffoAny, jffoStep;
  Duration divideNegativeDividend, floatDividePreshift;
  Duration integerNoDivide, doubleNoDivide, floatNoDivide, floatLongNoDivide;  // execution when refused
  // Byte instructions.
  Duration bytePointer;                       // ILDB IDPB IBP: to the restart of the pointer's cycle
  Duration bytePointerWord;                   // the pointer moves to the next word
  Duration bytePointerRest;                   // IBP: rest of the execution
  Duration byteMaskAfterIncrement, byteMask;  // to the second address; + byteStep * S
  Duration byteStep;
  Duration byteLoad, byteDeposit;  // + byteStep * P
  // Block transfer, input-output, interrupts.
  Duration bltReadBefore, bltReadAfter, bltBetween, bltAfterWrite;
  Duration bltLast, bltInterrupted;
  Duration ioBeforeBus, ioToClear, ioToSet, ioToEnd, ioRest, ioBusCycle, ioSkip;
  Duration ioPointer, ioPointerRest;
  Duration piEntry, piOverflow;

  // Constant part of the execution of each opcode.
  std::array<Duration, 512> execution{};

  static const TimingProfile& srm();
  static const TimingProfile& gate();
  static const TimingProfile* find(std::string_view name);
};

// A value of a profile and its source, for `config --explain` and `timing`.
struct TimingFact {
  std::string_view name;
  Duration value;
  std::string_view source;
};
// The name under which a segment appears in facts and phase records.
std::string_view segmentName(Duration TimingProfile::*segment);
std::vector<TimingFact> timingFacts(const TimingProfile& profile);

}  // namespace utah10

// What every phase of the processor takes: the named segments of the KA10's flow, in two profiles.
//
// "srm": the timing flow chart of the System Reference Manual (the default). "gate": nominal delays of the delay
// elements in the drawings, no cable delays. Memory times are not here; they belong to the boxes. No value is chosen to
// make a program's total come out; provenance() names each value's source.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "utah10/word/error.hpp"
#include "utah10/word/isa.hpp"
#include "utah10/word/virtual_time.hpp"

namespace utah10 {

struct TimingProfile {
  std::string_view name;

  // Address part. "before" runs up to the memory request, "after" from the data or release.
  Duration fetchBefore, fetchAfter;
  Duration index;                            // fast memory index register
  Duration indexCoreBefore, indexCoreAfter;  // with fast memory off, in addition
  Duration address;                          // adding Y, once a level
  Duration indirectBefore, indirectAfter;
  Duration endOfAddress;
  // Operands.
  Duration operandBefore, operandAfter;
  Duration pauseBefore, pauseAfter;  // read half of a read-pause-write
  Duration floatImmediate, noOperand;
  Duration acFetch, acFetchCoreAfter;
  Duration secondAcFetch, secondAcFetchCore, secondAcFetchCoreAfter;
  Duration stackBefore, stackAfter;  // word addressed by an AC
  Duration jraExtra;
  // Execution and stores.
  Duration beforeExecution, afterExecution;
  Duration secondAcStore;                        // ASHC ROTC LSHC
  Duration acStoreCoreBefore, acStoreCoreAfter;  // fast memory off
  Duration pauseCompletion;
  Duration writeBefore, writeAfter;
  Duration relocation;           // per user reference through the KA10's own relocation
  Duration fastRead, fastWrite;  // locations 0-17 as memory operands
  Duration protectionAbort;
  Duration nonexistentMemory;  // no acknowledge
  // Steps.
  Duration multiplyAddStep, shiftStep, alignStep, normaliseStep, roundPass, alignFar;
  Duration jffoStep, byteStep, pointerWordStep;
  Duration bytePointerPhase, byteSecondAddress, byteLoadPhase, byteDepositPhase;
  Duration shiftRightLess;                                  // a right shift starts this much sooner
  Duration fscZeroLess;                                     // FSC of zero leaves early
  Duration divideNegativeDividend;                          // DIV
  Duration divideRoundStep;                                 // FDVR
  Duration integerNoDivide, doubleNoDivide, floatNoDivide;  // execution when the divide is refused
  Duration bltWord;                                         // beside the read and write segments
  Duration ioBeforeBus, ioToClear, ioToSet, ioToEnd, ioBusHold, ioSkip, ioPointer;
  Duration piEntry;  // from the wasted fetch to the fetch of 40+2n

  // Constant part of the execution of each opcode, without the .03s around it.
  std::array<Duration, 512> execution{};

  static const TimingProfile& srm();
  static const TimingProfile& gate();
  static const TimingProfile* find(std::string_view name);
};

// A segment's value in a profile and where it comes from, for `config --explain` and `timing`.
struct TimingFact {
  std::string_view name;
  Duration value;
  std::string_view source;
};
std::vector<TimingFact> timingFacts(const TimingProfile& profile);

}  // namespace utah10

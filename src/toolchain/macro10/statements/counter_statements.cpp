#include "toolchain/macro10/statements/counter_statements.hpp"

#include <optional>

namespace utah10::macro10 {

// Version 47 allows a negative size, which moves the counter back.
void CounterStatements::block() {
  emitter_.at().raiseBreaks();
  Value v = evaluator_.expressionWithoutPolish();
  if (pass_.version >= 50 && leftOf(v.word) != 0) {
    raise(kA, "the BLOCK size is negative or too large");
    return;
  }
  if (rightOf(v.reloc) != 0) evaluator_.badExternal(v.reloc);
  showLocation();
  emitter_.at().advance(rightOf(v.word));
  requireKnownSize();
}

// Without an argument, the counter of that mode continues where it stopped.
void CounterStatements::moveTo(CounterMode mode) {
  emitter_.at().raiseBreaks();
  scanner_.scanNonBlank();
  scanner_.again();
  std::optional<Value> to;
  if (scanner_.code != kEol) to = evaluator_.expressionKnown();
  emitter_.at().moveTo(mode, to);
  showLocation();
  requireKnownSize();
}

void CounterStatements::phase() {
  emitter_.at().phase(evaluator_.expressionKnown());
  showLocation();
  requireKnownSize();
}

void CounterStatements::dephase() {
  emitter_.at().dephase();
  showLocation();
}

// The origin is a multiple of 2000; TWOSEG without an argument puts the high segment at 400000.
void CounterStatements::segment(bool two) {
  LocationCounters& at = emitter_.at();
  at.raiseBreaks();
  emitter_.rel().breakBlock();
  if (at.segmentSeen || at.high != 0) raise(kQ, "TWOSEG or HISEG should stand before any relocatable code");
  scanner_.scanNonBlank();
  scanner_.again();
  const Value v = evaluator_.expressionKnown();
  std::uint32_t origin = rightOf(v.word) & ~01777U;
  at.beginSegment(origin);
  std::uint64_t word = origin;
  if (two) {
    if (origin == 0) origin = 0400000;
    at.highStart = at.highHigh = origin;
    word = origin | Word36::kSign;
  }
  layout_.segmentWord = Word36{word};
  layout_.twoSegments = true;
  at.segmentSeen = true;
  showLocation();
}

// ---- literals and variables

void CounterStatements::literals() {
  showLocation();
  finishStatement();
  emitter_.placeLiterals(false);
}

void CounterStatements::variables() {
  showLocation();
  emitter_.placeVariables();
  finishStatement();
}

}  // namespace utah10::macro10

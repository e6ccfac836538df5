// Statements that move the location counters: BLOCK, LOC, PHASE, segments, and the areas of literals and variables.
#pragma once

#include "toolchain/macro10/statements/statement_part.hpp"

namespace utah10::macro10 {

class CounterStatements : public StatementPart {
 public:
  explicit CounterStatements(const StatementContext& c) : StatementPart(c), layout_(c.program.layout) {}

  void block();
  void moveTo(CounterMode mode);  // LOC, RELOC, ORG
  void phase();
  void dephase();
  void segment(bool two);  // TWOSEG, HISEG
  void literals();         // LIT
  void variables();        // VAR

 private:
  ProgramLayout& layout_;

  void showLocation() { line_.showLocation(emitter_.at().assembly.at); }
};

}  // namespace utah10::macro10

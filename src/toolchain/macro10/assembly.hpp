// One assembly: two passes over the sources, line by line, program by program.
//
// The order of processing determines what pass 1 knows and therefore where every literal lands; all parts follow MACRO
// 50(334) step by step. Where a rule looks odd, the comment names the routine of MACRO that contains it.
//
// The parts, each using only those before it: Scanner (characters, codes and names), Diagnostics, Symbols, Emitter
// (words, REL blocks, listing lines), Evaluator (expressions and fields), Statements.
#pragma once

#include <span>
#include <vector>

#include "toolchain/macro10/statements/statements.hpp"

namespace utah10::macro10 {

class Assembly {
 public:
  Assembly(std::span<const SourceText> sources, const AssemblerOptions& options);
  AssemblyResult run();

 private:
  void assemblePasses();
  bool assembleLine();
  void sourceLine();
  void beginStatement();
  void statementAndLine();
  void giveUp(const GiveUp& g);
  void sourceEnded();
  void abandonLine();

  void beginProgram();
  void beginPass();
  void beginPass2Output();
  void finishProgram(bool more);
  void endPass1(bool more);
  void endPass2();
  void passTwoHere();
  void restoreProgram(std::size_t n);
  void searchPreloaded();
  void keepUniversal();

  const AssemblerOptions& options_;
  AssemblyResult result_;
  Pass pass_;
  Budget budget_;
  std::vector<Program> programs_;  // ended in pass 1
  Program program_;
  std::size_t programIndex_ = 0;  // on pass 2
  bool passTwoHere_ = false;      // PASS2: pass 1 ended in the middle of the sources
  bool done_ = false;
  AssemblyModes modes_;
  Statement statement_;

  SourceInput input_;
  StoredTexts texts_;
  Listing listing_;
  Diagnostics errors_;
  LineListing line_;
  Scanner scanner_;
  Universals universals_;
  Symbols symbols_;
  Emitter emitter_;
  Evaluator evaluator_;
  Statements statements_;
};

}  // namespace utah10::macro10

// Statements about the program as a whole: TITLE, END, PASS2, RADIX, .DIRECTIVE and similar.
#pragma once

#include "toolchain/macro10/statements/statement_part.hpp"

namespace utah10::macro10 {

class ProgramStatements : public StatementPart {
 public:
  explicit ProgramStatements(const StatementContext& c)
      : StatementPart(c), title_(c.program.title), modes_(c.modes), options_(c.options) {}

  void title(bool universal);      // TITLE, UNIVERSAL
  void end(ProgramChange change);  // END, PRGEND
  void passTwo();
  void programSection();
  void radix();
  void tape();  // the rest of the file is skipped
  void directive();

 private:
  ProgramTitle& title_;
  AssemblyModes& modes_;
  const AssemblerOptions& options_;

  StartAddress startAddress(const Value& v);
  bool setMode(std::string_view word, bool on);  // `on` is false behind NO
  void sourceVersion();
};

}  // namespace utah10::macro10

// Calls of macros, and IRP.
#pragma once

#include "toolchain/macro10/statements/macro_arguments.hpp"
#include "toolchain/macro10/statements/statement_part.hpp"

namespace utah10::macro10 {

class MacroCalls : public StatementPart {
 public:
  explicit MacroCalls(const StatementContext& c) : StatementPart(c), listing_(c.listing), arguments_(c) {}

  // CALLM: collects the arguments; the macro's text is read from then on. False: an error was reported.
  bool call(Name name, const Entry& e);
  void irp(bool perCharacter);
  void stopIrp();

 private:
  Listing& listing_;
  MacroArguments arguments_;

  void endCallLine(MacroExpansion& call);
  void endSuppressedLine(MacroExpansion& call);
};

}  // namespace utah10::macro10

// Statements that produce items for the loader: ASSIGN, LINK, .REQUEST, .COMMON; and the selection of paper tape.
#pragma once

#include "toolchain/macro10/statements/statement_part.hpp"

namespace utah10::macro10 {

class LoaderStatements : public StatementPart {
 public:
  explicit LoaderStatements(const StatementContext& c) : StatementPart(c) {}

  void assign();
  void link(bool end);         // LINK, LNKEND
  void request(RelType type);  // .REQUEST, .REQUIRE
  void common();
  void tape(TapeFormat format) { emitter_.tape().select(format); }  // RIM, RIM10, RIM10B

 private:
  bool assignedSymbol(Name& symbol);
  bool requestFile(RelItem& item);
};

}  // namespace utah10::macro10

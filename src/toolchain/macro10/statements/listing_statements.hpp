// Statements about the listing and the terminal: LIST, SALL, SUBTTL, .CREF, PRINTX and similar.
#pragma once

#include <functional>

#include "toolchain/macro10/statements/statement_part.hpp"

namespace utah10::macro10 {

class ListingStatements : public StatementPart {
 public:
  explicit ListingStatements(const StatementContext& c)
      : StatementPart(c), listing_(c.listing), modes_(c.modes), typed_(c.typed) {}

  void list() { listing_.listOff = false; }
  void listNothing();                                                 // XLIST
  void listExpansions();                                              // LALL
  void suppressExpansions(bool suppressAll);                          // SALL, XALL
  void noSymbols() { listing_.noSymbols = true; }                     // NOSYM
  void halfForm(bool half) { listing_.halfForm = half; }              // .HWFRMT, .MFRMT
  void multiWordLiterals(bool on) { modes_.multiWordLiterals = on; }  // MLON, MLOFF
  void page();
  void subtitle();
  void remark() { ignoreRest(); }
  void printx();
  void cref(bool off);  // .CREF, .XCREF

 private:
  Listing& listing_;
  AssemblyModes& modes_;
  std::string& typed_;

  void listSwitch(const std::function<void()>& change);
};

}  // namespace utah10::macro10

// DEFINE: macros as stored text.
#pragma once

#include <string>
#include <vector>

#include "toolchain/macro10/statements/statement_part.hpp"

namespace utah10::macro10 {

class MacroDefinitions : public StatementPart {
 public:
  explicit MacroDefinitions(const StatementContext& c) : StatementPart(c), listing_(c.listing) {}

  void define();

 private:
  struct DummyList {
    std::vector<Name> names;
    std::vector<DefaultArgument> defaults;
  };
  const Listing& listing_;

  DummyList dummies();
  void dummyList(DummyList& dummies);
  std::string macroBody(const std::vector<Name>& dummies);
  std::string identifier(int& c);
  bool doubledComment(std::string& text, int& depth, int& c);
};

}  // namespace utah10::macro10

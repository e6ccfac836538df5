// Statements that declare symbols: INTERN, EXTERN, SYN, PURGE, INTEGER, SEARCH and similar.
#pragma once

#include <optional>

#include "toolchain/macro10/statements/statement_part.hpp"

namespace utah10::macro10 {

class Declarations : public StatementPart {
 public:
  explicit Declarations(const StatementContext& c) : StatementPart(c), universals_(c.universals) {}

  void interns(std::uint32_t flags);  // INTERN, ENTRY
  void externs();
  void syn();
  void purge();
  void flagOperands(std::uint32_t flag);  // SUPPRESS, .NODDT
  void suppressAll() { symbols_.suppressAll(); }
  void xpunge();
  void integers();
  void arrays();
  void search();

 private:
  // What SYN gives to its second name.
  struct Meaning {
    Entry entry;
    bool operation = true;
  };
  Universals& universals_;

  std::optional<Meaning> meaningOf(Name name);
  void purgeName(Name name);
  void makeVariable(Name name, std::uint32_t size);
  Name searchedFile(Name name);
};

}  // namespace utah10::macro10

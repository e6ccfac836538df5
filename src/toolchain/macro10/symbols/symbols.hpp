// The symbols of the program being assembled: finds and enters them, in its table and in the universals searched.
//
// Each lookup and entry is noted for the cross-reference. An entry found in a universal is copied into the program's
// table, so that only symbols in use reach the REL file.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "toolchain/macro10/budget.hpp"
#include "toolchain/macro10/listing/listing.hpp"
#include "toolchain/macro10/pass.hpp"
#include "toolchain/macro10/source/diagnostics.hpp"
#include "toolchain/macro10/symbols/symbol_table.hpp"
#include "toolchain/macro10/symbols/universals.hpp"

namespace utah10::macro10 {

// The symbols of one program, kept from pass 1 to pass 2.
struct ProgramSymbols {
  SymbolTable table;
  std::vector<ExternalCell> externals;
  std::unordered_map<Name, std::uint32_t> handles;  // of the externals
};

enum class SearchScope : std::uint8_t { Program, Universals };

class Symbols {
 public:
  Symbols(const Pass& pass, Budget& budget, Diagnostics& errors, Listing& listing, const Universals& universals,
          ProgramSymbols& program)
      : pass_(pass), budget_(budget), errors_(errors), listing_(listing), universals_(universals), program_(program) {}

  // Both meanings of a name, or null. Universals are searched only if the program has neither.
  Meanings* lookup(Name name, SearchScope scope = SearchScope::Universals);
  // One meaning, or null. Lookups of symbols of the form external + constant add to `unplaced`.
  Entry* operand(Name name, SearchScope scope = SearchScope::Universals);    // SSRCH
  Entry* operation(Name name, SearchScope scope = SearchScope::Universals);  // MSRCH
  Entry& enterOperand(Name name, Entry e);
  Entry& enterOperation(Name name, Entry e);
  void enterUndefined(Name name);
  // Makes the name external (EXTERN, S##, .COMMON). `defining`: the cross-reference marks this as its definition.
  void declareExternal(Name name, bool defining);

  SymbolTable& table() { return program_.table; }
  // The names in output order, charged to the budget because a source can request them on every line.
  std::vector<Name> ordered();
  void suppressAll();                  // no symbol reaches the REL file unless it is used
  void settleUndefined(bool devices);  // pass 1 ends; `devices`: device names take their codes
  Universal universal(Name name);      // all symbols, for SEARCH

  // External symbols, by handle.
  std::uint32_t externalHandle(Name name);
  ExternalCell& externalCell(std::uint32_t handle) { return program_.externals.at(handle - kFirstExternal); }
  bool isExternal(std::uint32_t half) const {
    return half >= kFirstExternal && half - kFirstExternal < program_.externals.size();
  }
  Name externalName(std::uint32_t handle) const { return program_.externals.at(handle - kFirstExternal).name; }
  // The externals met in expressions but not yet placed in a word, by half.
  Word36 unplaced;
  void noteExternals(const Entry& e);  // SRCH6
  std::string unplacedName() const;    // of one of them, for messages

  // The cross-reference.
  void reference(CrefKind kind, Name name, bool defining = false);
  void referenceOperand(Name name, const Entry& e);
  void referenceOperation(Name name, const Entry& e);
  // Whether the next reference to an operand, a macro or an OPDEF is a definition.
  void nextDefines(bool defines = true) { nextDefines_ = defines; }

 private:
  const Pass& pass_;
  Budget& budget_;
  Diagnostics& errors_;
  Listing& listing_;
  const Universals& universals_;
  ProgramSymbols& program_;
  bool nextDefines_ = false;

  Meanings* copyFromUniversal(Name name);
  Entry copyEntry(const Universal& u, const Entry& e);
};

}  // namespace utah10::macro10

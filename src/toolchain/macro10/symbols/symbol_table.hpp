// Symbols of a program: operands (labels, assignments, externals) and operators (macros, OPDEFs, SYNs) in one table.
//
// A name may be an operand and an operator at once. Flags have the values used in universal files. Output order:
// ascending by the SIXBIT name as a signed number, so names that begin with a letter come first.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "toolchain/macro10/source/name.hpp"
#include "toolchain/macro10/source/text_codes.hpp"
#include "toolchain/macro10/symbols/operators.hpp"
#include "toolchain/macro10/value.hpp"
#include "utah10/word/word36.hpp"

namespace utah10::macro10 {

// Left-half bits, as stored in universal files.
enum SymbolFlag : std::uint32_t {
  kSymbol = 0400000,
  kLabel = 0200000,
  kNoDdt = 0100000,
  kSynonym = 0040000,
  kMacro = 0020000,
  kOpdef = 0010000,
  kLongValue = 0004000,
  kUndefined = 0002000,
  kExternal = 0001000,
  kInternal = 0000400,
  kEntry = 0000200,
  kVariable = 0000100,
  kNoCref = 0000040,
  kMultiple = 0000020,
  kSpecial = 0000010,  // external + constant
  kSuppressed = 0000004,
  kLeftReloc = 0000002,
  kRightReloc = 0000001,
};

struct DefaultArgument {
  unsigned dummy = 0;  // from 1
  Text text;
};

struct MacroBody {
  unsigned dummies = 0;
  Text text;
  std::vector<DefaultArgument> defaults;
};

struct Expression;  // polish.hpp

struct Entry {
  std::uint32_t flags = 0;
  Word36 value;                                  // 0 for an external
  Word36 reloc;                                  // may contain handles of externals
  std::uint32_t external = 0;                    // handle, if kExternal
  std::shared_ptr<const MacroBody> macro;        // if kMacro
  const BuiltIn* builtIn = nullptr;              // for a SYN of a built-in operator
  std::shared_ptr<const Expression> expression;  // value computed by the loader (version 53)
  bool has(std::uint32_t f) const { return (flags & f) != 0; }
  bool operand() const { return has(kSymbol); }
};

// Both meanings of a name.
struct Meanings {
  std::optional<Entry> operand;
  std::optional<Entry> operation;
};

// External symbols, each with its chain of requests.
struct ExternalCell {
  Name name = 0;
  Word36 value;             // for a symbol that is external + constant; unused here
  std::uint32_t chain = 0;  // last location linked; 0: none
  unsigned chainReloc = 0;  // relocation of that location
};

class SymbolTable {
 public:
  SymbolTable();
  Meanings* find(Name name);
  const Meanings* find(Name name) const;
  Meanings& at(Name name) { return names_[name]; }
  void removeOperation(Name name);
  void removeOperand(Name name);

  // The names in output order.
  std::vector<Name> ordered() const;

 private:
  std::unordered_map<Name, Meanings> names_;
};

// A symbol table kept for SEARCH.
struct Universal {
  Name name = 0;
  std::unordered_map<Name, Meanings> table;
  std::vector<ExternalCell> externals;  // handles in its entries are indices offset by kFirstExternal
};

}  // namespace utah10::macro10

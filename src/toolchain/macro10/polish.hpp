// Expressions that only the loader can compute: kept as trees on pass 2, written as polish blocks (type 11) at the end.
//
// Items are written in prefix order, then one store operator (docs/formats.md, "Relocatable files"). Version 53 uses
// them; versions 47 and 50 report E errors instead.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "toolchain/macro10/character.hpp"
#include "toolchain/macro10/symbol_table.hpp"
#include "toolchain/macro10/value.hpp"

namespace utah10::macro10 {

// Target of the result. The values are the loader's, as 18-bit half words.
enum class PolishStore : std::uint32_t {
  Right = 0777777,
  Left = 0777776,
  Full = 0777775,
  SymbolRight = 0777774,
  SymbolLeft = 0777773,
  SymbolFull = 0777772,
};

struct PolishItem {
  enum class Kind : std::uint8_t { Operator, Short, Long, Symbol } kind = Kind::Operator;
  std::uint32_t code = 0;  // operator
  Word36 word;
  Word36 reloc;  // Short, Long: 0 or 1 by half
  Name symbol = 0;
};

struct PolishBlock {
  std::vector<PolishItem> items;
  PolishStore store = PolishStore::Right;
  std::uint32_t address = 0;
  unsigned mode = 0;
  int literal = 0;        // nesting depth of the enclosing literal, which is not placed yet
  int literalDepth = -1;  // offset in words from its start
  Name symbol = 0;        // for the symbol stores
};

// An expression in prefix order.
struct Expression {
  std::vector<PolishItem> items;
};

struct PolishNode {
  Operator op = Operator::None;
  Value left;
  Value right;
  std::shared_ptr<const Expression> whole;  // or the expression that defines a symbol
  std::size_t size = 1;                     // upper bound on the items written for it
};

struct Polish {
  std::vector<PolishNode> nodes;     // of the expressions being read, inner ones after outer ones
  std::vector<PolishBlock> blocks;   // of the program
  std::vector<PolishBlock> waiting;  // of the literal being read
};

// The loader's code of an operator: 3 add ... 13 not.
std::uint32_t polishCode(Operator op);

}  // namespace utah10::macro10

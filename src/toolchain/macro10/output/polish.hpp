// Expressions that only the loader can compute: kept as trees on pass 2, written as polish blocks (type 11) at the end.
//
// Items are written in prefix order, then one store operator (docs/formats.md, "Relocatable files"). Version 53 uses
// them; versions 47 and 50 report E errors instead.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "toolchain/macro10/pass.hpp"
#include "toolchain/macro10/source/character.hpp"
#include "toolchain/macro10/symbols/symbols.hpp"
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

enum class PolishItemKind : std::uint8_t { Operator, Short, Long, Symbol };

struct PolishItem {
  PolishItemKind kind = PolishItemKind::Operator;
  std::uint32_t code = 0;  // operator
  Word36 word;
  Word36 reloc;  // Short, Long: 0 or 1 by half
  Name symbol = 0;
};

// An expression in prefix order.
struct Expression {
  std::vector<PolishItem> items;
};

// The loader's code of an operator: 3 add ... 13 not.
std::uint32_t polishCode(Operator op);

// The trees of the expressions being read, inner ones after outer ones. A Value refers to its tree by `node`.
class PolishTrees {
 public:
  PolishTrees(const Pass& pass, const Symbols& symbols) : pass_(pass), symbols_(symbols) {}

  // POLPSH's conditions: on pass 2, an operand that is external or an expression, or, unless that is barred, relocation
  // that no half can express.
  bool needsLoader(Operator op, const Value& left, const Value& right) const;
  Value node(Operator op, const Value& left, const Value& right);
  Value symbolValue(const Entry& e);  // of a symbol defined by an expression

  std::vector<PolishItem> items(const Value& v) const;
  std::size_t size() const { return nodes_.size(); }
  void shrink(std::size_t size) { nodes_.resize(size); }  // forgets the trees made since
  void clear() { nodes_.clear(), barred_ = false; }

  // NOPSW: the statement needs the value itself, so relocation is reckoned as on pass 1. Returns what was set before.
  bool bar(bool barred) { return std::exchange(barred_, barred); }

 private:
  struct Node {
    Operator op = Operator::None;
    Value left;
    Value right;
    std::shared_ptr<const Expression> whole;  // or the expression that defines a symbol
    std::size_t size = 1;                     // upper bound on the items written for it
  };
  const Pass& pass_;
  const Symbols& symbols_;
  std::vector<Node> nodes_;
  bool barred_ = false;

  std::size_t sizeOf(const Value& v) const;
  void add(const Value& v, std::vector<PolishItem>& items) const;
  void addSymbol(std::uint32_t handle, std::vector<PolishItem>& items) const;
};

}  // namespace utah10::macro10

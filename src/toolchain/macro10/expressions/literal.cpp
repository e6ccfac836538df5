// Brackets: expressions and statements in angle brackets, literals in square ones.
#include <utility>

#include "toolchain/macro10/expressions/evaluator.hpp"

namespace utah10::macro10 {

namespace {

// XALL acts as SALL inside a literal; restored at its end, even if the literal is abandoned.
class SuppressedExpansions {
 public:
  SuppressedExpansions(Scanner& scanner, bool expansionsOff)
      : scanner_(scanner), ends_(expansionsOff && !scanner.suppressAll) {
    if (expansionsOff) scanner_.suppressAll = true;
  }
  ~SuppressedExpansions() {
    if (ends_) scanner_.suppressAll = false;
  }
  SuppressedExpansions(const SuppressedExpansions&) = delete;
  SuppressedExpansions& operator=(const SuppressedExpansions&) = delete;

 private:
  Scanner& scanner_;
  bool ends_;
};

}  // namespace

Value Evaluator::angleValue() {
  return !atoms_.present.numeric && scanner_.code == six('=') ? assign() : anyFormOfAtom();
}

// SQBRK: the future address of the words; unknown on pass 1, which sets U.
Value Evaluator::literalAddress() {
  const Word36 outerExternals = std::exchange(symbols_.unplaced, {});
  const Value where = literalWords();
  symbols_.unplaced = outerExternals;
  if (!pass_.first) return where;
  errors_.add(scanner_.literalLevel != 0 ? kN : kU);  // N prevents the pooling of the outer literal
  return {};
}

Value Evaluator::literalWords() {
  ++scanner_.literalLevel;
  if (++statement_.literals == 1) errors_.literalBegins(scanner_.place());
  const bool outerErred = errors_.literalErred() || errors_.letters() != 0;
  errors_.setLiteralErred(false);
  const WordStow::Outer outer = emitter_.beginInner();
  Value where;
  {
    const SuppressedExpansions suppressed{scanner_, listing_.expansionsOff};
    inner_->literalStatements();
    where = emitter_.keepLiteral(statement_.literals);
  }
  emitter_.endInner(outer);
  errors_.setLiteralErred(outerErred);
  --scanner_.literalLevel;
  emitter_.placeLabel(where);
  emitter_.placeExpressions(statement_.literals, where);
  --statement_.literals;
  return where;
}

}  // namespace utah10::macro10

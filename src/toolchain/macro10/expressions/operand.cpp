// Operands of expressions: the value of an atom that is a symbol or an operator.
#include <fmt/format.h>

#include <utility>

#include "toolchain/macro10/expressions/evaluator.hpp"
#include "toolchain/macro10/expressions/nesting.hpp"

namespace utah10::macro10 {

// From EVATOM on: evaluates the atom and finds the delimiter after it.
void Evaluator::operand() {
  Atom& atom = atoms_.present;
  OperandKind kind = OperandKind::Value;
  for (;;) {
    if (!atom.numeric && atom.name == 0) break;
    if (!atom.numeric) {
      atom.numeric = true;
      kind = symbolOperand(atom.name);
    }
    if (kind != OperandKind::MacroText) {
      statement_.fields.seen = true;
      break;
    }
    kind = OperandKind::Value;
    atoms_.read();  // the macro's text is the operand
  }
  if (kind != OperandKind::Words) operandDelimiter();
}

void Evaluator::operandDelimiter() {
  scanner_.skipBlanks();
  if (scanner_.cls.inSymbol()) scanner_.again();
  if (scanner_.code != six('^') || pass_.version < 50) return;
  scanner_.scan();
  if (scanner_.code == six('!')) scanner_.cls = kXorClass;
  if (scanner_.code == six('-')) scanner_.cls = kNotClass;
}

Evaluator::OperandKind Evaluator::symbolOperand(Name name) {
  Meanings* m = symbols_.lookup(name);
  if (m != nullptr && m->operand) {
    symbols_.referenceOperand(name, *m->operand);
    operandEntry(name, *m->operand);
    return OperandKind::Value;
  }
  if (m != nullptr && m->operation) {
    symbols_.referenceOperation(name, *m->operation);
    const Entry e = *m->operation;
    return operatorOperand(name, e);
  }
  return builtInOperand(name, atoms_.present.negative ? nullptr : findBuiltIn(name, pass_.version));
}

// ---- symbols

void Evaluator::operandEntry(Name name, const Entry& e) {
  symbols_.noteExternals(e);
  Value& value = atoms_.present.value;
  value = {e.value, e.reloc, -1};
  if (e.expression && !pass_.first) {
    value = trees_.symbolValue(e);
    return;
  }
  if (e.has(kUndefined)) {
    errors_.raiseUndefined(name);
    if (pass_.first) return;
  }
  if (e.has(kExternal)) {
    if (pass_.version < 53 && rightOf(symbols_.unplaced) != 0)
      errors_.raise(kE, fmt::format("external {} and another external in the same half word", nameText(name)));
    symbols_.unplaced = withRight(symbols_.unplaced, e.external);
    value = {{}, Word36{e.external}, -1};
  }
  if (e.has(kMultiple)) errors_.raise(kD, fmt::format("symbol {} is defined more than once", nameText(name)));
  if (atoms_.present.negative) negateOperand();
}

void Evaluator::negateOperand() {
  Value& value = atoms_.present.value;
  if (pass_.version >= 53 && complexReloc(value.reloc)) {
    value = trees_.node(Operator::Subtract, {}, value);
    return;
  }
  value.word = Word36{} - value.word;
  value.reloc = Word36{} - value.reloc;
}

Evaluator::OperandKind Evaluator::undefinedOperand(Name name) {
  atoms_.present.value = {};
  errors_.raiseUndefined(name);
  return OperandKind::Value;
}

// ---- operators

Evaluator::OperandKind Evaluator::operatorOperand(Name name, const Entry& e) {
  if (atoms_.present.negative) return undefinedOperand(name);
  if (scanner_.code != 0) scanner_.again();
  if (e.has(kMacro)) return macroOperand(name, e);
  if (e.has(kSynonym) && e.builtIn != nullptr) return builtInOperand(name, e.builtIn);
  return dataOperator([&] {
    symbols_.noteExternals(e);
    instruction(e.value, false, e.reloc);
  });
}

Evaluator::OperandKind Evaluator::macroOperand(Name name, const Entry& e) {
  if (scanner_.collecting()) {
    errors_.raise(kA, fmt::format("macro {} called within the arguments of another call", nameText(name)));
    atoms_.present.value = {};
    return OperandKind::Value;
  }
  return inner_->callMacro(name, e) ? OperandKind::MacroText : OperandKind::Value;
}

Evaluator::OperandKind Evaluator::builtInOperand(Name name, const BuiltIn* b) {
  if (b == nullptr || b->noData) {
    if (b == nullptr || atoms_.present.negative) symbols_.enterUndefined(name);
    return undefinedOperand(name);
  }
  symbols_.reference(CrefKind::Operator, name);
  if (scanner_.code != 0) scanner_.again();
  return dataOperator([&] { inner_->operatorInOperand(*b); });
}

// An operator used as an operand: it produces words of its own, and the first one is the value. Its delimiter has been
// read.
Evaluator::OperandKind Evaluator::dataOperator(const std::function<void()>& make) {
  const Nesting nesting{statement_.depth, kDeepestNesting, "operators"};
  ++scanner_.literalLevel;
  const WordStow::Outer outer = emitter_.beginInner();
  make();
  const StoredWord w = emitter_.take();
  emitter_.endInner(outer);
  --scanner_.literalLevel;
  atoms_.present.numeric = true;
  atoms_.present.value = {w.word, w.reloc, -1};
  Word36& unplaced = symbols_.unplaced;
  if (complexHalf(rightOf(w.reloc))) unplaced = withRight(unplaced, rightOf(w.reloc));
  if (complexHalf(leftOf(w.reloc))) unplaced = withLeft(unplaced, leftOf(w.reloc));
  return OperandKind::Words;
}

}  // namespace utah10::macro10

// Expressions: operators by precedence, left to right within a level; every value has its relocation.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "toolchain/macro10/expressions/evaluator.hpp"
#include "word/arithmetic.hpp"

namespace utah10::macro10 {

Evaluator::Evaluator(const EvaluatorParts& parts, const Listing& listing, Emitter& emitter)
    : pass_(parts.pass),
      budget_(parts.budget),
      scanner_(parts.scanner),
      errors_(parts.errors),
      symbols_(parts.symbols),
      statement_(parts.statement),
      listing_(listing),
      emitter_(emitter),
      atoms_(parts, emitter.at(), *this),
      trees_(pass_, symbols_) {}

Value Evaluator::expression() { return expressionFrom(false); }

// `atomReady`: the first atom has been read.
Value Evaluator::expressionFrom(bool atomReady) {
  statement_.fields.inField = true;
  const std::size_t firstTree = trees_.size();
  std::vector<PendingOperator> stack;
  for (bool first = true;; first = false) {
    if (!(first && atomReady)) atoms_.read();
    operand();
    Value v = atoms_.present.value;
    for (;;) {
      const CharClass delimiter = scanner_.cls;
      const std::uint8_t level = delimiter.level == kCommaLevel ? std::uint8_t{0} : delimiter.level;
      if (!stack.empty() && stack.back().op.level >= level) {
        v = combine(stack.back().op, stack.back().value, v);
        stack.pop_back();
        continue;
      }
      if (level == 0) return resolved(v, firstTree);
      stack.push_back({delimiter, v});
      break;
    }
  }
}

// The end of an expression: if the loader must compute it, it becomes a block and the value zero.
Value Evaluator::resolved(Value v, std::size_t firstTree) {
  if (v.node < 0) return v;
  std::vector<PolishItem> items = trees_.items(v);
  trees_.shrink(firstTree);
  budget_.spend(items.size());
  keepExpression(std::move(items));
  return {};
}

void Evaluator::keepExpression(std::vector<PolishItem> items) {
  if (statement_.target.symbol != 0) assignedExpression_ = std::make_shared<const Expression>(Expression{items});
  emitter_.keepExpression(std::move(items), statement_, scanner_.atComma());
}

// ---- arithmetic

Value Evaluator::combine(const CharClass& op, const Value& left, const Value& right) {
  if (trees_.needsLoader(op.op, left, right)) return trees_.node(op.op, left, right);
  const auto logical = [&](Word36 word) -> Value {
    if (!left.reloc.zero() || !right.reloc.zero()) errors_.raise(kR, "a logical operator takes absolute values");
    return {word, right.reloc, -1};
  };
  switch (op.op) {
    case Operator::Add:
      return {left.word + right.word, left.reloc + right.reloc, -1};
    case Operator::Subtract:
      return {left.word - right.word, left.reloc - right.reloc, -1};
    case Operator::Multiply:
      return multiplied(left, right);
    case Operator::Divide:
      return divided(left, right);
    case Operator::Shift:
      return shiftedBy(left, right);
    case Operator::Or:
      return logical(left.word | right.word);
    case Operator::And:
      return logical(left.word & right.word);
    case Operator::Xor:
      return logical(left.word ^ right.word);
    case Operator::Not:
      return logical(~right.word);
    default:
      return right;
  }
}

// XMUL: one factor must be absolute; the other's relocation is multiplied.
Value Evaluator::multiplied(const Value& left, const Value& right) {
  if (!left.reloc.zero() && !right.reloc.zero()) errors_.raise(kR, "a product of two relocatable values");
  const Word36 reloc = left.reloc | right.reloc;
  const std::int64_t factor = std::max(left.word.value(), right.word.value());
  return {multiplySingle(left.word, right.word).word, multiplySingle(reloc, Word36::fromSigned(factor)).word, -1};
}

// XDIV: the numerator's relocation is divided; the divisor must be absolute.
Value Evaluator::divided(const Value& left, const Value& right) {
  if (!right.reloc.zero()) errors_.raise(kR, "a relocatable divisor");
  const auto quotient = [&](Word36 n) {
    const std::int64_t d = right.word.value();
    return d == 0 ? n : Word36::fromSigned(n.value() / d);
  };
  // IDIVM leaves the divisor unchanged when it cannot divide.
  const Word36 word = right.word.zero() ? right.word : quotient(left.word);
  return {word, quotient(left.reloc), -1};
}

Value Evaluator::shiftedBy(const Value& left, const Value& right) {
  if (!right.reloc.zero()) errors_.raise(kR, "a relocatable shift");
  const HalfWord places = right.word.right();
  return {lsh(left.word, shiftCount(places)), lsh(left.reloc, shiftCount(places)), -1};
}

// ---- the forms of expression that pseudo-ops require

Value Evaluator::expressionDecimal() {
  const unsigned radix = std::exchange(atoms_.radix, 10);
  Value v = expression();
  atoms_.radix = radix;
  if (!v.reloc.zero()) badExternal(v.reloc);
  return v;
}

Value Evaluator::expressionAbsolute() {
  Value v = expression();
  if (!complexReloc(v.reloc) && v.node < 0) return v;
  errors_.raise(kE, fmt::format("external {} cannot be used here: its value is unknown", symbols_.unplacedName()));
  const auto plain = [](std::uint32_t half) { return complexHalf(half) ? half & 1 : half; };
  v.reloc = Word36::halves(plain(leftOf(v.reloc)), plain(rightOf(v.reloc)));
  v.node = -1;
  return v;
}

Value Evaluator::expressionWithoutPolish() {
  const bool before = trees_.bar(true);
  const Value v = expression();
  trees_.bar(before);
  return v;
}

// Additionally raises V if the value is not known yet.
Value Evaluator::expressionKnown() {
  const std::uint32_t letters = errors_.letters();
  errors_.setLetters(0);
  const bool before = trees_.bar(true);
  const Value v = expressionAbsolute();
  trees_.bar(before);
  if (errors_.has(kU) && pass_.version >= 50) errors_.raiseUnknown();
  errors_.add(letters);
  return v;
}

void Evaluator::badExternal(Word36& reloc) {
  if (!symbols_.unplaced.zero()) {
    errors_.raise(kE, fmt::format("external {} cannot stand here", symbols_.unplacedName()));
  } else {
    errors_.raise(kR, "a relocatable value cannot stand here");
  }
  reloc = withRight(reloc, 0);
}

// ---- assignments

Value Evaluator::assign() {
  const Name name = atoms_.present.name;
  symbols_.unplaced = {};
  const std::uint32_t flags = assignmentFlags();
  statement_.target.symbol = name;
  assignedExpression_.reset();
  Value v = anyForm();
  statement_.target.symbol = 0;
  const Word36& unplaced = symbols_.unplaced;
  if (complexHalf(rightOf(v.reloc)) && rightOf(v.reloc) != rightOf(unplaced)) badExternal(v.reloc);
  if (complexHalf(leftOf(v.reloc)) && leftOf(v.reloc) != leftOf(unplaced)) badExternal(v.reloc);
  enterAssigned(name, flags, v);
  return v;
}

// After the first equals sign, any number of `=`, `:` and `!` may follow.
std::uint32_t Evaluator::assignmentFlags() {
  std::uint32_t flags = 0;
  for (int c = scanner_.peek(); c == '=' || c == '!' || c == ':'; c = scanner_.peek()) {
    flags |= c == ':' ? kInternal : kNoDdt;
    scanner_.scan();
  }
  return flags;
}

void Evaluator::enterAssigned(Name name, std::uint32_t flags, Value& v) {
  symbols_.nextDefines();
  Entry e;
  e.flags = kSymbol;
  if (const Entry* found = symbols_.operand(name, SearchScope::Program)) e = *found;
  e.flags |= flags;
  e.expression = std::exchange(assignedExpression_, nullptr);
  if (e.has(kUndefined)) e.flags &= ~static_cast<std::uint32_t>(kExternal | kLongValue);
  e.flags &= ~static_cast<std::uint32_t>(kUndefined | kVariable);
  symbols_.unplaced = {};
  if (errors_.has(~static_cast<std::uint32_t>(kQ))) v.reloc = {};
  if (errors_.has(kU)) e.flags |= kUndefined;
  if (e.has(kLabel | kExternal)) {
    symbols_.nextDefines(false);
    errors_.raise(
        kA, fmt::format("{} is {} and cannot be assigned", nameText(name), e.has(kLabel) ? "a label" : "external"));
    return;
  }
  e.value = v.word;
  e.reloc = v.reloc;
  symbols_.enterOperand(name, e);
}

}  // namespace utah10::macro10

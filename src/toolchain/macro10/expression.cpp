// Expressions: operators by precedence, left to right within a level; every value has its relocation.
#include <fmt/format.h>

#include <algorithm>

#include <algorithm>

#include "toolchain/macro10/assembly.hpp"
#include "toolchain/macro10/nesting.hpp"
#include "word/arithmetic.hpp"

namespace utah10::macro10 {

// EVALEX. Leaves the terminator as the present code (given back if it begins another operand).
Value Assembly::expression() {
  inField_ = true;
  const bool ready = std::exchange(atomReady_, false);
  const std::size_t firstNode = polish_.nodes.size();
  std::vector<Pending> stack;
  bool first = true;
  for (;;) {
    if (!(first && ready)) atom();
    first = false;
    operand();
    Value v = atom_;
    for (;;) {
      const CharClass delimiter = reader_.cls;
      const std::uint8_t level = delimiter.level == kCommaLevel ? std::uint8_t{0} : delimiter.level;
      if (!stack.empty() && stack.back().op.level >= level) {
        v = combine(stack.back().op, stack.back().value, v);
        stack.pop_back();
        continue;
      }
      if (level == 0) return resolved(v, firstNode);
      stack.push_back({delimiter, v});
      break;
    }
  }
}

// From EVATOM on: evaluates the atom and finds the delimiter after it.
void Assembly::operand() {
  for (;;) {
    macroCalled_ = false;
    if (numeric_) {
      fieldSeen_ = true;
      break;
    }
    if (atomName_ == 0) break;
    numeric_ = true;
    operandSymbol(atomName_);
    if (!macroCalled_) {
      fieldSeen_ = true;
      break;
    }
    atom();
  }
  if (!dataMade_) operandDelimiter();
  dataMade_ = false;
}

void Assembly::operandDelimiter() {
  reader_.skipBlanks();
  if (reader_.cls.inSymbol()) reader_.again();
  if (reader_.code != six('^') || version_ < 50) return;
  reader_.scan();
  if (reader_.code == six('!')) reader_.cls = kXorClass;
  if (reader_.code == six('-')) reader_.cls = kNotClass;
}

void Assembly::operandSymbol(Name name) {
  Meanings* m = lookup(name);
  if (m != nullptr && m->operand) {
    crefOperand(name, *m->operand);
    operandEntry(name, *m->operand);
    return;
  }
  if (m != nullptr && m->operation) {
    crefOperator(name, *m->operation);
    const Entry e = *m->operation;
    operandOperator(name, e);
    return;
  }
  operandBuiltIn(name, negative_ ? nullptr : findBuiltIn(name, version_));
}

void Assembly::operandEntry(Name name, Entry& e) {
  noteExternals(e);
  atom_ = {e.value, e.reloc, -1};
  if (e.expression && !pass1_) {
    atom_ = expressionOf(e);
    return;
  }
  if (e.has(kUndefined)) {
    raiseUndefined(name);
    if (pass1_) return;
  }
  if (e.has(kExternal)) {
    if (version_ < 53 && rightOf(extPointer_) != 0)
      raise(kE, fmt::format("external {} and another external in the same half word", nameText(name)));
    extPointer_ = withRight(extPointer_, e.external);
    atom_ = {{}, Word36{e.external}, -1};
  }
  if (e.has(kMultiple)) raise(kD, fmt::format("symbol {} is defined more than once", nameText(name)));
  if (!negative_) return;
  if (version_ >= 53 && complexReloc(atom_.reloc)) {
    atom_ = polishNode(Operator::Subtract, {}, atom_);
    return;
  }
  atom_.word = Word36{} - atom_.word;
  atom_.reloc = Word36{} - atom_.reloc;
}

void Assembly::operandOperator(Name name, const Entry& e) {
  if (negative_) {
    undefinedOperand(name);
    return;
  }
  if (reader_.code != 0) reader_.again();
  if (e.has(kMacro)) {
    if (reader_.collecting()) {
      raise(kA, fmt::format("macro {} called within the arguments of another call", nameText(name)));
      atom_ = {};
      return;
    }
    macroCalled_ = callMacro(name, e);
    return;
  }
  if (e.has(kSynonym) && e.builtIn != nullptr) {
    operandBuiltIn(name, e.builtIn);
    return;
  }
  dataOperator([&] { instruction(e.value, false, e.reloc); });
}

void Assembly::operandBuiltIn(Name name, const BuiltIn* b) {
  if (b == nullptr || b->noData) {
    if (b == nullptr || negative_) enterUndefined(name);
    undefinedOperand(name);
    return;
  }
  cref(CrefKind::Operator, name);
  if (reader_.code != 0) reader_.again();
  const BuiltIn made = *b;
  dataOperator([&] {
    if (made.pseudo == Pseudo::None || made.pseudo == Pseudo::InOut) {
      instruction(Word36{made.code}, made.pseudo == Pseudo::InOut, {});
    } else {
      pseudo(made);
    }
  });
}

void Assembly::enterUndefined(Name name) {
  Entry e;
  e.flags = kSymbol | kUndefined;
  enterOperand(name, e);
}

void Assembly::undefinedOperand(Name name) {
  atom_ = {};
  raiseUndefined(name);
}

// An operator used as an operand: it produces words of its own, and the first one is the value.
void Assembly::dataOperator(const std::function<void()>& make) {
  const Nesting nesting{depth_, kDeepestNesting, "operators"};
  ++reader_.literalLevel;
  const int last = stowLast_;
  const int taken = std::exchange(stowTaken_, stowLast_);
  make();
  const StoredWord w = unstow();
  stowLast_ = last;
  stowTaken_ = taken;
  --reader_.literalLevel;
  numeric_ = true;
  atom_ = {w.word, w.reloc, -1};
  if (complexHalf(rightOf(w.reloc))) extPointer_ = withRight(extPointer_, rightOf(w.reloc));
  if (complexHalf(leftOf(w.reloc))) extPointer_ = withLeft(extPointer_, leftOf(w.reloc));
  dataMade_ = true;
}

// ---- arithmetic

Value Assembly::combine(const CharClass& op, const Value& left, const Value& right) {
  if (needsLoader(op.op, left, right)) return polishNode(op.op, left, right);
  const auto checked = [&](Value v) {
    if (!left.reloc.zero() || !right.reloc.zero()) raise(kR, "a logical operator takes absolute values");
    v.reloc = right.reloc;
    return v;
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
      return checked({left.word | right.word, {}, -1});
    case Operator::And:
      return checked({left.word & right.word, {}, -1});
    case Operator::Xor:
      return checked({left.word ^ right.word, {}, -1});
    case Operator::Not:
      return checked({~right.word, {}, -1});
    default:
      return right;
  }
}

// XMUL: one factor must be absolute; the other's relocation is multiplied.
Value Assembly::multiplied(const Value& left, const Value& right) {
  if (!left.reloc.zero() && !right.reloc.zero()) raise(kR, "a product of two relocatable values");
  const Word36 reloc = left.reloc | right.reloc;
  const std::int64_t factor = std::max(left.word.value(), right.word.value());
  return {multiplySingle(left.word, right.word).word, multiplySingle(reloc, Word36::fromSigned(factor)).word, -1};
}

// XDIV: the numerator's relocation is divided; the divisor must be absolute.
Value Assembly::divided(const Value& left, const Value& right) {
  if (!right.reloc.zero()) raise(kR, "a relocatable divisor");
  const auto quotient = [&](Word36 n) {
    const std::int64_t d = right.word.value();
    return d == 0 ? n : Word36::fromSigned(n.value() / d);
  };
  // IDIVM leaves the divisor unchanged when it cannot divide.
  const Word36 word = right.word.zero() ? right.word : quotient(left.word);
  return {word, quotient(left.reloc), -1};
}

Value Assembly::shiftedBy(const Value& left, const Value& right) {
  if (!right.reloc.zero()) raise(kR, "a relocatable shift");
  const HalfWord places = right.word.right();
  return {lsh(left.word, shiftCount(places)), lsh(left.reloc, shiftCount(places)), -1};
}

// ---- the forms of expression that pseudo-ops require

Value Assembly::expressionDecimal() {
  const unsigned radix = std::exchange(radix_, 10);
  Value v = expression();
  radix_ = radix;
  if (!v.reloc.zero()) badExternal(v.reloc);
  return v;
}

Value Assembly::expressionAbsolute() {
  Value v = expression();
  if (complexReloc(v.reloc) || v.node >= 0) {
    raise(kE, fmt::format("external {} cannot be used here: its value is unknown", metExternal()));
    const auto plain = [](std::uint32_t half) { return complexHalf(half) ? half & 1 : half; };
    v.reloc = Word36::halves(plain(leftOf(v.reloc)), plain(rightOf(v.reloc)));
    v.node = -1;
  }
  return v;
}

// V: a value that determines locations is not known yet.
void Assembly::raiseUnknown() {
  const auto why = std::find_if(whys_.rbegin(), whys_.rend(), [](const Why& w) { return w.bit == kU; });
  if (why != whys_.rend() && lostLabels_.contains(why->undefined)) {
    errors_ |= kV;
    return note({kV, {}, why->undefined, {}, {}, 0});
  }
  raise(kV, (why == whys_.rend() ? "a symbol is not defined" : why->message()) + std::string{kNeededHere});
}

// EVALXQ: additionally raises V if the value is not known yet.
Value Assembly::expressionKnown() {
  const std::uint32_t before = std::exchange(errors_, 0);
  const Value v = expressionAbsolute();
  if ((errors_ & kU) != 0 && version_ >= 50) raiseUnknown();
  errors_ |= before;
  return v;
}

// The name of the external not yet placed, for messages.
std::string Assembly::metExternal() const {
  const std::uint32_t right = rightOf(extPointer_);
  const std::uint32_t handle = isExternal(right) ? right : leftOf(extPointer_);
  return isExternal(handle) ? nameText(program_.externals.at(handle - kFirstExternal).name) : "symbol";
}

// QEXT
void Assembly::badExternal(Word36& reloc) {
  if (!extPointer_.zero()) {
    raise(kE, fmt::format("external {} cannot stand here", metExternal()));
  } else {
    raise(kR, "a relocatable value cannot stand here");
  }
  reloc = withRight(reloc, 0);
}

}  // namespace utah10::macro10

#include <fmt/format.h>

#include "toolchain/macro10/assembly.hpp"

namespace utah10::macro10 {

namespace {

std::string locationText(std::uint32_t location, bool relocatable) {
  return fmt::format("{:06o}{}", location, relocatable ? "'" : "");
}

}  // namespace

// STMNT: labels, then one operator with its fields, an assignment, or an expression.
void Assembly::statement() {
  do {
    again_ = Again::No;
    indirect_ = fieldSeen_ = inField_ = false;
    do {
      again_ = Again::No;
      statementFrom();
    } while (again_ == Again::Operator);  // a macro was called: its text replaces the operator
  } while (again_ == Again::Statement);   // a condition: its text, or what follows it, is a new statement
}

void Assembly::statementFrom() {
  for (;;) {
    atom();
    if (reader_.code == six('=')) {
      assignment();
      return;
    }
    if (reader_.code != six(':')) break;
    label();
  }
  if (inField_) {
    reader_.notAgain();
    expressionStatement();
    return;
  }
  if (atomName_ != 0) {
    operatorStatement();
    return;
  }
  if (reader_.code == kEol || reader_.code == six(']')) return;
  if (reader_.code == six(',') && reader_.literalLevel == 0) return;
  expressionStatement();
}

void Assembly::operatorStatement() {
  const Name name = atomName_;
  if (reader_.code != 0) reader_.again();
  if (namedOperator(name)) return;
  if (const BuiltIn* b = findBuiltIn(name, version_)) {
    cref(CrefKind::Operator, name);
    statementOfBuiltIn(*b);
    return;
  }
  symbolStatement(name);
}

// A macro, OPDEF or SYN, defined here or in a universal being searched.
bool Assembly::namedOperator(Name name) {
  Entry* found = operatorOf(name);
  if (found == nullptr) return false;
  const Entry e = *found;
  if (e.has(kMacro)) {
    if (callMacro(name, e)) again_ = Again::Operator;
    return true;
  }
  if (e.has(kSynonym) && e.builtIn != nullptr) {
    statementOfBuiltIn(*e.builtIn);
    return true;
  }
  if (e.has(kUndefined)) raise(kO, fmt::format("{} is neither an operator nor a symbol", nameText(name)));
  instruction(e.value, false, e.reloc);
  return true;
}

void Assembly::statementOfBuiltIn(const BuiltIn& b) {
  if (b.notInLiteral && reader_.literalLevel > 0) return;
  if (b.pseudo == Pseudo::None || b.pseudo == Pseudo::InOut) {
    instruction(Word36{b.code}, b.pseudo == Pseudo::InOut, {});
    return;
  }
  pseudo(b);
}

// A statement that begins with a symbol: its value starts an expression.
void Assembly::symbolStatement(Name name) {
  Entry* e = operandOf(name);
  if (e == nullptr) {
    undefinedOperator(name);
    return;
  }
  if (version_ >= 53 && e->has(kExternal) && !operatorFollows()) {
    if (e->has(kUndefined)) raise(kU, fmt::format("{} is neither an operator nor a symbol", nameText(name)));
    externalOperator(name);
    return;
  }
  if (!e->has(kExternal | kUndefined) && !complexReloc(e->reloc) && !e->expression) {
    atom_ = {e->value, e->reloc};
    numeric_ = true;
  }
  reader_.notAgain();
  expressionStatement();
}

// Whether the external at the start belongs to an expression or a left half.
bool Assembly::operatorFollows() {
  reader_.notAgain();
  reader_.skipBlanks();
  reader_.again();
  return reader_.cls.level != 0;
}

void Assembly::undefinedOperator(Name name) {
  Entry e;
  e.flags = kOpdef;
  if (const auto call = monitorCall(nameText(name))) {
    e.value = Word36{*call};
    enterOperator(name, e);
    instruction(e.value, false, {});
    return;
  }
  if (version_ >= 53 && pass1_) {  // may be a label defined later
    enterUndefined(name);
    reader_.notAgain();
    expressionStatement();
    return;
  }
  raise(kO, fmt::format("{} is neither an operator nor a symbol", nameText(name)));
  if (!pass1_) {
    e.flags = kOpdef | kUndefined | kExternal;
    enterOperator(name, e);
  }
  instruction({}, false, {});
}

void Assembly::expressionStatement() {
  const Value v = anyFormOfAtom();
  if (fieldSeen_) {
    stow(v.word, v.reloc, kHalfForm);
    return;
  }
  if (reader_.code != six(']')) raise(kQ, "nothing to assemble here");
}

// ---- labels

void Assembly::label() {
  if (inField_) {  // a number: checks the location
    if (atom_.word != Word36{at_.assembly} || atom_.reloc != Word36{at_.assemblyMode})
      raise(kP, fmt::format("the location is {}, not {}", locationText(at_.assembly, at_.assemblyMode != 0),
                            locationText(rightOf(atom_.word), !atom_.reloc.zero())));
    return;
  }
  if (atomName_ == 0) {
    raise(kP, "a colon without a label");
    return;
  }
  defining_ = true;
  if (literalNesting_ > 0) noteLabelInLiteral(atomName_);
  defineLabel(atomName_);
}

void Assembly::defineLabel(Name name) {
  Entry e;
  e.flags = kSymbol | kUndefined | kLabel;
  if (Entry* found = operandOf(name, false)) e = *found;
  if (e.has(kExternal)) {
    if (pass1_ || !e.has(kUndefined)) {
      labelAgain(name, e);
      return;
    }
    labelOfExternal(name, e);
  }
  if (!e.has(kUndefined | kVariable)) {
    labelAgain(name, e);
    return;
  }
  e.flags &= ~(kUndefined | kVariable);
  e.flags |= kLabel;
  e.value = Word36{at_.assembly};
  e.reloc = Word36{at_.assemblyMode};
  if (reader_.peek() == ':') {
    e.flags |= kInternal;
    reader_.scan();
  }
  if (reader_.peek() == '!') {
    e.flags |= kNoDdt;
    reader_.scan();
  }
  tag_ = name;
  tagDistance_ = 0;
  enterOperand(name, e);
}

// A label that already has a value: on pass 2 the value must be the same; on pass 1 it is a second definition.
void Assembly::labelAgain(Name name, Entry& e) {
  listedLocation_ = rightOf(e.value);
  const bool same = !e.has(kExternal) && e.value == Word36{at_.assembly} && e.reloc == Word36{at_.assemblyMode};
  if (!same) {
    const bool moved = !pass1_ && !e.has(kMultiple);
    e.flags |= kMultiple;
    raise(kM, e.has(kExternal) ? fmt::format("{} is external and cannot be a label", nameText(name))
                               : fmt::format("{} {} {}{} {} here", nameText(name), moved ? "was" : "is already",
                                             locationText(rightOf(e.value), !e.reloc.zero()),
                                             moved ? " on pass 1 and is" : " and would be",
                                             locationText(at_.assembly, at_.assemblyMode != 0)));
    enterOperand(name, e);
    return;
  }
  if (reader_.literalLevel > 0) {
    literalLabel_ = name;
    literalLabelDepth_ = static_cast<std::uint32_t>(stowLast_ - stowTaken_);
    e.flags |= kUndefined;  // not to be used before its literal is placed
    enterOperand(name, e);
  } else {
    tag_ = name;
    tagDistance_ = 0;
  }
  defining_ = false;
  if (reader_.peek() == ':') reader_.scan();
  if (reader_.peek() == '!') reader_.scan();
}

// Pass 2 after PASS2: the loader fills in the requests made for the label while it was external.
void Assembly::labelOfExternal(Name name, Entry& e) {
  ExternalCell& cell = externalCell(e.external);
  if (cell.chain != 0)
    locals_.push_back({Word36::halves(cell.chain, at_.assembly), cell.chainReloc << 1 | at_.assemblyMode});
  cell.chain = 0;
  e.flags &= ~static_cast<std::uint32_t>(kExternal);
  e.flags |= kUndefined;
  (void)name;
}

// ---- assignments

void Assembly::assignment() {
  if (inField_ || atomName_ == 0) {
    raise(kA, "the left side of = must be a symbol");
    return;
  }
  const Value v = assign();
  if (reader_.suppressAll && reader_.inText()) return;
  noteAssigned(v);
}

void Assembly::noteAssigned(Value v) {
  listedValue_ = v.word;
  listedValueLeft_ = (v.reloc.bits() >> 18 & 1) != 0 && !complexHalf(leftOf(v.reloc)) ? Mark::Relocatable : Mark::None;
  listedValueRight_ = rightOf(v.reloc) == 1 ? Mark::Relocatable : Mark::None;
}

// ASSIG1: starts after the first equals sign; any number of `=`, `:` and `!` may follow.
Value Assembly::assign() {
  const Name name = atomName_;
  std::uint32_t flags = 0;
  extPointer_ = {};
  for (int c = reader_.peek(); c == '=' || c == '!' || c == ':'; c = reader_.peek()) {
    flags |= c == ':' ? kInternal : kNoDdt;
    reader_.scan();
  }
  assigning_ = name;
  assigningFlags_ = flags;
  assignedExpression_.reset();
  Value v = anyForm();
  assigning_ = 0;
  if (complexHalf(rightOf(v.reloc)) && rightOf(v.reloc) != rightOf(extPointer_)) badExternal(v.reloc);
  if (complexHalf(leftOf(v.reloc)) && leftOf(v.reloc) != leftOf(extPointer_)) badExternal(v.reloc);
  defining_ = true;
  Entry e;
  e.flags = kSymbol;
  if (Entry* found = operandOf(name, false)) e = *found;
  e.flags |= flags;
  e.expression = std::exchange(assignedExpression_, nullptr);
  if (e.has(kUndefined)) e.flags &= ~static_cast<std::uint32_t>(kExternal | kLongValue);
  e.flags &= ~static_cast<std::uint32_t>(kUndefined | kVariable);
  extPointer_ = {};
  if ((errors_ & ~kQ) != 0) v.reloc = {};
  if ((errors_ & kU) != 0) e.flags |= kUndefined;
  if (e.has(kLabel | kExternal)) {
    defining_ = false;
    raise(kA, fmt::format("{} is {} and cannot be assigned", nameText(name), e.has(kLabel) ? "a label" : "external"));
    return v;
  }
  e.value = v.word;
  e.reloc = v.reloc;
  enterOperand(name, e);
  return v;
}

}  // namespace utah10::macro10

#include "toolchain/macro10/statements/statements.hpp"

#include <fmt/format.h>

#include "toolchain/macro10/expressions/nesting.hpp"

namespace utah10::macro10 {

Statements::Statements(const StatementContext& c)
    : StatementPart(c), modes_(c.modes), parts_(c, c, c, c, c, c, c, c, c, c) {
  evaluator_.connect(*this);
}

void Statements::statement() {
  do {
    statement_.again = ReadAgain::No;
    statement_.fields = {};
    do {
      statement_.again = ReadAgain::No;
      statementFrom();
    } while (statement_.again == ReadAgain::Operator);  // a macro was called: its text replaces the operator
  } while (statement_.again == ReadAgain::Statement);   // a condition: its text, or what follows it, is a new statement
}

void Statements::statementFrom() {
  for (;;) {
    evaluator_.atoms().read();
    if (scanner_.code == six('=')) {
      assignment();
      return;
    }
    if (scanner_.code != six(':')) break;
    part<Labels>().label();
  }
  if (statement_.fields.inField) {
    scanner_.notAgain();
    expressionStatement();
  } else if (evaluator_.atoms().present.name != 0) {
    operatorStatement();
  } else if (scanner_.code != kEol && scanner_.code != six(']') &&
             (scanner_.code != six(',') || scanner_.literalLevel != 0)) {
    expressionStatement();
  }
}

void Statements::operatorStatement() {
  const Name name = evaluator_.atoms().present.name;
  if (scanner_.code != 0) scanner_.again();
  if (namedOperator(name)) return;
  if (const BuiltIn* b = findBuiltIn(name, pass_.version)) {
    symbols_.reference(CrefKind::Operator, name);
    builtInStatement(*b);
    return;
  }
  symbolStatement(name);
}

// A macro, OPDEF or SYN, defined here or in a universal being searched.
bool Statements::namedOperator(Name name) {
  Entry* found = symbols_.operation(name);
  if (found == nullptr) return false;
  const Entry e = *found;
  if (e.has(kMacro)) {
    if (callMacro(name, e)) statement_.again = ReadAgain::Operator;
    return true;
  }
  if (e.has(kSynonym) && e.builtIn != nullptr) {
    builtInStatement(*e.builtIn);
    return true;
  }
  if (e.has(kUndefined)) raise(kO, fmt::format("{} is neither an operator nor a symbol", nameText(name)));
  symbols_.noteExternals(e);  // an OPDEF may hold one
  evaluator_.instruction(e.value, false, e.reloc);
  return true;
}

void Statements::builtInStatement(const BuiltIn& b) {
  if (b.notInLiteral && scanner_.literalLevel > 0) return;
  operatorInOperand(b);
}

void Statements::operatorInOperand(const BuiltIn& b) {
  if (b.assemble != nullptr) {
    b.assemble(*this);
  } else {
    evaluator_.instruction(Word36{b.code}, b.inOut, {});
  }
}

bool Statements::callMacro(Name name, const Entry& e) { return part<MacroCalls>().call(name, e); }

// A statement that begins with a symbol: its value starts an expression.
void Statements::symbolStatement(Name name) {
  Entry* e = symbols_.operand(name);
  if (e == nullptr) {
    undefinedOperator(name);
    return;
  }
  if (pass_.version >= 53 && e->has(kExternal) && !operatorFollows()) {
    if (e->has(kUndefined)) raise(kU, fmt::format("{} is neither an operator nor a symbol", nameText(name)));
    evaluator_.externalWord(name);
    return;
  }
  if (!e->has(kExternal | kUndefined) && !complexReloc(e->reloc) && !e->expression) {
    evaluator_.atoms().present.value = {e->value, e->reloc, -1};
    evaluator_.atoms().present.numeric = true;
  }
  scanner_.notAgain();
  expressionStatement();
}

// Whether the external at the start belongs to an expression or a left half.
bool Statements::operatorFollows() {
  scanner_.notAgain();
  scanner_.skipBlanks();
  scanner_.again();
  return scanner_.cls.level != 0;
}

void Statements::undefinedOperator(Name name) {
  Entry e;
  e.flags = kOpdef;
  if (const auto call = monitorCall(nameText(name))) {
    e.value = Word36{*call};
    symbols_.enterOperation(name, e);
    evaluator_.instruction(e.value, false, {});
    return;
  }
  if (pass_.version >= 53 && pass_.first) {  // may be a label defined later
    symbols_.enterUndefined(name);
    scanner_.notAgain();
    expressionStatement();
    return;
  }
  raise(kO, fmt::format("{} is neither an operator nor a symbol", nameText(name)));
  if (!pass_.first) {
    e.flags = kOpdef | kUndefined | kExternal;
    symbols_.enterOperation(name, e);
  }
  evaluator_.instruction({}, false, {});
}

void Statements::expressionStatement() {
  const Value v = evaluator_.anyFormOfAtom();
  if (statement_.fields.seen) {
    emitter_.stow(v.word, v.reloc, kHalfForm);
    return;
  }
  if (scanner_.code != six(']')) raise(kQ, "nothing to assemble here");
}

void Statements::assignment() {
  if (statement_.fields.inField || evaluator_.atoms().present.name == 0) {
    raise(kA, "the left side of = must be a symbol");
    return;
  }
  const Value v = evaluator_.assign();
  if (!scanner_.suppressed()) line_.showValue(v);
}

// ---- OPDEF

void Statements::opdef() {
  Name name = 0;
  if (!getSymbol(name)) return;
  if (scanner_.code != six('[')) {
    raise(kA, "OPDEF name [statement]");
    return;
  }
  const Nesting nesting{statement_.depth};  // an OPDEF of an OPDEF
  ++scanner_.literalLevel;
  statement();
  if (!emitter_.hasWords()) raise(kA, "the OPDEF produces no word");
  const StoredWord w = emitter_.take();
  --scanner_.literalLevel;
  enterOpdef(name, w);
  line_.showValue({w.word, w.reloc, -1});
  symbols_.nextDefines(false);
  scanner_.scanNonBlank();
  emitter_.empty();
}

void Statements::enterOpdef(Name name, const StoredWord& w) {
  symbols_.nextDefines();
  Entry e;
  e.flags = kOpdef;
  if (const Entry* found = symbols_.operation(name)) {
    e = *found;
    if (found->has(kSynonym | kMacro)) raise(kA, fmt::format("{} is already a macro or SYN", nameText(name)));
  }
  if (errors_.has(kA)) return;
  e.flags &= ~static_cast<std::uint32_t>(kUndefined | kExternal);
  e.value = w.word;
  e.reloc = w.reloc;
  symbols_.nextDefines();
  symbols_.enterOperation(name, e);
}

// ---- literals

void Statements::literalStatements() {
  for (;;) {
    statement();
    errors_.noteInLiteral();
    if (scanner_.code == six(']') && scanner_.cls.start == AtomStart::Letter) {
      scanner_.notAgain();
      return;
    }
    scanner_.again();
    if (!modes_.multiWordLiterals) return;
    scanner_.scanNonBlank();
    if (scanner_.code == kEol) {
      scanner_.again();
    } else {
      raise(kQ, fmt::format("unexpected '{}' in a literal", static_cast<char>(scanner_.code + 040)));
    }
    if (!literalLineRest()) return;
  }
}

// The rest of a line in a literal; false if a bracket in it closes a literal that has an error.
bool Statements::literalLineRest() {
  for (;;) {
    int c = scanner_.next();
    if (c == ';') {
      while (!(isBreak(c = scanner_.next()) && c != kTab)) {
      }
      break;
    }
    if (c == ']' && errors_.letters() != 0) return false;
    if (c <= kFormFeed && c != kTab) break;
  }
  emitter_.endLiteralLine();
  scanner_.next();
  if (!scanner_.lineFeedAfterReturn()) scanner_.again();
  return true;
}

}  // namespace utah10::macro10

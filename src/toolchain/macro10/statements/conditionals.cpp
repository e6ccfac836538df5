#include "toolchain/macro10/statements/conditionals.hpp"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <string_view>

namespace utah10::macro10 {

// What .IF of version 53 tests.
struct AttributeSubject {
  std::uint32_t flags = 0;
  bool leftMoves = false, rightMoves = false;
  bool number = false;
  bool builtIn = false;  // an operator of MACRO's own
  bool missing = false;  // not in the symbol table
  bool has(std::uint32_t f) const { return (flags & f) != 0; }
};

namespace {

constexpr std::size_t kCompared = 98;  // characters that IFIDN compares: IFCLR counts down from 99 and stops at 0

struct SymbolAttribute {
  std::string_view name;
  bool holds;
};

AttributeSubject subjectOf(const Meanings& m) {
  AttributeSubject s;
  for (const std::optional<Entry>* e : {&m.operand, &m.operation}) {
    if (!*e) continue;
    s.flags |= (*e)->flags | ((*e)->expression ? kExternal : 0U);
    s.leftMoves = s.leftMoves || leftOf((*e)->reloc) != 0;
    s.rightMoves = s.rightMoves || rightOf((*e)->reloc) != 0;
  }
  return s;
}

// The attribute that begins with `name`, if the entry has it. Empty if there is no such attribute.
std::optional<bool> hasAttribute(const Entry& e, const std::string& name) {
  const bool global = e.has(kExternal | kInternal | kEntry);
  const bool moves = !e.reloc.zero();
  const std::array<SymbolAttribute, 15> attributes = {{
      {"SYMBOL", e.has(kSymbol)},
      {"SYNONY", e.has(kSynonym)},
      {"MACRO", e.has(kMacro)},
      {"OPDEF", e.has(kOpdef)},
      {"EXTERN", e.has(kExternal)},
      {"ENTRY", e.has(kEntry)},
      {"INTERN", e.has(kInternal | kEntry)},
      {"GLOBAL", global},
      {"LOCAL", !global},
      {"LABEL", e.has(kLabel)},
      {"ASSIGN", e.has(kSymbol) && !e.has(kLabel)},
      {"ABSOLU", !moves},
      {"RELOCA", moves},
      {"LRELOC", leftOf(e.reloc) != 0},
      {"RRELOC", rightOf(e.reloc) != 0},
  }};
  for (const SymbolAttribute& a : attributes)
    if (a.name.starts_with(name)) return a.holds;
  return std::nullopt;
}

// The same in version 53: in alphabetical order, so that abbreviations which are not unique can be refused.
std::optional<bool> hasAttribute(const AttributeSubject& s, const std::string& name) {
  const bool symbol = s.has(kSymbol);
  const bool valueKnown = !s.has(kSynonym | kMacro | kExternal | kUndefined);
  const bool global = s.has(kEntry | kExternal | kInternal);
  const std::array<SymbolAttribute, 18> attributes = {{
      {"ABSOLU", valueKnown && !s.leftMoves && !s.rightMoves},
      {"ASSIGN", symbol && !s.has(kLabel | kUndefined | kMacro | kSynonym)},
      {"ENTRY", s.has(kEntry)},
      {"EXTERN", s.has(kExternal)},
      {"GLOBAL", global},
      {"INTERN", s.has(kInternal)},
      {"LABEL", s.has(kLabel)},
      {"LOCAL", symbol && valueKnown},
      {"LRELOC", s.leftMoves},
      {"MACRO", s.has(kMacro)},
      {"NEEDED", !s.missing && s.has(kUndefined)},
      {"NUMERI", s.number},
      {"OPCODE", s.builtIn},
      {"OPDEF", s.has(kOpdef)},
      {"REFERE", !s.missing},
      {"RELOCA", s.leftMoves || s.rightMoves},
      {"RRELOC", s.rightMoves},
      {"SYMBOL", symbol},
  }};
  std::optional<bool> holds;
  for (const SymbolAttribute& a : attributes) {
    if (!a.name.starts_with(name)) continue;
    if (holds) return std::nullopt;
    holds = a.holds;
  }
  return holds;
}

}  // namespace

void Conditionals::number(bool (*holds)(std::int64_t)) {
  const bool inField = statement_.fields.inField;
  const std::uint32_t before = errors_.letters();
  const Value v = evaluator_.expressionKnown();
  errors_.add(before);
  statement_.fields.inField = inField;
  scanner_.again();
  conditional(holds(v.word.value()));
}

void Conditionals::pass(bool first) {
  scanner_.again();
  conditional(pass_.first == first);
}

// Blank means only spaces and tabs between the delimiters.
void Conditionals::blank(bool wanted) {
  int mark = 0;
  if (!openText(mark)) return;
  const bool brackets = mark == '<';
  bool allBlank = true;
  int depth = 0;
  for (;;) {
    const int c = textCharacter();
    if (!brackets && c == mark) break;
    if (c == ' ' || c == kTab) continue;
    if (brackets && c == '<') {
      ++depth;
      continue;
    }
    if (brackets && c == '>' && --depth < 0) break;
    allBlank = false;
  }
  conditional(allBlank == wanted);
}

// Built-in operators count as defined.
void Conditionals::defined(bool wanted) {
  Name name = 0;
  getSymbol(name);
  bool known = false;
  if (Meanings* m = symbols_.lookup(name)) {
    const Entry& e = m->operand ? *m->operand : *m->operation;
    known = !e.has(kUndefined);
    symbols_.referenceOperand(name, e);
  } else {
    known = findBuiltIn(name, pass_.version) != nullptr;
  }
  scanner_.again();
  conditional(known == wanted);
}

void Conditionals::same(bool wanted) {
  int form = 0;
  const std::string first = comparedText(form);
  const std::string second = comparedText(form);
  conditional((first == second) == wanted);
}

// One of the two texts. `form` is 0 if the previous one was in brackets; a comma may then separate them.
std::string Conditionals::comparedText(int& form) {
  int c = scanner_.next();
  while (c == ' ' || (c >= kTab && c <= kReturn) || (c == ',' && form == 0)) c = scanner_.next();
  const bool brackets = c == '<';
  const int mark = c;
  std::string text;
  int depth = 0;
  for (;;) {
    c = scanner_.next();
    if (brackets && c == '<') ++depth;
    if (brackets && c == '>' && --depth < 0) break;
    if (!brackets && c == mark) break;
    if (text.size() < kCompared) {
      text += static_cast<char>(c);
    } else {
      raise(kA, fmt::format("only {} characters are compared", kCompared));
    }
  }
  form = brackets ? 0 : mark;
  return text;
}

// Reads the name of the attribute and takes the condition from it. `other` says what a name is that is no attribute.
template <class Subject>
void Conditionals::judge(const Subject& subject, bool wanted, std::string_view other) {
  Name attribute = 0;
  if (!getSymbol(attribute)) return;
  scanner_.again();
  if (const std::optional<bool> holds = hasAttribute(subject, nameText(attribute))) {
    conditional(*holds == wanted);
    return;
  }
  raise(kA, fmt::format("{} is {}", nameText(attribute), other));
}

void Conditionals::attribute(bool wanted) {
  if (pass_.version >= 53) return listedAttribute(wanted);
  Name name = 0;
  if (!getSymbol(name)) return;  // %IFNUMERIC looks at a flag no number has set: A, whatever the attribute
  const Meanings* m = symbols_.lookup(name);
  if (m == nullptr) {
    scanner_.again();
    skipToConditionText();
    conditional(false);
    return;
  }
  const Entry e = m->operand ? *m->operand : *m->operation;
  scanner_.again();
  judge(e, wanted, "not an attribute");
}

// Version 53: a comma stands between the symbol, or a number, and the attribute.
void Conditionals::listedAttribute(bool wanted) {
  const AttributeSubject subject = attributeSubject();
  scanner_.skipBlanks();
  if (!comma()) {
    raise(kA, ".IF symbol,attribute,<text>");
    return;
  }
  judge(subject, wanted, "not an attribute, or stands for several");
}

AttributeSubject Conditionals::attributeSubject() {
  const Scanner::NameStart start = scanner_.startOfName();
  AttributeSubject s;
  if (!start.good) {
    scanner_.again();
    evaluator_.atoms().readCell();
    s.number = true;
    return s;
  }
  const Name name = scanner_.name(start.period);
  if (const Meanings* m = symbols_.lookup(name)) return subjectOf(*m);
  s.builtIn = findBuiltIn(name, pass_.version) != nullptr;
  s.missing = !s.builtIn;
  s.flags = s.builtIn ? kSymbol : kUndefined;
  return s;
}

void Conditionals::skipToConditionText() {
  Name ignored = 0;
  getSymbol(ignored);
  errors_.lower(kA);
  scanner_.again();
}

// IFEXIT: the text follows in brackets or, from version 50, is the rest of the line.
void Conditionals::conditional(bool truth) {
  symbols_.unplaced = {};
  if (statement_.fields.inField) {
    conditionalInAddress(truth);
    return;
  }
  for (;;) {
    scanner_.scanNonBlank();
    if (scanner_.code == kEol || scanner_.code == six(',') || scanner_.code == six('<')) break;
  }
  if (scanner_.code == kEol) {
    conditionText(truth);
    return;
  }
  if (scanner_.code == six(',')) scanner_.scanNonBlank();
  scanner_.again();
  if (scanner_.code == six('<') || scanner_.code == kEol || pass_.version < 50) {
    conditionText(truth);
  } else if (truth) {
    statement_.again = ReadAgain::Statement;
  } else {
    ignoreRest();
  }
}

void Conditionals::conditionText(bool truth) {
  if (truth) {
    repeatOnce();
  } else {
    skipText();
  }
}

// In an operand the text supplies the value; a false condition gives zero.
void Conditionals::conditionalInAddress(bool truth) {
  do {
    scanner_.scan();
    if (scanner_.code == kEol) {
      raise(kA, "< should follow the condition");
      return;
    }
  } while (scanner_.code != six('<'));
  if (truth) {
    scanner_.again();
    evaluator_.atoms().readCell();
    const Value v = evaluator_.atoms().present.value;
    emitter_.stow(v.word, v.reloc, kHalfForm);
  } else {
    skipInAddress();
  }
}

void Conditionals::skipInAddress() {
  int depth = 0;
  do {
    scanner_.scan();
    if (scanner_.code == kEol) {
      raise(kA, "the condition does not end on this line");
      return;
    }
    if (scanner_.code == six('<')) ++depth;
    if (scanner_.code == six('>')) --depth;
  } while (depth >= 0);
  scanner_.scanNonBlank();
  emitter_.stow({}, {}, kHalfForm);
}

// ---- REPEAT

void Conditionals::repeat() {
  const Value n = evaluator_.expressionKnown();
  if (!comma()) {
    raise(kA, "REPEAT n,<text>");
    return;
  }
  repeatText(n.word);
}

void Conditionals::repeatText(Word36 count) {
  if (count.value() <= 0) {
    skipText();
    return;
  }
  if (count.value() == 1) {
    repeatOnce();
    return;
  }
  statement_.construct = {"a REPEAT"};
  while (scanner_.listedRaw() != '<') {
  }
  const std::string text = scanner_.bracketedText(kEndRepeat);
  statement_.construct = {};
  const bool within = scanner_.literalLevel != 0 || scanner_.inMacro();
  if (!within) {
    scanner_.scanNonBlank();
    finishStatement();
  }
  scanner_.enterRepeat(std::make_shared<const std::string>(text), count.bits() - 1, within);
}

// REPZ: whatever follows the closing bracket is a new statement.
void Conditionals::skipText() {
  statement_.construct = {"text that is skipped: a REPEAT or a false condition"};
  int depth = 0;
  for (;;) {
    const int c = scanner_.listedCharacter();
    if (c == '<') ++depth;
    if (c == '>' && --depth <= 0) break;
  }
  statement_.construct = {};
  statement_.again = ReadAgain::Statement;
}

// REPO
void Conditionals::repeatOnce() {
  while (scanner_.listedCharacter() != '<') {
  }
  scanner_.enterRepeatOnce();
  statement_.again = ReadAgain::Statement;
}

}  // namespace utah10::macro10

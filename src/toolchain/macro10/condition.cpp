// Conditional assembly and REPEAT.
//
// The text of a true condition is not copied: reading continues into it, and its closing bracket is skipped. The text
// of a false condition is skipped by counting brackets, so it may contain anything.
#include <fmt/format.h>

#include <array>
#include <string_view>
#include <utility>

#include "toolchain/macro10/assembly.hpp"

namespace utah10::macro10 {

namespace {

constexpr std::size_t kCompared = 98;  // characters that IFIDN compares: IFCLR counts down from 99 and stops at 0

}  // namespace

// GCHAR: a character of text being collected or skipped; lines are listed as they are read.
int Assembly::listedCharacter() {
  const int c = reader_.next();
  if (isLineEnd(c)) dumpLine();
  return c;
}

int Assembly::listedRaw() { return reader_.inText() ? reader_.raw() : listedCharacter(); }

// OUTIM1. On pass 1 it discards the line's error letters.
void Assembly::dumpLine() {
  if (reader_.suppressAll && reader_.inText()) return;
  if (pass1_) {
    errors_ = 0;
    whys_.clear();
    clearListed();
    return;
  }
  if (!listing_.listOff && !listing_.skipping) {
    ListedLine line;
    line.text = listing_.image();
    list(line);
  }
  listing_.clearImage();
}

// CHARL: a character of text being assembled; a line end outputs the words so far.
int Assembly::textCharacter() {
  const int c = reader_.next();
  if (!isLineEnd(c)) return c;
  if (reader_.literalLevel != 0) {
    endLiteralLine();
  } else {
    endLine();
  }
  return c;
}

// ---- conditions

// IFE and its family
void Assembly::conditionNumber(Pseudo which) {
  const bool inField = inField_;
  const std::uint32_t before = errors_;
  const Value v = expressionKnown();
  errors_ |= before;
  inField_ = inField;
  const std::int64_t n = v.word.value();
  reader_.again();
  switch (which) {
    case Pseudo::Ife:
      conditional(n == 0);
      return;
    case Pseudo::Ifn:
      conditional(n != 0);
      return;
    case Pseudo::Ifg:
      conditional(n > 0);
      return;
    case Pseudo::Ifge:
      conditional(n >= 0);
      return;
    case Pseudo::Ifl:
      conditional(n < 0);
      return;
    default:
      conditional(n <= 0);
      return;
  }
}

void Assembly::conditionPass(bool first) {
  reader_.again();
  conditional(pass1_ == first);
}

// IFB, IFNB: blank means only spaces and tabs between the delimiters.
void Assembly::conditionBlank(bool wantBlank) {
  int mark = 0;
  if (!openText(mark)) return;
  const bool brackets = mark == '<';
  bool blank = true;
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
    blank = false;
  }
  conditional(blank == wantBlank);
}

// IFDEF, IFNDEF: built-in operators count as defined.
void Assembly::conditionDefined(bool wantDefined) {
  Name name = 0;
  getSymbol(name);
  bool defined = false;
  if (Meanings* m = lookup(name)) {
    const Entry& e = m->operand ? *m->operand : *m->operation;
    defined = !e.has(kUndefined);
    crefOperand(name, e);
  } else {
    defined = findBuiltIn(name, version_) != nullptr;
  }
  reader_.again();
  conditional(defined == wantDefined);
}

// IFIDN, IFDIF
void Assembly::conditionSame(bool wantSame) {
  int form = 0;
  const std::string first = comparedText(form);
  const std::string second = comparedText(form);
  conditional((first == second) == wantSame);
}

// One of the two texts. `form` is 0 if the previous one was in brackets; a comma may then separate them.
std::string Assembly::comparedText(int& form) {
  int c = reader_.next();
  while (c == ' ' || (c >= kTab && c <= kReturn) || (c == ',' && form == 0)) c = reader_.next();
  const bool brackets = c == '<';
  const int mark = c;
  std::string text;
  int depth = 0;
  for (;;) {
    c = reader_.next();
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

// .IF symbol attribute,<text>
void Assembly::conditionAttribute() {
  Name name = 0;
  if (!getSymbol(name)) return;  // %IFNUMERIC looks at a flag no number has set: A, whatever the attribute
  const Meanings* m = lookup(name);
  if (m == nullptr) {
    reader_.again();
    skipToConditionText();
    conditional(false);
    return;
  }
  const Entry e = m->operand ? *m->operand : *m->operation;
  reader_.again();
  Name attribute = 0;
  if (!getSymbol(attribute)) return;
  reader_.again();
  const bool global = e.has(kExternal | kInternal | kEntry);
  const bool moves = !e.reloc.zero();
  const std::array<std::pair<std::string_view, bool>, 15> kAttributes = {{
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
  for (const auto& [text, holds] : kAttributes)
    if (text.starts_with(nameText(attribute))) {
      conditional(holds);
      return;
    }
  raise(kA, fmt::format("{} is not an attribute", nameText(attribute)));
}

void Assembly::skipToConditionText() {
  Name ignored = 0;
  getSymbol(ignored);
  lower(kA);
  reader_.again();
}

// IFEXIT: the text follows in brackets or, from version 50, is the rest of the line.
void Assembly::conditional(bool truth) {
  extPointer_ = {};
  if (inField_) {
    conditionalInAddress(truth);
    return;
  }
  for (;;) {
    reader_.scanNonBlank();
    if (reader_.code == kEol || reader_.code == six(',') || reader_.code == six('<')) break;
  }
  if (reader_.code == kEol) {
    conditionText(truth);
    return;
  }
  if (reader_.code == six(',')) reader_.scanNonBlank();
  reader_.again();
  if (reader_.code == six('<') || reader_.code == kEol || version_ < 50) {
    conditionText(truth);
  } else if (truth) {
    again_ = Again::Statement;
  } else {
    ignoreRest();
  }
}

void Assembly::conditionText(bool truth) {
  if (truth) {
    repeatOnce();
  } else {
    skipText();
  }
}

// In an operand the text supplies the value; a false condition gives zero.
void Assembly::conditionalInAddress(bool truth) {
  do {
    reader_.scan();
    if (reader_.code == kEol) {
      raise(kA, "< should follow the condition");
      return;
    }
  } while (reader_.code != six('<'));
  if (truth) {
    reader_.again();
    cell();
    stow(atom_.word, atom_.reloc, kHalfForm);
    return;
  }
  int depth = 0;
  do {
    reader_.scan();
    if (reader_.code == kEol) {
      raise(kA, "the condition does not end on this line");
      return;
    }
    if (reader_.code == six('<')) ++depth;
    if (reader_.code == six('>')) --depth;
  } while (depth >= 0);
  reader_.scanNonBlank();
  stow({}, {}, kHalfForm);
}

// ---- REPEAT

void Assembly::repeat() {
  const Value n = expressionKnown();
  if (!comma()) {
    raise(kA, "REPEAT n,<text>");
    return;
  }
  repeatText(n.word);
}

void Assembly::repeatText(Word36 count) {
  if (count.value() <= 0) {
    skipText();
    return;
  }
  if (count.value() == 1) {
    repeatOnce();
    return;
  }
  inWhat_ = "a REPEAT";
  while (listedRaw() != '<') {
  }
  const std::string text = bracketedText(kEndRepeat);
  inWhat_.clear();
  const bool within = reader_.literalLevel != 0 || reader_.inMacro();
  if (!within) {
    reader_.scanNonBlank();
    finishLine();
    lineDone_ = true;
  }
  reader_.enterRepeat(std::make_shared<const std::string>(text), count.bits() - 1, within);
}

// The text up to the matching bracket in stored form, with its end mark.
std::string Assembly::bracketedText(int end) {
  std::string text;
  int depth = 0;
  for (;;) {
    const int c = listedRaw();
    if (c == '<') ++depth;
    if (c == '>' && --depth < 0) break;
    text += static_cast<char>(c);
    limitText(text);
  }
  return text + endOfText(end);
}

void Assembly::limitText(const std::string& text) const {
  if (text.size() > (std::size_t{1} << 24)) throw GiveUp{"a text of more than 16 million characters"};
}

// REPZ: whatever follows the closing bracket is a new statement.
void Assembly::skipText() {
  inWhat_ = "text that is skipped: a REPEAT or a false condition";
  int depth = 0;
  for (;;) {
    const int c = listedCharacter();
    if (c == '<') ++depth;
    if (c == '>' && --depth <= 0) break;
  }
  inWhat_.clear();
  again_ = Again::Statement;
}

// REPO
void Assembly::repeatOnce() {
  while (listedCharacter() != '<') {
  }
  reader_.enterRepeatOnce();
  again_ = Again::Statement;
}

}  // namespace utah10::macro10

#include "toolchain/macro10/statements/program_statements.hpp"

#include <fmt/format.h>

namespace utah10::macro10 {

// The first six characters name the program.
void ProgramStatements::title(bool universal) {
  if (!pass_.first) {
    ignoreRest();
    return;
  }
  if (title_.given) {
    raise(kM, "a second TITLE");
    ignoreRest();
    return;
  }
  title_.text = scanner_.restOfLine();
  title_.given = true;
  if (universal) title_.universal = true;
}

// The start address, and variables and literals not yet placed.
void ProgramStatements::end(ProgramChange change) {
  const Value v = evaluator_.anyForm();
  if (!v.word.zero() || !v.reloc.zero()) line_.showValue(v);
  emitter_.setStart(startAddress(v));
  finishStatement();
  statement_.change = change;
  scanner_.abandonTexts();
  emitter_.placeVariables();
  emitter_.placeLiterals(true);
}

StartAddress ProgramStatements::startAddress(const Value& v) {
  if (symbols_.unplaced.zero()) return {v.word, rightOf(v.reloc) & 1, 0};
  const bool external = v.reloc == symbols_.unplaced && symbols_.isExternal(rightOf(v.reloc));
  if (!external) raise(kE, "the start address must be a symbol, or a symbol and a number");
  symbols_.unplaced = {};
  if (!external) return {};
  return {v.word, 0, symbols_.externalName(rightOf(v.reloc))};
}

// The rest of the sources is read once, as pass 2.
void ProgramStatements::passTwo() {
  if (pass_.first) statement_.change = ProgramChange::PassTwo;
}

// The names are known, because sources ask IFDEF .PSECT which version of MACRO they have.
void ProgramStatements::programSection() {
  raise(kO, "program sections (.PSECT) are not available");
  ignoreRest();
}

void ProgramStatements::tape() {
  finishStatement();
  scanner_.skipFile();
}

void ProgramStatements::radix() {
  const Value v = evaluator_.expressionDecimal();
  if (v.word.value() < 2 || v.word.value() > 10) {
    raise(kA, "a radix is 2 to 10");
    return;
  }
  evaluator_.atoms().radix = static_cast<unsigned>(v.word.bits());
}

void ProgramStatements::directive() {
  do {
    Name name = 0;
    if (!getSymbol(name)) return;
    const bool on = pass_.version < 53 || nameText(name) != "NO";
    if (!on) {
      scanner_.again();  // the character after the blanks begins the word
      if (!getSymbol(name)) return;
    }
    const std::string word = nameText(name);
    if (word == "XSRCVN") {
      sourceVersion();
    } else if (!setMode(word, on)) {
      raise(kA, fmt::format("{} is not a directive", word));
      return;
    }
  } while (comma());
}

bool ProgramStatements::setMode(std::string_view word, bool on) {
  if (word == ".NOBIN" && on) {
    modes_.noBinary = true;
  } else if (word == ".ITABM") {
    modes_.tabsInArguments = on;
  } else if (word == ".XTABM") {
    modes_.tabsInArguments = !on;
  } else if (word == "MACMPD" && pass_.version >= 53) {
    modes_.unpairedArguments = modes_.tabsInArguments = !on;
  } else if (word == "KA10") {
    modes_.processor = 1;
  } else if (word == "KI10") {
    modes_.processor = 2;
  } else {
    return false;
  }
  return true;
}

// BBN's XSRCVN sym: the version number of the source file, from its first line unless an option gives it.
void ProgramStatements::sourceVersion() {
  Name name = 0;
  scanner_.again();  // the character after the blanks begins the symbol
  if (!getSymbol(name)) return;
  Entry e;
  e.flags = kSymbol;
  if (const Entry* old = symbols_.operand(name, SearchScope::Program)) e.flags |= old->flags & (kNoDdt | kInternal);
  e.value = Word36{options_.sourceVersion.value_or(scanner_.headerVersion().value_or(0))};
  symbols_.nextDefines();
  symbols_.enterOperand(name, e);
}

}  // namespace utah10::macro10

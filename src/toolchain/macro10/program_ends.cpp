// Titles, END, PRGEND and PASS2, and the settings of .DIRECTIVE.
#include <fmt/format.h>

#include "toolchain/macro10/assembly.hpp"

namespace utah10::macro10 {

// TITLE and UNIVERSAL. The first six characters name the program.
void Assembly::title(bool universal) {
  if (!pass1_) {
    ignoreRest();
    return;
  }
  if (program_.titled) {
    raise(kM, "a second TITLE");
    ignoreRest();
    return;
  }
  program_.title = lineText();
  program_.titled = true;
  if (universal) program_.universal = true;
}

// The first subtitle of pass 1 appears on the pages before the first subtitle of pass 2.
void Assembly::subtitle() {
  if (pass1_ && listing_.hasSubtitle()) {
    ignoreRest();
    return;
  }
  listing_.setSubtitle(lineText());
}

// The rest of the line from the first nonblank character; tabs are kept.
std::string Assembly::lineText() {
  reader_.scanNonBlank();
  reader_.again();
  std::string text;
  for (;;) {
    const int c = reader_.next();
    if (c < 040 && c != kTab) {
      if (isBreak(c)) reader_.again();
      break;
    }
    if (text.size() < 79) text += static_cast<char>(c);
  }
  return text;
}

// END and PRGEND: the start address, and variables and literals not yet placed.
void Assembly::end(bool more) {
  const Value v = anyForm();
  if (!v.word.zero() || !v.reloc.zero()) noteAssigned(v);
  startSymbol_ = 0;
  start_ = v.word;
  startReloc_ = rightOf(v.reloc) & 1;
  if (!extPointer_.zero()) {
    if (v.reloc == extPointer_ && isExternal(rightOf(v.reloc))) {
      startSymbol_ = externalCell(rightOf(v.reloc)).name;
    } else {
      raise(kE, "the start address must be a symbol, or a symbol and a number");
      start_ = {};
    }
    startReloc_ = 0;
    extPointer_ = {};
  }
  finishLine();
  lineDone_ = true;
  more_ = more;
  ended_ = true;
  reader_.abandonTexts();
  placeVariables();
  placeLiterals();
}

// PASS2: the rest of the sources is read once, as pass 2.
void Assembly::passTwo() {
  if (!pass1_) return;
  passTwoHere_ = true;
  pass1_ = false;
  program_.highBreak = at_.highHigh;
  segmentSeen_ = false;
  literalArea_ = program_.literals.size();
  variableArea_ = program_.variables.size();
  beginPass2Output();
  emptyStow();
}

void Assembly::directive() {
  do {
    Name name = 0;
    if (!getSymbol(name)) return;
    const std::string word = nameText(name);
    if (word == ".NOBIN") {
      noBinary_ = true;
    } else if (word == ".ITABM") {
      tabsInArguments_ = true;
    } else if (word == ".XTABM") {
      tabsInArguments_ = false;
    } else if (word == "KA10") {
      cpuType_ = 1;
    } else if (word == "KI10") {
      cpuType_ = 2;
    } else if (word == "XSRCVN") {
      sourceVersion();
    } else {
      raise(kA, fmt::format("{} is not a directive", word));
      return;
    }
  } while (comma());
}

// BBN's XSRCVN sym: the version number of the source file, from its first line unless an option gives it.
void Assembly::sourceVersion() {
  Name name = 0;
  reader_.again();  // the character after the blanks begins the symbol
  if (!getSymbol(name)) return;
  Entry e;
  e.flags = kSymbol;
  if (const Entry* old = operandOf(name, false)) e.flags |= old->flags & (kNoDdt | kInternal);
  const std::optional<unsigned> head = input_.headerVersion(input_.place().file);
  e.value = Word36{options_.sourceVersion.value_or(head.value_or(0))};
  defining_ = true;
  enterOperand(name, e);
}

}  // namespace utah10::macro10

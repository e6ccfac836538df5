// Pseudo-operations: which routine does which.
#include <fmt/format.h>

#include "assembly.hpp"

namespace utah10::macro10 {

void Assembly::pseudo(const BuiltIn& b) {
  switch (b.pseudo) {
    case Pseudo::Ascii:
      asciiWords(false, false);
      return;
    case Pseudo::Asciz:
      asciiWords(true, false);
      return;
    case Pseudo::Sixbit:
      sixbitWords();
      return;
    case Pseudo::Comment:
      asciiWords(false, true);
      return;
    case Pseudo::Text:
      textBlock();
      return;
    case Pseudo::Byte:
      byte();
      return;
    case Pseudo::Point:
      point();
      return;
    case Pseudo::Exp:
      expWords(radix_);
      return;
    case Pseudo::Oct:
      expWords(8);
      return;
    case Pseudo::Dec:
      expWords(10);
      return;
    case Pseudo::Xwd:
      xwd();
      return;
    case Pseudo::Iowd:
      iowd();
      return;
    case Pseudo::Radix50:
      squozeWord();
      return;
    case Pseudo::Define:
      define();
      return;
    case Pseudo::Repeat:
      repeat();
      return;
    case Pseudo::Irp:
      irp(false);
      return;
    case Pseudo::Irpc:
      irp(true);
      return;
    case Pseudo::Stopi:
      if (!reader_.stopIrp()) raise(kA, "STOPI outside an IRP");
      return;
    default:
      break;
  }
  if (!conditionPseudo(b.pseudo) && !counterPseudo(b.pseudo) && !symbolPseudo(b.pseudo) && !listPseudo(b.pseudo))
    loaderPseudo(b.pseudo);
}

bool Assembly::conditionPseudo(Pseudo p) {
  switch (p) {
    case Pseudo::If1:
      conditionPass(true);
      return true;
    case Pseudo::If2:
      conditionPass(false);
      return true;
    case Pseudo::Ifb:
      conditionBlank(true);
      return true;
    case Pseudo::Ifnb:
      conditionBlank(false);
      return true;
    case Pseudo::Ifdef:
      conditionDefined(true);
      return true;
    case Pseudo::Ifndef:
      conditionDefined(false);
      return true;
    case Pseudo::Ifidn:
      conditionSame(true);
      return true;
    case Pseudo::Ifdif:
      conditionSame(false);
      return true;
    case Pseudo::If:
      conditionAttribute();
      return true;
    case Pseudo::Ife:
    case Pseudo::Ifn:
    case Pseudo::Ifg:
    case Pseudo::Ifge:
    case Pseudo::Ifl:
    case Pseudo::Ifle:
      conditionNumber(p);
      return true;
    default:
      return false;
  }
}

bool Assembly::counterPseudo(Pseudo p) {
  switch (p) {
    case Pseudo::Block:
      block();
      return true;
    case Pseudo::Loc:
      setCounter(0);
      return true;
    case Pseudo::Reloc:
      setCounter(1);
      return true;
    case Pseudo::Org:
      setCounter(-1);
      return true;
    case Pseudo::Phase:
      phase();
      return true;
    case Pseudo::Dephase:
      dephase();
      return true;
    case Pseudo::Twoseg:
      segment(true);
      return true;
    case Pseudo::Hiseg:
      segment(false);
      return true;
    case Pseudo::Lit:
      litStatement();
      return true;
    case Pseudo::Var:
      varStatement();
      return true;
    case Pseudo::End:
      end(false);
      return true;
    case Pseudo::Prgend:
      end(true);
      return true;
    case Pseudo::Pass2:
      passTwo();
      return true;
    case Pseudo::Radix:
      radix();
      return true;
    default:
      return false;
  }
}

bool Assembly::symbolPseudo(Pseudo p) {
  switch (p) {
    case Pseudo::Title:
      title(false);
      return true;
    case Pseudo::Universal:
      title(true);
      return true;
    case Pseudo::Entry:
      interns(kInternal | kEntry);
      return true;
    case Pseudo::Intern:
      interns(kInternal);
      return true;
    case Pseudo::Extern:
      externs();
      return true;
    case Pseudo::Opdef:
      opdef();
      return true;
    case Pseudo::Syn:
      syn();
      return true;
    case Pseudo::Purge:
      purge();
      return true;
    case Pseudo::Suppress:
      suppress();
      return true;
    case Pseudo::Asuppress:
      suppressAll();
      return true;
    case Pseudo::NoDdt:
      noDdt();
      return true;
    case Pseudo::Xpunge:
      xpunge();
      return true;
    case Pseudo::Integer:
      integers();
      return true;
    case Pseudo::Array:
      arrays();
      return true;
    case Pseudo::Search:
      search();
      return true;
    default:
      return false;
  }
}

bool Assembly::listPseudo(Pseudo p) {
  switch (p) {
    case Pseudo::List:
      listing_.listOff = false;
      return true;
    case Pseudo::Lall:
      listing_.expansionsOff = reader_.suppressAll = false;
      return true;
    case Pseudo::Xlist:
      listSwitch([this] { listing_.listOff = true; });
      return true;
    case Pseudo::Sall:
      listSwitch([this] { listing_.expansionsOff = reader_.suppressAll = true; });
      return true;
    case Pseudo::Xall:
      listSwitch([this] {
        listing_.expansionsOff = true;
        reader_.suppressAll = false;
      });
      return true;
    case Pseudo::Nosym:
      listing_.noSymbols = true;
      return true;
    case Pseudo::HalfFormat:
      listing_.halfForm = true;
      return true;
    case Pseudo::MultiFormat:
      listing_.halfForm = false;
      return true;
    case Pseudo::Mlon:
      multiWordLiterals_ = true;
      return true;
    case Pseudo::Mloff:
      multiWordLiterals_ = false;
      return true;
    case Pseudo::Page:
      finishLine();
      lineDone_ = true;
      listing_.newPage(false);
      return true;
    case Pseudo::Subttl:
      subtitle();
      return true;
    case Pseudo::Remark:
      ignoreRest();
      return true;
    case Pseudo::Printx:
      printx();
      return true;
    case Pseudo::Cref:
      crefNames(false);
      return true;
    case Pseudo::Xcref:
      crefNames(true);
      return true;
    default:
      return false;
  }
}

// Switches of the listing mean nothing on pass 1. The line itself is finished under the old rules.
void Assembly::listSwitch(const std::function<void()>& change) {
  if (pass1_) return;
  finishLine();
  lineDone_ = true;
  change();
}

void Assembly::loaderPseudo(Pseudo p) {
  switch (p) {
    case Pseudo::Assign:
      assignBlock();
      return;
    case Pseudo::Link:
      linkBlock(false);
      return;
    case Pseudo::Lnkend:
      linkBlock(true);
      return;
    case Pseudo::Request:
      requestBlock(RelType::RequestLibrary);
      return;
    case Pseudo::Require:
      requestBlock(RelType::RequestLoad);
      return;
    case Pseudo::Common:
      commonBlock();
      return;
    case Pseudo::Directive:
      directive();
      return;
    case Pseudo::Rim:
    case Pseudo::Rim10:
    case Pseudo::Rim10b:
      tape_ = p;
      return;
    case Pseudo::Tape:
      finishLine();
      lineDone_ = true;
      reader_.skipFile();
      return;
    default:
      return;
  }
}

void Assembly::ignoreRest() {
  while (reader_.scan() != kEol) {
  }
}

// PRINTX: typed on both passes.
void Assembly::printx() {
  reader_.scanNonBlank();
  reader_.again();
  std::string text;
  for (int c = reader_.next(); !isBreak(c) && c != kTab; c = reader_.next()) text += static_cast<char>(c);
  result_.typed += text + '\n';
}

void Assembly::radix() {
  const Value v = expressionDecimal();
  if (v.word.value() < 2 || v.word.value() > 10) {
    raise(kA, "a radix is 2 to 10");
    return;
  }
  radix_ = static_cast<unsigned>(v.word.bits());
}

// ---- titles

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

// The first subtitle of pass 1 stands on the pages before the first one of pass 2.
void Assembly::subtitle() {
  if (pass1_ && listing_.hasSubtitle()) {
    ignoreRest();
    return;
  }
  listing_.setSubtitle(lineText());
}

// The rest of the line from the first character that is not a blank; tabs stay.
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

// ---- location counters

void Assembly::block() {
  highest();
  Value v = expression();
  if (leftOf(v.word) != 0) {
    raise(kA, "a block of a negative or enormous size");
    return;
  }
  if (rightOf(v.reloc) != 0) badExternal(v.reloc);
  listedLocation_ = at_.assembly;
  at_.output = (at_.output + rightOf(v.word)) & 0777777;
  at_.assembly = (at_.assembly + rightOf(v.word)) & 0777777;
  unknownSize();
}

void Assembly::unknownSize() {
  if (pass1_ && (errors_ & kU) != 0) raiseUnknown();
}

// LOC, RELOC, ORG: without an argument the counter of that mode goes on where it was left.
void Assembly::setCounter(int mode) {
  highest();
  reader_.scanNonBlank();
  reader_.again();
  std::uint32_t to = 0;
  unsigned newMode = static_cast<unsigned>(mode);
  if (reader_.code == kEol) {
    if (mode < 0) newMode = at_.savedMode;
    to = at_.saved[newMode & 1];
  } else {
    const Value v = expressionKnown();
    if (mode < 0) newMode = rightOf(v.reloc) & 1;
    to = rightOf(v.word);
  }
  at_.saved[at_.outputMode] = at_.output;
  at_.savedMode = at_.outputMode;
  listedLocation_ = to;
  at_.assemblyMode = at_.outputMode = newMode & 1;
  at_.assembly = at_.output = to;
  unknownSize();
}

void Assembly::phase() {
  const Value v = expressionKnown();
  at_.assembly = rightOf(v.word);
  at_.assemblyMode = rightOf(v.reloc) & 1;
  listedLocation_ = at_.assembly;
  unknownSize();
}

void Assembly::dephase() {
  at_.assembly = at_.output;
  at_.assemblyMode = at_.outputMode;
  listedLocation_ = at_.assembly;
}

// TWOSEG and HISEG: the origin is a multiple of 2000; TWOSEG without one has its high segment at 400000.
void Assembly::segment(bool two) {
  highest();
  rel_.flush();
  if (segmentSeen_ || at_.high != 0) raise(kQ, "TWOSEG or HISEG should stand before any relocatable code");
  reader_.scanNonBlank();
  reader_.again();
  const Value v = expressionKnown();
  std::uint32_t origin = rightOf(v.word) & ~01777U;
  at_.assembly = at_.output = origin;
  std::uint64_t word = origin;
  if (two) {
    if (origin == 0) origin = 0400000;
    at_.highStart = at_.highHigh = origin;
    word = origin | Word36::kSign;
  }
  program_.segmentWord = Word36{word};
  program_.twoSegments = true;
  segmentSeen_ = true;
  at_.assemblyMode = at_.outputMode = 1;
  listedLocation_ = at_.assembly;
}

// ---- ends

// END and PRGEND: the start address, the variables and literals that are still to be placed.
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

// PASS2: the sources from here on are read once, as pass 2.
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

// BBN's XSRCVN sym: the version number of the source file, from its first line unless it was given.
void Assembly::sourceVersion() {
  Name name = 0;
  reader_.again();  // what follows the blanks begins the symbol
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

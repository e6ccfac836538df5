// Dispatch of the pseudo-operations.
#include <fmt/format.h>

#include "toolchain/macro10/assembly.hpp"

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

// Listing switches have no effect on pass 1. The line that contains the switch is still listed under the old setting.
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

// PRINTX: types its text on both passes.
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

}  // namespace utah10::macro10

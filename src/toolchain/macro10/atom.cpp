// Atoms: symbols, numbers, quoted text, bracketed text, and their prefixes.
#include <fmt/format.h>

#include "toolchain/macro10/assembly.hpp"
#include "toolchain/macro10/nesting.hpp"
#include "toolchain/macro10/shifted.hpp"
#include "word/floating.hpp"

namespace utah10::macro10 {

// State that MACRO saves in the flag register and on stacks around an inner atom: prefix signs and the radix.
Assembly::Signs::Signs(Assembly& a)
    : in(a),
      negative(a.negative_),
      indirect(a.indirect_),
      fraction(a.decimalFraction_),
      seen(a.fieldSeen_),
      radix(a.radix_) {}

Assembly::Signs::~Signs() {
  in.negative_ = negative;
  in.indirect_ = indirect;
  in.decimalFraction_ = fraction;
  in.fieldSeen_ = seen;
  in.radix_ = radix;
}

// An atom and the binary shifts after it: `1B8`, `<X>B17B3`.
void Assembly::atom() {
  const Nesting nesting{depth_};
  cell();
  while (numeric_ && reader_.code == six('B')) {
    const Value v = atom_;
    const Word36 low = atomLow_;
    const Signs signs{*this};
    radix_ = 10;
    cellField();
    const Value by = atom_;
    atom_ = v;
    if (!by.reloc.zero() || !numeric_) {
      badNumber("the right side of B must be a number");
      return;
    }
    const std::int64_t places = 35 - by.word.value();
    const auto [high, rest] = shiftedDouble(v.word, low, places);
    atom_ = {high, shifted(v.reloc, places), -1};
    atomLow_ = rest;
  }
}

void Assembly::cellField() {
  const Nesting nesting{depth_};  // ^D^D^D...
  inField_ = true;
  cell();
}

// CELL: one atom without shifts. Leaves its delimiter as the present code.
void Assembly::cell() {
  atomName_ = 0;
  atom_ = {};
  atomLow_ = {};
  numeric_ = negative_ = decimalFraction_ = false;
  for (;;) {
    reader_.scanNonBlank();
    switch (reader_.cls.start) {
      case AtomStart::Minus:
        negative_ = !negative_;
        break;
      case AtomStart::At:
        indirect_ = true;
        break;
      case AtomStart::Blank:
        break;  // a plus sign
      case AtomStart::Letter:
        letterAtom(false);
        return;
      case AtomStart::Digit:
        numberAtom(reader_.code - six('0'));
        return;
      case AtomStart::Angle:
        angleAtom();
        return;
      case AtomStart::Square:
        literalAtom();
        return;
      case AtomStart::Quote:
        quoteAtom(reader_.code == six('"') ? '"' : '\'');
        return;
      case AtomStart::Caret:
        qualifiedAtom();
        return;
      case AtomStart::Period:
        pointAtom();
        return;
      case AtomStart::Stray:
        raise(kQ, fmt::format("unexpected '{}'", static_cast<char>(reader_.code + 040)));
        letterAtom(false);
        return;
    }
    inField_ = true;
  }
}

// GETDEL: the value is a number; the next character ends it.
void Assembly::delimiter() {
  reader_.scan();
  delimiterFrom();
}

void Assembly::delimiterFrom() {
  while (reader_.code == 0) reader_.scan();
  atomLow_ = {};
  negateAtom();
}

// GETDE3: the value so far, negated if minus signs preceded it; for a fraction, both words.
void Assembly::negateAtom() {
  numeric_ = inField_ = true;
  if (!negative_) return;
  if (atomLow_.zero()) {
    atom_.word = Word36{} - atom_.word;
    atom_.reloc = Word36{} - atom_.reloc;
    return;
  }
  atomLow_ = Word36{} - atomLow_;
  atom_.word = ~atom_.word;
}

void Assembly::badNumber(std::string why) {
  raise(kN, std::move(why));
  delimiter();
}

// ---- symbols

void Assembly::letterAtom(bool afterPeriod) {
  Name name = afterPeriod ? static_cast<Name>(six('.')) << 30 : 0;
  int shift = afterPeriod ? 24 : 30;
  while (reader_.cls.inSymbol()) {
    if (shift >= 0) name |= static_cast<Name>(reader_.code) << shift;
    shift -= 6;
    reader_.scan();
  }
  atomName_ = name;
  if (reader_.code == six('#') && name != 0) symbolMark();
}

// S# declares a variable, S## an external.
void Assembly::symbolMark() {
  if (reader_.peek() == '#') {
    reader_.scan();
    defining_ = false;
    external(atomName_, false);
    reader_.scan();
    return;
  }
  defining_ = true;
  Entry* found = operandOf(atomName_);
  if (found != nullptr && !found->has(kUndefined)) {
    if (found->has(kExternal)) raise(kQ, fmt::format("{} is external", nameText(atomName_)));
    reader_.scan();
    return;
  }
  variableMark();
}

void Assembly::variableMark() {
  Entry e;
  e.flags = kSymbol | kUndefined | kVariable;
  if (const Entry* found = operandOf(atomName_)) {
    e.flags |= found->flags;
    e.external = found->external;
  }
  raise(kU, fmt::format("variable {} has no address yet", nameText(atomName_)));
  enterOperand(atomName_, e);
  atom_.word = Word36{atomName_};
  delimiter();
}

// GETSYM: a position where only a name is allowed; blanks around it are skipped.
bool Assembly::getSymbol(Name& name) {
  name = 0;
  int shift = 30;
  reader_.scanNonBlank();
  bool good = reader_.cls.letter;
  if (good && reader_.code == six('.')) {
    name = static_cast<Name>(six('.')) << 30;
    shift = 24;
    reader_.scan();
    good = reader_.cls.letter;
  }
  if (!good) raise(kA, "symbol expected");
  while (reader_.cls.inSymbol()) {
    if (shift >= 0) name |= static_cast<Name>(reader_.code) << shift;
    shift -= 6;
    reader_.scan();
  }
  reader_.skipBlanks();
  return good;
}

// ---- ^D ^O ^B ^F ^L ^! ^-

void Assembly::qualifiedAtom() {
  switch (reader_.scanNonBlank()) {
    case six('D'):
      radixAtom(10);
      return;
    case six('O'):
      radixAtom(8);
      return;
    case six('B'):
      radixAtom(2);
      return;
    case six('L'):
      leadingZerosAtom();
      return;
    case six('F'):
      decimalFraction_ = true;
      reader_.scan();
      if (reader_.cls.digit) {
        numberAtom(reader_.code - six('0'));
      } else {
        floatAtom({}, 0, true);
      }
      return;
    case six('!'):
    case six('-'):
      if (version_ >= 50) {
        reader_.cls = reader_.code == six('!') ? kXorClass : kNotClass;
        negateAtom();
        return;
      }
      break;
    default:
      break;
  }
  atom_ = {};
  badNumber("^ must be followed by D, O, B, F or L");
}

void Assembly::radixAtom(unsigned radix) {
  {
    const Signs signs{*this};  // the minus sign before the circumflex is applied below
    radix_ = radix;
    cellField();
  }
  if (!numeric_) {
    atom_ = {};
    badNumber("a radix must be followed by a number");
    return;
  }
  delimiterFrom();
}

void Assembly::leadingZerosAtom() {
  {
    const Signs signs{*this};
    cellField();
  }
  int zeros = 36;
  for (std::uint64_t v = atom_.word.bits(); v != 0; v >>= 1) --zeros;
  atom_ = {Word36{static_cast<std::uint64_t>(zeros)}, {}, -1};
  delimiterFrom();
}

// <expression>, <statement with a value>, <S=v>
void Assembly::angleAtom() {
  {
    const Signs signs{*this};
    indirect_ = false;
    atom();
    if (!numeric_ && reader_.code == six('=')) {
      atom_ = assign();
    } else {
      atom_ = anyFormOfAtom();
    }
  }
  if (reader_.code != six('>')) raise(kN, "> expected");
  delimiter();
}

// "text" in 7-bit, 'text' in 6-bit characters, right-justified; a doubled quote stands for one.
void Assembly::quoteAtom(int quote) {
  const int bits = quote == '"' ? 7 : 6;
  const std::uint64_t full = quote == '"' ? std::uint64_t{0376000} << 18 : std::uint64_t{0770000} << 18;
  std::uint64_t v = 0;
  for (;;) {
    int c = reader_.next();
    if (isBreak(c)) {
      raise(kQ, "the closing quote is missing");
      break;
    }
    if (c == quote) {
      if (reader_.peek() != quote) break;
      reader_.next();
    }
    if ((v & full) != 0) raise(kQ, "too many characters in quotes");
    if (bits == 6 && version_ >= 50) c = upper(c);
    v = ((v << bits) | static_cast<std::uint64_t>(bits == 7 ? c : (c - 040) & 0777777)) & Word36::kMask;
  }
  atom_ = {Word36{v}, {}, -1};
  delimiter();
}

}  // namespace utah10::macro10

#include "toolchain/macro10/expressions/atoms.hpp"

#include <fmt/format.h>

#include "toolchain/macro10/expressions/nesting.hpp"
#include "toolchain/macro10/expressions/shifted.hpp"

namespace utah10::macro10 {

Atoms::OuterSigns::OuterSigns(Atoms& a)
    : atoms_(a),
      negative_(a.present.negative),
      fraction_(a.present.decimalFraction),
      indirect_(a.statement_.fields.indirect),
      seen_(a.statement_.fields.seen),
      radix_(a.radix) {}

Atoms::OuterSigns::~OuterSigns() {
  atoms_.present.negative = negative_;
  atoms_.present.decimalFraction = fraction_;
  atoms_.statement_.fields.indirect = indirect_;
  atoms_.statement_.fields.seen = seen_;
  atoms_.radix = radix_;
}

void Atoms::read() {
  const Nesting nesting{statement_.depth};
  readCell();
  while (present.numeric && scanner_.code == six('B'))
    if (!shift()) return;
}

// `B` has been read: moves bit 35 of the atom to the bit that follows.
bool Atoms::shift() {
  const Value v = present.value;
  const Word36 low = present.low;
  const OuterSigns signs{*this};
  radix = 10;
  readInnerCell();
  const Value by = present.value;
  present.value = v;
  if (!by.reloc.zero() || !present.numeric) {
    badNumber("the right side of B must be a number");
    return false;
  }
  const std::int64_t places = 35 - by.word.value();
  const auto [high, rest] = shiftedDouble(v.word, low, places);
  present.value = {high, shifted(v.reloc, places), -1};
  present.low = rest;
  return true;
}

void Atoms::readInnerCell() {
  const Nesting nesting{statement_.depth};  // ^D^D^D...
  statement_.fields.inField = true;
  readCell();
}

// Leaves the delimiter as the present code.
void Atoms::readCell() {
  present = {};
  for (;;) {
    scanner_.scanNonBlank();
    if (!prefix()) break;
    statement_.fields.inField = true;
  }
  begunAtom();
}

// -, @ and +
bool Atoms::prefix() {
  switch (scanner_.cls.start) {
    case AtomStart::Minus:
      present.negative = !present.negative;
      return true;
    case AtomStart::At:
      statement_.fields.indirect = true;
      return true;
    case AtomStart::Blank:  // a plus sign
      return true;
    default:
      return false;
  }
}

void Atoms::begunAtom() {
  switch (scanner_.cls.start) {
    case AtomStart::Digit:
      numberAtom(scanner_.code - six('0'));
      return;
    case AtomStart::Angle:
      angleAtom();
      return;
    case AtomStart::Square:
      literalAtom();
      return;
    case AtomStart::Quote:
      quoteAtom(scanner_.code == six('"') ? '"' : '\'');
      return;
    case AtomStart::Caret:
      qualifiedAtom();
      return;
    case AtomStart::Period:
      pointAtom();
      return;
    case AtomStart::Stray:
      errors_.raise(kQ, fmt::format("unexpected '{}'", static_cast<char>(scanner_.code + 040)));
      nameAtom(false);
      return;
    default:
      nameAtom(false);
      return;
  }
}

void Atoms::readDelimiter() {
  scanner_.scan();
  finishAtDelimiter();
}

void Atoms::finishAtDelimiter() {
  scanner_.skipBlanks();
  present.low = {};
  finishValue();
}

// For a fraction, both words are negated.
void Atoms::finishValue() {
  present.numeric = statement_.fields.inField = true;
  if (!present.negative) return;
  if (present.low.zero()) {
    present.value.word = Word36{} - present.value.word;
    present.value.reloc = Word36{} - present.value.reloc;
    return;
  }
  present.low = Word36{} - present.low;
  present.value.word = ~present.value.word;
}

void Atoms::badNumber(std::string why) {
  errors_.raise(kN, std::move(why));
  readDelimiter();
}

// ---- symbols

void Atoms::nameAtom(bool afterPeriod) {
  present.name = scanner_.name(afterPeriod);
  if (scanner_.code == six('#') && present.name != 0) symbolMark();
}

// S# declares a variable, S## an external.
void Atoms::symbolMark() {
  if (scanner_.peek() == '#') {
    scanner_.scan();
    symbols_.declareExternal(present.name, false);
    scanner_.scan();
    return;
  }
  symbols_.nextDefines();
  const Entry* found = symbols_.operand(present.name);
  if (found == nullptr || found->has(kUndefined)) {
    variableMark();
    return;
  }
  if (found->has(kExternal)) errors_.raise(kQ, fmt::format("{} is external", nameText(present.name)));
  scanner_.scan();
}

void Atoms::variableMark() {
  Entry e;
  e.flags = kSymbol | kUndefined | kVariable;
  if (const Entry* found = symbols_.operand(present.name)) {
    e.flags |= found->flags;
    e.external = found->external;
  }
  errors_.raise(kU, fmt::format("variable {} has no address yet", nameText(present.name)));
  symbols_.enterOperand(present.name, e);
  present.value.word = Word36{present.name};
  readDelimiter();
}

// A point begins a symbol or a number, or is the location counter.
void Atoms::pointAtom() {
  scanner_.scan();
  if (scanner_.cls.letter) {
    nameAtom(true);
    return;
  }
  if (scanner_.cls.digit) {
    floatAtom({presentDigit()}, 0, false);
    return;
  }
  present.value = at_.value();
  finishAtDelimiter();
}

// ---- ^D ^O ^B ^F ^L ^! ^-

void Atoms::qualifiedAtom() {
  switch (scanner_.scanNonBlank()) {
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
      fractionPrefix();
      return;
    case six('!'):
    case six('-'):
      logicalMark();
      return;
    default:
      present.value = {};
      badNumber("^ must be followed by D, O, B, F or L");
  }
}

// An operator where an atom should be: the atom is zero.
void Atoms::logicalMark() {
  if (pass_.version < 50) {
    present.value = {};
    badNumber("^ must be followed by D, O, B, F or L");
    return;
  }
  scanner_.cls = scanner_.code == six('!') ? kXorClass : kNotClass;
  finishValue();
}

void Atoms::radixAtom(unsigned digits) {
  {
    const OuterSigns signs{*this};  // the minus sign before the circumflex is applied below
    radix = digits;
    readInnerCell();
  }
  if (!present.numeric) {
    present.value = {};
    badNumber("a radix must be followed by a number");
    return;
  }
  finishAtDelimiter();
}

void Atoms::leadingZerosAtom() {
  {
    const OuterSigns signs{*this};
    readInnerCell();
  }
  int zeros = 36;
  for (std::uint64_t v = present.value.word.bits(); v != 0; v >>= 1) --zeros;
  present.value = {Word36{static_cast<std::uint64_t>(zeros)}, {}, -1};
  finishAtDelimiter();
}

// ---- brackets and quotes

void Atoms::angleAtom() {
  {
    const OuterSigns signs{*this};
    statement_.fields.indirect = false;
    read();
    present.value = brackets_.angleValue();
  }
  if (scanner_.code != six('>')) errors_.raise(kN, "> expected");
  readDelimiter();
}

void Atoms::literalAtom() {
  const Nesting nesting{statement_.depth, kDeepestLiterals, "literals"};
  Value address;
  {
    const OuterSigns signs{*this};
    address = brackets_.literalAddress();
  }
  present.value = address;
  readDelimiter();
}

// "text" in 7-bit, 'text' in 6-bit characters, right-justified; a doubled quote stands for one.
void Atoms::quoteAtom(int quote) {
  const int bits = quote == '"' ? 7 : 6;
  const std::uint64_t full = quote == '"' ? 0376000000000 : 0770000000000;
  std::uint64_t v = 0;
  for (;;) {
    int c = scanner_.next();
    if (isBreak(c)) {
      errors_.raise(kQ, "the closing quote is missing");
      break;
    }
    if (c == quote) {
      if (scanner_.peek() != quote) break;
      scanner_.next();
    }
    if ((v & full) != 0) errors_.raise(kQ, "too many characters in quotes");
    if (bits == 6 && pass_.version >= 50) c = upper(c);
    v = ((v << bits) | static_cast<std::uint64_t>(bits == 7 ? c : (c - 040) & 0777777)) & Word36::kMask;
  }
  present.value = {Word36{v}, {}, -1};
  readDelimiter();
}

}  // namespace utah10::macro10

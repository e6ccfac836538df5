// Data words: EXP, XWD, POINT, BYTE, text and similar.
#include <fmt/format.h>

#include "toolchain/macro10/assembly.hpp"
#include "toolchain/radix50.hpp"

namespace utah10::macro10 {

bool Assembly::comma() const { return reader_.cls.level == kCommaLevel; }

// EXP, OCT, DEC
void Assembly::expWords(unsigned radix) {
  const unsigned outer = radix_;
  do {
    radix_ = radix;
    fullWord_ = true;
    Value v = expression();
    if (version_ >= 53 && !pass1_ && complexReloc(v.reloc)) v = wholeExternal(v);
    fullWord_ = false;
    stow(v.word, v.reloc, kHalfForm);
  } while (comma());
  radix_ = outer;
}

void Assembly::xwd() {
  WordFrame f;
  f.made.form = kHalfForm;
  const Value left = expression();
  const WordFrame made = comma() ? halves(f, left) : addressFields(f, left);
  stow(made.made.word, made.made.reloc, kHalfForm);
}

// IOWD n,a is -n,,a-1; without a comma it is the value minus one.
void Assembly::iowd() {
  const Value n = expressionAbsolute();
  if (!comma()) {
    if (!n.word.zero()) raise(kQ, "IOWD without a comma");
    stow(n.word - Word36{1}, n.reloc, kHalfForm);
    return;
  }
  Value a = expression();
  if (needsLoader(Operator::Subtract, a, {Word36{1}, {}, -1})) {
    const std::size_t firstNode = polish_.nodes.size();
    a = resolved(polishNode(Operator::Subtract, a, {Word36{1}, {}, -1}), firstNode);
    a.word = Word36{1};
  }
  const Word36 address = a.word - Word36{1};
  stow(Word36::halves(rightOf(Word36{} - n.word), rightOf(address)), a.reloc, kHalfForm);
}

// POINT s,address,p: without a position the pointer precedes the first byte of the word.
void Assembly::point() {
  WordFrame f;
  f.made.form = kPointerForm;
  const Value size = expressionDecimal();
  f.made.word = Word36{(size.word.bits() & 077) << 24};
  std::uint64_t position = 36;
  if (comma()) {
    rightHalf_ = true;
    address(f, expression());
    rightHalf_ = false;
    if (comma()) {
      const Value p = expressionDecimal();
      if (numeric_) position = 35 - p.word.bits();
    }
  }
  f.made.word = f.made.word + Word36{position << 30};
  stow(f.made.word, f.made.reloc, kPointerForm);
}

// BYTE (s)v,v(s)v: bytes from the left; a byte that does not fit starts a new word.
void Assembly::byte() {
  reader_.scan();
  if (reader_.skipBlanks() != six('(')) {
    raise(kA, "( and a byte size expected");
    return;
  }
  StoredWord w;
  w.form = 1;
  int left = 36;  // free bits
  bool started = false;
  while (reader_.code == six('(')) {
    const std::int64_t size = expressionDecimal().word.value();
    if (size < 0 || size > 36) raise(kA, "a byte size should be 0 to 36");
    const int bits = static_cast<int>(size & 077);
    do {
      if (started && bits > left) {
        if (w.form == 1) w.form = kHalfForm;
        stow(w.word, w.reloc, w.form);
        w = {};
        w.form = 1;
        left = 36;
      }
      started = true;
      const Value v = expression();
      if (bits > 36 || bits > left) continue;
      left -= bits;
      const std::uint64_t mask = bits == 0 ? 0 : (~std::uint64_t{0} >> (64 - bits)) << left;
      w.word = Word36{(w.word.bits() & ~mask) | (v.word.bits() << left & mask)};
      w.reloc = Word36{(w.reloc.bits() & ~mask) | (v.reloc.bits() << left & mask)};
      w.form |= Form{1} << left;
    } while (comma());
    if (reader_.code == six('(')) continue;
  }
  stow(w.word, w.reloc, w.form);
}

// The first nonblank character is the delimiter of the text.
bool Assembly::openText(int& mark) {
  do mark = textCharacter();
  while (mark == ' ' || mark == kTab);
  if (isBreak(mark)) {
    raise(kA, "the text should begin on this line");
    return false;
  }
  return true;
}

void Assembly::closeText() {
  inWhat_.clear();
  reader_.scanNonBlank();
}

// ASCII and ASCIZ; `discard` is COMMENT. An empty ASCII produces one word if the line has produced none.
void Assembly::asciiWords(bool zero, bool discard) {
  int mark = 0;
  if (!openText(mark)) return;
  inWhat_ = "a text";
  std::uint64_t word = 0;
  int left = 5;
  for (;;) {
    const int c = textCharacter();
    if (c == mark) break;
    if (discard) continue;
    word |= static_cast<std::uint64_t>(c) << (7 * --left + 1);
    if (left > 0) continue;
    stow(Word36{word}, {}, kAsciiForm);
    word = 0;
    left = 5;
  }
  closeText();
  if (!discard && (zero || left < 5 || stowLast_ < 0)) stow(Word36{word}, {}, kAsciiForm);
}

void Assembly::sixbitWords() {
  int mark = 0;
  if (!openText(mark)) return;
  inWhat_ = "a text";
  std::uint64_t word = 0;
  int left = 6;
  for (;;) {
    const int c = textCharacter();
    if (c == mark) break;
    const int code = upper(c) - 040;
    if (code < 0) {
      raise(kA, "a control character in SIXBIT");
      break;
    }
    word |= static_cast<std::uint64_t>(code & 077) << (6 * --left);
    if (left > 0) continue;
    stow(Word36{word}, {}, kSixbitForm);
    word = 0;
    left = 6;
  }
  closeText();
  if (left < 6 || stowLast_ < 0) stow(Word36{word}, {}, kSixbitForm);
}

void Assembly::squozeWord() {
  const Value code = expression();
  if (!code.reloc.zero() || !comma()) {
    raise(kA, "RADIX50 needs a code and a symbol");
    return;
  }
  Name name = 0;
  getSymbol(name);
  lower(kA);
  const std::uint64_t top = code.word.bits() << 30;
  stow(Word36{top | packRadix50(nameText(name))}, {}, kHalfForm);
}

// .TEXT: ASCII words written directly to the REL file, for LINK.
void Assembly::textBlock() {
  if (pass1_) {
    asciiWords(false, true);
    return;
  }
  int mark = 0;
  if (!openText(mark)) return;
  inWhat_ = "a text";
  std::string text;
  for (int c = textCharacter(); c != mark; c = textCharacter()) text += static_cast<char>(c);
  closeText();
  text.resize((text.size() / 5 + 1) * 5, '\0');  // ends with a NUL
  RelItem item;
  for (std::size_t i = 0; i < text.size(); i += 5) {
    std::uint64_t w = 0;
    for (std::size_t k = 0; k < 5; ++k) w = w << 7 | static_cast<unsigned char>(text[i + k]);
    item.words.push_back(Word36{w << 1});
  }
  item.type = leftOf(item.words.front());
  rel_.item(std::move(item));
}

}  // namespace utah10::macro10

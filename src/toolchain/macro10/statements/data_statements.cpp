#include "toolchain/macro10/statements/data_statements.hpp"

#include <utility>

#include "toolchain/radix50.hpp"

namespace utah10::macro10 {

namespace {

constexpr int kAsciiCharacters = 5;  // per word
constexpr int kSixbitCharacters = 6;

// A word that contains no byte yet.
StoredWord emptyBytes() {
  StoredWord w;
  w.form = 1;
  return w;
}

}  // namespace

void DataStatements::words(unsigned radix) {
  const unsigned outer = evaluator_.atoms().radix;
  do {
    evaluator_.atoms().radix = radix;
    const Value v = evaluator_.fullWord();
    emitter_.stow(v.word, v.reloc, kHalfForm);
  } while (comma());
  evaluator_.atoms().radix = outer;
}

void DataStatements::xwd() {
  WordFields f;
  f.made.form = kHalfForm;
  const Value left = evaluator_.expression();
  const WordFields made = comma() ? evaluator_.halves(f, left) : evaluator_.addressFields(f, left);
  emitter_.stow(made.made.word, made.made.reloc, kHalfForm);
}

// IOWD n,a is -n,,a-1; without a comma it is the value minus one.
void DataStatements::iowd() {
  const Value n = evaluator_.expressionAbsolute();
  if (!comma()) {
    if (!n.word.zero()) raise(kQ, "IOWD without a comma");
    emitter_.stow(n.word - Word36{1}, n.reloc, kHalfForm);
    return;
  }
  const Value a = evaluator_.decremented(evaluator_.expression());
  emitter_.stow(Word36::halves(rightOf(Word36{} - n.word), rightOf(a.word)), a.reloc, kHalfForm);
}

// POINT s,address,p: without a position the pointer precedes the first byte of the word.
void DataStatements::point() {
  WordFields f;
  f.made.form = kPointerForm;
  const Value size = evaluator_.expressionDecimal();
  f.made.word = Word36{(size.word.bits() & 077) << 24};
  std::uint64_t position = 36;
  if (comma()) {
    statement_.target.rightHalf = true;
    evaluator_.address(f, evaluator_.expression());
    statement_.target.rightHalf = false;
    if (comma()) {
      const Value p = evaluator_.expressionDecimal();
      if (evaluator_.atoms().present.numeric) position = 35 - p.word.bits();
    }
  }
  f.made.word = f.made.word + Word36{position << 30};
  emitter_.stow(f.made.word, f.made.reloc, kPointerForm);
}

// BYTE (s)v,v(s)v: bytes from the left; a byte that does not fit starts a new word.
void DataStatements::byte() {
  scanner_.scan();
  if (scanner_.skipBlanks() != six('(')) {
    raise(kA, "( and a byte size expected");
    return;
  }
  StoredWord w = emptyBytes();
  int left = 36;  // free bits
  bool started = false;
  while (scanner_.code == six('(')) {
    const std::int64_t size = evaluator_.expressionDecimal().word.value();
    if (size < 0 || size > 36) raise(kA, "a byte size should be 0 to 36");
    const int bits = static_cast<int>(size & 077);
    do {
      if (std::exchange(started, true) && bits > left) {
        emitter_.stow(w.word, w.reloc, w.form == 1 ? kHalfForm : w.form);
        w = emptyBytes();
        left = 36;
      }
      addByte(w, left, bits);
    } while (comma());
  }
  emitter_.stow(w.word, w.reloc, w.form);
}

// The next byte, for which the word has `left` free bits.
void DataStatements::addByte(StoredWord& w, int& left, int bits) {
  const Value v = evaluator_.expression();
  if (bits > 36 || bits > left) return;
  left -= bits;
  const std::uint64_t mask = bits == 0 ? 0 : (~std::uint64_t{0} >> (64 - bits)) << left;
  w.word = Word36{(w.word.bits() & ~mask) | (v.word.bits() << left & mask)};
  w.reloc = Word36{(w.reloc.bits() & ~mask) | (v.reloc.bits() << left & mask)};
  w.form |= Form{1} << left;
}

// ---- text

// ASCII, ASCIZ and COMMENT. An empty ASCII produces one word if the line has produced none.
void DataStatements::ascii(AsciiText kind) {
  int mark = 0;
  if (!openText(mark)) return;
  statement_.construct = {"a text"};
  std::uint64_t word = 0;
  int left = kAsciiCharacters;
  for (;;) {
    const int c = textCharacter();
    if (c == mark) break;
    if (kind == AsciiText::Comment) continue;
    word |= static_cast<std::uint64_t>(c) << (7 * --left + 1);
    if (left > 0) continue;
    emitter_.stow(Word36{word}, {}, kAsciiForm);
    word = 0;
    left = kAsciiCharacters;
  }
  closeText();
  if (kind == AsciiText::Comment) return;
  if (kind == AsciiText::ZeroEnded || left < kAsciiCharacters || !emitter_.hasWords())
    emitter_.stow(Word36{word}, {}, kAsciiForm);
}

void DataStatements::sixbit() {
  int mark = 0;
  if (!openText(mark)) return;
  statement_.construct = {"a text"};
  std::uint64_t word = 0;
  int left = kSixbitCharacters;
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
    emitter_.stow(Word36{word}, {}, kSixbitForm);
    word = 0;
    left = kSixbitCharacters;
  }
  closeText();
  if (left < kSixbitCharacters || !emitter_.hasWords()) emitter_.stow(Word36{word}, {}, kSixbitForm);
}

void DataStatements::radix50() {
  const Value code = evaluator_.expression();
  if (!code.reloc.zero() || !comma()) {
    raise(kA, "RADIX50 needs a code and a symbol");
    return;
  }
  Name name = 0;
  getSymbol(name);
  errors_.lower(kA);
  const std::uint64_t top = code.word.bits() << 30;
  emitter_.stow(Word36{top | packRadix50(nameText(name))}, {}, kHalfForm);
}

// .TEXT: ASCII words written directly to the REL file, for LINK.
void DataStatements::textBlock() {
  if (pass_.first) {
    ascii(AsciiText::Comment);
    return;
  }
  int mark = 0;
  if (!openText(mark)) return;
  const std::string text = blockText(mark);
  RelItem item;
  for (std::size_t i = 0; i < text.size(); i += kAsciiCharacters) {
    std::uint64_t w = 0;
    for (std::size_t k = 0; k < kAsciiCharacters; ++k) w = w << 7 | static_cast<unsigned char>(text[i + k]);
    item.words.push_back(Word36{w << 1});
  }
  item.type = leftOf(item.words.front());
  emitter_.rel().item(std::move(item));
}

// Whole words of text, which end with a NUL.
std::string DataStatements::blockText(int mark) {
  statement_.construct = {"a text"};
  std::string text;
  for (int c = textCharacter(); c != mark; c = textCharacter()) text += static_cast<char>(c);
  closeText();
  text.resize((text.size() / kAsciiCharacters + 1) * kAsciiCharacters, '\0');
  return text;
}

}  // namespace utah10::macro10

// Words: instructions with their fields, half words, and the words stored so far for the line or literal.
#include <fmt/format.h>

#include "toolchain/macro10/assembly.hpp"
#include "toolchain/macro10/nesting.hpp"

namespace utah10::macro10 {

namespace {

// AC field: bits 9-12. Device field: bits 3-9; values of device symbols have two more bits on the right.
constexpr int kAcShift = 23;
constexpr int kDeviceShift = 24;

std::uint64_t fieldMask(bool inOut) { return inOut ? 0777ULL << kDeviceShift : 017ULL << kAcShift; }

}  // namespace

void Assembly::instruction(Word36 code, bool inOut, Word36 reloc) {
  if (inOut) inOutSeen_ = true;
  WordFrame f;
  f.made = {code, reloc, inOut ? kInOutForm : kInstructionForm};
  f.inOut = inOut;
  const WordFrame made = fields(f);
  stow(made.made.word, made.made.reloc, made.made.form);
}

// OP: the fields after an operator: `addr`, `ac,addr`, `lh,,rh`.
Assembly::WordFrame Assembly::fields(WordFrame f) {
  const Value v = expression();
  return reader_.code == six(',') && reader_.cls.level == kCommaLevel ? fieldsAfterComma(f, v) : addressFields(f, v);
}

Assembly::WordFrame Assembly::fieldsAfterComma(WordFrame f, Value ac) {
  reader_.scan();
  if (reader_.code == six(',')) return halves(f, ac);
  reader_.again();
  const std::uint64_t mask = fieldMask(f.inOut);
  const int shift = f.inOut ? kDeviceShift : kAcShift;
  const std::uint64_t sum = (f.made.word.bits() & mask) + (ac.word.bits() << shift);
  f.made.word = Word36{(f.made.word.bits() & ~mask) | (sum & mask)};
  if (!ac.reloc.zero() && ac.node < 0) badExternal(ac.reloc);
  if (ac.node >= 0) raise(kE, "an external symbol cannot stand here");
  return addressFields(f, expression());
}

// XWD5: two half words. The value so far, from the operator or an AC, counts as the left half.
Assembly::WordFrame Assembly::halves(WordFrame f, Value left) {
  f.made.form = kHalfForm;
  if (!f.made.word.zero()) {
    if (!left.word.zero()) raise(kQ, "two values for the left half");
    left = {f.made.word, f.made.reloc, -1};
  }
  if (!plainLeft(left.word)) raise(kQ, "the left half does not fit in 18 bits");
  f.made.word = Word36::halves(rightOf(left.word), 0);
  f.made.reloc = Word36::halves(rightOf(left.reloc), 0);
  extPointer_ = extPointer_.swapped();
  return addressFields(f, expression());
}

Assembly::WordFrame Assembly::addressFields(WordFrame f, Value v) {
  address(f, v);
  return f;
}

// EVADR: adds address, indirect bit and index to the word.
void Assembly::address(WordFrame& f, Value v) {
  if (!plainLeft(v.word)) raise(kQ, "the address does not fit in 18 bits");
  f.made.word = halfAdd(f.made.word, rightOf(v.word));
  if (std::exchange(indirect_, false)) f.made.word = f.made.word | Word36{std::uint64_t{1} << 22};
  f.made.reloc = halfAdd(f.made.reloc, rightOf(v.reloc));
  if (reader_.code == six('(')) indexField(f);
}

// (x): adds the value with its halves exchanged.
void Assembly::indexField(WordFrame& f) {
  const Nesting nesting{depth_};
  extPointer_ = extPointer_.swapped();
  const Value v = anyForm();
  extPointer_ = extPointer_.swapped();
  const Word36 value = v.word.swapped();
  const Word36 reloc = v.reloc.swapped();
  const std::uint32_t rights = rightOf(value) | rightOf(reloc);
  if (rights != 0) {
    f.made.word = halfAdd(f.made.word, rightOf(value));
    f.made.reloc = halfAdd(f.made.reloc, rightOf(reloc));
    if ((leftOf(value) | leftOf(reloc)) != 0) raise(kQ, "an index with values in both halves");
  }
  if (leftOf(reloc) != 0 && !plainLeft(f.made.reloc)) raise(kQ, "the index is relocatable");
  if ((leftOf(value) & 0777000) != 0 && (leftOf(f.made.word) & 0777000) != 0)
    raise(kQ, "the index overlaps the operation code");
  f.made.word = f.made.word + Word36::halves(leftOf(value), 0);
  f.made.reloc = f.made.reloc + Word36::halves(leftOf(reloc), 0);
  if (reader_.code != six(')')) {
    raise(kA, ") expected");
    return;
  }
  reader_.scanNonBlank();
}

// EVALCM: an expression followed by fields, as allowed in an assignment or in parentheses.
Value Assembly::anyForm() {
  const Value first = expression();
  WordFrame f;
  if (reader_.cls.level == kCommaLevel) {
    f = fieldsAfterComma(f, first);
  } else {
    reader_.again();
    f.made = {first.word, first.reloc, kInstructionForm};
    f = fields(f);
  }
  return {f.made.word, f.made.reloc, -1};
}

// EVALHA: the same, starting from the atom already read.
Value Assembly::anyFormOfAtom() {
  atomReady_ = true;
  return anyForm();
}

// ---- words stored

void Assembly::stow(Word36 word, Word36 reloc, Form form) {
  if (!pass1_) {
    if (complexHalf(rightOf(reloc))) checkExternal(rightOf(reloc), false);
    if (complexHalf(leftOf(reloc))) checkExternal(leftOf(reloc), true);
    if (!extPointer_.zero()) raise(kE, fmt::format("external {} is in neither half of the word", metExternal()));
  }
  StoredWord made{word, reloc, form};
  if (reader_.literalLevel != 0) made.place = reader_.place();  // the words of a literal are output later
  stowKept(made);
}

// STOWT: the half may refer only to the external symbol just met.
void Assembly::checkExternal(std::uint32_t half, bool left) {
  const std::uint32_t met = left ? leftOf(extPointer_) : rightOf(extPointer_);
  if (met != half) {
    if (!extPointer_.zero()) raise(kE, fmt::format("external {} can have only a number added to it", metExternal()));
    raise(kR, "a relocatable value must be one symbol, plus or minus a number");
  }
  extPointer_ = left ? withLeft(extPointer_, 0) : withRight(extPointer_, 0);
}

void Assembly::stowKept(const StoredWord& w) {
  if (stowLast_ < kWords - 1) ++stowLast_;
  stow_[static_cast<std::size_t>(stowLast_)] = w;
  if (reader_.literalLevel == 0) at_.assembly = (at_.assembly + 1) & 0777777;
  if (stowLast_ < kWords - 1) return;
  if (reader_.literalLevel != 0) {
    literalOverruns();
    return;
  }
  endLine();
}

StoredWord Assembly::unstow() {
  ++stowTaken_;
  const StoredWord w = stowTaken_ <= stowLast_ ? stow_[static_cast<std::size_t>(stowTaken_)] : StoredWord{};
  if (stowTaken_ >= stowLast_) emptyStow();
  return w;
}

void Assembly::emptyStow() {
  stowLast_ = stowTaken_ = -1;
  extPointer_ = {};
}

}  // namespace utah10::macro10

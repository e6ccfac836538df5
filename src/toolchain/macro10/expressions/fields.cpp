// The fields of a word: `addr`, `ac,addr`, `lh,,rh`, with @ and (index).
#include <fmt/format.h>

#include "toolchain/macro10/expressions/evaluator.hpp"
#include "toolchain/macro10/expressions/nesting.hpp"

namespace utah10::macro10 {

namespace {

// AC field: bits 9-12. Device field: bits 3-9; values of device symbols have two more bits on the right.
constexpr int kAcShift = 23;
constexpr int kDeviceShift = 24;

std::uint64_t fieldMask(bool inOut) { return inOut ? 0777ULL << kDeviceShift : 017ULL << kAcShift; }

}  // namespace

void Evaluator::instruction(Word36 code, bool inOut, Word36 reloc) {
  if (inOut) inOutSeen_ = true;
  WordFields f;
  f.made = {code, reloc, inOut ? kInOutForm : kInstructionForm};
  f.inOut = inOut;
  const WordFields made = fields(f);
  emitter_.stow(made.made.word, made.made.reloc, made.made.form);
}

WordFields Evaluator::fields(WordFields f) {
  const Value v = expression();
  return scanner_.code == six(',') && scanner_.atComma() ? fieldsAfterComma(f, v) : addressFields(f, v);
}

WordFields Evaluator::fieldsAfterComma(WordFields f, Value ac) {
  scanner_.scan();
  if (scanner_.code == six(',')) return halves(f, ac);
  scanner_.again();
  const std::uint64_t mask = fieldMask(f.inOut);
  const int shift = f.inOut ? kDeviceShift : kAcShift;
  const std::uint64_t sum = (f.made.word.bits() & mask) + (ac.word.bits() << shift);
  f.made.word = Word36{(f.made.word.bits() & ~mask) | (sum & mask)};
  if (!ac.reloc.zero() && ac.node < 0) badExternal(ac.reloc);
  if (ac.node >= 0) errors_.raise(kE, "an external symbol cannot stand here");
  return addressFields(f, expression());
}

// The value so far, from the operator or an AC, counts as the left half.
WordFields Evaluator::halves(WordFields f, Value left) {
  f.made.form = kHalfForm;
  if (!f.made.word.zero()) {
    if (!left.word.zero()) errors_.raise(kQ, "two values for the left half");
    left = {f.made.word, f.made.reloc, -1};
  }
  if (!plainLeft(left.word)) errors_.raise(kQ, "the left half does not fit in 18 bits");
  f.made.word = Word36::halves(rightOf(left.word), 0);
  f.made.reloc = Word36::halves(rightOf(left.reloc), 0);
  symbols_.unplaced = symbols_.unplaced.swapped();
  return addressFields(f, expression());
}

WordFields Evaluator::addressFields(WordFields f, Value v) {
  address(f, v);
  return f;
}

void Evaluator::address(WordFields& f, Value v) {
  if (!plainLeft(v.word)) errors_.raise(kQ, "the address does not fit in 18 bits");
  f.made.word = halfAdd(f.made.word, rightOf(v.word));
  if (std::exchange(statement_.fields.indirect, false)) f.made.word = f.made.word | Word36{std::uint64_t{1} << 22};
  f.made.reloc = halfAdd(f.made.reloc, rightOf(v.reloc));
  if (scanner_.code == six('(')) indexField(f);
}

// (x): adds the value with its halves exchanged.
void Evaluator::indexField(WordFields& f) {
  const Nesting nesting{statement_.depth};
  symbols_.unplaced = symbols_.unplaced.swapped();
  const Value v = anyForm();
  symbols_.unplaced = symbols_.unplaced.swapped();
  const Word36 value = v.word.swapped();
  const Word36 reloc = v.reloc.swapped();
  const std::uint32_t rights = rightOf(value) | rightOf(reloc);
  if (rights != 0) {
    f.made.word = halfAdd(f.made.word, rightOf(value));
    f.made.reloc = halfAdd(f.made.reloc, rightOf(reloc));
    if ((leftOf(value) | leftOf(reloc)) != 0) errors_.raise(kQ, "an index with values in both halves");
  }
  if (leftOf(reloc) != 0 && !plainLeft(f.made.reloc)) errors_.raise(kQ, "the index is relocatable");
  if ((leftOf(value) & 0777000) != 0 && (leftOf(f.made.word) & 0777000) != 0)
    errors_.raise(kQ, "the index overlaps the operation code");
  f.made.word = f.made.word + Word36::halves(leftOf(value), 0);
  f.made.reloc = f.made.reloc + Word36::halves(leftOf(reloc), 0);
  if (scanner_.code != six(')')) {
    errors_.raise(kA, ") expected");
    return;
  }
  scanner_.scanNonBlank();
}

Value Evaluator::anyForm() { return anyFormFrom(false); }

Value Evaluator::anyFormOfAtom() { return anyFormFrom(true); }

Value Evaluator::anyFormFrom(bool atomReady) {
  const Value first = expressionFrom(atomReady);
  WordFields f;
  if (scanner_.atComma()) {
    f = fieldsAfterComma(f, first);
  } else {
    scanner_.again();
    f.made = {first.word, first.reloc, kInstructionForm};
    f = fields(f);
  }
  return {f.made.word, f.made.reloc, -1};
}

// ---- words of data

// An external fills the word in version 53.
Value Evaluator::fullWord() {
  statement_.target.fullWord = true;
  Value v = expression();
  if (pass_.version >= 53 && !pass_.first && complexReloc(v.reloc)) {
    keepExpression(trees_.items(v));
    v = {};
  }
  statement_.target.fullWord = false;
  return v;
}

Value Evaluator::decremented(const Value& v) {
  const Value one{Word36{1}, {}, -1};
  if (!trees_.needsLoader(Operator::Subtract, v, one)) return {v.word - one.word, v.reloc, -1};
  const std::size_t firstTree = trees_.size();
  return resolved(trees_.node(Operator::Subtract, v, one), firstTree);
}

void Evaluator::externalWord(Name name) {
  if (!pass_.first) {
    statement_.target.fullWord = true;
    keepExpression({{PolishItemKind::Symbol, 0, {}, {}, name}});
    statement_.target.fullWord = false;
  }
  instruction({}, false, {});
}

}  // namespace utah10::macro10

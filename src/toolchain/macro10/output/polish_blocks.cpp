#include "toolchain/macro10/output/polish_blocks.hpp"

#include "toolchain/radix50.hpp"

namespace utah10::macro10 {

namespace {

constexpr unsigned kGlobalSymbol = 004;

void writeHalves(RelWriter& rel, Word36 w, Word36 reloc) {
  rel.half(leftOf(w), (leftOf(reloc) & 1) != 0);
  rel.half(rightOf(w), (rightOf(reloc) & 1) != 0);
}

void writeItem(RelWriter& rel, const PolishItem& i) {
  switch (i.kind) {
    case PolishItemKind::Operator:
      rel.half(i.code, false);
      return;
    case PolishItemKind::Symbol:
      rel.half(2, false);
      writeHalves(rel, radix50Word(kGlobalSymbol, packRadix50(nameText(i.symbol))), {});
      return;
    case PolishItemKind::Short:
      rel.half(0, false);
      rel.half(rightOf(i.word), (rightOf(i.reloc) & 1) != 0);
      return;
    case PolishItemKind::Long:
      rel.half(1, false);
      writeHalves(rel, i.word, i.reloc);
      return;
  }
}

void writeBlock(RelWriter& rel, const PolishBlock& b) {
  for (const PolishItem& i : b.items) writeItem(rel, i);
  rel.half(static_cast<std::uint32_t>(b.store), false);
  if (b.symbol == 0) {
    rel.half(b.location.at, b.location.mode != 0);
  } else {
    writeHalves(rel, radix50Word(0, packRadix50(nameText(b.symbol))), {});  // without a code, as in MACRO 53
    rel.half(0, false);
    rel.half(0, false);
  }
  rel.flush();
}

}  // namespace

void PolishBlocks::clear() {
  blocks_.clear();
  waiting_.clear();
}

void PolishBlocks::place(int literal, const Value& where) {
  // Both lists grow at the head, so the expressions of one literal are output in their original order.
  for (auto b = waiting_.rbegin(); b != waiting_.rend(); ++b) {
    if (b->literal != literal) continue;
    b->location = {wrapped(rightOf(where.word) + static_cast<std::uint32_t>(b->literalDepth)),
                   rightOf(where.reloc) & 1};
    blocks_.push_back(*b);
  }
  budget_.spend(waiting_.size());
  std::erase_if(waiting_, [&](const PolishBlock& b) { return b.literal >= literal; });
}

void PolishBlocks::markWords(int literal, std::vector<StoredWord>& words) {
  budget_.spend(waiting_.size());
  for (const PolishBlock& b : waiting_)
    if (b.literal == literal && b.literalDepth >= 0 && b.literalDepth < static_cast<int>(words.size()))
      words[static_cast<std::size_t>(b.literalDepth)].byLoader = true;
}

// MACRO keeps the blocks in a list that grows at the head.
void PolishBlocks::write(RelWriter& rel) const {
  rel.flush();
  rel.type(RelType::Polish);
  for (auto b = blocks_.rbegin(); b != blocks_.rend(); ++b)
    if (b->symbol == 0) writeBlock(rel, *b);
}

void PolishBlocks::writeSymbol(RelWriter& rel, Name name) const {
  for (auto b = blocks_.rbegin(); b != blocks_.rend(); ++b)
    if (b->symbol == name) writeBlock(rel, *b);
}

}  // namespace utah10::macro10

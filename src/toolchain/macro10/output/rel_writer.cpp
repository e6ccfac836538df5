#include "toolchain/macro10/output/rel_writer.hpp"

namespace utah10::macro10 {

namespace {

constexpr std::size_t kBlock = 18;

}  // namespace

void RelWriter::word(Word36 w, unsigned relocation) {
  halfPending_ = false;
  addWord(block_, w, relocation);
  if (block_.words.size() == kBlock) flush();
}

void RelWriter::half(std::uint32_t bits, bool relocated) {
  if (!halfPending_) {
    addWord(block_, Word36::halves(bits, 0), relocated ? kRelLeft : 0U);
    halfPending_ = true;
    return;
  }
  halfPending_ = false;
  block_.words.back() = Word36::halves(block_.words.back().left().bits(), bits);
  if (relocated) block_.relocation.back() |= kRelRight;
  if (block_.words.size() == kBlock) flush();
}

void RelWriter::flush() {
  halfPending_ = false;
  if (block_.words.empty()) return;
  block_.type = static_cast<unsigned>(type_);
  items_.push_back(std::move(block_));
  block_ = {};
}

void RelWriter::discard() {
  halfPending_ = false;
  block_ = {};
}

void RelWriter::item(RelItem item) {
  flush();
  items_.push_back(std::move(item));
}

std::vector<RelItem> RelWriter::take() {
  flush();
  return std::move(items_);
}

}  // namespace utah10::macro10

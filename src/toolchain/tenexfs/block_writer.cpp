#include "toolchain/tenexfs/block_writer.hpp"

#include <algorithm>

namespace utah10::tenexfs {

namespace {

// The monitor adds a symbol only while the table stays this far above FRETOP; when it makes room for the table, it
// makes more.
constexpr std::uint32_t kTableGap = 2, kTableReserve = 8;

std::uint32_t stringWords(std::string_view s) { return static_cast<std::uint32_t>(s.size() / 5 + 1); }

std::uint32_t nextPage(std::uint32_t top) { return (top + 2 * kPageWords - 1) / kPageWords * kPageWords; }

}  // namespace

BlockPlan::BlockPlan(std::span<const Word36> before) : keep_(!before.empty()) {
  if (!keep_) return;
  firstTop_ = before[kSymTop].right().bits();
  firstEnd_ = before[kFreeTop].right().bits();
}

bool BlockPlan::place(std::uint32_t symbols) {
  for (top_ = firstTop_; top_ <= kDirectoryWords; top_ = nextPage(top_)) {
    if (top_ < kFirstBlock + symbols + kTableGap) continue;
    limit_ = top_ - symbols - kTableGap;
    if ((keep_ && fillGaps()) || moveDown()) return true;
  }
  return false;
}

std::uint32_t BlockPlan::end() const {
  if (firstEnd_ <= limit_) return std::max(firstEnd_, highest_);
  return std::max(highest_, limit_ - std::min(limit_, kTableReserve - kTableGap));
}

std::vector<BlockPlan::Block> BlockPlan::placed() const {
  std::vector<Block> all;
  std::ranges::copy_if(blocks_, std::back_inserter(all), [](const Block& b) { return b.at != 0; });
  std::ranges::sort(all, {}, &Block::at);
  return all;
}

bool BlockPlan::fillGaps() {
  for (Block& b : blocks_) b.at = b.origin;
  for (Block& b : blocks_) {
    if (b.at != 0) continue;
    std::uint32_t from = kFirstBlock;
    for (const Block& other : placed()) {
      if (other.at >= from + b.words) break;
      from = other.at + other.words;
    }
    b.at = from;
  }
  highest_ = kFirstBlock;
  for (const Block& b : blocks_) highest_ = std::max(highest_, b.at + b.words);
  return highest_ <= limit_;
}

bool BlockPlan::moveDown() {
  std::vector<Block*> order;
  for (Block& b : blocks_) order.push_back(&b);
  std::ranges::stable_sort(order, {}, [](const Block* b) { return b->origin == 0 ? kDirectoryWords : b->origin; });
  highest_ = kFirstBlock;
  for (Block* b : order) {
    b->at = highest_;
    highest_ += b->words;
  }
  return highest_ <= limit_;
}

std::vector<BlockPlan::Gap> BlockPlan::gaps() const {
  std::vector<Gap> all;
  std::uint32_t from = kFirstBlock;
  for (const Block& b : placed()) {
    if (b.at > from) all.push_back({from, b.at - from});
    from = b.at + b.words;
  }
  if (end() > from) all.push_back({from, end() - from});
  return all;
}

BlockWriter::BlockWriter(BlockPlan& plan, std::span<const Word36> before, bool keep, bool measure)
    : plan_(plan), before_(before), keep_(keep), measure_(measure), w_(kDirectoryWords) {
  if (keep) w_.assign(before.begin(), before.end());
}

// In the first pass every block is written over the first.
std::uint32_t BlockWriter::next(std::uint32_t words, std::uint32_t origin) {
  if (!measure_) return plan_.at(count_++);
  plan_.want(words, origin);
  return kFirstBlock;
}

std::uint32_t BlockWriter::block(std::uint32_t header, std::uint32_t words, std::uint32_t origin) {
  const std::uint32_t i = next(words, origin);
  std::fill_n(w_.begin() + i, words, Word36{});
  w_[i] = Word36::halves(header, words);
  return i;
}

std::uint32_t BlockWriter::string(std::uint32_t header, std::string_view s, std::uint32_t origin, std::uint32_t skip) {
  if (origin != 0) {
    const std::uint32_t words = before_[origin].right().bits(), i = next(words, origin);
    std::ranges::copy(before_.subspan(origin, words), w_.begin() + i);
    return i;
  }
  const std::uint32_t i = block(header, 1 + skip + stringWords(s), 0);
  for (std::size_t k = 0; k < s.size(); ++k) {
    Word36& w = w_[i + 1 + skip + k / 5];
    w = w | Word36{std::uint64_t{static_cast<unsigned char>(s[k])} << (29 - 7 * (k % 5))};
  }
  return i;
}

Blocks BlockWriter::finish(std::uint32_t usual) {
  const std::uint32_t top = plan_.symbolTop(), bottom = top - symbols(), end = plan_.end();
  std::ranges::copy(symbols_, w_.begin() + bottom);
  w_[kSymBot] = Word36{bottom};
  w_[kSymTop] = Word36{top};
  w_[kFreeTop] = Word36{end};
  const auto gaps = plan_.gaps();
  std::uint32_t left = 0, after = 0;
  for (auto gap = gaps.rbegin(); gap != gaps.rend(); ++gap) {
    w_[gap->at] = Word36::halves(after, gap->words);
    after = gap->at;
    left += gap->words;
  }
  // Since 1.33 the right half is ones, and RELFRE then trusts word kFree + 4.
  w_[kFree] = Word36::halves(after, w_[kFree].right().bits());
  w_[kFree + 1] = Word36{Word36::kMask};
  w_[kFree + 2] = Word36{left};
  if (!keep_) w_[kFree + 3] = Word36{usual};
  w_[kFree + 4] = Word36::halves(end, kFirstBlock);
  w_[kLock] = Word36{Word36::kMask};
  return std::move(w_);
}

Blocks arrange(const Blocks& before, bool keep, std::uint32_t usual, const std::function<void(BlockWriter&)>& put) {
  BlockPlan plan{keep ? std::span<const Word36>{before} : std::span<const Word36>{}};
  BlockWriter measure{plan, before, keep, true};
  put(measure);
  if (!plan.place(measure.symbols())) return {};
  BlockWriter w{plan, before, keep, false};
  put(w);
  return w.finish(usual);
}

}  // namespace utah10::tenexfs

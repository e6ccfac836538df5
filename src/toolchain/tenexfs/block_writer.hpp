// Lays out the blocks and symbols of a directory, or of a part of the index. Private to tenexfs.
#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "toolchain/tenexfs/directory.hpp"

namespace utah10::tenexfs {

// Where the blocks go. Those that exist stay where they are, and new ones go into the gaps and above. If that is not
// enough, all blocks move down, as the monitor's garbage collection moves them; then the symbol table moves up to the
// next page boundary, as far as eight pages allow (1.34, DIRECT and FREE).
class BlockPlan {
 public:
  // `before`: the words as they stand, read without problems; none: every block finds a new place.
  explicit BlockPlan(std::span<const Word36> before);

  void want(std::uint32_t words, std::uint32_t origin) { blocks_.push_back({words, origin, 0}); }
  // False if there is no room for the blocks and so many symbols.
  bool place(std::uint32_t symbols);

  std::uint32_t at(std::size_t block) const { return blocks_[block].at; }
  std::uint32_t symbolTop() const { return top_; }
  std::uint32_t end() const;  // of the blocks and free space, FRETOP
  struct Gap {
    std::uint32_t at, words;
  };
  std::vector<Gap> gaps() const;

 private:
  struct Block {
    std::uint32_t words, origin, at;
  };
  bool fillGaps();
  bool moveDown();
  // The blocks that have a place, by address.
  std::vector<Block> placed() const;

  std::vector<Block> blocks_;
  std::uint32_t firstTop_ = kTableTop, firstEnd_ = kFirstTop;
  bool keep_ = false;
  std::uint32_t top_ = 0, limit_ = 0, highest_ = 0;
};

// Writes the blocks in two passes: the first finds out which blocks are wanted, the second writes them at their places.
class BlockWriter {
 public:
  BlockWriter(BlockPlan& plan, std::span<const Word36> before, bool keep, bool measure);

  // Whether the words are those of `before` where nothing else is written.
  bool keeps() const { return keep_; }
  Word36& at(std::uint32_t i) { return w_[i]; }
  // A block of zeros behind its header. `origin`: its place in `before`, or 0.
  std::uint32_t block(std::uint32_t header, std::uint32_t words, std::uint32_t origin);
  // A block of text, `skip` words behind its header; with an origin, the words that are there.
  std::uint32_t string(std::uint32_t header, std::string_view s, std::uint32_t origin, std::uint32_t skip = 0);
  void symbol(Word36 w) { symbols_.push_back(w); }

  std::uint32_t symbols() const { return static_cast<std::uint32_t>(symbols_.size()); }
  // `usual` is the size of the blocks that are wanted most.
  Blocks finish(std::uint32_t usual);

 private:
  std::uint32_t next(std::uint32_t words, std::uint32_t origin);

  BlockPlan& plan_;
  std::span<const Word36> before_;
  bool keep_, measure_;
  Blocks w_;
  std::vector<Word36> symbols_;
  std::size_t count_ = 0;
};

// Calls `put` for both passes. Empty if there is no room. `keep`: `before` was read without problems.
Blocks arrange(const Blocks& before, bool keep, std::uint32_t usual, const std::function<void(BlockWriter&)>& put);

}  // namespace utah10::tenexfs

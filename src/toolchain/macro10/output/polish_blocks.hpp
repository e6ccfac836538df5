// The polish blocks of a program: expressions with the place where the loader stores the value.
#pragma once

#include <cstdint>
#include <vector>

#include "toolchain/macro10/budget.hpp"
#include "toolchain/macro10/output/location_counters.hpp"
#include "toolchain/macro10/output/polish.hpp"
#include "toolchain/macro10/output/rel_writer.hpp"
#include "toolchain/macro10/output/stored_word.hpp"

namespace utah10::macro10 {

struct PolishBlock {
  std::vector<PolishItem> items;
  PolishStore store = PolishStore::Right;
  Counter location;
  int literal = 0;        // nesting depth of the enclosing literal, which is not placed yet
  int literalDepth = -1;  // offset in words from its start
  Name symbol = 0;        // for the symbol stores
};

class PolishBlocks {
 public:
  explicit PolishBlocks(Budget& budget) : budget_(budget) {}

  void keep(PolishBlock block) { blocks_.push_back(std::move(block)); }
  // Blocks of literals wait until their literal is placed, which also fixes their locations.
  void keepWaiting(PolishBlock block) { waiting_.push_back(std::move(block)); }
  void place(int literal, const Value& where);
  void dropWaiting() { waiting_.clear(); }
  // Marks the words of the literal that contain an expression.
  void markWords(int literal, std::vector<StoredWord>& words);
  void clear();

  // Writes those that store into words, at the end of the program.
  void write(RelWriter& rel) const;
  // Writes those that define the symbol.
  void writeSymbol(RelWriter& rel, Name name) const;
  bool empty() const { return blocks_.empty(); }

 private:
  Budget& budget_;
  std::vector<PolishBlock> blocks_;
  std::vector<PolishBlock> waiting_;  // of the literals being read
};

}  // namespace utah10::macro10

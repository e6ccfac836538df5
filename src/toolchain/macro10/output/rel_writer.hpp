// REL blocks divided as in MACRO: at most eighteen words; a new block at every break of sequence or type.
#pragma once

#include <vector>

#include "utah10/toolchain/rel_file.hpp"

namespace utah10::macro10 {

class RelWriter {
 public:
  void type(RelType t) { type_ = t; }
  RelType type() const { return type_; }
  bool blockEmpty() const { return block_.words.empty() && !halfPending_; }
  void word(Word36 w, unsigned relocation);
  void half(std::uint32_t bits, bool relocated);  // for polish, two per word
  void flush();
  void discard();           // drops the contents of the current block
  void item(RelItem item);  // a complete block, after the pending one
  std::vector<RelItem> take();

 private:
  RelType type_ = RelType::Code;
  RelItem block_;
  bool halfPending_ = false;
  std::vector<RelItem> items_;
};

}  // namespace utah10::macro10

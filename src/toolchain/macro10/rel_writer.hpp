// REL blocks as MACRO cuts them: eighteen words at most, a new block at every break of sequence or type.
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
  void half(std::uint32_t bits, bool relocated);  // polish: two a word
  void flush();
  void discard();           // what is in the block is not wanted
  void item(RelItem item);  // a block made elsewhere, after what is pending
  std::vector<RelItem> take();

 private:
  RelType type_ = RelType::Code;
  RelItem block_;
  bool halfPending_ = false;
  std::vector<RelItem> items_;
};

}  // namespace utah10::macro10

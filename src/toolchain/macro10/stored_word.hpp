// A word as statements leave it: with its relocation, and how the listing shows it.
#pragma once

#include "toolchain/macro10/listing.hpp"
#include "toolchain/macro10/source_input.hpp"
#include "utah10/word/word36.hpp"

namespace utah10::macro10 {

struct StoredWord {
  Word36 word;
  Word36 reloc;
  Form form = 0000001000001;  // half words
  bool byLoader = false;      // part of it is an expression the loader computes: like no other word
  Place place{0, 0};          // of a word in a literal; line 0: where the statement begins
};

}  // namespace utah10::macro10

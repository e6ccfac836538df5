// A word produced by a statement: with its relocation and its form in the listing.
#pragma once

#include "toolchain/macro10/forms.hpp"
#include "toolchain/macro10/source/source_input.hpp"
#include "utah10/word/word36.hpp"

namespace utah10::macro10 {

struct StoredWord {
  Word36 word;
  Word36 reloc;
  Form form = kHalfForm;
  bool byLoader = false;       // contains an expression the loader computes: matches no other word
  SourcePosition place{0, 0};  // for a word in a literal; line 0: where the statement begins
};

}  // namespace utah10::macro10

// The symbols of a core image, from the table DDT uses, the one that follows an ITS program, or a list.
//
// Table: location 116 holds -words,,address; two words per symbol, radix-50 with its code and the value; the entry of a
// program's name (code 0) follows the program's symbols and has the program's origin in its right half.
// List: one `NAME value` per line, octal or LH,,RH, `;` begins a comment; optionally a two-digit code, 04 or 10.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "utah10/toolchain/core_image.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

struct ImageSymbol {
  std::string name;
  unsigned code = 010;  // 04 global, 10 local; +40 suppressed in DDT
  Word36 value;
  std::string program;                   // empty if not known
  std::optional<VirtualAddress> origin;  // of the program

  bool global() const { return (code & 034) == 04; }
  bool suppressed() const { return (code & 040) != 0; }
};

// Merges segments in ascending order, none touching another; where segments overlap, the later one wins.
std::vector<Segment> mergedSegments(const CoreImage& image);
// Looks up a word in merged segments. Empty if the image has no word there.
std::optional<Word36> wordAt(const std::vector<Segment>& merged, VirtualAddress a);

// Empty if no table follows the image and location 116 does not hold a table pointer. Error: the pointer leads to a
// table outside the image.
Expected<std::vector<ImageSymbol>> imageSymbols(const CoreImage& image);
// Error::where is `file(line)`.
Expected<std::vector<ImageSymbol>> parseSymbolList(std::string_view name, std::string_view text);

}  // namespace utah10

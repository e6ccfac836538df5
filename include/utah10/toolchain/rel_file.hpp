// Relocatable (REL) files: items of data words, with a relocation bit for each half of each word.
//
// Layout (LOADER V.057, MACRO 50): an item is `type,,count`, then its words in groups of at most eighteen; each group
// is preceded by a word of relocation bits, two per data word from the left, which count does not include. An item
// without data words still has one relocation word, except 0,,0, which is filler. Items whose left half is 40000 or
// more are text: ASCII words, beginning with the head itself and ending with the word that contains a NUL.
// Errors: `file: byte n` of the item; a damaged file gives one error and no items.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "utah10/toolchain/word_file.hpp"
#include "utah10/word/error.hpp"
#include "utah10/word/word36.hpp"

namespace utah10 {

enum class RelType : unsigned {
  Data = 0,  // skipped
  Code = 1,
  Symbols = 2,
  HighSegment = 3,
  Entry = 4,
  End = 5,
  Name = 6,
  Start = 7,
  Local = 010,
  Polish = 011,
  Link = 012,
  LVar = 013,
  Index = 014,
  AlgolOwn = 015,
  RequestLoad = 016,
  RequestLibrary = 017,
  Common = 020,
  Sparse = 021,
  PsectName = 022,
  PsectLength = 023,
  CobolSymbols = 037,
  Assign = 0100,
};

inline constexpr unsigned kRelText = 040000;    // types from here on are text items
inline constexpr unsigned kRelLastType = 0377;  // types 400 to 37777 have other layouts and are refused
inline constexpr std::uint8_t kRelLeft = 2;
inline constexpr std::uint8_t kRelRight = 1;

struct RelItem {
  unsigned type = 0;
  std::vector<Word36> words;
  std::vector<std::uint8_t> relocation;  // per word: 2 left half, 1 right half; for polish, per half word; in
                                         // an item built by hand, missing entries are 0
  std::size_t offset = 0;                // word of the file at which it begins

  bool is(RelType t) const { return type == static_cast<unsigned>(t); }
  std::uint8_t relocationOf(std::size_t index) const { return index < relocation.size() ? relocation[index] : 0; }
};

// Appends a word to an item under construction.
inline void addWord(RelItem& item, Word36 word, unsigned relocation = 0) {
  item.relocation.resize(item.words.size());
  item.words.push_back(word);
  item.relocation.push_back(static_cast<std::uint8_t>(relocation & 3));
}

std::vector<Word36> encodeRel(std::span<const RelItem> items);
Expected<std::vector<RelItem>> decodeRel(const WordFile& file);

// CODE, SYMBOLS, ...; `type 45` for those without a name.
std::string relTypeName(unsigned type);
// A head line, then one line per word: octal halves, an apostrophe after a relocated half, symbols by name.
std::string describeRel(const RelItem& item);

}  // namespace utah10

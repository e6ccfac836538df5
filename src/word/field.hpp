// A named field of a word: the manual's bit numbers are written once, where the word's layout is described.
//
//   constexpr Field kCylinder{6, 13};
//   const std::uint32_t cylinder = kCylinder.of(word);
//
// Words that many parts of the program know have types of their own (instruction.hpp, pc_word.hpp, pager_words.hpp);
// this is for the words of one device, one file format. tests/style rejects bit numbers in place of names.
#pragma once

#include "utah10/word/word36.hpp"

namespace utah10 {

// Bits first..last in PDP-10 numbering; at most 32 of them.
struct Field {
  int first = 0;
  int last = 35;

  constexpr std::uint32_t of(Word36 w) const { return w.field(first, last); }
};

}  // namespace utah10

// What follows the start word of an ITS program, in SBLK and PDUMP files and in save files that MIDAS wrote: blocks of
// symbols and other information, each -n,,type, n words and a checksum; then the start word again. Private to this
// layer.
#pragma once

#include <optional>
#include <string>

#include "toolchain/word_cursor.hpp"

namespace utah10 {

// For each word: rotate the sum left by one, then add; the initial sum is the header.
Word36 itsBlockSum(Word36 header, std::span<const Word36> words);

struct UnreadInformation {
  std::string why;
  bool otherStart = false;  // a jump where the start word should come again, but not the same
};

// Takes the symbols of the blocks and counts the blocks in `image`, up to the end of the file if all is well. Otherwise
// stops at what cannot be read and says why.
std::optional<UnreadInformation> passItsInformation(WordCursor& in, CoreImage& image, Word36 start);

// The same; what cannot be read is noted in `image` and left unread, since the program is complete. Error: the start
// word is no start, so that the program may be incomplete, or the two start words differ.
Expected<void> passOrLeaveItsInformation(WordCursor& in, CoreImage& image, Word36 start);

}  // namespace utah10

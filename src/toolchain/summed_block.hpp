// Blocks followed by a checksum, as in RIM10B and SBLK; the formats differ in how it is computed. Private to the
// toolchain layer.
#pragma once

#include "toolchain/octal.hpp"
#include "toolchain/word_cursor.hpp"

namespace utah10 {

// Computes the checksum of a header and the words of its block.
using BlockSum = Word36 (*)(Word36 header, std::span<const Word36> words);

// Takes the block of the header just taken and checks its sum. `medium` names what is damaged if the sum is wrong.
inline Expected<Segment> takeSummedBlock(WordCursor& in, Word36 header, VirtualAddress first, BlockSum sumOf,
                                         std::string_view medium) {
  auto block = in.takeBlock(first, blockCount(header));
  if (!block) return block;
  const std::size_t at = in.index();
  const auto said = in.take("a checksum");
  if (!said) return tl::unexpected(said.error());
  const Word36 sum = sumOf(header, block->words);
  if (sum != *said)
    return in.failAt(at, fmt::format("checksum is {} but the block says {}", octalHalves(sum), octalHalves(*said)),
                     fmt::format("the {} is damaged", medium));
  return block;
}

}  // namespace utah10

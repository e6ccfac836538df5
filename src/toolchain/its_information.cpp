// Source: BINFMT of the ITS documents, and what files of MIT's tapes hold.
#include "toolchain/its_information.hpp"

#include <fmt/format.h>

#include <numeric>

#include "toolchain/octal.hpp"

namespace utah10 {

namespace {

constexpr std::uint32_t kSymbols = 0, kInformationTypes = 4;  // 1 undefined symbols, 2 where symbols are, 3 other

// A block of undefined symbols without any has the header 0,,1. Its checksum is that of the block before, rotated and
// added to, in all files that have been seen, and is not checked.
bool emptyBlock(const WordCursor& in, Word36 header) {
  const std::uint32_t type = header.right().bits();
  return header.left().bits() == 0 && type > 0 && type < kInformationTypes && in.remaining() >= 2;
}

// Whole, with the right checksum; otherwise why not. The symbols of all blocks make one table.
std::optional<UnreadInformation> passBlock(WordCursor& in, CoreImage& image) {
  const Word36 header = in.peek();
  const std::size_t count = blockCount(header);
  if (count + 2 > in.remaining()) return UnreadInformation{"the file ends inside a block of symbols"};
  WordCursor block = in;
  block.skip(1);
  const auto words = block.takeBlock(VirtualAddress{}, count);
  if (!words || itsBlockSum(header, words->words) != block.peek())
    return UnreadInformation{"a block of symbols has a wrong checksum"};
  if (header.right().bits() == kSymbols)
    image.symbolTable.insert(image.symbolTable.end(), words->words.begin(), words->words.end());
  in.skip(count + 2);
  return std::nullopt;
}

// DDT writes JRST 0 there if the program was started otherwise.
UnreadInformation otherWord(Word36 word) {
  return {fmt::format("{} is neither a block of symbols nor the start word again", octalHalves(word)),
          transfersControl(word) && word != kJrst.word()};
}

}  // namespace

Word36 itsBlockSum(Word36 header, std::span<const Word36> words) {
  return std::accumulate(words.begin(), words.end(), header,
                         [](Word36 sum, Word36 word) { return Word36{(sum.bits() << 1) | (sum.bits() >> 35)} + word; });
}

std::optional<UnreadInformation> passItsInformation(WordCursor& in, CoreImage& image, Word36 start) {
  if (in.restIsZero()) return std::nullopt;
  while (!in.atEnd()) {
    const Word36 word = in.peek();
    if (word == start) {
      in.passRepeats(start);  // MIDAS punches it twice
      if (in.restIsZero()) return std::nullopt;
      return UnreadInformation{"they follow the second start word"};
    }
    if (word.sign()) {
      if (auto why = passBlock(in, image)) return why;
    } else if (emptyBlock(in, word)) {
      in.skip(2);
    } else {
      return otherWord(word);
    }
    ++image.symbolBlocks;
  }
  return UnreadInformation{"the file ends where the second start word should be"};
}

Expected<void> passOrLeaveItsInformation(WordCursor& in, CoreImage& image, Word36 start) {
  const std::size_t at = in.index() - 1;
  const auto why = passItsInformation(in, image, start);
  if (!why) return {};
  // A header that lost its sign ends the blocks too early; it does not look like a jump.
  if (!start.zero() && !transfersControl(start))
    return in.failAt(at, fmt::format("{} is neither a block nor a start, and {}", octalHalves(start), why->why),
                     "the image is damaged");
  if (why->otherStart)
    return in.failAt(in.index(), fmt::format("{}, which was {}", why->why, octalHalves(start)), "the image is damaged");
  in.leaveRest(image, why->why);
  return {};
}

}  // namespace utah10

#include "toolchain/entry_word.hpp"

#include <fmt/format.h>

#include "toolchain/octal.hpp"

namespace utah10 {

namespace {

bool canEnd(const StartWord& start) {
  switch (start.kind) {
    case StartWordKind::Address:
      return start.word.left().bits() == 0;
    case StartWordKind::Instruction:
      return transfersControl(start.word);
    case StartWordKind::EntryVector:
      break;
  }
  return start.word.left().bits() != 0 && start.word.left().bits() <= kLongestVector;
}

}  // namespace

// TENEX GET treats any word with a small left half as an entry vector; 10/50 programs have JRST start instead,
// seldom another jump.
Expected<std::optional<StartWord>> readEntryWord(const WordCursor& in, Word36 word) {
  if (word.zero()) return std::nullopt;
  if (transfersControl(word)) return StartWord::instruction(word);
  const std::uint32_t left = word.left().bits();
  if (left == 0) return StartWord::at(VirtualAddress{word.right()});
  if (left <= kLongestVector) return StartWord{StartWordKind::EntryVector, word};
  if (left == kSsaveDirectory) {
    return in.failAt(in.index() - 1, "an SSAVE directory follows; files that mix both formats cannot be read",
                     "SAVE the program instead");
  }
  return in.failAt(in.index() - 1, fmt::format("{} is neither a block nor a start", octalHalves(word)),
                   "the image is damaged");
}

Expected<Word36> entryWord(const CoreImage& image, std::string_view format) {
  if (!image.start) return Word36{};
  if (canEnd(*image.start)) return image.start->word;
  return fail(std::string{format}, fmt::format("{} cannot end a save file", octalHalves(image.start->word)),
              "start with a JRST");
}

}  // namespace utah10

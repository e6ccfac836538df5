#include <fmt/format.h>

#include "octal.hpp"
#include "utah10/toolchain/core_image_formats.hpp"
#include "word_cursor.hpp"

namespace utah10 {

namespace {

constexpr std::string_view kFormat = "10/50 SAV";
constexpr std::uint32_t kSsaveDirectory = 01000;  // TENEX GET: 1000 a directory, 1001-7777 refused
constexpr std::uint32_t kLongestVector = 0777;    // so an entry vector's length stays below

// The word after the last block. TENEX GET takes any word with a small left half for an entry vector; 10/50 programs
// have JRST start there.
Expected<std::optional<StartWord>> endWord(const WordCursor& in, Word36 word) {
  if (word.zero()) return std::nullopt;
  if (word.field(0, 8) == kOpJrst) return StartWord::instruction(word);
  const std::uint32_t left = word.left().bits();
  if (left == 0) return StartWord::at(VirtualAddress{word.right()});
  if (left <= kLongestVector) return StartWord{StartWord::Kind::EntryVector, word};
  if (left == kSsaveDirectory) {
    return in.failAt(in.index() - 1, "an SSAVE directory follows; sharable saves cannot be read yet",
                     "SAVE the program instead");
  }
  return in.failAt(in.index() - 1, fmt::format("{} is neither a block nor a start", octalHalves(word)),
                   "the image is damaged");
}

bool endsSav(const StartWord& start) {
  switch (start.kind) {
    case StartWord::Kind::Address:
      return start.word.left().bits() == 0;
    case StartWord::Kind::Instruction:
      return start.word.field(0, 8) == kOpJrst;
    case StartWord::Kind::EntryVector:
      break;
  }
  return start.word.left().bits() != 0 && start.word.left().bits() <= kLongestVector;
}

}  // namespace

Expected<CoreImage> readSav(const WordFile& file) {
  WordCursor in{file};
  CoreImage image;
  for (;;) {
    const auto word = in.take("a block or the start word");
    if (!word) return tl::unexpected(word.error());
    if (!word->sign()) {
      const auto start = endWord(in, *word);
      if (!start) return tl::unexpected(start.error());
      image.start = *start;
      return in.finish(std::move(image), std::string{kFormat});
    }
    auto block = in.takeBlock(afterIowd(*word), blockCount(*word));
    if (!block) return tl::unexpected(block.error());
    image.segments.push_back(std::move(*block));
  }
}

Expected<std::vector<Word36>> writeSav(const CoreImage& image) {
  const auto blocks = blocksOf(image, kFormat);
  if (!blocks) return tl::unexpected(blocks.error());
  if (image.start && !endsSav(*image.start)) {
    return fail(std::string{kFormat}, fmt::format("{} cannot end a save file", octalHalves(image.start->word)),
                "start with a JRST");
  }
  std::vector<Word36> out;
  for (const Block& block : *blocks) {
    out.push_back(iowd(block.words.size(), block.first));
    out.insert(out.end(), block.words.begin(), block.words.end());
  }
  out.push_back(image.start ? image.start->word : Word36{});
  return out;
}

}  // namespace utah10

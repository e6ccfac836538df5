#include "toolchain/entry_word.hpp"
#include "toolchain/its_information.hpp"
#include "utah10/toolchain/core_image_formats.hpp"

namespace utah10 {

namespace {

constexpr std::string_view kSavFormat = "10/50 SAV";

// MIDAS on TENEX and TOPS-20 puts the information of an SBLK file here, after a zero word. As nothing else in this
// format has a checksum, it is passed only if it is whole: what else may follow the start word is left for an error.
void passMidasInformation(WordCursor& in, CoreImage& image, Word36 start) {
  WordCursor ahead = in;
  while (!ahead.atEnd() && ahead.peek().zero()) ahead.skip(1);
  CoreImage trial;
  if (passItsInformation(ahead, trial, start) || trial.symbolBlocks == 0) return;
  image.symbolBlocks = trial.symbolBlocks;
  image.symbolTable = std::move(trial.symbolTable);
  in.skip(ahead.index() - in.index());
}

}  // namespace

Expected<CoreImage> readSav(const WordFile& file) {
  WordCursor in{file};
  CoreImage image;
  for (;;) {
    const auto word = in.take("a block or the start word");
    if (!word) return tl::unexpected(word.error());
    if (!word->sign()) {
      const auto start = readEntryWord(in, *word);
      if (!start) return tl::unexpected(start.error());
      image.start = *start;
      passMidasInformation(in, image, *word);
      return in.finish(std::move(image), std::string{kSavFormat});
    }
    auto block = in.takeBlock(afterIowd(*word), blockCount(*word));
    if (!block) return tl::unexpected(block.error());
    image.segments.push_back(std::move(*block));
  }
}

Expected<std::vector<Word36>> writeSav(const CoreImage& image) {
  const auto blocks = blocksOf(image, kSavFormat);
  if (!blocks) return tl::unexpected(blocks.error());
  const auto end = entryWord(image, kSavFormat);
  if (!end) return tl::unexpected(end.error());
  std::vector<Word36> out;
  for (const Block& block : *blocks) {
    out.push_back(iowd(block.words.size(), block.first));
    out.insert(out.end(), block.words.begin(), block.words.end());
  }
  out.push_back(*end);
  return out;
}

}  // namespace utah10

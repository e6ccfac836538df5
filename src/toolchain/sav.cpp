#include "toolchain/entry_word.hpp"
#include "utah10/toolchain/core_image_formats.hpp"

namespace utah10 {

namespace {

constexpr std::string_view kSavFormat = "10/50 SAV";

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

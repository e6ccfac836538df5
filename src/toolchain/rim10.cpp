#include <fmt/format.h>

#include "toolchain/octal.hpp"
#include "toolchain/word_cursor.hpp"
#include "utah10/toolchain/core_image_formats.hpp"

namespace utah10 {

namespace {
constexpr std::string_view kRim10Format = "RIM10";
}

Expected<CoreImage> readRim10(const WordFile& file) {
  WordCursor in{file};
  const auto header = in.take("the pointer word");
  if (!header) return tl::unexpected(header.error());
  if (!header->sign()) {
    return in.failAt(0, fmt::format("the pointer word is {}, not -n,,a-1", octalHalves(*header)),
                     "this is not a RIM10 image");
  }
  auto block = in.takeBlock(afterIowd(*header), blockCount(*header));
  if (!block) return tl::unexpected(block.error());
  CoreImage image;
  image.start = StartWord::instruction(block->words.back());
  image.segments.push_back(std::move(*block));
  return in.finish(std::move(image), std::string{kRim10Format});
}

Expected<std::vector<Word36>> writeRim10(const CoreImage& image) {
  const auto blocks = blocksOf(image, kRim10Format);
  if (!blocks) return tl::unexpected(blocks.error());
  if (blocks->size() != 1) {
    return fail(std::string{kRim10Format},
                fmt::format("the image has {:o} blocks, but read-in takes one", blocks->size()),
                "write RIM10B instead");
  }
  const Block& block = blocks->front();
  if (!image.start || *image.start != StartWord::instruction(block.words.back())) {
    return fail(std::string{kRim10Format}, "the image does not start with the instruction that is its last word",
                "end the block with JRST start");
  }
  std::vector<Word36> out{iowd(block.words.size(), block.first)};
  out.insert(out.end(), block.words.begin(), block.words.end());
  return out;
}

}  // namespace utah10

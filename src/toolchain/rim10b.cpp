#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "toolchain/octal.hpp"
#include "toolchain/summed_block.hpp"
#include "toolchain/word_cursor.hpp"
#include "utah10/toolchain/core_image_formats.hpp"

namespace utah10 {

namespace {

constexpr std::string_view kRim10bFormat = "RIM10B";

// The loader at the front of every RIM10B tape (SRM, Readin Mode): read in by hardware to AC 1-16; AC 17 holds the sum.
// Its last word, JRST 2, is executed once; after that its location receives the block headers.
constexpr std::array<std::uint64_t, 15> kLoader = {0777762000000,   //     IOWD 16,1
                                                   0710600000060,   //  1  CONO PTR,60
                                                   0541400000004,   //  2  HRRI 10,4
                                                   0710740000010,   //  3  CONSO PTR,10
                                                   0254000000003,   //  4  JRST 3
                                                   0710470000007,   //  5  DATAI PTR,@7(10)
                                                   0256010000007,   //  6  XCT 7(10)
                                                   0256010000012,   //  7  XCT 12(10)
                                                   0364400000000,   // 10  SOJA 10,0
                                                   0312740000016,   // 11  CAME 17,16
                                                   0270756000001,   // 12  ADD 17,1(16)
                                                   0331740000016,   // 13  SKIPL 17,16
                                                   0254200000001,   // 14  JRST 4,1
                                                   0253700000003,   // 15  AOBJN 16,3
                                                   0254000000002};  // 16  JRST 2
constexpr std::size_t kEnoughToKnow = 10;                           // with fewer equal words it is a different loader

// Sum of header and data modulo 2^36, without end-around carry.
Word36 blockSum(Word36 header, std::span<const Word36> words) {
  return std::accumulate(words.begin(), words.end(), header);
}

}  // namespace

bool startsWithRim10bLoader(std::span<const Word36> words) {
  std::size_t equal = 0;
  for (std::size_t i = 0; i < std::min(words.size(), kLoader.size()); ++i) equal += words[i].bits() == kLoader[i];
  return equal >= kEnoughToKnow;
}

Expected<CoreImage> readRim10b(const WordFile& file) {
  WordCursor in{file};
  for (const std::uint64_t expected : kLoader) {
    const auto word = in.take("the RIM10B loader");
    if (!word) return tl::unexpected(word.error());
    if (word->bits() != expected) {
      return in.failAt(
          in.index() - 1,
          fmt::format("the RIM10B loader has {} where {} belongs", octalHalves(*word), octalHalves(Word36{expected})),
          "the tape image is damaged, or has a different loader");
    }
  }
  CoreImage image;
  for (;;) {
    const auto word = in.take("a block or the start instruction");
    if (!word) return tl::unexpected(word.error());
    if (!word->sign()) {
      if (word->zero()) return in.failAt(in.index() - 1, "the start instruction is zero", "the tape image is damaged");
      image.start = StartWord::instruction(*word);
      // A header that lost its sign ends the blocks too early; it does not look like a jump.
      if (transfersControl(*word) && !in.restIsZero()) in.leaveRest(image, "they follow the start instruction");
      return in.finish(std::move(image), std::string{kRim10bFormat});
    }
    auto block = takeSummedBlock(in, *word, afterIowd(*word), blockSum, "tape image");
    if (!block) return tl::unexpected(block.error());
    image.segments.push_back(std::move(*block));
  }
}

Expected<std::vector<Word36>> writeRim10b(const CoreImage& image) {
  const auto blocks = blocksOf(image, kRim10bFormat);
  if (!blocks) return tl::unexpected(blocks.error());
  const auto end = endInstruction(image, kHalt.word(), kRim10bFormat);
  if (!end) return tl::unexpected(end.error());
  if (end->zero()) return fail(std::string{kRim10bFormat}, "the start instruction is zero", "start with a JRST");
  std::vector<Word36> out;
  for (const std::uint64_t word : kLoader) out.push_back(Word36{word});
  for (const Block& block : *blocks) {
    const Word36 header = iowd(block.words.size(), block.first);
    out.push_back(header);
    out.insert(out.end(), block.words.begin(), block.words.end());
    out.push_back(blockSum(header, block.words));
  }
  out.push_back(*end);
  return out;
}

}  // namespace utah10

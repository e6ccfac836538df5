#include <fmt/format.h>

#include <algorithm>

#include "toolchain/its_information.hpp"
#include "toolchain/octal.hpp"
#include "toolchain/summed_block.hpp"
#include "toolchain/word_cursor.hpp"
#include "utah10/toolchain/core_image_formats.hpp"

namespace utah10 {

namespace {

constexpr std::string_view kSblkFormat = "SBLK";
constexpr Word36 kJrst1{0254000000001};       // ends the loader, or replaces it
constexpr std::size_t kLongestLoader = 0144;  // same limit as other readers of this format

// Words before the first block: JRST 1 alone; or a read-in block that ends in a JRST (MIDAS punches one that ends in
// JRST 2); or anything up to JRST 1.
std::optional<std::size_t> loaderLength(std::span<const Word36> words) {
  const auto head = words.first(std::min(words.size(), kLongestLoader));
  if (!head.empty() && head[0].sign()) {
    const std::size_t n = blockCount(head[0]);
    if (n < head.size() && head[n].left() == kJrst.word().left()) return n + 1;
  }
  const auto end = std::find(head.begin(), head.end(), kJrst1);
  if (end == head.end()) return std::nullopt;
  return static_cast<std::size_t>(end - head.begin()) + 1;
}

Expected<void> passLoader(WordCursor& in, std::span<const Word36> words) {
  if (words.empty()) return tl::unexpected(in.take("the SBLK loader").error());
  const auto length = loaderLength(words);
  if (!length) {
    return in.failAt(0, "no SBLK loader: no JRST 1 in the first 144 words",
                     "this is not an SBLK image, or it is truncated");
  }
  for (std::size_t i = 0; i < *length; ++i) static_cast<void>(in.take("the SBLK loader"));
  return {};
}

// The writer put 0 for every checksum, as in KLH10's copies of the ITS monitor. A file that is cut and filled with
// zeros does not go on to a jump, and a single 0 is rather damage.
bool withoutChecksums(std::span<const Word36> words, std::size_t at) {
  std::size_t blocks = 0;
  for (; at < words.size() && words[at].sign(); ++blocks) {
    const std::size_t sum = at + blockCount(words[at]) + 1;
    if (sum >= words.size() || !words[sum].zero()) return false;
    at = sum + 1;
  }
  return blocks > 1 && at < words.size() && transfersControl(words[at]);
}

Word36 noSum(Word36, std::span<const Word36>) { return {}; }

Expected<void> passTail(WordCursor& in, CoreImage& image, Word36 start, bool summed) {
  if (summed) return passOrLeaveItsInformation(in, image, start);
  image.notes.push_back("the blocks have no checksums, so that damage would not be noticed");
  const auto why = passItsInformation(in, image, start);
  return why ? in.failAt(in.index(), why->why, "the image is damaged") : Expected<void>{};
}

}  // namespace

bool startsWithSblk(std::span<const Word36> words) {
  const auto loader = loaderLength(words);
  if (!loader) return false;
  if (words[0] == kJrst1) return true;
  // One block with a correct sum is enough, since another may be damaged.
  for (std::size_t i = *loader; i < words.size() && words[i].sign();) {
    const std::size_t n = blockCount(words[i]);
    if (i + n + 1 >= words.size()) return false;
    if (itsBlockSum(words[i], words.subspan(i + 1, n)) == words[i + n + 1]) return true;
    i += n + 2;
  }
  return false;
}

Expected<CoreImage> readSblk(const WordFile& file) {
  WordCursor in{file};
  if (const auto passed = passLoader(in, file.words()); !passed) return tl::unexpected(passed.error());
  const bool summed = !withoutChecksums(file.words(), in.index());
  CoreImage image;
  for (;;) {
    const auto word = in.take("a block or the start instruction");
    if (!word) return tl::unexpected(word.error());
    if (!word->sign()) {
      if (!word->zero()) image.start = StartWord::instruction(*word);
      if (auto passed = passTail(in, image, *word, summed); !passed) return tl::unexpected(passed.error());
      break;
    }
    auto block = takeSummedBlock(in, *word, VirtualAddress{word->right()}, summed ? itsBlockSum : noSum, "image");
    if (!block) return tl::unexpected(block.error());
    image.segments.push_back(std::move(*block));
  }
  return in.finish(std::move(image), std::string{kSblkFormat});
}

Expected<std::vector<Word36>> writeSblk(const CoreImage& image) {
  const auto blocks = blocksOf(image, kSblkFormat);
  if (!blocks) return tl::unexpected(blocks.error());
  const auto end = endInstruction(image, Word36{}, kSblkFormat);
  if (!end) return tl::unexpected(end.error());
  std::vector<Word36> out{kJrst1};
  for (const Block& block : *blocks) {
    const Word36 header = blockHeader(block.words.size(), block.first);
    out.push_back(header);
    out.insert(out.end(), block.words.begin(), block.words.end());
    out.push_back(itsBlockSum(header, block.words));
  }
  out.insert(out.end(), 2, *end);
  return out;
}

}  // namespace utah10

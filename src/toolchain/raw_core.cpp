// Images without structure, and images compressed as SAVE compresses them.
#include <algorithm>

#include "toolchain/core_pages.hpp"
#include "toolchain/word_cursor.hpp"
#include "utah10/toolchain/core_image_formats.hpp"

namespace utah10 {

Expected<std::vector<Word36>> writeRawCore(const CoreImage& image) {
  const auto blocks = blocksOf(image, "raw core");
  if (!blocks) return tl::unexpected(blocks.error());
  std::vector<Word36> out;
  for (const Block& b : *blocks) {
    out.resize(std::max(out.size(), b.first.bits() + b.words.size()));
    std::copy(b.words.begin(), b.words.end(), out.begin() + b.first.bits());
  }
  return out;
}

// TENEX 1.34, MONJS at SAVE: a single zero does not break a block, and no block crosses into another page.
CoreImage withoutZeros(const CoreImage& image) {
  CoreImage thin = image;
  thin.segments.clear();
  for (const auto& [number, words] : pagesOf(image)) {
    const auto page = static_cast<std::uint32_t>(number * kCorePageWords);
    for (std::size_t i = 0; i < kCorePageWords; ++i) {
      if (words[i].zero()) continue;
      std::size_t end = i + 1;
      while (end < kCorePageWords && (!words[end].zero() || (end + 1 < kCorePageWords && !words[end + 1].zero())))
        ++end;
      const auto first = words.begin() + static_cast<std::ptrdiff_t>(i);
      thin.segments.push_back({VirtualAddress{static_cast<std::uint32_t>(page + i)},
                               {first, words.begin() + static_cast<std::ptrdiff_t>(end)}});
      i = end;
    }
  }
  return thin;
}

}  // namespace utah10

#include "toolchain/core_pages.hpp"

namespace utah10 {

CorePages pagesOf(const CoreImage& image) {
  CorePages pages;
  for (const Segment& s : image.segments) {
    std::uint32_t at = s.first.bits();
    for (const Word36 w : s.words) {
      auto& page = pages[static_cast<std::uint32_t>(at / kCorePageWords)];
      page.resize(kCorePageWords);
      page[at++ % kCorePageWords] = w;
    }
  }
  return pages;
}

std::vector<Segment> segmentsOf(const CorePages& pages) {
  std::vector<Segment> segments;
  std::uint32_t next = kCorePages;
  for (const auto& [number, words] : pages) {
    if (number != next) segments.push_back({VirtualAddress{static_cast<std::uint32_t>(number * kCorePageWords)}, {}});
    segments.back().words.insert(segments.back().words.end(), words.begin(), words.end());
    next = number + 1;
  }
  return segments;
}

}  // namespace utah10

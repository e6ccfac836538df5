// An image as pages of 512 words, for the page-oriented formats. Private to this layer.
#pragma once

#include <map>
#include <vector>

#include "utah10/toolchain/core_image.hpp"

namespace utah10 {

inline constexpr std::size_t kCorePageWords = 01000;
inline constexpr std::size_t kCorePages = 01000;

// Pages by number; words that no segment contains are zero.
using CorePages = std::map<std::uint32_t, std::vector<Word36>>;

CorePages pagesOf(const CoreImage& image);
// One segment per run of consecutive pages, ascending.
std::vector<Segment> segmentsOf(const CorePages& pages);

}  // namespace utah10

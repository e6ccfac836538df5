// Measures how well bytes fit a packing; an incomplete last word is allowed. Private to this layer.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "utah10/toolchain/packing.hpp"

namespace utah10 {

struct PackingFit {
  Packing packing = Packing::HighDensity;
  std::span<const std::byte> whole;  // the bytes of the complete words
  bool cut = false;                  // an incomplete word follows them
  // The packing's constant bits are right in so many words that chance is ruled out. High density has no constant bits:
  // any bytes fit it, so it is never convincing.
  bool convincing = false;
};

// The packings whose constant bits are right in every complete word, strongest evidence first.
std::vector<PackingFit> packingFits(std::span<const std::byte> bytes);

// Bytes per word; 0 for packings where the number varies.
std::size_t fixedBytesPerWord(Packing packing);

}  // namespace utah10

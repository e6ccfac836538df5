// How well bytes fit a packing, allowing for a file that was cut inside its last word; private to this layer.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "utah10/toolchain/packing.hpp"

namespace utah10 {

struct PackingFit {
  Packing packing = Packing::HighDensity;
  std::span<const std::byte> whole;  // the bytes of the whole words
  bool cut = false;                  // a part of a word follows them
  // The constant bits of the packing are right in so many words that chance is out of the question. High density has
  // no constant bits: any bytes fit it, and it is never convincing.
  bool convincing = false;
};

// The packings whose constant bits are right in every whole word, the strongest evidence first.
std::vector<PackingFit> packingFits(std::span<const std::byte> bytes);

// Bytes a word; 0 for the packings where that is no constant.
std::size_t fixedBytesPerWord(Packing packing);

}  // namespace utah10

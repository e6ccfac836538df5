// A core image as MACRO-10 source that assembles to the same words at the same addresses, or as a listing.
//
// Source: LOC before each run of words, one statement per word (REPEAT for runs of zeros), labels where symbols are
// known, END with the start address. A word that is not a KA10 instruction is written as a number or LH,,RH.
#pragma once

#include <string>
#include <vector>

#include "toolchain/image_symbols.hpp"
#include "utah10/toolchain/core_image.hpp"

namespace utah10 {

struct DisassemblyOptions {
  VirtualAddress from{0};
  VirtualAddress to{VirtualAddress::kMask};  // inclusive
  std::string title = "IMAGE";
  std::vector<ImageSymbol> symbols;
};

std::string sourceOf(const CoreImage& image, const DisassemblyOptions& options = {});
// Columns: location, octal, instruction, ASCII and SIXBIT.
std::string listingOf(const CoreImage& image, const DisassemblyOptions& options = {});

// True for names that cannot be labels: instructions, pseudo-operations, and anything MACRO-10 reads as a number.
bool isReservedName(std::string_view name);
// The device's name if MACRO-10 has one for the code; if not, the code.
std::string sourceDeviceName(DeviceCode device);

}  // namespace utah10

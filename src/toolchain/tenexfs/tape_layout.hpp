// Constants of the DECtape directory and of file blocks; docs/formats.md explains them. Private to tenexfs.
//
// Source: the DECtape drivers of TENEX 1.28, 1.33 and 1.34. 1.28 stores a date as one number of 18 bits; 1.33 and 1.34
// as DEC's monitor does, twelve bits in the word of the extension and three in the low bits of block-map words.
#pragma once

#include <cstdint>

#include "word/field.hpp"

namespace utah10::tenexfs {

constexpr unsigned kLastBlock = 01101;
constexpr unsigned kDirectoryBlock = 100;

// The block map: a byte of five bits for each block from block 1 on, seven in a word; bit 35 is no part of it.
constexpr unsigned kMapWords = 83;
constexpr unsigned kMapWordBytes = 7;
constexpr unsigned kMapByteBits = 5;
constexpr std::uint32_t kFreeBlock = 0, kReservedBlock = 036, kNoBlock = 037;

constexpr unsigned kNames = kMapWords;
constexpr unsigned kSlots = 22;
constexpr unsigned kExtensions = kNames + kSlots;
constexpr unsigned kLabel = kExtensions + kSlots;
static_assert(kLabel == 127);

// ((year - 1964) * 12 + month - 1) * 31 + day - 1
constexpr std::uint32_t kDateMonth = 31, kDateYear = 12 * kDateMonth;
constexpr int kDateFirstYear = 1964;
constexpr Field kDateLow{24, 35};  // of the word of the extension
constexpr unsigned kDateLowBits = 12;
constexpr unsigned kDateHighBits = 3;  // bit 35 of map words slot, slot + 22, slot + 44, the lowest first

// The first word of a file's block
constexpr unsigned kDataWords = 127;
constexpr Field kNextOfFile{0, 17};  // 0 in the last block
constexpr Field kFirstOfFile{18, 27};
constexpr Field kWordCount{28, 35};

}  // namespace utah10::tenexfs

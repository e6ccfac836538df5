// How host files store 36-bit words in 8-bit bytes.
//
// Units: offsets and lengths are host bytes. Errors: a length that is not a whole number of words, or constant padding
// bits with the wrong value; Error::where is then "byte N" and the caller adds the file name before it.
// Sources: SIMH's and KLH10's image files, the word formats of the ITS tools, genuine TENEX and alto archive files.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "utah10/word/error.hpp"
#include "utah10/word/word36.hpp"

namespace utah10 {

// b0-7 means bits 0 to 7 of the word, bit 0 the most significant.
enum class Packing {
  PaperTape,    // 6 frames per word, 200 + 6 bits, b0-5 first; the reader skips frames without hole 8
  Data8,        // 8 bytes: little-endian 64-bit integer, word right-justified, remaining bits zero (SIMH disks, .sav)
  DecTape,      // 8 bytes: two little-endian 32-bit integers, left half first (SIMH 18-bit DECtape)
  SevenTrack,   // 6 frames per word, 6 data bits and odd parity in bit 100 (7-track core dump, also "sixbit")
  Alto,         // 5 bytes big endian, right-justified; the spare high nibble repeats b32-35 (or is always 0)
  CoreDump,     // 5 bytes: b0-7 b8-15 b16-23 b24-31, b32-35 in the low nibble (9-track core dump)
  AnsiAscii,    // 5 bytes: 7 bits each, b35 in the top bit of the fifth; ASCII text remains readable
  HighDensity,  // 9 bytes for two words, 72 bits big endian; an odd last word takes 5 bytes
  Dld9,         // 9 bytes for two words, 72 bits little endian, the first word low; an odd last word takes 5 bytes
  Its,          // ITS evacuated files: words with b35 = 0 as text with escapes, others as 360 + b0-3 and four bytes
};

// The packings tried when a core image is read; Its is tried as well if many words indicate it.
inline constexpr Packing kPackings[] = {Packing::PaperTape,  Packing::Data8,      Packing::DecTape,
                                        Packing::SevenTrack, Packing::Alto,       Packing::CoreDump,
                                        Packing::AnsiAscii,  Packing::HighDensity};
// All packings, including those that can hardly be detected from the bytes; pack10 converts between all of them.
inline constexpr Packing kAllPackings[] = {
    Packing::PaperTape, Packing::Data8,     Packing::DecTape,     Packing::SevenTrack, Packing::Alto,
    Packing::CoreDump,  Packing::AnsiAscii, Packing::HighDensity, Packing::Dld9,       Packing::Its};

std::string_view packingName(Packing packing);
// Looks up a packing by the name a user types.
std::optional<Packing> packingNamed(std::string_view name);

Expected<std::vector<Word36>> unpackWords(std::span<const std::byte> bytes, Packing packing);
std::vector<std::byte> packWords(std::span<const Word36> words, Packing packing);

// Offset of each word's first byte, then the offset just past the last word; error messages point at these.
std::vector<std::size_t> wordOffsets(std::span<const std::byte> bytes, Packing packing);

// Every packing the bytes could have, judged by structure alone, strongest evidence first.
std::vector<Packing> plausiblePackings(std::span<const std::byte> bytes);
// The most likely one: of the plausible packings, the first in which word 0 looks like the head of a known file.
Expected<Packing> detectPacking(std::span<const std::byte> bytes);

}  // namespace utah10

// How host files keep 36-bit words in 8-bit bytes.
//
// Units: offsets and lengths are host bytes. Errors: a length that is no whole number of words, or padding bits that
// the packing says are constant and are not; Error::where is then "byte N" and the caller puts the file name before it.
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
  PaperTape,    // 6 frames a word, 200 + 6 bits, b0-5 first; frames without hole 8 are skipped as the reader does
  Data8,        // 8 bytes: little-endian 64-bit integer, the word at the right, the rest zero (SIMH disks, .sav)
  DecTape,      // 8 bytes: two little-endian 32-bit integers, left half first (SIMH 18-bit DECtape)
  SevenTrack,   // 6 frames a word, 6 data bits and odd parity in bit 100 (7-track core dump, also "sixbit")
  Alto,         // 5 bytes big endian, right aligned; the spare high nibble repeats b32-35 (or is 0 throughout)
  CoreDump,     // 5 bytes: b0-7 b8-15 b16-23 b24-31, b32-35 in the low nibble (9-track core dump)
  AnsiAscii,    // 5 bytes: 7 bits each, b35 on top of the fifth; ASCII text looks like text
  HighDensity,  // 9 bytes for two words, 72 bits big endian; an odd last word takes 5 bytes
  Dld9,         // 9 bytes for two words, 72 bits little endian, the first word low; an odd last word takes 5 bytes
  Its,          // ITS evacuated files: words with b35 = 0 as text with escapes, others as 360 + b0-3 and four bytes
};

// The packings core images are looked for in; besides these, Its where many words show it.
inline constexpr Packing kPackings[] = {Packing::PaperTape,  Packing::Data8,      Packing::DecTape,
                                        Packing::SevenTrack, Packing::Alto,       Packing::CoreDump,
                                        Packing::AnsiAscii,  Packing::HighDensity};
// With those that bytes alone hardly ever betray; pack10 converts between all of them.
inline constexpr Packing kAllPackings[] = {
    Packing::PaperTape, Packing::Data8,     Packing::DecTape,     Packing::SevenTrack, Packing::Alto,
    Packing::CoreDump,  Packing::AnsiAscii, Packing::HighDensity, Packing::Dld9,       Packing::Its};

std::string_view packingName(Packing packing);
// The packing of that name; for options typed by a user.
std::optional<Packing> packingNamed(std::string_view name);

Expected<std::vector<Word36>> unpackWords(std::span<const std::byte> bytes, Packing packing);
std::vector<std::byte> packWords(std::span<const Word36> words, Packing packing);

// First byte of each word, and at the end the offset just after the last one: what an error message points at.
std::vector<std::size_t> wordOffsets(std::span<const std::byte> bytes, Packing packing);

// Every packing the bytes could be, judged by their structure alone, the strongest evidence first.
std::vector<Packing> plausiblePackings(std::span<const std::byte> bytes);
// The most likely one: of the plausible packings, the first in which word 0 looks like the head of a known file.
Expected<Packing> detectPacking(std::span<const std::byte> bytes);

}  // namespace utah10

// A core image: what a loader puts into memory, and what it does then.
//
// Units: addresses are 18-bit virtual addresses; word counts print in octal, like the addresses. Errors: `file: byte
// n`, or `file(line)` for octal text; a damaged or truncated file gives an error and never part of an image.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "utah10/toolchain/packing.hpp"
#include "utah10/word/address.hpp"
#include "utah10/word/error.hpp"
#include "utah10/word/word36.hpp"

namespace utah10 {

// Consecutive words from `first`; they never run past 777777.
struct Segment {
  VirtualAddress first;
  std::vector<Word36> words;
  bool operator==(const Segment&) const = default;
};

// The word that ends an image, as the file holds it.
struct StartWord {
  enum class Kind {
    Address,      // right half is where to start
    Instruction,  // executed by the loader; usually JRST start, and JRST 4, when the program has no start
    EntryVector,  // TENEX: length,,address of the entry vector; its first word is where a program is started
  };
  Kind kind = Kind::Address;
  Word36 word;

  static StartWord at(VirtualAddress address) { return {Kind::Address, Word36{address.bits()}}; }
  static StartWord instruction(Word36 word) { return {Kind::Instruction, word}; }
  // Where the program begins, if the word says so by itself: a JRST that does not halt and has no index or indirection.
  std::optional<VirtualAddress> address() const;
  std::string text() const;
  bool operator==(const StartWord&) const = default;
};

// Inclusive.
struct AddressRange {
  VirtualAddress first;
  VirtualAddress last;
  std::string text() const;  // 000020-000777, 760 words
  bool operator==(const AddressRange&) const = default;
};

struct CoreImage {
  std::vector<Segment> segments;  // in file order; where two overlap the later one wins, as it does in core
  std::optional<StartWord> start;
  std::string format;              // "RIM10B", "10/50 SAV", ...
  std::optional<Packing> packing;  // of the host file, if it was packed
  std::size_t symbolBlocks = 0;    // SBLK: symbol and information blocks checked and passed over

  std::optional<VirtualAddress> startAddress() const;
  // Ascending; segments that touch or overlap are one range.
  std::vector<AddressRange> ranges() const;
  // One line: format, packing, ranges, start.
  std::string summary() const;
};

// The format is found by content; names and extensions are not looked at. `name` only serves messages.
Expected<CoreImage> readCoreImage(std::string name, std::span<const std::byte> bytes);
Expected<CoreImage> loadCoreImage(const std::filesystem::path& path);

// Larger files cannot be images of 256K words in any packing, with room for comments in octal text.
inline constexpr std::size_t kLargestCoreImageFile = std::size_t{32} << 20;

}  // namespace utah10

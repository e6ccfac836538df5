// A core image: what a loader puts into memory, and how it starts the program.
//
// Units: addresses are 18-bit virtual addresses; addresses and word counts print in octal. Errors: `file: byte n`, or
// `file(line)` for octal text. A damaged or truncated file gives an error, never a partial image. What follows a
// complete image and cannot be read is no error: `notes` says what and where.
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

// Consecutive words from `first`; a segment never extends past 777777.
struct Segment {
  VirtualAddress first;
  std::vector<Word36> words;
  bool operator==(const Segment&) const = default;
};

enum class StartWordKind {
  Address,      // right half is the start address
  Instruction,  // executed by the loader; usually JRST start, or JRST 4, if there is no start address
  EntryVector,  // TENEX: length,,address of the entry vector; execution starts at its first word
};
// The last word of an image, exactly as stored in the file.
struct StartWord {
  StartWordKind kind = StartWordKind::Address;
  Word36 word;

  static StartWord at(VirtualAddress address) { return {StartWordKind::Address, Word36{address.bits()}}; }
  static StartWord instruction(Word36 word) { return {StartWordKind::Instruction, word}; }
  // The start address if the word alone determines it: a JRST that does not halt or a JUMPA, without index or
  // indirection.
  std::optional<VirtualAddress> address() const;
  std::string text() const;
  bool operator==(const StartWord&) const = default;
};

// Both bounds are inclusive.
struct AddressRange {
  VirtualAddress first;
  VirtualAddress last;
  std::string text() const;  // 000020-000777, 760 words
  bool operator==(const AddressRange&) const = default;
};

struct CoreImage {
  std::vector<Segment> segments;  // in file order; where two overlap, the later one wins, as it does in core
  std::optional<StartWord> start;
  std::string format;              // "RIM10B", "10/50 SAV", ...
  std::optional<Packing> packing;  // packing of the host file, if it was packed
  std::size_t symbolBlocks = 0;    // of ITS: symbol and information blocks, checked
  // Of ITS: the symbols of those blocks. Two words each, radix-50 with its code and the value; code 0 names a program.
  std::vector<Word36> symbolTable;
  std::vector<std::string> notes;  // what was left unread, and where; that nothing could be checked; a line each

  std::optional<VirtualAddress> startAddress() const;
  // Ascending; segments that touch or overlap form one range.
  std::vector<AddressRange> ranges() const;
  // One line: format, packing, ranges, start.
  std::string summary() const;
};

// Detects the format by content; the file's name and extension play no part. `name` appears in messages only.
Expected<CoreImage> readCoreImage(std::string name, std::span<const std::byte> bytes);
Expected<CoreImage> loadCoreImage(const std::filesystem::path& path);

// No 256K-word image is larger, in any packing, including room for comments in octal text.
inline constexpr std::size_t kLargestCoreImageFile = std::size_t{32} << 20;

}  // namespace utah10

// The contents of a DECtape: 578 blocks (0-1101) of 128 words, the standard format of the PDP-10 (the last block of the
// TENEX driver and of TENDMP is 1101, a block is 200 octal words).
//
// Host files, distinguished by their size alone:
//   591872 bytes  SIMH's 18/36-bit image, read and written: 256 half words a block, each a 32-bit little-endian integer
//                 below 2^18, the left half of a word first. Neither block numbers, checksums nor the mark track are
//                 in it; they are what a standard formatted tape has.
//   295936 bytes  SIMH's 16-bit image of a PDP-11 tape (256 16-bit integers a block), read only: the same blocks, the
//                 two high bits of every half word zero.
//   380292 bytes  SIMH's image of a PDP-8 tape: refused, its blocks are shorter.
// A file that holds anything but 18-bit halves is refused.
//
// A block goes to the file when the drive has written it, completely or not at all even if the process is killed
// (src/devices/patched_file.hpp). A block that the host refuses is kept and written with the next block or by
// flush(). A snapshot holds the whole tape. After a restore, the tape is attached to its file only if the file has
// the same content; if not, it has no file, so that a snapshot never overwrites one.
#pragma once

#include <filesystem>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "utah10/devices/media_slot.hpp"
#include "utah10/machine/archive.hpp"

namespace utah10 {

class PatchedFile;

class DecTapeImage {
 public:
  static constexpr std::size_t kBlocks = 578;
  static constexpr std::size_t kBlockWords = 128;

  // A formatted tape of zeros without a file.
  DecTapeImage();
  // `device` begins every message. After an error nothing has changed.
  static Expected<DecTapeImage> open(std::string_view device, const std::filesystem::path& file,
                                     const AttachOptions& options = {});
  DecTapeImage(DecTapeImage&&) noexcept;
  DecTapeImage& operator=(DecTapeImage&&) noexcept;
  ~DecTapeImage();

  bool readOnly() const { return readOnly_; }
  // The file it is stored in, or empty.
  std::filesystem::path file() const;
  Word36 word(std::size_t block, std::size_t n) const { return words_[block * kBlockWords + n]; }
  std::span<const Word36, kBlockWords> block(std::size_t n) const {
    return std::span<const Word36, kBlockWords>{&words_[n * kBlockWords], kBlockWords};
  }
  void write(std::size_t block, std::span<const Word36, kBlockWords> words);
  Expected<void> flush();

  // A worn spot: the block's checksum is wrong until it is written again.
  void spoil(std::size_t block) { spoiled_.insert(block); }
  bool spoiled(std::size_t block) const { return spoiled_.contains(block); }

  // Time travel; see MediaSlot. Without a file all marks are equal: the tape is in the machine's state.
  void keepUndo(bool on);
  Expected<std::uint64_t> mark();
  Expected<void> seek(std::uint64_t mark);
  void forgetBefore(std::uint64_t mark);
  std::size_t undoBytes() const;

  void state(Archive& a);

 private:
  std::vector<std::byte> encoded(std::size_t block) const;
  std::vector<std::byte> encodedBlocks() const;

  std::vector<Word36> words_;
  std::unique_ptr<PatchedFile> file_;
  bool readOnly_ = false;
  std::set<std::size_t> unsaved_;  // blocks that the host has not taken yet
  std::set<std::size_t> spoiled_;
};

}  // namespace utah10

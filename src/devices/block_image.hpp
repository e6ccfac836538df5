// A medium of fixed geometry in a host file: a disk pack, a drum. Numbered blocks of 36-bit words.
//
// Formats of a plain image, distinguished by the file's size, which must be exact:
//   data8  64-bit little-endian integers, a word each, upper 28 bits zero: SIMH's PDP-10 disks; what create makes
//   dbd9   two words in nine bytes, most significant bit first: KLH10's disks, FTP images
// An image is checked when it is attached; a word of more than 36 bits is refused.
//
// An overlay keeps the changes to an image that is only read: header (magic, version, geometry, size and checksum of
// the image below), a byte a block (1: this block is here), the blocks as in data8. Sparse: it takes the room of the
// blocks written. It is made if it is missing, and is good only over the image it was made for.
//
// Writing goes through at once; nothing waits in our memory. write() is all or nothing for the whole span if the
// process dies at any instant: the data go into FILE.journal first (checksummed), then into the file, then the
// journal is marked done. attach completes a valid journal and discards an invalid one. FILE.journal is removed when
// the image is closed. Not covered is a power failure: the host may write its pages in any order.
//
// A file is locked (flock) while it is open: exclusively for writing, shared for reading. Errors: `slot: file: what;
// hint`; a refused file is left unchanged.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "utah10/devices/media_slot.hpp"
#include "utah10/word/error.hpp"
#include "utah10/word/word36.hpp"

namespace utah10 {

struct BlockGeometry {
  std::string_view name;  // of the kind of medium, "RP02"; must outlive its users
  std::uint32_t blocks = 0;
  std::uint32_t wordsPerBlock = 0;  // even

  constexpr std::uint64_t words() const { return std::uint64_t{blocks} * wordsPerBlock; }
};

class BlockStore;

class BlockImage {
 public:
  static Expected<BlockImage> open(std::string_view slot, const std::filesystem::path& file,
                                   const BlockGeometry& geometry, const AttachOptions& options = {});
  BlockImage(BlockImage&&) noexcept;
  BlockImage& operator=(BlockImage&&) noexcept;
  ~BlockImage();

  const BlockGeometry& geometry() const { return geometry_; }
  bool readOnly() const { return readOnly_; }
  // "RP02, 40600. blocks, read only", and anything that the attach found to complete or to discard.
  std::string description() const;

  // Whole blocks starting at `first`; the blocks must exist. False: the host failed, see trouble(); the words are
  // then zero.
  bool read(std::uint32_t first, std::span<Word36> words) const;
  // False: the host failed, or the image is read only; nothing has then been written. After a failure in the middle
  // the image accepts no more writes; the journal completes it at the next attach.
  bool write(std::uint32_t first, std::span<const Word36> words);
  // The reason for the host's last failure; "" if there was none.
  std::string trouble() const;

  // Time travel; see MediaSlot. Marks count the writes to the file.
  void keepUndo(bool on);
  std::uint64_t mark() const;
  bool seek(std::uint64_t mark);
  void forgetBefore(std::uint64_t mark);
  std::size_t undoBytes() const;
  std::vector<std::filesystem::path> files() const;

 private:
  BlockImage(std::unique_ptr<BlockStore> store, const BlockGeometry& geometry, bool readOnly);
  std::unique_ptr<BlockStore> store_;
  BlockGeometry geometry_;
  bool readOnly_ = false;
};

}  // namespace utah10

// A place where an operator puts a medium: a drive, a reader, the printer's paper tray. What a medium is, its device
// knows; the prompt, a machine file and a script only need this.
//
// Errors: `slot: file: what; hint`, one line. A failed attach leaves the slot and the file as they were; a failed flush
// or detach leaves the medium where it is, with nothing lost.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "utah10/word/error.hpp"

namespace utah10 {

struct AttachOptions {
  bool readOnly = false;  // the write-protect key or ring; the host file is then never opened for writing
  bool create = false;    // an empty medium if there is no such file
  // Changes go to this file and the medium's own file is only read (copy on write). Disks and drums only.
  std::optional<std::filesystem::path> overlay{};
};

// What a medium holds at one moment, for seek().
struct MediaMark {
  std::uint64_t mounting = 0;  // which medium
  std::uint64_t file = 0;      // writes to its file
  std::uint64_t medium = 0;    // writes to what is kept in memory
  bool operator==(const MediaMark&) const = default;
};

class MediaSlot {
 public:
  virtual ~MediaSlot() = default;
  // What the operator calls it: "ptr", "dta3", "dsk0". Lower case, unique in a machine.
  virtual std::string_view slot() const = 0;
  // What is mounted and how it stands, in a line without the slot's name: "tenex.dsk, RP02, block 1203"; "" for
  // nothing.
  virtual std::string mounted() const = 0;
  // Takes the place of what was mounted, which is flushed first. Says what was found: "RP02, 4060. blocks".
  virtual Expected<std::string> attach(const std::filesystem::path& file, const AttachOptions& options = {}) = 0;
  // Says what was done, "" if there is nothing to say.
  virtual Expected<std::string> detach() = 0;
  // Everything the guest has written is in the host's file when this returns.
  virtual Expected<void> flush() = 0;
  // The host files that hold what is mounted and that no snapshot holds: an image, and the overlay on it.
  virtual std::vector<std::filesystem::path> files() const { return {}; }

  // Going back and forth. While `on`, what is overwritten is kept (in memory), and seek() puts the medium and its host
  // file to where they were at a mark, earlier or later: whole or not at all, even if the process is killed. A write
  // that follows a seek back makes the later marks void, unless it is the same write as the first time.
  virtual void keepUndo(bool on) { (void)on; }
  virtual Expected<MediaMark> mark() { return MediaMark{mountings_, 0, 0}; }
  virtual Expected<void> seek(const MediaMark& mark) { return sameMedium(mark); }
  // No mark before this one will be asked for.
  virtual void forgetBefore(const MediaMark& mark) { (void)mark; }
  virtual std::size_t undoBytes() const { return 0; }
  std::uint64_t mountings() const { return mountings_; }

 protected:
  // A medium has come or gone.
  void remounted() { ++mountings_; }
  Expected<void> sameMedium(const MediaMark& mark) const {
    if (mark.mounting == mountings_) return {};
    return fail(std::string(slot()), "another medium is mounted now than was then");
  }

 private:
  std::uint64_t mountings_ = 0;
};

}  // namespace utah10

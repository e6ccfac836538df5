// A place for a medium: a drive, a reader, the printer's paper tray. The device defines the medium; the prompt, a
// machine file and a script need only this interface.
//
// Errors: `slot: file: what; hint`, one line. A failed attach leaves the slot and the file unchanged; a failed flush
// or detach leaves the medium mounted, with nothing lost.
#pragma once

#include <cstdint>
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
  bool later = false;     // a file that does not exist is made when something is written to it. Paper only.
  // Changes go to this file and the medium's own file is only read (copy on write). Disks and drums only.
  std::optional<std::filesystem::path> overlay{};
};

// The state of a medium at one moment, for seek().
struct MediaMark {
  std::uint64_t mounting = 0;  // which medium
  std::uint64_t file = 0;      // writes to its file
  std::uint64_t medium = 0;    // writes to the part kept in memory
  bool operator==(const MediaMark&) const = default;
};

class MediaSlot {
 public:
  virtual ~MediaSlot() = default;
  // The operator's name for it: "ptr", "dta3", "dsk0". Lower case, unique in a machine.
  virtual std::string_view slot() const = 0;
  // Describes the mounted medium and its state in one line, without the slot's name: "tenex.dsk, RP02, block 1203";
  // "" if none is mounted.
  virtual std::string mounted() const = 0;
  // Replaces the mounted medium, which is flushed first. Returns a description of the new one: "RP02, 4060. blocks".
  virtual Expected<std::string> attach(const std::filesystem::path& file, const AttachOptions& options = {}) = 0;
  // Returns a description of the result, "" if there is nothing to report.
  virtual Expected<std::string> detach() = 0;
  // Everything the guest has written is in the host's file when this returns.
  virtual Expected<void> flush() = 0;
  // The host files that hold the mounted medium and are not part of a snapshot: an image and its overlay.
  virtual std::vector<std::filesystem::path> files() const { return {}; }

  // Time travel. While `on`, overwritten data are kept in memory, and seek() returns the medium and its host file to
  // the state at a mark, earlier or later: completely or not at all, even if the process is killed. A write after a
  // seek back invalidates the later marks, unless it equals the original write.
  virtual void keepUndo(bool on) { (void)on; }
  virtual Expected<MediaMark> mark() { return MediaMark{mountings_, 0, 0}; }
  virtual Expected<void> seek(const MediaMark& mark) { return sameMedium(mark); }
  // Marks before this one are no longer needed.
  virtual void forgetBefore(const MediaMark& mark) { (void)mark; }
  virtual std::size_t undoBytes() const { return 0; }
  std::uint64_t mountings() const { return mountings_; }

 protected:
  // Called when a medium has been mounted or removed.
  void remounted() { ++mountings_; }
  Expected<void> sameMedium(const MediaMark& mark) const {
    if (mark.mounting == mountings_) return {};
    return fail(std::string(slot()), "a different medium is mounted now");
  }

 private:
  std::uint64_t mountings_ = 0;
};

}  // namespace utah10

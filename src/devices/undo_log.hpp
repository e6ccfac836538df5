// The data overwritten in a host file, to return to it, and the data written, to go forward again. Private to the
// devices layer.
//
// One entry per write. Below the cursor an entry holds the data from before its write; above it, the data of the
// write: stepping over an entry swaps the two. A write while entries lie above the cursor drops them, unless it is
// the same write again (a replay), which steps over its entry. Errors: false, and the file is unchanged.
#pragma once

#include <deque>

#include "devices/journal.hpp"

namespace utah10 {

// The file as the log sees it. replace() acts completely or not at all.
class HostBytes {
 public:
  virtual ~HostBytes() = default;
  virtual std::uint64_t length() const = 0;
  virtual bool get(std::uint64_t offset, std::span<std::byte> bytes) = 0;
  virtual bool replace(std::span<const FilePlace> places, std::uint64_t size) = 0;
};

class UndoLog {
 public:
  void keep(bool on);
  // Performs the write and records it.
  bool write(HostBytes& file, std::span<const FilePlace> places, std::uint64_t size);

  std::uint64_t mark() const { return forgotten_ + cursor_; }
  bool reaches(std::uint64_t mark) const { return mark >= forgotten_ && mark <= forgotten_ + entries_.size(); }
  bool seek(HostBytes& file, std::uint64_t mark);
  void forgetBefore(std::uint64_t mark);
  std::size_t bytes() const { return bytes_; }

 private:
  struct Piece {
    std::uint64_t offset = 0;
    std::vector<std::byte> bytes;
  };
  struct Entry {
    std::vector<Piece> pieces;
    std::uint64_t size = 0;     // of the file with these data
    std::uint64_t written = 0;  // checksum of the write
  };
  class Staged;
  static bool take(HostBytes& file, Entry& entry, std::span<const FilePlace> places, std::uint64_t size);
  static std::size_t sizeOf(const Entry& entry);
  void note(Entry entry);
  void dropAbove();
  void forgetAll();

  bool on_ = false;
  std::deque<Entry> entries_;
  std::size_t cursor_ = 0;
  std::uint64_t forgotten_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace utah10

// The journal of a host file that is changed in place: every write is complete or not done at all, even if the
// process is killed. Private to the devices layer; shared by all media.
//
// FILE.journal beside the file holds one write: header (magic, state, sequence, places, bytes, size of the file after
// it, checksum over all of them but the state), places as offset and length, bytes. Order: journal with state pending,
// file, state done. A kill before the journal is whole leaves a bad checksum and an untouched file; a kill after it
// leaves a journal that can be applied again, any number of times. Not for a host that loses power: nothing waits for
// the disk.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

namespace utah10 {

// A fast 64-bit checksum of bytes, taken eight at a time; `seed` chains calls. Not cryptographic.
std::uint64_t checksum(std::span<const std::byte> bytes, std::uint64_t seed = 0);

struct CloseFile {
  void operator()(std::FILE* f) const { std::fclose(f); }
};
using HostFile = std::unique_ptr<std::FILE, CloseFile>;

// All of it, or false with errno set.
bool readAt(std::FILE* f, std::uint64_t offset, std::span<std::byte> bytes);
bool writeAt(std::FILE* f, std::uint64_t offset, std::span<const std::byte> bytes);

struct FilePlace {
  std::uint64_t offset = 0;
  std::span<const std::byte> bytes;
};

// A write as stored in a journal.
struct JournalRecord {
  std::vector<std::byte> bytes;  // the data that the places refer to
  std::vector<FilePlace> places;
  std::uint64_t size = 0;  // of the file afterwards
};
// Applies the write to an open file; may be repeated any number of times. False: see errno.
bool applyTo(std::FILE* file, const std::filesystem::path& path, std::span<const FilePlace> places, std::uint64_t size);

class Journal {
 public:
  enum class State : std::uint8_t {
    None,        // no journal
    Done,        // nothing to do
    Torn,        // a write that never began
    Pending,     // a write to be finished
    Foreign,     // a foreign file stands in its place
    Unreadable,  // see errno
  };
  struct Found {
    State state = State::None;
    JournalRecord record;  // if pending
  };

  explicit Journal(std::filesystem::path of);
  Journal(Journal&&) noexcept = default;
  Journal& operator=(Journal&&) = delete;
  // The journal is removed at the last close, unless a write is pending in it.
  ~Journal();

  const std::filesystem::path& path() const { return path_; }
  // What a killed process left. `most`: no place lies beyond this file size.
  Found look(std::uint64_t most) const;
  // Claims the journal, which is removed when this object is destroyed: its contents have been completed or are void.
  void takeOver() { ours_ = true; }
  // False: nothing has happened, see errno.
  bool write(std::span<const FilePlace> places, std::uint64_t size);
  bool done();
  bool pending() const { return pending_; }

 private:
  std::filesystem::path path_;
  HostFile file_;
  std::uint64_t sequence_ = 0;
  bool ours_ = false;
  bool pending_ = false;
};

}  // namespace utah10

// A host file of changing size that a drive reads whole and changes in place while the machine runs. Private to the
// devices layer.
//
// A patch is applied completely or not at all (journal.hpp), and can be undone (undo_log.hpp). A writer holds an
// exclusive lock (flock) as long as the file is open, a reader a shared one while it reads.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "devices/undo_log.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

struct Patch {
  std::uint64_t offset = 0;
  std::vector<std::byte> bytes;
  std::uint64_t size = 0;  // of the file afterwards
};

class PatchedFile final : private HostBytes {
 public:
  // Opens and reads a regular file of at most `most` bytes, and completes the write of a killed process. `device`
  // begins every message. After an error nothing has changed.
  static Expected<std::unique_ptr<PatchedFile>> open(std::string_view device, const std::filesystem::path& file,
                                                     bool readOnly, std::size_t most);
  PatchedFile(const PatchedFile&) = delete;
  PatchedFile& operator=(const PatchedFile&) = delete;

  // The contents of the file when it was opened; empty after the first call.
  std::vector<std::byte> takeContent() { return std::move(content_); }
  const std::filesystem::path& file() const { return file_; }  // as the operator named it
  // After an error the file is unchanged, or the patch is completed by the next call or the next open.
  Expected<void> apply(const Patch& patch);

  UndoLog& undo() { return undo_; }
  const UndoLog& undo() const { return undo_; }
  Expected<void> seek(std::uint64_t mark);
  // The present contents of the file; empty if it cannot be read.
  std::vector<std::byte> read();

 private:
  PatchedFile(std::string_view device, std::filesystem::path file, bool readOnly);
  Expected<void> openAndRead(std::size_t most);
  Expected<void> recover();
  bool finishPending();
  bool carryOut(std::span<const FilePlace> places, std::uint64_t size);
  std::uint64_t length() const override { return size_; }
  bool get(std::uint64_t offset, std::span<std::byte> bytes) override { return readAt(image_.get(), offset, bytes); }
  bool replace(std::span<const FilePlace> places, std::uint64_t size) override;
  tl::unexpected<Error> failed(std::string what, int number, std::string hint = {}) const;

  std::string device_;
  std::filesystem::path file_;
  std::filesystem::path target_;  // the target of the link
  bool readOnly_;
  HostFile image_;
  Journal journal_;
  UndoLog undo_;
  JournalRecord last_;  // the contents of a pending journal
  std::uint64_t size_ = 0;
  std::vector<std::byte> content_;
};

// Makes a new file of these bytes if there is none and `create` allows it.
Expected<void> createMedium(std::string_view device, const std::filesystem::path& file, bool create,
                            const std::vector<std::byte>& blank);

}  // namespace utah10

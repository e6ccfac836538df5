// A host file that a drive changes in place while the machine runs. Private to the devices layer.
//
// A patch happens whole or not at all, even if the process is killed in the middle: it is first written to a journal
// beside the file (FILE.journal: magic, offset, new size, length, bytes, checksum), then to the file, then the journal
// is emptied. Whoever opens the file next finishes a patch whose journal is complete and drops one that is not; until
// the journal is complete the file has not been touched. The journal goes away with the last close. This is for a
// killed process, not for a host that loses power: nothing waits for the disk.
//
// A writer holds an exclusive lock (flock) as long as the file is open, a reader a shared one while it reads.
#pragma once

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "utah10/word/error.hpp"

namespace utah10 {

struct Patch {
  std::uint64_t offset = 0;
  std::vector<std::byte> bytes;
  std::uint64_t size = 0;  // of the file afterwards
};

class PatchedFile {
 public:
  // Opens and reads a regular file of at most `most` bytes, and finishes what a killed process left. `device` begins
  // every message. On an error nothing has been changed.
  static Expected<std::unique_ptr<PatchedFile>> open(std::string_view device, const std::filesystem::path& file,
                                                     bool readOnly, std::size_t most);
  PatchedFile(const PatchedFile&) = delete;
  PatchedFile& operator=(const PatchedFile&) = delete;
  ~PatchedFile();

  // What was in the file when it was opened; empty after the first call.
  std::vector<std::byte> takeContent() { return std::move(content_); }
  const std::filesystem::path& file() const { return file_; }  // as the operator named it
  // After an error the file is as it was, or the patch is finished by the next call or the next open.
  Expected<void> apply(const Patch& patch);

 private:
  struct Close {
    void operator()(std::FILE* f) const { std::fclose(f); }
  };
  using File = std::unique_ptr<std::FILE, Close>;

  PatchedFile(std::string_view device, std::filesystem::path file, bool readOnly);
  Expected<void> openAndRead(std::size_t most);
  Expected<void> recover();
  Expected<void> finishPending();
  bool writeJournal(const Patch& patch);
  bool writeFile(const Patch& patch);
  tl::unexpected<Error> failed(std::string what, int number, std::string hint = {}) const;

  std::string device_;
  std::filesystem::path file_;
  std::filesystem::path target_;  // where links lead
  std::filesystem::path journalPath_;
  bool readOnly_;
  File image_;
  File journal_;
  bool ownsJournal_ = false;
  bool pending_ = false;  // the journal holds a patch that may be half done
  Patch last_;
  std::vector<std::byte> content_;
};

// Makes a new file of these bytes if there is none and `create` allows it.
Expected<void> createMedium(std::string_view device, const std::filesystem::path& file, bool create,
                            const std::vector<std::byte>& blank);

}  // namespace utah10

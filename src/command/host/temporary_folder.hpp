// A folder for temporary files, removed by its destructor. Private to the command layer.
//
// It is locked while its process lives. A process that was killed leaves its folder, which is then without a lock: the
// next process that makes a folder removes it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "command/host/held_lock.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

class TemporaryFolder {
 public:
  TemporaryFolder() = default;
  // Creates it in TMPDIR or /tmp. Error::where is `who`.
  static Expected<TemporaryFolder> make(const std::string& who);
  // Removes all folders of this process, which is about to end without its destructors.
  static void removeOwn();
  TemporaryFolder(TemporaryFolder&& other) noexcept : path_(std::move(other.path_)), lock_(std::move(other.lock_)) {
    other.path_.clear();
  }
  TemporaryFolder& operator=(TemporaryFolder&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(lock_, other.lock_);
    return *this;
  }
  ~TemporaryFolder();

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;  // empty: none
  std::optional<HeldLock> lock_;
};

}  // namespace utah10

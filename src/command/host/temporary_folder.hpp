// A folder for temporary files, removed by its destructor. Private to the command layer.
//
// It is locked while its process lives. If that is killed, its guard removes the folder. If the guard is killed, too,
// the folder is without a lock, and the next process that makes one removes it.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "command/host/held_lock.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

// A small process that removes a folder of this one when this one was killed, or crashed.
class FolderGuard {
 public:
  // Nothing if no process can be made. The folder must have a lock (HeldLock) for as long as it is in use.
  static std::optional<FolderGuard> of(const std::filesystem::path& folder);
  FolderGuard(FolderGuard&& other) noexcept
      : process_(std::exchange(other.process_, 0)), alive_(std::exchange(other.alive_, -1)) {}
  FolderGuard& operator=(FolderGuard&& other) noexcept {
    std::swap(process_, other.process_);
    std::swap(alive_, other.alive_);
    return *this;
  }
  ~FolderGuard();

 private:
  FolderGuard(pid_t process, int alive) : process_(process), alive_(alive) {}
  pid_t process_;
  int alive_;  // a pipe to the guard, open while this process lives
};

class TemporaryFolder {
 public:
  TemporaryFolder() = default;
  // Creates it in TMPDIR or /tmp. Error::where is `who`.
  static Expected<TemporaryFolder> make(const std::string& who);
  // Removes all folders of this process, which is about to end without its destructors.
  static void removeOwn();
  TemporaryFolder(TemporaryFolder&& other) noexcept
      : path_(std::move(other.path_)), lock_(std::move(other.lock_)), guard_(std::move(other.guard_)) {
    other.path_.clear();
  }
  TemporaryFolder& operator=(TemporaryFolder&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(lock_, other.lock_);
    std::swap(guard_, other.guard_);
    return *this;
  }
  ~TemporaryFolder();

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;  // empty: none
  std::optional<HeldLock> lock_;
  std::optional<FolderGuard> guard_;
};

}  // namespace utah10

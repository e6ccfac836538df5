#include "command/host/temporary_folder.hpp"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <climits>
#include <csignal>
#include <string_view>
#include <system_error>
#include <thread>

namespace utah10 {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "utah10-run-";

bool named(const fs::path& folder) { return folder.filename().native().starts_with(kPrefix); }

bool isOurs(const fs::path& folder) {
  struct stat status {};
  return ::lstat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == ::geteuid();
}

// Of processes that have ended: nobody holds their locks.
void removeAbandoned(const fs::path& where) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(where, ignored)) {
    if (!named(entry.path()) || !isOurs(entry.path())) continue;
    if (const auto lock = HeldLock::ofFolder(entry.path())) fs::remove_all(entry.path(), ignored);
  }
}

// While another thread still makes files in it, the folder is not empty.
void removeBusy(const fs::path& folder) {
  constexpr int kTries = 5;
  std::error_code error;
  for (int n = 0; n < kTries; ++n)
    if (fs::remove_all(folder, error); !error) return;
}

// Nothing is ever written to the pipe: it ends when no process has the other end any more.
void waitForEnd(int pipe) {
  char byte = 0;
  while (::read(pipe, &byte, 1) < 0 && errno == EINTR) continue;
}

// The lock of a killed process may end after its pipe: the kernel closes its files in no fixed order.
void removeWhenFree(const fs::path& folder) {
  constexpr int kTries = 500;
  std::error_code ignored;
  for (int n = 0; n < kTries && fs::exists(folder, ignored); ++n) {
    if (const auto lock = HeldLock::ofFolder(folder)) {
      fs::remove_all(folder, ignored);
      return;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

// The guard has a session of its own, so that what ends the other processes of a terminal does not end it, and no open
// file but the pipe, so that nobody waits for it.
[[noreturn]] void guard(const fs::path& folder, int pipe) {
  ::setsid();
  ::prctl(PR_SET_NAME, "folder-guard");
  const auto only = static_cast<unsigned>(pipe);
  if (only > 0) ::close_range(0, only - 1, 0);
  ::close_range(only + 1, UINT_MAX, 0);
  waitForEnd(pipe);
  removeWhenFree(folder);
  ::_exit(0);
}

}  // namespace

std::optional<FolderGuard> FolderGuard::of(const fs::path& folder) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return std::nullopt;
  const pid_t process = ::fork();
  if (process == 0) guard(folder, ends[0]);
  ::close(ends[0]);
  std::optional<FolderGuard> made{FolderGuard{process, ends[1]}};
  if (process < 0) made.reset();
  return made;
}

// The folder has been removed: there is nothing to wait for.
FolderGuard::~FolderGuard() {
  if (alive_ >= 0) ::close(alive_);
  if (process_ <= 0) return;
  ::kill(process_, SIGKILL);
  while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) continue;
}

Expected<TemporaryFolder> TemporaryFolder::make(const std::string& who) {
  constexpr int kTries = 10;
  std::error_code error;
  const fs::path where = fs::temp_directory_path(error);
  if (!error) removeAbandoned(where);
  // In the moment before its lock a new folder looks abandoned, and another process may remove it.
  for (int n = 0; n < kTries; ++n) {
    std::string pattern = (where / kPrefix).string() + "XXXXXX";
    if (error || ::mkdtemp(pattern.data()) == nullptr)
      return fail(who, "cannot create a temporary folder: " + std::generic_category().message(errno), "set TMPDIR");
    TemporaryFolder made;
    made.lock_ = HeldLock::ofFolder(pattern);
    if (!made.lock_) continue;
    made.path_ = pattern;
    made.guard_ = FolderGuard::of(made.path_);
    return made;
  }
  return fail(who, "cannot lock a temporary folder in " + where.string(), "set TMPDIR");
}

// The locks are the open descriptors of the folders, so that no list of them is needed.
void TemporaryFolder::removeOwn() {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator("/proc/self/fd", ignored)) {
    const fs::path folder = fs::read_symlink(entry.path(), ignored);
    if (named(folder) && isOurs(folder)) removeBusy(folder);
  }
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

}  // namespace utah10

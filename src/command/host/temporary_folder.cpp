#include "command/host/temporary_folder.hpp"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>
#include <system_error>

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

}  // namespace

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

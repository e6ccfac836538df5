#include "command/host/held_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace utah10 {

namespace {

// Whoever had the lock before may have removed what was opened here, and somebody else made it again.
bool stillNamed(int descriptor, const char* path) {
  struct stat opened {
  }, named{};
  return ::fstat(descriptor, &opened) == 0 && ::lstat(path, &named) == 0 && opened.st_ino == named.st_ino &&
         opened.st_dev == named.st_dev;
}

}  // namespace

std::optional<HeldLock> HeldLock::take(const std::filesystem::path& path, int flags) {
  const int descriptor = ::open(path.c_str(), flags | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (descriptor < 0) return std::nullopt;
  HeldLock lock{descriptor};
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0 || !stillNamed(descriptor, path.c_str())) return std::nullopt;
  return lock;
}

std::optional<HeldLock> HeldLock::ofFolder(const std::filesystem::path& folder) {
  return take(folder, O_RDONLY | O_DIRECTORY);
}

std::optional<HeldLock> HeldLock::ofFile(const std::filesystem::path& file) { return take(file, O_RDWR | O_CREAT); }

HeldLock::~HeldLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace utah10

// The lock of a running process on a file or folder: it ends with the process, however that ends. Private to the command
// layer.
#pragma once

#include <filesystem>
#include <optional>

namespace utah10 {

class HeldLock {
 public:
  // Nothing if another process has it, or if `path` cannot be opened or has just been removed.
  static std::optional<HeldLock> ofFolder(const std::filesystem::path& folder);
  static std::optional<HeldLock> ofFile(const std::filesystem::path& file);  // creates it
  HeldLock(HeldLock&& other) noexcept : descriptor_(other.descriptor_) { other.descriptor_ = -1; }
  HeldLock& operator=(HeldLock&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  ~HeldLock();

 private:
  explicit HeldLock(int descriptor) : descriptor_(descriptor) {}
  static std::optional<HeldLock> take(const std::filesystem::path& path, int flags);
  int descriptor_;
};

}  // namespace utah10

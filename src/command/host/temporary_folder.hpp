// A folder for temporary files, removed by its destructor. Private to the command layer.
#pragma once

#include <filesystem>
#include <string>

#include "utah10/word/error.hpp"

namespace utah10 {

class TemporaryFolder {
 public:
  TemporaryFolder() = default;
  // Creates it in TMPDIR or /tmp. Error::where is `who`.
  static Expected<TemporaryFolder> make(const std::string& who);
  TemporaryFolder(TemporaryFolder&& other) noexcept : path_(std::move(other.path_)) { other.path_.clear(); }
  TemporaryFolder& operator=(TemporaryFolder&& other) noexcept {
    std::swap(path_, other.path_);
    return *this;
  }
  ~TemporaryFolder();

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;  // empty: none
};

}  // namespace utah10

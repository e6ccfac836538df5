// A new host file beside the one it is to replace: until it is renamed nobody has lost anything.
//
// Errors: errno after open() and write() were false, an error code from renameTo(); the caller has the words for them.
#pragma once

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <system_error>

namespace utah10 {

class NewFile {
 public:
  // Makes FILE.new1, or the next number that is free: never an existing file.
  explicit NewFile(const std::filesystem::path& file);
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  // Removes it, unless it has been renamed.
  ~NewFile();

  bool open() const { return file_ != nullptr; }
  const std::filesystem::path& path() const { return path_; }
  // Writes all of it and closes the file.
  bool write(std::span<const std::byte> bytes);
  // Takes the place of `file`, with the permissions of what was there.
  std::error_code renameTo(const std::filesystem::path& file);

 private:
  struct Close {
    void operator()(std::FILE* f) const { std::fclose(f); }
  };
  std::filesystem::path path_;  // empty if there is nothing to remove
  std::unique_ptr<std::FILE, Close> file_;
};

// Where a chain of links ends, so that the file is replaced and not the link.
std::filesystem::path followed(const std::filesystem::path& file);

}  // namespace utah10

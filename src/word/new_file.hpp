// A new host file next to the one that it will replace: until it is renamed, the old file is intact.
//
// Errors: errno after open() and write() were false, an error code from renameTo(); the caller words the message.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <system_error>

#include "word/sparse_file.hpp"

namespace utah10 {

class NewFile {
 public:
  // Names FILE.new1, or the next free number: never an existing file.
  explicit NewFile(const std::filesystem::path& file);
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  // Removes it, unless it has been renamed.
  ~NewFile();

  bool open() const { return file_ != nullptr; }
  const std::filesystem::path& path() const { return path_; }
  // Writes all of it and closes the file.
  bool write(std::span<const std::byte> bytes);
  // The same for a file of `size` bytes: the pieces, in order, with holes between them and after them.
  bool write(std::uint64_t size, std::span<const FilePiece> pieces);
  // Replaces `file`, keeping its permissions.
  std::error_code renameTo(const std::filesystem::path& file);

 private:
  bool put(const FilePiece& piece);
  bool extendTo(std::uint64_t size);

  struct Close {
    void operator()(std::FILE* f) const { std::fclose(f); }
  };
  std::filesystem::path path_;  // empty if there is nothing to remove
  std::unique_ptr<std::FILE, Close> file_;
};

// The end of a chain of links, so that the file is replaced and not the link.
std::filesystem::path followed(const std::filesystem::path& file);

}  // namespace utah10

// A host file of fixed size that is read and written in place, every write complete or not done (journal.hpp), and
// that can return to earlier contents (undo_log.hpp). Private to the devices layer.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "devices/undo_log.hpp"
#include "utah10/word/error.hpp"
#include "word/sparse_file.hpp"

namespace utah10 {

class JournaledFile final : private HostBytes {
 public:
  enum class Use : std::uint8_t { Read, Write };

  // Opens a regular file, locks it and completes the write in its journal. `slot` begins error messages.
  static Expected<JournaledFile> open(std::string_view slot, const std::filesystem::path& path, Use use);
  // Creates a sparse file of `bytes` that begins with `head`, completely or not at all; no such file may exist.
  static Expected<void> create(std::string_view slot, const std::filesystem::path& path, std::uint64_t bytes,
                               std::span<const std::byte> head = {});

  JournaledFile(JournaledFile&&) noexcept = default;
  JournaledFile& operator=(JournaledFile&&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::uint64_t size() const { return size_; }
  // What open found in the journal, "" if nothing.
  const std::string& found() const { return found_; }
  const std::string& trouble() const { return trouble_; }

  // Where the file may hold something other than zeros.
  std::vector<FileExtent> data() const { return dataExtents(fileno(file_.get()), size_); }
  bool read(std::uint64_t offset, std::span<std::byte> bytes);
  bool write(std::span<const FilePlace> places);

  UndoLog& undo() { return undo_; }
  const UndoLog& undo() const { return undo_; }
  bool seek(std::uint64_t mark);

 private:
  JournaledFile(std::filesystem::path path, HostFile file)
      : path_(std::move(path)), file_(std::move(file)), journal_(path_) {}
  Expected<void> recover(std::string_view slot, Use use);
  bool failed(std::string_view doing);
  std::uint64_t length() const override { return size_; }
  bool get(std::uint64_t offset, std::span<std::byte> bytes) override { return read(offset, bytes); }
  bool replace(std::span<const FilePlace> places, std::uint64_t size) override;

  std::filesystem::path path_;
  HostFile file_;
  Journal journal_;
  UndoLog undo_;
  std::uint64_t size_ = 0;
  std::string found_;
  std::string trouble_;
};

}  // namespace utah10

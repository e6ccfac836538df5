// A host file that is read and written in place, every write whole or not at all. Private to the devices layer.
//
// The journal (PATH.journal beside the file) holds one write: header, places, bytes, and a checksum over all of them
// but the state. Order: journal with state pending, file, state done. A kill before the journal is whole leaves a bad
// checksum and an untouched file; a kill after it leaves a journal that can be applied again, any number of times.
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "utah10/word/error.hpp"

namespace utah10 {

// A fast 64-bit checksum of bytes, taken eight at a time; `seed` chains calls. Not for enemies.
std::uint64_t checksum(std::span<const std::byte> bytes, std::uint64_t seed = 0);

struct CloseFile {
  void operator()(std::FILE* f) const { std::fclose(f); }
};
using HostFile = std::unique_ptr<std::FILE, CloseFile>;

class JournaledFile {
 public:
  enum class Use : std::uint8_t { Read, Write };
  struct Place {
    std::uint64_t offset = 0;
    std::span<const std::byte> bytes;
  };

  // Opens a regular file, locks it and finishes what its journal holds. `slot` begins error messages.
  static Expected<JournaledFile> open(std::string_view slot, const std::filesystem::path& path, Use use);
  // Makes a sparse file of `bytes` with `head` at its beginning, whole or not at all; there must be none.
  static Expected<void> create(std::string_view slot, const std::filesystem::path& path, std::uint64_t bytes,
                               std::span<const std::byte> head = {});

  JournaledFile(JournaledFile&&) noexcept = default;
  JournaledFile& operator=(JournaledFile&&) = delete;
  ~JournaledFile();

  const std::filesystem::path& path() const { return path_; }
  std::uint64_t size() const { return size_; }
  // What open found in the journal, "" if nothing.
  const std::string& found() const { return found_; }
  const std::string& trouble() const { return trouble_; }

  bool read(std::uint64_t offset, std::span<std::byte> bytes);
  bool write(std::span<const Place> places);

 private:
  JournaledFile(std::filesystem::path path, HostFile file) : path_(std::move(path)), file_(std::move(file)) {}
  std::filesystem::path journalPath() const;
  Expected<void> recover(std::string_view slot, Use use);
  bool openJournal();
  bool apply(std::span<const Place> places);
  bool failed(std::string_view doing);

  std::filesystem::path path_;
  HostFile file_;
  HostFile journal_;
  std::uint64_t size_ = 0;
  std::uint64_t sequence_ = 0;
  bool broken_ = false;  // the journal holds a write that the file does not have
  std::string found_;
  std::string trouble_;
};

}  // namespace utah10

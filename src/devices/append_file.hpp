// A host file that only grows: the paper from a printer. Private to the devices layer. `device` begins every message.
//
// Existing contents are never touched. Bytes that the host does not accept are kept, in order, and tried again with
// the next; nothing is written twice.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "utah10/word/error.hpp"

namespace utah10 {

class AppendFile {
 public:
  // Opens a plain file, creating it if necessary: now, or `later`, with the first byte appended.
  static Expected<AppendFile> open(std::string_view device, const std::filesystem::path& file, bool later = false);

  const std::filesystem::path& path() const { return path_; }
  void append(std::string_view bytes);
  // Everything appended is in the file when this returns.
  Expected<void> flush();
  std::size_t kept() const { return kept_.size(); }

  // The number of bytes appended; and a return to fewer, if no other program has written to the file since. The bytes
  // cut off are kept for a later seek forward, until something else is appended.
  std::uint64_t appended() const { return written_ + kept_.size(); }
  Expected<void> seek(std::uint64_t appended);

 private:
  struct Close {
    void operator()(std::FILE* f) const { std::fclose(f); }
  };
  AppendFile(std::string device, std::filesystem::path path, std::unique_ptr<std::FILE, Close> file)
      : device_(std::move(device)), path_(std::move(path)), file_(std::move(file)) {}
  int create();
  int writeKept();
  Expected<void> shorten(std::uint64_t appended);

  std::string device_;
  std::filesystem::path path_;
  std::unique_ptr<std::FILE, Close> file_;  // unbuffered: every byte written is accounted for; none: not made yet
  std::string kept_;
  std::string later_;          // cut off by seek
  std::uint64_t base_ = 0;     // size of the file when it was opened
  std::uint64_t written_ = 0;  // by us
};

}  // namespace utah10

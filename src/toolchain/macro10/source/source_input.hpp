// The source files of an assembly as one stream of characters.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "utah10/toolchain/assembler.hpp"

namespace utah10::macro10 {

// A position in the sources: file number; line and page from 1.
struct SourcePosition {
  unsigned file = 0;
  unsigned line = 1;
  unsigned page = 1;
  bool operator==(const SourcePosition&) const = default;
};

class SourceInput {
 public:
  explicit SourceInput(std::span<const SourceText> sources);

  void rewind();
  // The next 7-bit character. NULs are removed, every line ends in CR LF whatever the host file uses (lone CR, lone LF
  // or both), and control-Z reads as LF. Empty after the last file.
  std::optional<int> next();
  std::optional<int> peek() const;
  // Skips the rest of the current file (TAPE).
  void skipFile();

  SourcePosition place() const { return place_; }
  SourcePosition last() const {
    return last_;
  }  // position of the last character read, even after the end of the sources
  const std::string& fileName(unsigned file) const { return files_[file].name; }
  // n from `;<DIR>NAME.EXT;n` at the head of the file, or empty.
  std::optional<unsigned> headerVersion(unsigned file) const;
  bool newFile();  // true once after the stream entered another file

 private:
  struct File {
    std::string name;
    std::string text;
  };
  std::vector<File> files_;
  SourcePosition place_;
  SourcePosition last_;
  std::size_t position_ = 0;
  bool lineEnded_ = false;
  bool pageEnded_ = false;
  bool changed_ = true;
};

}  // namespace utah10::macro10

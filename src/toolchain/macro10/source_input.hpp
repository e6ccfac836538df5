// The source files of an assembly as one stream of characters.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "utah10/toolchain/assembler.hpp"

namespace utah10::macro10 {

// Where in the sources: file by number, line and page from 1.
struct Place {
  unsigned file = 0;
  unsigned line = 1;
  unsigned page = 1;
  bool operator==(const Place&) const = default;
};

class SourceInput {
 public:
  explicit SourceInput(std::span<const SourceText> sources);

  void rewind();
  // The next 7-bit character; NULs are gone, every line ends in CR LF whatever the host file used (a lone CR, a lone LF
  // or both), and control-Z reads as LF. Nothing after the last file.
  std::optional<int> next();
  std::optional<int> peek() const;
  // The rest of the current file is not read (TAPE).
  void skipFile();

  Place place() const { return place_; }
  Place last() const { return last_; }  // of the character read last, also when the sources have ended
  const std::string& fileName(unsigned file) const { return files_[file].name; }
  // `;<DIR>NAME.EXT;n` at the head of the file: n, else nothing.
  std::optional<unsigned> headerVersion(unsigned file) const;
  bool newFile();  // true once after the stream went on to another file

 private:
  struct File {
    std::string name;
    std::string text;
  };
  std::vector<File> files_;
  Place place_;
  Place last_;
  std::size_t position_ = 0;
  bool lineEnded_ = false;
  bool pageEnded_ = false;
  bool changed_ = true;
};

}  // namespace utah10::macro10

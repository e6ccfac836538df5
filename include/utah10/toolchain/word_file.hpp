// The words of a host file, with the position of each for messages.
//
// Position: `boot.rim: byte 1234` (decimal, as host tools count) if the words were unpacked from bytes, `boot.rim: word
// 14` (octal) if not.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "utah10/toolchain/packing.hpp"

namespace utah10 {

class WordFile {
 public:
  // For words that need no unpacking: produced by a writer, or taken from a tape or disk image.
  WordFile(std::string name, std::vector<Word36> words);
  static Expected<WordFile> unpack(std::string name, std::span<const std::byte> bytes, Packing packing);

  const std::string& name() const { return name_; }
  std::span<const Word36> words() const { return words_; }
  std::optional<Packing> packing() const { return packing_; }
  // The position of word `index`; an index at or past the end gives the end of the file.
  std::string place(std::size_t index) const;

 private:
  std::string name_;
  std::vector<Word36> words_;
  std::vector<std::size_t> offsets_;  // words_.size() + 1 entries, or none
  std::optional<Packing> packing_;
};

}  // namespace utah10

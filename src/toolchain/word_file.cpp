#include "utah10/toolchain/word_file.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace utah10 {

WordFile::WordFile(std::string name, std::vector<Word36> words) : name_(std::move(name)), words_(std::move(words)) {}

Expected<WordFile> WordFile::unpack(std::string name, std::span<const std::byte> bytes, Packing packing) {
  auto words = unpackWords(bytes, packing);
  if (!words) {
    Error error = std::move(words.error());
    error.where = name + ": " + error.where;
    return tl::unexpected<Error>(std::move(error));
  }
  WordFile file{std::move(name), std::move(*words)};
  file.offsets_ = wordOffsets(bytes, packing);
  file.packing_ = packing;
  return file;
}

std::string WordFile::place(std::size_t index) const {
  index = std::min(index, words_.size());
  if (offsets_.empty()) return fmt::format("{}: word {:o}", name_, index);
  return fmt::format("{}: byte {}", name_, offsets_[index]);
}

}  // namespace utah10

// What the host files of packs and tapes have in common. Private to tenexfs.
#pragma once

#include <filesystem>

#include "utah10/word/error.hpp"

namespace utah10::tenexfs {

// A journal remains when utah10 was killed in the middle of a write; the next attach completes or drops that write.
inline Expected<void> requireCompleteImage(const std::filesystem::path& file) {
  std::error_code none;
  if (!std::filesystem::exists(file.string() + ".journal", none)) return {};
  return fail(file.string(), "a write to it was cut short", "tenexfs finishes it; so does attaching it");
}

}  // namespace utah10::tenexfs

#include "toolchain/universal_files.hpp"

#include <algorithm>
#include <system_error>

#include "toolchain/input_file.hpp"
#include "word/letters.hpp"

namespace utah10 {

namespace {

namespace fs = std::filesystem;

std::optional<fs::path> universalIn(const fs::path& folder, std::string_view name) {
  std::error_code ignored;
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator{folder, ignored})
    if (sameWord(entry.path().filename().string(), std::string{name} + ".unv")) found.push_back(entry.path());
  if (found.empty()) return std::nullopt;
  return *std::min_element(found.begin(), found.end());
}

}  // namespace

Expected<std::optional<std::vector<Word36>>> findUniversal(std::span<const fs::path> folders, std::string_view name) {
  for (const fs::path& folder : folders) {
    const auto path = universalIn(folder, name);
    if (!path) continue;
    const auto file = readWordFile(*path);
    if (!file) return tl::unexpected(file.error());
    return std::vector<Word36>(file->words().begin(), file->words().end());
  }
  return std::nullopt;
}

}  // namespace utah10

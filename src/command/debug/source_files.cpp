#include "command/debug/source_files.hpp"

#include <algorithm>

#include "toolchain/input_file.hpp"

namespace utah10 {

namespace {

namespace fs = std::filesystem;

std::vector<std::string> linesOf(const fs::path& path) {
  std::vector<std::string> lines;
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) return lines;
  const auto bytes = readFileWhole(path);
  if (!bytes) return lines;
  std::string line;
  for (const std::byte b : *bytes) {
    const char c = static_cast<char>(b);
    if (c == '\n') lines.push_back(std::exchange(line, {}));
    if (c >= ' ' || c == '\t') line += c;
  }
  if (!line.empty()) lines.push_back(std::move(line));
  return lines;
}

}  // namespace

void SourceFiles::look(const fs::path& folder) {
  folders_.insert(folders_.begin(), folder);
  read_.clear();
}

const std::vector<std::string>& SourceFiles::contents(std::string_view file) {
  const auto known = read_.find(file);
  if (known != read_.end()) return known->second;
  const fs::path path{file};
  std::vector<std::string> lines = linesOf(path);
  for (const fs::path& folder : folders_) {
    if (lines.empty() && path.is_relative()) lines = linesOf(folder / path);
    if (lines.empty()) lines = linesOf(folder / path.filename());
  }
  return read_.emplace(file, std::move(lines)).first->second;
}

std::optional<std::string_view> SourceFiles::line(std::string_view file, std::uint32_t number) {
  const auto& lines = contents(file);
  if (number == 0 || number > lines.size()) return std::nullopt;
  return lines[number - 1];
}

}  // namespace utah10

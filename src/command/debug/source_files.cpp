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

const SourceFiles::File& SourceFiles::read(std::string_view file) {
  const auto known = read_.find(file);
  if (known != read_.end()) return known->second;
  const fs::path path{file};
  std::vector<fs::path> places{path};
  for (const fs::path& folder : folders_) {
    if (path.is_relative()) places.push_back(folder / path);
    places.push_back(folder / path.filename());
  }
  File found;
  for (const fs::path& place : places) {
    found = {place, linesOf(place)};
    if (!found.lines.empty()) break;
  }
  return read_.emplace(file, std::move(found)).first->second;
}

std::optional<fs::path> SourceFiles::find(std::string_view file) {
  const File& found = read(file);
  return found.lines.empty() ? std::nullopt : std::optional{found.path};
}

std::optional<std::string_view> SourceFiles::line(std::string_view file, std::uint32_t number) {
  const auto& lines = contents(file);
  if (number == 0 || number > lines.size()) return std::nullopt;
  return lines[number - 1];
}

}  // namespace utah10

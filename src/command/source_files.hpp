// The sources of programs, for showing lines of them: looked for as macro10 named them, then in the folders given, and
// read once. A file that is not there is no error; it has no lines.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace utah10 {

class SourceFiles {
 public:
  // Where to look too; the latest first.
  void look(const std::filesystem::path& folder);
  // Lines from 1. Nothing: no such file, or no such line.
  std::optional<std::string_view> line(std::string_view file, std::uint32_t number);
  std::size_t lines(std::string_view file) { return contents(file).size(); }

 private:
  const std::vector<std::string>& contents(std::string_view file);
  std::vector<std::filesystem::path> folders_;
  std::map<std::string, std::vector<std::string>, std::less<>> read_;
};

}  // namespace utah10

// Source files of programs, for listing lines. A file is searched for under the name that macro10 recorded, then in the
// folders added, and read once. A missing file is not an error; it has no lines.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace utah10 {

class SourceFiles {
 public:
  // Adds a folder to search; the last one added is searched first.
  void look(const std::filesystem::path& folder);
  // Lines are numbered from 1. Nothing: no such file or line.
  std::optional<std::string_view> line(std::string_view file, std::uint32_t number);
  // Where the file was found; nothing: it cannot be read.
  std::optional<std::filesystem::path> find(std::string_view file);
  std::size_t lines(std::string_view file) { return contents(file).size(); }

 private:
  struct File {
    std::filesystem::path path;
    std::vector<std::string> lines;
  };
  const File& read(std::string_view file);
  const std::vector<std::string>& contents(std::string_view file) { return read(file).lines; }
  std::vector<std::filesystem::path> folders_;
  std::map<std::string, File, std::less<>> read_;
};

}  // namespace utah10

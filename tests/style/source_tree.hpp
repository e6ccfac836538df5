// The sources of this tree, as texts, for tests that examine them.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace utah10::test {

namespace fs = std::filesystem;

struct File {
  std::string path;  // from the top of the tree
  std::string text;
};

inline std::string readFile(const fs::path& p) {
  std::ifstream in(p, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

inline std::vector<File> sources(const std::vector<std::string>& folders) {
  std::vector<File> files;
  const fs::path top = UTAH10_SOURCE_DIR;
  for (const std::string& folder : folders) {
    if (!fs::exists(top / folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(top / folder)) {
      const std::string extension = entry.path().extension();
      if (extension == ".cpp" || extension == ".hpp")
        files.push_back({fs::relative(entry.path(), top).string(), readFile(entry.path())});
    }
  }
  std::ranges::sort(files, {}, &File::path);
  return files;
}

// What the first group of the pattern matches.
inline std::vector<std::string> matches(const std::string& text, const std::regex& pattern) {
  std::vector<std::string> found;
  for (auto it = std::sregex_iterator(text.begin(), text.end(), pattern); it != std::sregex_iterator(); ++it)
    found.push_back((*it)[1]);
  return found;
}

}  // namespace utah10::test

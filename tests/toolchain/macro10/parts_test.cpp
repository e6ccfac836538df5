// The order of the assembler's parts: a folder's sources include only those of the folders before it.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <regex>
#include <sstream>
#include <string>

#include "toolchain/macro10/case_file.hpp"

namespace utah10 {
namespace {

namespace fs = std::filesystem;

// The headers of macro10 itself, which belong to all parts, come first; the assembly uses everything.
constexpr std::array<std::string_view, 7> kOrder = {"",       "source",      "listing",   "symbols",
                                                    "output", "expressions", "statements"};

std::ptrdiff_t rank(std::string_view folder) {
  return std::find(kOrder.begin(), kOrder.end(), folder) - kOrder.begin();
}

// The folders that a source includes headers of.
std::vector<std::string> foldersIncluded(const std::string& text) {
  static const std::regex include{R"re(#include "toolchain/macro10/(?:(\w+)/)?\w+\.hpp")re"};
  std::vector<std::string> folders;
  for (auto it = std::sregex_iterator{text.begin(), text.end(), include}; it != std::sregex_iterator{}; ++it)
    folders.push_back((*it)[1].str());
  return folders;
}

TEST(Parts, IncludeOnlyThoseBeforeThem) {
  const fs::path root = fs::path{UTAH10_SOURCE_DIR} / "src/toolchain/macro10";
  std::size_t includes = 0;
  for (const auto& entry : fs::recursive_directory_iterator{root}) {
    const fs::path& path = entry.path();
    if (!entry.is_regular_file() || path.stem() == "assembly") continue;
    const fs::path relative = fs::relative(path, root).parent_path();
    EXPECT_LT(rank(relative.string()), std::ssize(kOrder)) << path << ": a folder without a place in the order";
    for (const std::string& folder : foldersIncluded(test::contents(path))) {
      EXPECT_LE(rank(folder), rank(relative.string())) << path << " includes " << folder;
      ++includes;
    }
  }
  EXPECT_GT(includes, 150U);
}

TEST(Parts, IncludesAreRecognised) {
  EXPECT_EQ(
      foldersIncluded("#include \"toolchain/macro10/output/emitter.hpp\"\n#include \"toolchain/macro10/pass.hpp\"\n"),
      (std::vector<std::string>{"output", ""}));
}

}  // namespace
}  // namespace utah10

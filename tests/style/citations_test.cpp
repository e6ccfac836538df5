// Every document that a comment, a rom, a tool, a CMake file or a text of the program cites exists, and so does the
// section. `config --explain` prints string literals of src, so scanning the sources covers its texts;
// tests/command/machine_file/key_sources_test.cpp looks at the table of keys itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "support/citations.hpp"

namespace utah10::test {
namespace {

namespace fs = std::filesystem;

const fs::path kTop = UTAH10_SOURCE_DIR;

bool isText(const fs::path& p) {
  static const std::vector<std::string> extensions = {".cpp", ".hpp", ".lua",  ".mac", ".cmake",
                                                      ".md",  ".oct", ".toml", ".list"};
  const std::string name = p.filename();
  return name == "CMakeLists.txt" || std::ranges::count(extensions, p.extension().string()) != 0 ||
         (!p.has_extension() && p.parent_path().filename() == "tools");
}

// Of the tests the program texts alone: their fixtures and golden files are somebody else's programs. This file and its
// support hold citations that are wrong on purpose.
bool isScanned(const std::string& path) {
  if (path == "tests/style/citations_test.cpp" || path == "tests/support/citations.hpp") return false;
  return !path.starts_with("tests/") || path.ends_with("pp") || path.ends_with("CMakeLists.txt");
}

std::vector<std::string> scannedFiles() {
  std::vector<std::string> files = {"CMakeLists.txt"};
  for (const char* folder : {"include", "src", "tests", "tools", "roms", "docs/sources"}) {
    for (auto it = fs::recursive_directory_iterator(kTop / folder); it != fs::recursive_directory_iterator(); ++it) {
      const std::string path = fs::relative(it->path(), kTop).string();
      if (it->is_directory() && it->path().filename() == "build") it.disable_recursion_pending();
      if (it->is_regular_file() && isText(it->path()) && isScanned(path)) files.push_back(path);
    }
  }
  std::ranges::sort(files);
  return files;
}

std::string fault(const std::string& from, const std::string& text) { return faultIn(kTop, from, text); }

TEST(Citations, EveryDocumentAndSectionExists) {
  std::size_t documents = 0, sections = 0;
  for (const std::string& path : scannedFiles()) {
    for (const Citation& c : citations(fileText(kTop / path))) {
      EXPECT_EQ(faultOf(kTop, path, c), "") << path;
      ++documents;
      sections += c.sections.size() + c.titles.size();
    }
  }
  EXPECT_GT(documents, 100u);
  EXPECT_GT(sections, 100u);
}

TEST(Citations, NoticesAMissingDocument) {
  EXPECT_NE(fault("src/network/a.cpp", "// Source: imp_interface.md A.4.\n"), "");
  EXPECT_NE(fault("src/network/a.cpp", "// docs/sources/no_such_note.md 1\n"), "");
  EXPECT_NE(fault("src/network/a.cpp", "// DISK.md has the format\n"), "") << "only in roms is a folder implied";
  EXPECT_EQ(fault("roms/monitor/a.mac", "; DISK.md has the format\n"), "");
  EXPECT_EQ(fault("roms/boot/a.mac", "; (monitor/DISK.md)\n"), "");
  EXPECT_NE(fault("roms/boot/a.mac", "; (DISK.md)\n"), "");
  EXPECT_NE(fault("src/command/keys.cpp", "{\"host\", \"services\", \"ncp_protocols.md 7\"}"), "");
  EXPECT_NE(fault("tests/a.cpp", "// numbers: src/experiments/published/no_such_table.csv\n"), "");
  EXPECT_EQ(fault("tests/a.cpp", "write(\"mine.csv\"); write(\"notes.txt\");\n"), "") << "a user's files";
}

TEST(Citations, NoticesAMissingSection) {
  EXPECT_EQ(fault("src/a.cpp", "// (docs/sources/imp.md 8)\n"), "");
  EXPECT_NE(fault("src/a.cpp", "// (docs/sources/imp.md 99)\n"), "");
  EXPECT_NE(fault("src/a.cpp", "// (docs/sources/imp.md 8, 99)\n"), "");
  EXPECT_NE(fault("src/a.cpp", "// (docs/sources/imp.md 2-99)\n"), "");
  EXPECT_NE(fault("src/a.cpp", "// (docs/sources/imp.md 2.99)\n"), "");
  EXPECT_NE(fault("src/a.cpp", "// a citation that goes on (docs/sources/imp.md\n// 99)\n"), "");
  EXPECT_NE(fault("src/a.cpp", "  \"a text that goes on, docs/sources/imp.md \"\n  \"99\"\n"), "");
  EXPECT_NE(fault("src/a.cpp", "// docs/sources/imp.md 12.3: 65 words; docs/sources/ncp.md 99\n"), "");
  EXPECT_EQ(fault("src/a.cpp", "// docs/sources/imp.md 12.3: 65 words\n"), "");
  EXPECT_EQ(fault("docs/sources/a.md", "see [imp.md](imp.md) 12.3"), "");
  EXPECT_NE(fault("docs/sources/a.md", "see [imp.md](imp.md) 99"), "");
  EXPECT_EQ(fault("src/a.cpp", "// (roms/rjs/README.md, \"Shapes\" and \"Variants\")\n"), "");
  EXPECT_NE(fault("src/a.cpp", "// (roms/rjs/README.md, \"Shapes\" and \"Flavours\")\n"), "");
}

TEST(Citations, ReadsHeadings) {
  const auto found = headings("# A note\n## 5. Connections\n### 5.2 Establishing\n```\n# 7 no heading\n```\n");
  EXPECT_TRUE(found.contains("5"));
  EXPECT_TRUE(found.contains("5.2"));
  EXPECT_TRUE(found.contains("Connections"));
  EXPECT_TRUE(found.contains("A note"));
  EXPECT_FALSE(found.contains("7"));
}

}  // namespace
}  // namespace utah10::test

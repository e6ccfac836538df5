// Assemblies with known results: each golden/NAME.mac shows one behaviour of MACRO; NAME.err, NAME.lst and NAME.rel
// are its messages, its listing and its relocatable items. UTAH10_GOLDEN=write rewrites the expected files: read every
// one of them before committing it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "utah10/toolchain/assembler.hpp"

namespace utah10 {
namespace {

namespace fs = std::filesystem;

const fs::path kFolder = fs::path{UTAH10_SOURCE_DIR} / "tests/toolchain/macro10/golden";

bool writing() {
  const char* text = std::getenv("UTAH10_GOLDEN");
  return text != nullptr && std::string{text} == "write";
}

std::string contents(const fs::path& path) {
  std::ifstream in{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{in}, {}};
}

// NAME.mac are the cases; NAME_b.mac are additional inputs for them.
std::vector<std::string> cases() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator{kFolder}) {
    const fs::path& path = entry.path();
    if (path.extension() == ".mac" && path.stem().string().find('_') == std::string::npos)
      names.push_back(path.stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

// The contents of NAME.flags: options as on the command line, `+NAME_b` for additional inputs, and `first:NAME_b` for a
// preceding assembly whose universals the case may search.
struct Case {
  std::vector<std::string> inputs;
  std::string before;
  AssemblerOptions options;
};

Case readCase(const std::string& name) {
  Case c;
  c.inputs.push_back(name);
  c.options.listing = true;
  std::istringstream flags{contents(kFolder / (name + ".flags"))};
  const auto number = [&flags] {
    unsigned n = 0;
    EXPECT_TRUE(flags >> n) << "an option needs a number";
    return n;
  };
  for (std::string flag; flags >> flag;) {
    if (flag[0] == '+') {
      c.inputs.push_back(flag.substr(1));
    } else if (flag.rfind("first:", 0) == 0) {
      c.before = flag.substr(6);
    } else if (flag == "--version-as") {
      c.options.version = static_cast<MacroVersion>(number());
    } else if (flag == "--cref") {
      c.options.crossReference = true;
    } else if (flag == "--expand") {
      c.options.expandMacros = true;
    } else if (flag == "--dec-tabs") {
      c.options.tabsInArguments = true;
    } else if (flag == "--no-warnings") {
      c.options.warnings = false;
    } else if (flag == "--page-lines") {
      c.options.pageLines = number();
    } else if (flag == "--width") {
      c.options.width = number();
    } else if (flag == "--limit") {
      c.options.characterLimit = number();
    } else if (flag == "--source-version") {
      c.options.sourceVersion = number();
    } else if (flag == "--preload") {
      std::string universal;
      flags >> universal;
      c.options.preload.push_back(universal);
    } else {
      ADD_FAILURE() << name << ".flags: no option " << flag;
    }
  }
  return c;
}

SourceText source(const std::string& name) {
  const fs::path path = kFolder / (name + ".mac");
  EXPECT_TRUE(fs::exists(path)) << path;
  return {name + ".mac", contents(path)};
}

AssemblyResult assembleCase(Case c) {
  std::vector<UniversalFile> universals;
  if (!c.before.empty()) {
    const std::vector<SourceText> first{source(c.before)};
    AssemblerOptions options;
    options.version = c.options.version;
    universals = assemble(first, options).universals;
    EXPECT_FALSE(universals.empty()) << c.before << " makes no universal";
  }
  c.options.findUniversal = [&](std::string_view name) -> Expected<std::optional<std::vector<Word36>>> {
    for (const UniversalFile& u : universals)
      if (u.name == name) return u.words;
    return std::nullopt;
  };
  std::vector<SourceText> sources;
  for (const std::string& input : c.inputs) sources.push_back(source(input));
  return assemble(sources, c.options);
}

std::string messagesOf(const AssemblyResult& result) {
  std::string text;
  for (const AssemblyMessage& m : result.messages) text += m.format() + '\n';
  if (!result.typed.empty()) text += "typed:\n" + result.typed;
  return text;
}

std::string octalOf(Word36 w) {
  std::ostringstream octal;
  octal << std::oct << w.left().bits() << ",," << w.right().bits();
  return octal.str();
}

std::string itemsOf(const AssemblyResult& result) {
  std::string text;
  for (const RelItem& item : result.rel) text += describeRel(item);
  if (!result.tape.empty()) {
    text += "TAPE\n";
    for (const Word36 w : result.tape) text += "  " + octalOf(w) + '\n';
  }
  for (const UniversalFile& u : result.universals) {  // the words that give its format and length
    text += "UNIVERSAL " + u.name + ' ' + std::to_string(u.words.size()) + " words\n";
    for (std::size_t i = 0; i < std::min<std::size_t>(u.words.size(), 3); ++i)
      text += "  " + octalOf(u.words[i]) + '\n';
  }
  return text;
}

std::vector<std::string> linesOf(const std::string& text) {
  std::istringstream in{text};
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// The first line that differs, with two lines before and three after it.
std::string difference(const std::string& expected, const std::string& actual) {
  const auto e = linesOf(expected);
  const auto a = linesOf(actual);
  std::size_t at = 0;
  while (at < e.size() && at < a.size() && e[at] == a[at]) ++at;
  std::string text = "line " + std::to_string(at + 1) + " (- expected, + made)\n";
  for (std::size_t i = at < 2 ? 0 : at - 2; i < at; ++i) text += "  " + e[i] + '\n';
  for (std::size_t i = at; i < std::min(at + 3, e.size()); ++i) text += "- " + e[i] + '\n';
  for (std::size_t i = at; i < std::min(at + 3, a.size()); ++i) text += "+ " + a[i] + '\n';
  return text;
}

void expectFile(const std::string& file, const std::string& actual) {
  const fs::path path = kFolder / file;
  if (writing()) {
    std::ofstream{path, std::ios::binary} << actual;
    return;
  }
  ASSERT_TRUE(fs::exists(path)) << file << " is missing";
  const std::string expected = contents(path);
  EXPECT_TRUE(expected == actual) << file << ": " << difference(expected, actual);
}

class Golden : public testing::TestWithParam<std::string> {};

TEST_P(Golden, assemblesAsExpected) {
  const AssemblyResult result = assembleCase(readCase(GetParam()));
  expectFile(GetParam() + ".err", messagesOf(result));
  expectFile(GetParam() + ".lst", result.listing);
  expectFile(GetParam() + ".rel", itemsOf(result));
}

// Every file belongs to a case, and every case begins with a comment that says what it shows.
TEST(GoldenFolder, everyFileBelongsToACase) {
  std::string flags;
  for (const std::string& name : cases()) flags += contents(kFolder / (name + ".flags"));
  for (const auto& entry : fs::directory_iterator{kFolder}) {
    const std::string stem = entry.path().stem().string();
    EXPECT_TRUE(fs::exists(kFolder / (stem + ".mac"))) << entry.path();
    if (stem.find('_') != std::string::npos) {
      EXPECT_NE(flags.find(stem), std::string::npos) << stem << " is no case's input";
    } else if (entry.path().extension() == ".mac") {
      EXPECT_EQ(contents(entry.path()).substr(0, 1), ";") << stem << " does not say what it shows";
    }
  }
}

std::string testName(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(macro10, Golden, testing::ValuesIn(cases()), testName);

}  // namespace
}  // namespace utah10

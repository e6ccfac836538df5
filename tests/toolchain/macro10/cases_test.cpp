// Assemblies with recorded results: each case of cases/TOPIC.txt shows one behaviour of MACRO. The messages, listings
// and items in the files are what this assembler made, and were read before they were committed: a case finds a change,
// but does not prove that the result is MACRO's. Words from independent sources are in manual_test.cpp.
// UTAH10_CASE_FILES=write rewrites the files (test_toolchain --gtest_filter=CaseFiles.*): read every change.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "toolchain/macro10/case_file.hpp"
#include "utah10/toolchain/assembler.hpp"

namespace utah10 {
namespace {

namespace fs = std::filesystem;
using test::AssemblyCase;
using test::CaseFile;
using test::Expectation;

const fs::path kFolder = fs::path{UTAH10_SOURCE_DIR} / "tests/toolchain/macro10/cases";

bool writing() {
  const char* text = std::getenv("UTAH10_CASE_FILES");
  return text != nullptr && std::string{text} == "write";
}

// The options of a case, with the names of its further inputs and of the assembly before it.
struct CaseOptions {
  std::vector<std::string> inputs;
  std::string before;
  AssemblerOptions assembler;
};

CaseOptions optionsOf(const AssemblyCase& c) {
  CaseOptions o;
  o.assembler.listing = true;
  std::istringstream words{c.options};
  const auto number = [&words] {
    unsigned n = 0;
    EXPECT_TRUE(words >> n) << "an option needs a number";
    return n;
  };
  for (std::string word; words >> word;) {
    if (word[0] == '+') {
      o.inputs.push_back(word.substr(1));
    } else if (word.starts_with("before:")) {
      o.before = word.substr(7);
    } else if (word == "--version-as") {
      o.assembler.version = static_cast<MacroVersion>(number());
    } else if (word == "--cref") {
      o.assembler.crossReference = true;
    } else if (word == "--expand") {
      o.assembler.expandMacros = true;
    } else if (word == "--dec-tabs") {
      o.assembler.tabsInArguments = true;
    } else if (word == "--no-warnings") {
      o.assembler.warnings = false;
    } else if (word == "--page-lines") {
      o.assembler.pageLines = number();
    } else if (word == "--width") {
      o.assembler.width = number();
    } else if (word == "--limit") {
      o.assembler.characterLimit = number();
    } else if (word == "--source-version") {
      o.assembler.sourceVersion = number();
    } else if (word == "--preload") {
      std::string universal;
      words >> universal;
      o.assembler.preload.push_back(universal);
    } else {
      ADD_FAILURE() << c.name << ": no option " << word;
    }
  }
  return o;
}

SourceText sourceNamed(const CaseFile& file, const AssemblyCase& c, const std::string& name) {
  if (const auto own = c.files.find(name); own != c.files.end()) return {name, own->second};
  const auto shared = file.files.find(name);
  EXPECT_TRUE(shared != file.files.end()) << c.name << ": no file " << name;
  return {name, shared == file.files.end() ? "" : shared->second};
}

AssemblyResult assembleCase(const CaseFile& file, const AssemblyCase& c) {
  CaseOptions o = optionsOf(c);
  std::vector<UniversalFile> universals;
  if (!o.before.empty()) {
    const std::vector<SourceText> first{sourceNamed(file, c, o.before)};
    AssemblerOptions options;
    options.version = o.assembler.version;
    universals = assemble(first, options).universals;
    EXPECT_FALSE(universals.empty()) << o.before << " makes no universal";
  }
  o.assembler.findUniversal = [&](std::string_view name) -> Expected<std::optional<std::vector<Word36>>> {
    for (const UniversalFile& u : universals)
      if (u.name == name) return u.words;
    return std::nullopt;
  };
  std::vector<SourceText> sources{{c.name + ".mac", c.source}};
  for (const std::string& input : o.inputs) sources.push_back(sourceNamed(file, c, input));
  return assemble(sources, o.assembler);
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

Expectation resultOf(const CaseFile& file, const AssemblyCase& c) {
  const AssemblyResult result = assembleCase(file, c);
  return {messagesOf(result), result.listing, itemsOf(result)};
}

void expectSame(const char* what, const std::string& expected, const std::string& actual) {
  EXPECT_TRUE(expected == actual) << what << ": " << difference(expected, actual);
}

// A case by its place in the files.
struct CaseReference {
  std::string topic;
  std::string name;
};

void PrintTo(const CaseReference& c, std::ostream* os) { *os << c.topic << ": " << c.name; }

std::vector<CaseReference> everyCase() {
  std::vector<CaseReference> all;
  for (const CaseFile& file : test::readCases(kFolder))
    for (const AssemblyCase& c : file.cases) all.push_back({file.topic, c.name});
  return all;
}

class MacroCase : public testing::TestWithParam<CaseReference> {};

TEST_P(MacroCase, AssemblesAsExpected) {
  if (writing()) GTEST_SKIP() << "the files are being rewritten";
  const CaseFile file = test::parseCases(GetParam().topic, test::contents(kFolder / (GetParam().topic + ".txt")));
  const auto c = std::find_if(file.cases.begin(), file.cases.end(),
                              [](const AssemblyCase& one) { return one.name == GetParam().name; });
  ASSERT_NE(c, file.cases.end());
  const Expectation made = resultOf(file, *c);
  expectSame("messages", c->expected.messages, made.messages);
  expectSame("listing", c->expected.listing, made.listing);
  expectSame("rel", c->expected.rel, made.rel);
}

TEST(CaseFiles, HaveTheirCanonicalForm) {
  for (CaseFile file : test::readCases(kFolder)) {
    const fs::path path = kFolder / (file.topic + ".txt");
    EXPECT_TRUE(file.errors.empty()) << path << ": a line in no section: " << file.errors.front();
    if (writing()) {
      for (AssemblyCase& c : file.cases) c.expected = resultOf(file, c);
      std::ofstream{path, std::ios::binary} << test::formatCases(file);
    }
    expectSame(file.topic.c_str(), test::contents(path), test::formatCases(file));
  }
}

TEST(CaseFiles, NameEveryCaseOnceAndSayWhatItShows) {
  std::set<std::string> names;
  for (const CaseFile& file : test::readCases(kFolder))
    for (const AssemblyCase& c : file.cases) {
      EXPECT_TRUE(names.insert(c.name).second) << c.name << " occurs twice";
      EXPECT_TRUE(c.source.starts_with(";")) << c.name << " does not say what it shows";
      EXPECT_FALSE((c.expected.messages + c.expected.listing + c.expected.rel).empty()) << c.name << " expects nothing";
    }
  EXPECT_FALSE(names.empty());
}

TEST(CaseFiles, UseEveryFurtherSource) {
  const auto used = [](const AssemblyCase& c, const std::string& file) {
    return c.options.find(file) != std::string::npos;
  };
  for (const CaseFile& file : test::readCases(kFolder)) {
    for (const auto& [name, source] : file.files)
      EXPECT_TRUE(
          std::any_of(file.cases.begin(), file.cases.end(), [&](const AssemblyCase& c) { return used(c, name); }))
          << name << " is no case's input";
    for (const AssemblyCase& c : file.cases)
      for (const auto& [name, source] : c.files) EXPECT_TRUE(used(c, name)) << name << " is not an input of " << c.name;
  }
}

TEST(CaseFiles, ShowControlCharactersAndMissingLineEnds) {
  CaseFile file;
  file.topic = "topic";
  file.files["b_.mac"] = "\tEND";
  file.cases.push_back({"one", "--cref +b_.mac", "; a\r\n\f{CR\001\177\032\n", {}, {"", "x\n\n", "y\n"}});
  file.cases.push_back({"two", "", "; b\n", {{"c_.mac", "\n\n"}}, {"m\n", "l", ""}});
  const std::string text = test::formatCases(file);
  EXPECT_NE(text.find("; a{CR}\n{FF}{CR{001}{DEL}{SUB}\n"), std::string::npos) << text;
  const CaseFile again = test::parseCases("topic", text);
  EXPECT_EQ(test::formatCases(again), text);
  ASSERT_EQ(again.cases.size(), 2U);
  EXPECT_EQ(again.files.at("b_.mac"), "\tEND");
  EXPECT_EQ(again.cases[0].source, file.cases[0].source);
  EXPECT_EQ(again.cases[0].expected.listing, "x\n\n");
  EXPECT_EQ(again.cases[1].files.at("c_.mac"), "\n\n");
  EXPECT_EQ(again.cases[1].expected.listing, "l");
  EXPECT_EQ(test::parseCases("bad", "a line\n=== one\n; a\n").errors.size(), 1U);
}

std::string testName(const testing::TestParamInfo<CaseReference>& info) {
  std::string name = info.param.name;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(macro10, MacroCase, testing::ValuesIn(everyCase()), testName);

}  // namespace
}  // namespace utah10

// The documents, performed: every example of README.md and docs/ prints what stands below its command.
// document_page.hpp says what an example is, tenex_dialogue.hpp how a dialogue with TENEX is written.
//
// The examples of a page run in its order in a folder of their own, in which build/release, tools and roms are those of
// the source tree. `tools/run` stands for the program as built.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "document_match.hpp"
#include "document_page.hpp"
#include "support/binary_dir.hpp"
#include "support/temp_folder.hpp"
#include "tenex_dialogue.hpp"

namespace utah10 {
namespace {

namespace fs = std::filesystem;
using namespace test;

// ---- comparing ----

TEST(DocumentMatch, AnExactLineMustBeTheSame) {
  EXPECT_TRUE(linesAgree("read  2. last at 66.230 us", "read  2. last at 66.230 us", 0));
  EXPECT_FALSE(linesAgree("read  2. last at 66.230 us", "read  2. last at 66.231 us", 0));
  EXPECT_FALSE(linesAgree("a  b", "a b", 0));
}

TEST(DocumentMatch, ToleranceIsRelativeAndNoticesSmallNumbers) {
  EXPECT_FALSE(linesAgree("page trap 0.1", "page trap 3", 0.05));
  EXPECT_FALSE(linesAgree("page trap 0.1", "page trap 3.0", 0.05));
  EXPECT_FALSE(linesAgree("page trap 3", "page trap 0.1", 0.05));
  EXPECT_FALSE(linesAgree("0.1", "0.2", 0.05));
  EXPECT_TRUE(linesAgree("71.95", "72.9", 0.05));
  EXPECT_FALSE(linesAgree("71.95", "75.6", 0.05));
  EXPECT_TRUE(linesAgree("0.33", "0.33", 0.05));
  EXPECT_FALSE(linesAgree("0.33", "0.36", 0.05));
  EXPECT_TRUE(linesAgree("4277", "4400", 0.05));
  EXPECT_FALSE(linesAgree("4277", "4500", 0.05));
}

TEST(DocumentMatch, SlackIsAtMostHalfAUnitOfTheLastDigit) {
  EXPECT_TRUE(numbersAgree("0.1", "0.15", 0));
  EXPECT_FALSE(numbersAgree("0.1", "0.16", 0));
  EXPECT_TRUE(numbersAgree("04", "4", 0));
  EXPECT_FALSE(numbersAgree("4", "5", 0.05));
}

TEST(DocumentMatch, WordsMustBeTheSameAndColumnsMayMove) {
  EXPECT_TRUE(linesAgree("QS02   04  4.11   7142  s", "QS02 4  4.12  7142 s", 0.05));
  EXPECT_FALSE(linesAgree("QS02   04  4.11   7142  s", "QS02 4  4.12  7142 r", 0.05));
  EXPECT_FALSE(linesAgree("QS02   04  4.11", "QS02   04", 0.05));
  EXPECT_FALSE(linesAgree("75.64-77.43", "75.64-97.43", 0.05));
}

TEST(DocumentMatch, DotsStandForAnyNumberOfLines) {
  EXPECT_TRUE(printedAgrees({"a", "...", "c"}, {"a", "c"}));
  EXPECT_TRUE(printedAgrees({"a", "...", "c"}, {"a", "b", "c", "b", "c"}));
  EXPECT_TRUE(printedAgrees({"..."}, {}));
  EXPECT_FALSE(printedAgrees({"a", "...", "c"}, {"a", "c", "b"}));
  EXPECT_FALSE(printedAgrees({"a"}, {"a", "b"}));
  EXPECT_FALSE(printedAgrees({}, {"a"}));
  EXPECT_FALSE(printedAgrees({"a"}, {}));
}

// ---- reading a page ----

std::vector<DocumentBlock> blocksOfText(const std::string& text) {
  std::istringstream in{text};
  return blocksOf(in);
}

TEST(DocumentPage, BlocksKnowTheirLanguageCommentsAndCommands) {
  const auto blocks = blocksOfText(
      "text\n\n<!-- costs within 5% -->\n```console\n$ one \\\n  more\nprinted\n\n$ two\n```\n"
      "<!-- file: a.mac -->\n```text\nEND\n```\n\n<!-- fails -->\nnot the block\n```console\n$ three\n```\n");
  ASSERT_EQ(blocks.size(), 3U);
  EXPECT_EQ(blocks[0].language, "console");
  EXPECT_DOUBLE_EQ(blocks[0].part, 0.05);
  const auto commands = commandsOf(blocks[0]);
  ASSERT_EQ(commands.size(), 2U);
  EXPECT_EQ(commands[0].command, "one \\\n  more");
  EXPECT_EQ(commands[0].printed, Lines{"printed"});
  EXPECT_EQ(blocks[1].file, "a.mac");
  EXPECT_FALSE(blocks[2].fails);
}

TEST(DocumentPage, ADialogueBecomesAScript) {
  TenexDialogue dialogue;
  dialogue.add(
      blocksOfText("<!-- typed: HELLO | . -->\n```tenex\n$ tools/run boot\n@D?\n DAYTIME\n@DAYTIME\nHELLO\n@^\\\n"
                   "utah10> show media\nutah10> continue\n@X^Z\n```\n")[0]);
  EXPECT_EQ(dialogue.bootCommand(), "tools/run boot");
  EXPECT_EQ(
      dialogue.script(),
      "expect \"\\n@\" within 300s\nsend \"D?\"\nexpect \"\\n@\" within 300s\nsend \"AYTIME\\r\"\nrun 3s\n"
      "send \"HELLO\\r\"\nexpect \"\\n@\" within 300s\necho utah10> show media\nshow media\necho utah10> continue\n"
      "send \"X\\032\"\nrun 1s\nrun 5s\n");
  EXPECT_TRUE(dialogue.agree("@LOGIN GUEST GUEST 1", "@LOGIN GUEST  1"));
  EXPECT_TRUE(dialogue.agree(" JOB 1 ON TTY40  1-OCT-72  6:00:15", " JOB 1 ON TTY40  1-OCT-72 10:00:16"));
  EXPECT_FALSE(dialogue.agree("@LOGIN GUEST GUEST 1", "@LOGIN SMITH  1"));
}

// ---- performing ----

const fs::path kTop = UTAH10_SOURCE_DIR;

std::vector<std::string> pages() {
  std::vector<std::string> found{"README.md"};
  if (fs::exists(kTop / "docs"))
    for (const auto& entry : fs::recursive_directory_iterator(kTop / "docs"))
      if (entry.path().extension() == ".md") found.push_back(fs::relative(entry.path(), kTop).string());
  std::sort(found.begin(), found.end());
  return found;
}

void replaceAll(std::string& text, std::string_view what, std::string_view with) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
}

Lines linesOf(std::string text) {
  replaceAll(text, kTop.string() + "/", "");
  Lines lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(trimmedRight(text.substr(at, end - at)));
    at = end + 1;
  }
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

std::string joined(const Lines& lines) {
  std::string text;
  for (const std::string& l : lines) text += l + "\n";
  return text;
}

struct Printed {
  int code = -1;
  Lines lines;
};

class Documents : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    folder_ = ownFolder();
    fs::create_directories(folder_ / "build");
    fs::create_directory_symlink(binaryDir(), folder_ / "build/release");
    for (const char* name : {"tools", "roms"}) fs::create_directory_symlink(kTop / name, folder_ / name);
  }
  void TearDown() override {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  Printed run(std::string command) const {
    replaceAll(command, "tools/run", "build/release/utah10");
    FILE* pipe = popen(("cd '" + folder_.string() + "' && { " + command + "\n} 2>&1 < /dev/null").c_str(), "r");
    std::string text;
    for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) text += static_cast<char>(c);
    const int status = pclose(pipe);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, linesOf(text)};
  }

  void perform(const DocumentBlock& block) {
    if (!block.file.empty()) std::ofstream{folder_ / block.file} << joined(block.text);
    if (block.language == "tenex")
      talk(block);
    else if (block.language == "console")
      for (const DocumentCommand& c : commandsOf(block)) performCommand(block, c);
  }
  void performCommand(const DocumentBlock& block, const DocumentCommand& c) {
    const Printed got = run(c.command);
    EXPECT_TRUE(printedAgrees(c.printed, got.lines, block.part) && (got.code != 0) == block.fails)
        << GetParam() << ":" << block.line << ": exit code " << got.code << "\n$ " << c.command << "\nshown:\n"
        << joined(c.printed) << "printed:\n"
        << joined(got.lines);
  }
  // Blocks of one boot are performed together, when the next system is booted or the page ends.
  void talk(const DocumentBlock& block) {
    if (!block.text.empty() && block.text.front().starts_with("$ ")) {
      endDialogue();
      dialogue_.emplace();
    }
    ASSERT_TRUE(dialogue_) << GetParam() << ":" << block.line << ": a dialogue begins with \"$ tools/run boot\"";
    dialogue_->add(block);
    dialogueLine_ = block.line;
  }
  void endDialogue() {
    if (!dialogue_) return;
    const TenexDialogue dialogue = *std::exchange(dialogue_, std::nullopt);
    std::ofstream{folder_ / "dialogue"} << dialogue.script();
    std::string command = dialogue.bootCommand();
    replaceAll(command, "tools/run", "build/release/utah10 --quiet");
    Printed got = run(command + " -c 'do dialogue'");
    while (!got.lines.empty() && (got.lines.back().empty() || got.lines.back() == "@")) got.lines.pop_back();
    const auto agree = [&](const std::string& want, const std::string& line) { return dialogue.agree(want, line); };
    EXPECT_TRUE(printedAgrees(dialogue.shown(), got.lines, agree) && got.code == 0)
        << GetParam() << ": the dialogue up to line " << dialogueLine_ << "\nshown:\n"
        << joined(dialogue.shown()) << "printed:\n"
        << joined(got.lines);
  }

  fs::path folder_;
  std::optional<TenexDialogue> dialogue_;
  int dialogueLine_ = 0;
};

// External programs in examples, and the Debian packages they are in.
const std::map<std::string, std::string> kExternal{
    {"tshark", "tshark"}, {"callgrind_annotate", "valgrind"}, {"telnet localhost", "telnet"}, {"sqlite3 ", "sqlite3"}};

std::optional<std::string> missingPackage(const std::vector<DocumentBlock>& blocks) {
  for (const DocumentBlock& b : blocks)
    for (const DocumentCommand& c : isExample(b) ? commandsOf(b) : std::vector<DocumentCommand>{})
      for (const auto& [words, package] : kExternal) {
        const std::string program = words.substr(0, words.find(' '));
        if (c.command.find(words) != std::string::npos &&
            std::system(("command -v " + program + " > /dev/null").c_str()) != 0)
          return package;
      }
  return std::nullopt;
}

TEST_P(Documents, PrintWhatTheyShow) {
  const std::vector<DocumentBlock> blocks = blocksOf(kTop / GetParam());
  if (const auto package = missingPackage(blocks))
    GTEST_SKIP() << "an example needs the package " << *package << "; tools/setup installs it";
  for (const DocumentBlock& b : blocks) {
    if (b.language == "console" || !b.file.empty()) endDialogue();
    perform(b);
  }
  endDialogue();
}

INSTANTIATE_TEST_SUITE_P(Pages, Documents, ::testing::ValuesIn(pages()), [](const auto& page) {
  std::string name = page.param;
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
});

// ---- the set of documents ----

std::size_t examplesOn(const std::string& page) {
  std::size_t found = 0;
  for (const DocumentBlock& b : blocksOf(kTop / page))
    found += b.language == "tenex" ? 1 : b.language == "console" ? commandsOf(b).size() : 0;
  return found;
}

TEST(DocumentSet, HasTheGuideAndItsExamples) {
  const std::map<std::string, std::size_t> least{
      {"README.md", 2},
      {"docs/guide/debugger.md", 2},
      {"docs/guide/experiments.md", 1},
      {"docs/guide/first-hour.md", 14},
      {"docs/guide/index.md", 0},
      {"docs/guide/library.md", 0},
      {"docs/guide/looking-inside.md", 20},
      {"docs/guide/machine-files.md", 3},
      {"docs/guide/network.md", 9},
      {"docs/guide/paths.md", 0},
      {"docs/guide/programming.md", 10},
      {"docs/guide/programs.md", 0},
      {"docs/guide/several.md", 1},
      {"docs/guide/sweep.md", 4},
      {"docs/guide/systems.md", 0},
      {"docs/guide/your-tenex.md", 8},
  };
  const std::vector<std::string> found = pages();
  for (const auto& [page, examples] : least) {
    EXPECT_NE(std::find(found.begin(), found.end(), page), found.end()) << page;
    EXPECT_GE(examplesOn(page), examples) << page;
  }
}

// Commands look like examples only where they are performed.
TEST(DocumentSet, ShowsNoCommandsThatAreNeitherRunNorMarked) {
  static const std::set<std::string> kShells{"sh", "bash", "shell", "shell-session", "zsh"};
  for (const std::string& page : pages()) {
    std::ifstream in{kTop / page};
    for (std::string line; std::getline(in, line);) EXPECT_FALSE(line.starts_with("    $ ")) << page << ": " << line;
    for (const DocumentBlock& b : blocksOf(kTop / page)) {
      EXPECT_FALSE(kShells.contains(b.language)) << page << ":" << b.line << ": write console or sh-norun";
      EXPECT_FALSE(b.language == "console" && commandsOf(b).empty()) << page << ":" << b.line << ": no command";
    }
  }
}

}  // namespace
}  // namespace utah10

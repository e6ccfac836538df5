// The pages of docs/reference are what the program prints, and show every command and every key.
#include "command/prompt/reference_pages.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "command/machine_file/machine_schema.hpp"
#include "command/prompt/command_groups.hpp"
#include "command/prompt/command_table.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;

std::string committed(const std::string& page) {
  std::ifstream in{std::filesystem::path{UTAH10_SOURCE_DIR} / "docs" / "reference" / (page + ".md"), std::ios::binary};
  std::ostringstream text;
  text << in.rdbuf();
  return std::move(text).str();
}

std::string firstDifference(const std::string& file, const std::string& now) {
  std::istringstream a{file}, b{now};
  std::string one, other;
  for (unsigned line = 1;; ++line) {
    const bool more = static_cast<bool>(std::getline(a, one));
    const bool otherMore = static_cast<bool>(std::getline(b, other));
    if (!more && !otherMore) return "only the ends of lines differ";
    if (more != otherMore || one != other)
      return fmt::format("line {}\n  file:    {}\n  program: {}", line, more ? one : "(end)",
                         otherMore ? other : "(end)");
  }
}

class CommittedPage : public ::testing::TestWithParam<const char*> {};

TEST_P(CommittedPage, IsWhatTheProgramPrints) {
  const std::string name = GetParam();
  const auto page = referencePageOf(name);
  ASSERT_TRUE(page);
  const std::string file = committed(name);
  const std::string now = referencePage(*page);
  EXPECT_TRUE(file == now) << "docs/reference/" << name << ".md is out of date: build utah10, then run "
                           << "tools/docs --reference\nfirst difference: " << firstDifference(file, now);
}

INSTANTIATE_TEST_SUITE_P(Reference, CommittedPage, ::testing::Values("commands", "machine-file"), [](const auto& one) {
  return one.param == std::string_view{"commands"} ? "Commands" : "MachineFile";
});

TEST(ReferencePages, UnknownPageIsNone) { EXPECT_FALSE(referencePageOf("keys")); }

TEST(ReferencePages, ShowEveryCommandWithItsSynopsisAndExample) {
  const std::string page = referencePage(ReferencePage::Commands);
  for (const Command& c : commandTable()) {
    const std::string synopsis =
        fmt::format("\n### {}\n\n```text\n{}{}{}\n```\n", c.name, c.name, c.arguments.empty() ? "" : " ", c.arguments);
    EXPECT_THAT(page, HasSubstr(synopsis));
    EXPECT_THAT(page, HasSubstr(fmt::format("```text\n{}\n```\n", c.example)));
  }
  for (const CommandGroup& g : commandGroups()) EXPECT_THAT(page, HasSubstr(fmt::format("\n## {}\n", g.title)));
}

// The names in the first column of the table under a heading.
std::vector<std::string> rowsUnder(const std::string& page, std::string_view heading) {
  std::vector<std::string> names;
  std::istringstream lines{page};
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("## ")) inside = line.substr(3) == heading;
    if (inside && line.starts_with("| `")) names.push_back(line.substr(3, line.find('`', 3) - 3));
  }
  return names;
}

TEST(ReferencePages, ShowEveryKeyInItsTable) {
  const std::string page = referencePage(ReferencePage::MachineFile);
  for (const Table& t : machineTables()) {
    EXPECT_FALSE(t.meaning.empty()) << t.name;
    std::vector<std::string> names;
    for (const Key& k : machineKeys())
      if (k.table == t.name) names.emplace_back(k.name);
    EXPECT_FALSE(names.empty()) << t.name;
    EXPECT_EQ(rowsUnder(page, t.name), names) << t.name;
  }
}

TEST(ReferencePages, ShowRangesAsValuesAreWritten) {
  const std::string page = referencePage(ReferencePage::MachineFile);
  EXPECT_THAT(page, HasSubstr("| `size` | words | `16K` | `1K to 256K` |"));
  EXPECT_THAT(page, HasSubstr("| `address` | octal number | `1` | `1 to 377` |"));
  EXPECT_THAT(page, HasSubstr("| `propagation` | duration | `10ms` | `0ns to 10s` |"));
}

TEST(ReferencePages, TheExampleIsAMachineFile) {
  const std::string page = referencePage(ReferencePage::MachineFile);
  const std::string_view fence = "```toml\n";
  const std::size_t begin = page.find(fence) + fence.size();
  const auto d = parseMachineFile("example", page.substr(begin, page.find("```", begin) - begin));
  ASSERT_TRUE(d) << d.error().text();
  EXPECT_EQ(d->name, "UTAH");
}

TEST(ReferencePages, TextIsShownAsItIs) {
  EXPECT_EQ(markdownText("a_b *c* [d] <e> \\n | &"), "a\\_b \\*c\\* \\[d\\] &lt;e> \\\\n \\| &amp;");
}

// What one page may not have twice: two headings with the same anchor.
TEST(ReferencePages, HeadingsAreUnique) {
  for (const ReferencePage page : {ReferencePage::Commands, ReferencePage::MachineFile}) {
    std::istringstream lines{referencePage(page)};
    std::set<std::string> seen;
    for (std::string line; std::getline(lines, line);)
      if (line.starts_with("#")) {
        EXPECT_TRUE(seen.insert(line.substr(line.find(' '))).second) << line;
      }
  }
}

}  // namespace
}  // namespace utah10

#include "command/prompt/command_table.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "command/console/suggestion.hpp"
#include "command/prompt/command_groups.hpp"
#include "command/session_support.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;

TEST(CommandTable, NamesAndAliasesAreUnique) {
  std::set<std::string_view> seen;
  for (const Command& c : commandTable()) {
    EXPECT_TRUE(seen.insert(c.name).second) << c.name;
    for (const std::string_view a : wordsOf(c.aliases)) EXPECT_TRUE(seen.insert(a).second) << a;
  }
}

TEST(CommandTable, EveryCommandHasHelpAndAnExampleOfItself) {
  for (const Command& c : commandTable()) {
    EXPECT_FALSE(c.brief.empty()) << c.name;
    EXPECT_LT(c.brief.size(), 90u) << c.name;
    EXPECT_TRUE(c.handler != nullptr) << c.name;
    bool shown = false;
    for (const std::string_view line : splitCommands(c.example))
      shown = shown || line.substr(0, line.find(' ')) == c.name;
    EXPECT_TRUE(shown) << "the example of " << c.name << " does not use it";
  }
}

TEST(CommandTable, FindsNamesAliasesAndAbbreviations) {
  EXPECT_EQ((*findCommand("examine"))->name, "examine");
  EXPECT_EQ((*findCommand("E"))->name, "examine");
  EXPECT_EQ((*findCommand("exam"))->name, "examine");
  EXPECT_EQ((*findCommand("c"))->name, "continue");
  EXPECT_EQ((*findCommand("xct"))->name, "execute");
  EXPECT_EQ((*findCommand("cou"))->name, "counters");
}

TEST(CommandTable, RefusesAmbiguousAbbreviations) {
  const auto several = findCommand("co");
  ASSERT_FALSE(several);
  EXPECT_EQ(several.error().text(), "co: is ambiguous: continue, console, coverage, counters; type more letters");
}

TEST(CommandTable, SuggestsSimilarNames) {
  EXPECT_EQ(findCommand("exmaine").error().text(), "exmaine: no such command; did you mean examine?");
  EXPECT_EQ(findCommand("brake").error().hint, "did you mean break?");
  EXPECT_EQ(findCommand("hsitory").error().hint, "did you mean history?");
  EXPECT_EQ(findCommand("exx").error().hint, "did you mean examine?");  // not the alias ex
  EXPECT_EQ(findCommand("backtrce").error().hint, "did you mean where?");
  EXPECT_EQ(findCommand("frobnicate").error().hint, "help lists the commands");
}

TEST_F(SessionTest, HelpNamesEveryCommandInItsGroup) {
  const std::string list = " " + answer("help");
  for (const CommandGroup& g : commandGroups()) {
    const std::size_t at = list.find(std::string{g.name} + " ");
    ASSERT_NE(at, std::string::npos) << g.name;
    for (const std::string_view name : wordsOf(g.commands))
      EXPECT_THAT(list.substr(at), ::testing::ContainsRegex("[ \n]" + std::string{name} + "[ \n]"));
  }
  EXPECT_LT(std::ranges::count(list, '\n'), 24);
  std::istringstream lines{list};
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100u) << line;
}

TEST_F(SessionTest, HelpOfAGroupHasALineForEachCommand) {
  std::string together;
  for (const CommandGroup& g : commandGroups()) {
    const std::string list = answer("help " + std::string{g.name});
    EXPECT_THAT(list, ::testing::StartsWith(std::string{g.title} + "\n"));
    for (const std::string_view name : wordsOf(g.commands))
      EXPECT_THAT(list, HasSubstr("\n  " + std::string{name} + " "));
    together += list;
  }
  EXPECT_THAT(answer("help all"), ::testing::StartsWith(together));
}

TEST_F(SessionTest, HelpShowsArgumentsAliasesAndExample) {
  const std::string text = answer("help examine");
  EXPECT_THAT(text, HasSubstr("examine [-m|-s|-a|-d|-h] [PLACE...]\n"));
  EXPECT_THAT(text, HasSubstr("also: e, ex\n"));
  EXPECT_THAT(text, HasSubstr("example:\n  examine -m 100-110\n"));
  EXPECT_EQ(refusal("help exmaine"), "exmaine: no such command; did you mean examine?");
}

// put and get need a TENEX: tests/system/monitor_carry_test.cpp types their examples. dap needs an editor.
bool needsMore(const Command& c) { return c.name == "put" || c.name == "get" || c.name == "dap"; }

// Every example can be typed unchanged.
class Example : public SessionTest, public ::testing::WithParamInterface<std::size_t> {};

TEST_P(Example, Runs) {
  const Command& c = commandTable()[GetParam()];
  if (needsMore(c)) return;
  write("demo.u10", "# a script\necho hello\n");
  std::string rim;  // RIM10: -1,,77 and JRST 4,100, in paper tape frames
  for (const std::uint64_t w : {0777777000077U, 0254200000100U})
    for (int shift = 30; shift >= 0; shift -= 6) rim += static_cast<char>(0200 | ((std::uint64_t{w} >> shift) & 077));
  write("demo.rim", rim);
  for (const std::string_view line : splitCommands(c.example)) {
    const auto done = session.perform(line);
    EXPECT_TRUE(done) << line << "\n" << (done ? "" : done.error().text());
  }
}

// A read-only command does not change the state. Running the machine may, and type, back and forward are meant to.
TEST_P(Example, ReadOnlyCommandsDoNotChangeTheState) {
  const Command& c = commandTable()[GetParam()];
  if (!c.readOnly || c.name == "type" || c.name == "back" || c.name == "forward") return;
  write("demo.u10", "# a script\necho hello\n");
  for (const std::string_view line : splitCommands(c.example)) {
    const StateHash before = stateHash(machine);
    const Instant then = machine.now();
    ASSERT_TRUE(session.perform(line)) << line;
    const bool itself = line.substr(0, line.find(' ')) == c.name;
    if (itself && machine.now() == then) {
      EXPECT_EQ(stateHash(machine), before) << line;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Commands, Example, ::testing::Range<std::size_t>(0, commandTable().size()),
                         [](const auto& one) { return std::string{commandTable()[one.param].name}; });

}  // namespace
}  // namespace utah10

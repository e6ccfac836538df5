#include "command/prompt/kept_history.hpp"

#include <gmock/gmock.h>

#include <cstdlib>

#include "command/session_support.hpp"

namespace utah10 {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
namespace fs = std::filesystem;

TEST_F(SessionTest, HistoryIsKeptLineByLine) {
  const fs::path file = fs::absolute("state/utah10/history");
  KeptHistory first{file};
  EXPECT_THAT(first.lines(), IsEmpty());
  first.append("examine pc\n");
  first.append("   \n");
  first.append("step 5");
  EXPECT_THAT(KeptHistory{file}.lines(), ElementsAre("examine pc", "step 5"));
  EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(SessionTest, ALongHistoryIsShortened) {
  KeptHistory history{"history"};
  for (std::size_t n = 0; n <= 2 * KeptHistory::kMostLines; ++n) history.append("step " + std::to_string(n));
  EXPECT_EQ(history.lines().size(), KeptHistory::kMostLines);
  EXPECT_EQ(history.lines().front(), "step " + std::to_string(KeptHistory::kMostLines + 1));
  EXPECT_LT(fs::file_size("history"), 12 * KeptHistory::kMostLines);
  EXPECT_FALSE(fs::exists("history.new"));
}

TEST_F(SessionTest, AHistoryThatCannotBeKeptIsNoError) {
  for (const char* name : {"", "/proc/none/history", "demo.oct/history"}) {
    KeptHistory history{name};
    history.append("step");
    EXPECT_THAT(history.lines(), IsEmpty()) << name;
  }
  fs::create_directory("folder");
  KeptHistory folder{"folder"};
  folder.append("step");
  EXPECT_THAT(folder.lines(), IsEmpty());
}

TEST(KeptHistory, TheEnvironmentNamesTheFile) {
  const auto with = [](const char* own, const char* state, const char* home) {
    const auto set = [](const char* name, const char* value) {
      value == nullptr ? unsetenv(name) : setenv(name, value, 1);
    };
    set("UTAH10_HISTORY", own);
    set("XDG_STATE_HOME", state);
    const char* const before = std::getenv("HOME");
    const std::string kept = before == nullptr ? "" : before;
    set("HOME", home);
    fs::path file = KeptHistory::fileOfUser();
    setenv("HOME", kept.c_str(), 1);
    unsetenv("UTAH10_HISTORY");
    unsetenv("XDG_STATE_HOME");
    return file;
  };
  EXPECT_EQ(with("/x/own", "/state", "/home/u"), "/x/own");
  EXPECT_EQ(with("", "/state", "/home/u"), "");
  EXPECT_EQ(with(nullptr, "/state", "/home/u"), "/state/utah10/history");
  EXPECT_EQ(with(nullptr, nullptr, "/home/u"), "/home/u/.local/state/utah10/history");
  EXPECT_EQ(with(nullptr, nullptr, nullptr), "");
}

}  // namespace
}  // namespace utah10

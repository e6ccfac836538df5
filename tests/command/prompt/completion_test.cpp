#include "command/prompt/completion.hpp"

#include <gmock/gmock.h>

#include "command/session_support.hpp"

namespace utah10 {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

TEST(Completion, OfCommands) {
  EXPECT_THAT(complete("exa").candidates, ElementsAre("examine"));
  EXPECT_EQ(complete("exa").extension, "mine ");
  EXPECT_THAT(complete("re").candidates, ElementsAre("readin", "record", "replay", "reset", "restore"));
  EXPECT_EQ(complete("re").extension, "");
  EXPECT_THAT(complete("echo a; exa").candidates, ElementsAre("examine"));
  EXPECT_THAT(complete("zz").candidates, IsEmpty());
}

TEST(Completion, OfKeywordsOfACommand) {
  EXPECT_THAT(complete("show dev").candidates, ElementsAre("devices"));
  EXPECT_EQ(complete("sh dev").extension, "ices ");
  EXPECT_THAT(complete("switches adr-").candidates,
              ElementsAre("adr-break", "adr-fetch", "adr-inst", "adr-stop", "adr-write"));
  EXPECT_THAT(complete("help his").candidates, ElementsAre("history"));
  EXPECT_THAT(complete("nonsense x").candidates, IsEmpty());
}

TEST_F(SessionTest, CompletionOfFiles) {
  std::filesystem::create_directory("tapes");
  write("tapes/one.rim", "");
  write(".hidden", "");
  EXPECT_THAT(complete("load de").candidates, ElementsAre("demo.oct"));
  EXPECT_EQ(complete("load tap").extension, "es/");
  EXPECT_THAT(complete("load tapes/").candidates, ElementsAre("tapes/one.rim"));
  EXPECT_THAT(complete("load ").candidates, Not(Contains(".hidden")));
  EXPECT_THAT(complete("load nowhere/").candidates, IsEmpty());
}

}  // namespace
}  // namespace utah10

// The end of a session: users are told, their files are on the pack, the date goes on from there.
#include "monitor_pack.hpp"

namespace utah10 {
namespace {

using namespace test;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

class Leaving : public MonitorPack {};

TEST_P(Leaving, QuitTellsUsersAndKeepsTheirFiles) {
  const std::string out = session(
      login(1, "GUEST") + login(0, "SMITH", "LAKE") + command(1, "COPY VERSE.TXT NEW.TXT") + "quit\n", Pack::Keep);
  EXPECT_THAT(out, HasSubstr("SHUTDOWN COMPLETE"));
  EXPECT_THAT(log(0), HasSubstr("TENEX GOING DOWN NOW"));
  EXPECT_THAT(log(0), HasSubstr("USER SMITH"));
  EXPECT_THAT(tenexfs("list p.dsk GUEST"), HasSubstr("NEW.TXT;1"));
  expectCleanPack();
}

TEST_P(Leaving, QuitNowDoesNotWait) {
  const std::string out =
      session(login(1, "GUEST") + command(1, "COPY VERSE.TXT NEW.TXT") + "quit --now\n", Pack::Keep);
  EXPECT_THAT(out, Not(HasSubstr("SHUTDOWN COMPLETE")));
}

// A system that has stopped by itself, or whose changes are discarded, is not stopped again.
TEST_P(Leaving, WhatNobodyNeedsIsNotDone) {
  const std::string stops =
      "deposit HSYST1 -1\ndeposit JB0FLG -1\n" + waits(kConsole, "SHUTDOWN COMPLETE") + "run 60s\n";
  const std::string halted = session(stops + "quit\n", Pack::Keep);
  EXPECT_EQ(halted.find("SHUTDOWN COMPLETE"), halted.rfind("SHUTDOWN COMPLETE"));
  EXPECT_THAT(halted, Not(HasSubstr("not stopped in order")));
  EXPECT_THAT(session("quit\n"), Not(HasSubstr("SHUTDOWN COMPLETE")));
}

TEST_P(Leaving, AKeptPackGoesOnAtItsDate) {
  session(login(1, "GUEST") + "run 300s\n" + command(1, "COPY VERSE.TXT NEW.TXT") + "quit\n", Pack::Keep);
  session(login(1, "GUEST") + command(1, "DAYTIME"), Pack::Keep);
  EXPECT_THAT(log(1), ContainsRegex(" LAST LOGGED IN  2-OCT-72 [ 0]3:00:"));
  EXPECT_THAT(log(1), ContainsRegex("OCTOBER 2, 1972 0?3:0[56]:"));
}

UTAH10_EVERY_SYSTEM(Leaving);

class DateOfBoot : public PackTest {};

TEST_F(DateOfBoot, IsAskedForAndNeverGoesBack) {
  const std::string kBoot =
      "boot --pack p.dsk -c 'type \"\\003\"; expect \"@\"; type \"DAYTIME\\r\"; expect \"1972\"; run 1s' ";
  EXPECT_THAT(run(kBoot + "--date '4-NOV-72 18:30'").out, HasSubstr("NOVEMBER 4, 1972 11:30"));
  const Result back = run(kBoot + "--date 4-OCT-72");
  EXPECT_EQ(back.code, 1);
  EXPECT_THAT(back.err, HasSubstr("--date: the pack was left at 1972-11-04 18:30:"));
  EXPECT_THAT(run(kBoot).out, HasSubstr("NOVEMBER 4, 1972 11:3"));
  EXPECT_THAT(run("boot --date tomorrow").err, HasSubstr("--date: \"tomorrow\" is not a date; pack, host, 4-NOV-72"));
}

TEST_F(DateOfBoot, MayBeTheHosts) {
  EXPECT_EQ(run("boot --date host -c 'run 1s'").code, 0);
  EXPECT_EQ(run("--machine x.toml boot --date host").code, 1);
}

// A killed utah10 leaves a journal; tenexfs takes it over.
TEST_F(PackTest, AJournalIsFinished) {
  tenexfs("make p.dsk");
  write("p.dsk.journal", "");
  EXPECT_THAT(tenexfs("list p.dsk '<SYSTEM>'"), HasSubstr("<SYSTEM>"));
  EXPECT_FALSE(std::filesystem::exists(folder / "p.dsk.journal"));
  EXPECT_EQ(tenexfs("list p.dsk '<SYSTEM>'"), tenexfs("list p.dsk system"));
}

}  // namespace
}  // namespace utah10

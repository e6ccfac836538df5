// JOB cards, //*UTAH10 cards, the print and punch of jobs, and the checks of the configuration.
#include "network/ccn/deck.hpp"

#include <gtest/gtest.h>

#include "network/ccn/ccn_rig.hpp"

namespace utah10::test {
namespace {

struct Card {
  std::string_view text;
  std::string_view name;  // empty: no JOB card
  std::string_view programmer = "";
};

constexpr Card kCards[] = {
    {"//UTAH1    JOB (1234),HICKS", "UTAH1", "HICKS"},
    {"//A JOB", "A"},
    {"//$#@45678 JOB (1,2,(3)),'R. HICKS',CLASS=A", "$#@45678", "R. HICKS"},
    {"//A JOB ,HICKS,CLASS=A", "A", "HICKS"},
    {"//A JOB 1234,CLASS=A", "A"},
    {"//A JOB '1,2',X COMMENT", "A", "X"},
    {"//TOOLONG89 JOB", ""},
    {"//1A JOB", ""},
    {"//A JOBS", ""},
    {"//A EXEC PGM=X", ""},
    {"//AJOB", ""},
    {"// JOB", ""},
    {"//", ""},
    {"/* JOB", ""},
    {" //A JOB", ""},
};

TEST(CcnDeck, JobCards) {
  for (const Card& card : kCards) {
    const auto found = jobCard(ebcdic(card.text));
    EXPECT_EQ(found.has_value(), !card.name.empty()) << card.text;
    if (!found) continue;
    EXPECT_EQ(found->name, card.name) << card.text;
    EXPECT_EQ(found->programmer, card.programmer) << card.text;
  }
}

TEST(CcnDeck, SecondsAreExact) {
  EXPECT_EQ(secondsWritten("12.5"), milliseconds(12'500));
  EXPECT_EQ(secondsWritten("0.000000001"), nanoseconds(1));
  EXPECT_EQ(secondsWritten("7"), seconds(7));
  EXPECT_EQ(secondsWritten(".25"), milliseconds(250));
  for (const auto* bad : {"", "X", "1.2.3", "-1", "1.0000000001", "99999999999"})
    EXPECT_FALSE(secondsWritten(bad)) << bad;
}

TEST(CcnDeck, Utah10CardsSetTheWorkOfAJob) {
  CcnWork w = CcnWork::usual({});
  w.read(ebcdic("//*UTAH10 TIME=12.5,LINES=2000,PUNCH=10,TERM=ENGR"));
  EXPECT_EQ(w.execution, milliseconds(12'500));
  EXPECT_EQ(w.lines, 2000u);
  EXPECT_EQ(w.punch, 10u);
  EXPECT_EQ(w.terminal, "ENGR");
  w.read(ebcdic("//*UTAH10 LINES=99999999,COLUMNS=1000,PUNCH=DECK,LIST=NO,COLOUR=RED,TIME=SOON"));
  EXPECT_EQ(w.lines, CcnWork::kMost);
  EXPECT_EQ(w.columns, 254u);
  EXPECT_TRUE(w.punchDeck);
  EXPECT_FALSE(w.listDeck);
  EXPECT_EQ(w.execution, milliseconds(12'500));
  w.read(ebcdic("//*UTAH11 LINES=1"));
  EXPECT_EQ(w.lines, CcnWork::kMost);
}

TEST(CcnDeck, SeparatorsAreInBlockLetters) {
  EXPECT_EQ(blockLetters("TI"),
            (std::vector<std::string>{"TTTTT  IIIII", "  T      I", "  T      I", "  T      I", "  T    IIIII"}));
  EXPECT_EQ(blockLetters("L-"), (std::vector<std::string>{"L", "L", "L", "L", "LLLLL"}));
}

TEST(CcnDeck, AsManyJobsRunAtATimeAsThereAreInitiators) {
  CcnBatchConfig config;
  config.initiators = 2;
  CcnBatch batch(config);
  for (const char name : {'A', 'B', 'C'}) {
    CcnJob job;
    job.card.name = name;
    job.work = CcnWork::usual(config);  // waits 5 s, runs 10 s
    EXPECT_TRUE(batch.accept(job, kPowerOn));
    EXPECT_FALSE(batch.accept(job, kPowerOn));  // a duplicate
  }
  EXPECT_EQ(batch.due(), kPowerOn + seconds(5));
  EXPECT_TRUE(batch.run(batch.due()).empty());
  EXPECT_EQ(batch.due(), kPowerOn + seconds(15));  // C waits for an initiator
  EXPECT_EQ(batch.run(batch.due()).size(), 2u);
  EXPECT_EQ(batch.due(), kPowerOn + seconds(25));
  EXPECT_EQ(batch.run(batch.due()).size(), 1u);
  EXPECT_EQ(batch.due(), kNever);
  EXPECT_EQ(batch.outputs().size(), 3u);
}

TEST(CcnDeck, ConfigurationsAreChecked) {
  const CcnConfig good = ccnOf(CcnGeneration::Of1973);
  EXPECT_TRUE(good.check());
  CcnConfig c = good;
  c.terminals[0].id = "lower";
  EXPECT_EQ(c.check().error().text(),
            "ccn: \"lower\" is not a terminal id; up to 8 capital letters, digits, $, # and @");
  c = good;
  c.terminals[1].id = c.terminals[0].id;
  EXPECT_EQ(c.check().error().text(), "ccn: terminal NETUTAH1 appears twice");
  c = good;
  c.contacts[0].socket = 12;
  EXPECT_FALSE(c.check());
  c.contacts[0].socket = 13;
  EXPECT_FALSE(c.check());
  c = good;
  c.batch.initiators = 0;
  EXPECT_FALSE(c.check());
}

// Three transactions of a print: with a pause after each RFNM, the last arrives two pauses later and the end mark a
// third.
TEST(CcnDeck, TransactionTimeIsSpentBetweenTransactions) {
  std::vector<Instant> ends;
  for (const Duration pause : {Duration{}, milliseconds(250)}) {
    CcnConfig config = ccnOf(CcnGeneration::Of1973);
    config.transactionTime = pause;
    CcnRig rig(config);
    rig.comeUp();
    rig.server.readDeck("//A JOB (1),ME\n//*UTAH10 TIME=0,WAIT=0,LINES=30,LIST=NO\n", "NETUTAH1");
    rig.user.fetch(CcnPaper::Print);
    rig.user.call();
    while (rig.user.fetched().empty()) rig.run(milliseconds(1));
    ends.push_back(rig.clock.now());
  }
  EXPECT_EQ(ends[1] - ends[0], milliseconds(750));
}

// With or without separators, the print of BYTES=n is n octets of transactions; the end of data follows.
TEST(CcnDeck, PrintHasTheLengthOfItsBytesOperand) {
  for (const std::string terminal : {"NETUTAH1", "NETRAND"})
    for (const unsigned bytes : {1000u, 1001u, 1412u, 4085u, 16119u, 35377u, 64869u}) {
      CcnRig rig(ccnOf(CcnGeneration::Of1972), userOf(terminal));
      rig.comeUp();
      rig.server.readDeck("//UTAH1 JOB (1),HICKS\n//*UTAH10 TIME=0,WAIT=0,BYTES=" + std::to_string(bytes) +
                              "\n      X=1.0\nC     A REMARK\n      END\n",
                          terminal);
      rig.user.fetch(CcnPaper::Print);
      rig.user.call();
      while (rig.user.fetched().empty()) rig.run(seconds(1));
      EXPECT_EQ(rig.user.octetsReceived(), bytes + 1) << terminal;
      EXPECT_TRUE(rig.user.fetched().front().complete);
    }
}

TEST(CcnDeck, PrintHasTheProgramAndItsResults) {
  CcnRig rig(ccnOf(CcnGeneration::Of1972));
  rig.comeUp();
  rig.server.readDeck("//UTAH1 JOB (1),HICKS\n//*UTAH10 TIME=0,WAIT=0,BYTES=16119\n      X=1.0\n      END\n", "LOCAL");
  rig.run(seconds(5));
  ASSERT_EQ(rig.kept.files.size(), 2u);
  const std::string print(rig.kept.files[1].contents.begin(), rig.kept.files[1].contents.end());
  for (const char* line : {"//UTAH1 JOB (1),HICKS\n", "IEF142I - STEP WAS EXECUTED", "0001             X=1.0\n",
                           "0002             END\n", "SCALAR MAP\n", "\f TIME STEP    1     RESIDUAL "})
    EXPECT_NE(print.find(line), std::string::npos) << line;
}

}  // namespace
}  // namespace utah10::test

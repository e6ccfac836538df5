// NETRJS sessions between the modelled user and CCN, over two NCPs and a wire.
#include <gtest/gtest.h>

#include "network/ccn/ccn_rig.hpp"

namespace utah10::test {
namespace {

using Lines = std::vector<std::string>;

std::string text(const Octets& o) { return {o.begin(), o.end()}; }

Lines texts(const std::vector<Octets>& records) {
  Lines lines;
  for (const Octets& r : records) lines.push_back(text(r));
  return lines;
}

const auto kTwoJobs = deck({"//UTAH1    JOB (1234),HICKS", "//*UTAH10 TIME=12.5,LINES=3,COLUMNS=30", "      X = 1.0",
                            "//UTAH2 JOB (1234),'R. HICKS',CLASS=A", "//*UTAH10 LINES=0,PUNCH=DECK,LIST=NO", "/*"});

TEST(CcnSession, SignsOnAsIn1972) {
  CcnRig rig(ccnOf(CcnGeneration::Of1972));
  rig.comeUp();
  rig.signOn(rig.user);
  EXPECT_EQ(rig.user.console(),
            (Lines{"NRJ876I NETWORK REMOTE JOB SERVICE READY", "RJS750I TERMINAL NETUTAH1 HAS SIGNED ONTO RJS",
                   "RJS660I NO ALERTS OUTSTANDING"}));
  EXPECT_TRUE(rig.user.signedOn());
  EXPECT_EQ(rig.wire.faults, Lines{});
}

TEST(CcnSession, TwoDecksAreRunAndFetched) {
  CcnRig rig(ccnOf(CcnGeneration::Of1973));
  rig.comeUp();
  rig.user.send(kTwoJobs);
  rig.user.fetch(CcnPaper::Print);
  rig.user.fetch(CcnPaper::Punch);
  rig.signOn(rig.user);
  EXPECT_TRUE(rig.said(rig.user, "RJS534I JOB UTAH1 ACCEPTED BY RJS - 0000003 CARDS READ"));
  EXPECT_TRUE(rig.said(rig.user, "RJS534I JOB UTAH2 ACCEPTED BY RJS - 0000003 CARDS READ"));
  rig.run(seconds(60));
  EXPECT_TRUE(rig.said(rig.user, "RJS481I PRINT OUTPUT FOR JOB UTAH1 NOW AVAILABLE, PRTY=030, IMMED"));
  EXPECT_TRUE(rig.said(rig.user, "RJS481I PUNCH OUTPUT FOR JOB UTAH2 NOW AVAILABLE, PRTY=060, IMMED"));
  ASSERT_EQ(rig.user.fetched().size(), 2u);
  const RjsFetched& cards = rig.user.fetched()[0];  // UTAH2 takes 10 s, UTAH1 12.5
  const RjsFetched& print = rig.user.fetched()[1];
  EXPECT_TRUE(print.complete);
  EXPECT_EQ(texts(print.records),
            (Lines{"UTAH1   ,HICKS", "1//UTAH1    JOB (1234),HICKS", " //*UTAH10 TIME=12.5,LINES=3,COLUMNS=30",
                   "       X = 1.0", "1LINE 000001 OF UTAH1    BCDEFG", " LINE 000002 OF UTAH1    CDEFGH",
                   " LINE 000003 OF UTAH1    DEFGHI"}));
  EXPECT_TRUE(cards.complete);
  ASSERT_EQ(cards.records.size(), 4u);
  EXPECT_EQ(cards.records[0], ebcdic("UTAH2   ,R. HICKS"));
  Octets card = ebcdic(" //UTAH2 JOB (1234),'R. HICKS',CLASS=A");
  card.resize(81, kEbcdicBlank);
  EXPECT_EQ(cards.records[1], card);
  EXPECT_TRUE(rig.server.batch().jobs().empty());
  EXPECT_TRUE(rig.server.batch().outputs().empty());
  EXPECT_EQ(rig.wire.faults, Lines{});
}

// A job is accepted when its last card has been read; it waits 5 s and then executes.
TEST(CcnSession, JobsTakeTheirTime) {
  CcnRig rig(ccnOf(CcnGeneration::Of1973));
  rig.comeUp();
  rig.user.send(deck({"//A JOB", "//*UTAH10 TIME=12.5,WAIT=22.25"}));
  rig.signOn(rig.user);
  ASSERT_EQ(rig.server.batch().jobs().size(), 1u);
  const Instant begins = rig.server.batch().jobs()[0].due;
  rig.clock.idleUntil(begins);
  EXPECT_EQ(rig.server.batch().jobs()[0].phase, CcnPhase::Executing);
  EXPECT_EQ(rig.server.batch().jobs()[0].due, begins + milliseconds(12'500));
  rig.clock.idleUntil(begins + milliseconds(12'500) - nanoseconds(1));
  EXPECT_TRUE(rig.server.batch().outputs().empty());
  rig.clock.idleUntil(begins + milliseconds(12'500));
  EXPECT_EQ(rig.server.batch().outputs().size(), 1u);
}

TEST(CcnSession, AllTerminalTypesAndFormsGetTheSameLines) {
  struct TerminalKind {
    std::uint32_t socket;
    CcnCharset charset;
    std::string_view terminal;
  };
  for (const TerminalKind kind : {TerminalKind{11, CcnCharset::Ebcdic, "NETUTAH1"},
                                  {73, CcnCharset::Ascii68, "NETUTAH2"},
                                  {75, CcnCharset::Ascii63, "NETUTAH1"},
                                  {71, CcnCharset::Ebcdic, "NETUTAH2"}})
    for (const RecordForm form : {RecordForm::Truncated, RecordForm::Compressed}) {
      NetrjsClientConfig user = userOf(kind.terminal);
      user.contact = Socket{kind.socket};
      user.charset = kind.charset;
      user.form = form;
      CcnRig rig(ccnOf(CcnGeneration::Of1973), user);
      rig.comeUp();
      std::vector<Octets> cards;
      for (const Octets& c : deck({"//X JOB (1),ME", "//*UTAH10 LINES=200,COLUMNS=132", "AND   IF | NOT (A       B)"}))
        cards.push_back(fromEbcdic(kind.charset, toEbcdic(CcnCharset::Ascii68, c)));
      rig.user.send(cards);
      rig.user.fetch(CcnPaper::Print);
      rig.signOn(rig.user);
      rig.run(seconds(100));
      ASSERT_EQ(rig.user.fetched().size(), 1u);
      const auto& records = rig.user.fetched()[0].records;
      ASSERT_EQ(records.size(), 204u);
      EXPECT_EQ(toEbcdic(kind.charset, records[3]), ebcdic(" AND   IF | NOT (A       B)"));
      EXPECT_EQ(records[3].size(), 27u);
      EXPECT_EQ(hostText(toEbcdic(kind.charset, records[203])).substr(0, 24), " LINE 000200 OF X       ");
      EXPECT_EQ(rig.wire.faults, Lines{});
    }
}

TEST(CcnSession, SignoffWaitsForRunningOutput) {
  for (const CcnGeneration g : {CcnGeneration::Of1972, CcnGeneration::Of1973}) {
    CcnRig rig(ccnOf(g));
    rig.comeUp();
    rig.server.readDeck("//BIG JOB (1),ME\n//*UTAH10 TIME=0,WAIT=0,LINES=500\n", "NETUTAH1");
    rig.signOn(rig.user);
    rig.user.fetch(CcnPaper::Print);
    rig.run(milliseconds(500));
    rig.user.type("signoff");
    rig.run(seconds(1));
    EXPECT_EQ(rig.server.sessions().at(0).stage, "signing off");
    rig.run(seconds(60));
    ASSERT_EQ(rig.user.fetched().size(), 1u);
    EXPECT_TRUE(rig.user.fetched()[0].complete);
    EXPECT_EQ(rig.user.fetched()[0].records.size(), 503u);
    EXPECT_EQ(rig.last(rig.user),
              g == CcnGeneration::Of1972 ? "NRJ898I SIGNOFF ACCEPTED" : "NRJ205R NETRJS SESSION TERMINATED");
    EXPECT_EQ(rig.said(rig.user, "RJS751I TERMINAL NETUTAH1 HAS REQUESTED SIGNOFF FROM RJS"),
              g == CcnGeneration::Of1972);
    EXPECT_TRUE(rig.server.sessions().empty());
    EXPECT_FALSE(rig.user.connected());
  }
}

TEST(CcnSession, OutputWaitsForTheNextSession) {
  CcnRig rig(ccnOf(CcnGeneration::Of1972));
  rig.comeUp();
  rig.user.send(kTwoJobs);
  rig.signOn(rig.user);
  rig.user.type("SIGNOFF");
  rig.run(seconds(60));
  EXPECT_EQ(rig.server.batch().outputs().size(), 2u);
  rig.user.fetch(CcnPaper::Print);
  rig.signOn(rig.user);
  rig.run(seconds(5));
  ASSERT_EQ(rig.user.fetched().size(), 1u);
  EXPECT_TRUE(rig.user.fetched()[0].complete);
}

TEST(CcnSession, ChannelsAreReopenedForEachJob) {
  CcnRig rig(ccnOf(CcnGeneration::Of1973));
  rig.comeUp();
  for (const char name : {'A', 'B', 'C'})
    rig.server.readDeck(std::string("//JOB") + name + " JOB\n//*UTAH10 TIME=0,WAIT=0\n", "NETUTAH1");
  rig.user.fetch(CcnPaper::Print, 3);
  rig.signOn(rig.user);
  rig.run(seconds(30));
  ASSERT_EQ(rig.user.fetched().size(), 3u);
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_EQ(text(rig.user.fetched()[i].records[0]), std::string("JOB") + "ABC"[i] + "    ,");
}

TEST(CcnSession, DuplicatesAndCardsWithoutAJobAreFlushed) {
  CcnRig rig(ccnOf(CcnGeneration::Of1973));
  rig.comeUp();
  rig.user.send(deck({"NO JOB", "//A JOB", "//A JOB", "//B JOB"}));
  rig.user.send(deck({"NOTHING", "AT ALL"}));
  rig.signOn(rig.user);
  EXPECT_TRUE(rig.said(rig.user, "RJS534I JOB A ACCEPTED BY RJS - 0000001 CARDS READ"));
  EXPECT_TRUE(rig.said(rig.user, "RJS535I JOB A FLUSHED - DUPLICATE JOB NAME"));
  EXPECT_TRUE(rig.said(rig.user, "RJS534I JOB B ACCEPTED BY RJS - 0000001 CARDS READ"));
  EXPECT_TRUE(rig.said(rig.user, "RJS536I 0000001 CARDS FLUSHED - NO JOB CARD"));
  EXPECT_TRUE(rig.said(rig.user, "RJS536I 0000002 CARDS FLUSHED - NO JOB CARD"));
}

TEST(CcnSession, FilesHoldWhatWasReadAndPrinted) {
  CcnRig rig(ccnOf(CcnGeneration::Of1973));
  rig.comeUp();
  EXPECT_EQ(rig.server.readDeck("//L JOB (1),X\n//*UTAH10 TIME=1,LINES=2,COLUMNS=30,PUNCH=1\n\tTAB\n"), 1u);
  rig.run(seconds(10));
  ASSERT_EQ(rig.kept.files.size(), 3u);
  EXPECT_EQ(rig.kept.files[0].serial, 1u);
  EXPECT_EQ(rig.kept.files[0].job, "L");
  EXPECT_EQ(rig.kept.files[0].terminal, "LOCAL");
  EXPECT_EQ(text(rig.kept.files[0].contents),
            "//L JOB (1),X\n//*UTAH10 TIME=1,LINES=2,COLUMNS=30,PUNCH=1\n        TAB\n");
  const std::string print = text(rig.kept.files[1].contents);
  EXPECT_NE(print.find("\n\f//L JOB (1),X\n"), std::string::npos) << print;
  EXPECT_NE(print.find("\n\fLINE 000001 OF L        BCDEFG\nLINE 000002 OF L        CDEFGH\n"), std::string::npos)
      << print;
  EXPECT_EQ(rig.kept.files[2].contents.size(), 160u);  // a separator and a card
  EXPECT_TRUE(rig.server.batch().outputs().empty());   // printed at CCN
}

}  // namespace
}  // namespace utah10::test

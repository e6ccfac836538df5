// The remote operator: the line editor, the messages, every command.
#include <gtest/gtest.h>

#include <set>

#include "network/ccn/ccn_rig.hpp"
#include "network/ccn/console.hpp"
#include "network/ccn/messages.hpp"

namespace utah10::test {
namespace {

using Lines = std::vector<std::string>;

// The edited lines; "^C" for an abort.
Lines edited(std::string_view octetsIn, bool etx) {
  CcnLineEditor editor(etx);
  Lines lines;
  for (const char c : octetsIn) {
    const auto result = editor.take(static_cast<std::uint8_t>(c));
    if (result == CcnLineEditor::Result::Line) lines.push_back(editor.text());
    if (result == CcnLineEditor::Result::Abort) lines.emplace_back("^C");
  }
  return lines;
}

TEST(CcnConsole, LinesAreEdited) {
  EXPECT_EQ(edited("STATUS\r\nALERT\r\n", false), (Lines{"STATUS", "ALERT"}));
  EXPECT_EQ(edited("STATUX\bS\r\n\b\bX\r\n", false), (Lines{"STATUS", "X"}));
  EXPECT_EQ(edited("WRONG\x18RIGHT\r\n", false), Lines{"RIGHT"});
  EXPECT_EQ(edited("A\tB\x01\x7F"
                   "C\r\n",
                   false),
            Lines{"A BC"});
  EXPECT_EQ(edited("A\xFF\x80"
                   "B\r\n",
                   false),
            Lines{"AB"});  // Telnet controls
  EXPECT_EQ(edited("A\nB\rC\r\n\r\n", false), (Lines{"A", "B", "C", ""}));
  EXPECT_EQ(edited("A\x03"
                   "B\r\n",
                   false),
            Lines{"AB"});
  EXPECT_EQ(edited("A\x03", true), Lines{"^C"});
  EXPECT_EQ(edited(std::string(140, 'X') + "\r\n", false), Lines{std::string(133, 'X')});
}

TEST(CcnConsole, WordsAreReadInFreeFormat) {
  EXPECT_EQ(ccnWords("  route  job1,Engr , print "), (Lines{"ROUTE", "JOB1", "ENGR", "PRINT"}));
  EXPECT_EQ(ccnWords(" "), Lines{});
}

TEST(CcnConsole, LongLinesAreFolded) {
  const auto folded = [](std::string_view s, std::size_t width) {
    const Octets o = consoleLines(s, width);
    return std::string(o.begin(), o.end());
  };
  EXPECT_EQ(folded("12345678", 8), "12345678\r\n");
  EXPECT_EQ(folded("123456789", 8), "12345678\r\n**9\r\n");
  EXPECT_EQ(folded("12345678ABCDEFG", 8), "12345678\r\n**ABCDEF\r\n**G\r\n");
  EXPECT_EQ(folded("", 8), "\r\n");
}

TEST(CcnConsole, EveryMessageHasItsIdentification) {
  std::set<std::string_view> ids;
  for (std::size_t i = 0; i < ccnMessages().size(); ++i) {
    const CcnMessage& m = ccnMessages()[i];
    EXPECT_EQ(static_cast<std::size_t>(m.text), i) << m.of1972;
    EXPECT_TRUE(ids.insert(m.of1972.substr(0, 6)).second) << m.of1972;
    for (const std::string_view text : {m.of1972, m.of1973}) {
      if (text.empty()) continue;
      EXPECT_TRUE(text.starts_with("NRJ") || text.starts_with("RJS")) << text;
      for (const char c : text.substr(3, 3)) EXPECT_TRUE(c >= '0' && c <= '9') << text;
      EXPECT_NE(std::string_view("IRA").find(text[6]), std::string_view::npos) << text;
      EXPECT_EQ(text[7], ' ') << text;
    }
  }
  EXPECT_EQ(static_cast<std::size_t>(CcnText::MessageSent) + 1, ccnMessages().size());
}

// A signed-on session; say() returns CCN's answer.
struct Operator : CcnRig {
  explicit Operator(const CcnConfig& config = ccnOf(CcnGeneration::Of1973)) : CcnRig(config) {
    comeUp();
    signOn(user);
  }
  Lines say(std::string_view line) {
    const std::size_t before = user.console().size();
    user.type(line);
    run(seconds(1));
    return {user.console().begin() + static_cast<std::ptrdiff_t>(before), user.console().end()};
  }
  void job(std::string_view name, std::string_view work, std::string_view terminal = "NETUTAH1") {
    server.readDeck("//" + std::string(name) + " JOB (1),ME\n//*UTAH10 " + std::string(work) + "\n", terminal);
    run(seconds(1));
  }
};

TEST(CcnOperator, Status) {
  Operator op;
  EXPECT_EQ(op.say("STATUS"), Lines{"RJS804I TERMINAL NETUTAH1 HAS NO JOBS ACTIVE"});
  EXPECT_EQ(op.say("STATUS JOBS"), Lines{"RJS804I TERMINAL NETUTAH1 HAS NO JOBS ACTIVE"});
  op.job("MES727DS", "WAIT=100");
  EXPECT_EQ(op.say("STATUS"), Lines{"RJS802I TERMINAL NETUTAH1 HAS 1 SPL JOB(S)"});
  op.job("RUNS", "WAIT=0,TIME=100");
  op.job("READY", "WAIT=0,TIME=0,PUNCH=1");
  const Lines jobs{"RJS810I TERMINAL NETUTAH1 HAS THE FOLLOWING JOBS IN RJS", "RJS812I MES727DS SPL(A) 001",
                   "RJS812I RUNS     XEQ    000", "RJS812I READY    PPT    030", "RJS812I READY    PPT    060"};
  for (const auto* word : {"JOBS", "JOB", "J"}) EXPECT_EQ(op.say(std::string("STATUS ") + word), jobs);
  EXPECT_EQ(op.say("STATUS SYSTEM"), Lines{"RJS803I SYSTEM HAS 1 SPL, 1 XEQ, 2 PPT JOB(S)"});
  EXPECT_EQ(op.say("STATUS SYS"), Lines{"RJS803I SYSTEM HAS 1 SPL, 1 XEQ, 2 PPT JOB(S)"});
  op.signOn(op.second);
  EXPECT_EQ(op.say("STATUS LINES"),
            (Lines{"RJS800I TERMINAL NETUTAH1 ACTIVE ON LINE1", "RJS800I TERMINAL NETUTAH2 ACTIVE ON LINE2"}));
  EXPECT_EQ(op.say("status"),
            (Lines{"RJS802I TERMINAL NETUTAH1 HAS 1 SPL JOB(S)", "RJS802I TERMINAL NETUTAH1 HAS 1 XEQ JOB(S)",
                   "RJS802I TERMINAL NETUTAH1 HAS 2 PPT JOB(S)"}));
  EXPECT_EQ(op.say("FROBNICATE"), Lines{"RJS701I INVALID COMMAND - FROBNICATE"});
  EXPECT_EQ(op.say(""), Lines{});
}

TEST(CcnOperator, AlertsAndMessages) {
  Operator op;
  op.signOn(op.second);
  EXPECT_EQ(op.say("ALERT"), Lines{"RJS660I NO ALERTS OUTSTANDING"});
  op.server.alert({"THE 91 GOES DOWN AT 1800"});
  op.run(seconds(1));
  EXPECT_EQ(op.last(op.second), "THE 91 GOES DOWN AT 1800");
  EXPECT_EQ(op.say("ALERT"), (Lines{"RJS652I INFORMATION ALERT -", "THE 91 GOES DOWN AT 1800"}));
  EXPECT_EQ(op.say("MSG NETUTAH2,HELLO THERE"), Lines{"RJS651I MESSAGE SENT TO NETUTAH2"});
  EXPECT_EQ(op.last(op.second), "RJS650I MESSAGE FROM NETUTAH1 - HELLO THERE");
  EXPECT_EQ(op.say("MSG NETRAND,HELLO"), Lines{"RJS700I NETRAND NOT FOUND"});
  EXPECT_EQ(op.say("MSG MOUNT MY TAPE"), Lines{"RJS651I MESSAGE SENT TO CCN"});
  EXPECT_EQ(op.server.events().back().text, "message from NETUTAH1: MOUNT MY TAPE");
  EXPECT_TRUE(
      op.server.tell("NETUTAH2", "A LINE THAT IS MUCH LONGER THAN WHAT A CONSOLE OF SEVENTY TWO COLUMNS CAN SHOW"));
  op.run(seconds(1));
  EXPECT_TRUE(op.last(op.second).starts_with("**"));
}

TEST(CcnOperator, DeferredOutputIsSentAfterReset) {
  Operator op;
  EXPECT_EQ(op.say("SET DEFER=YES"), Lines{"RJS910I OUTPUT DEFERRAL = YES"});
  op.user.fetch(CcnPaper::Print);
  op.run(seconds(1));
  op.job("A", "WAIT=0,TIME=0");
  EXPECT_EQ(op.last(op.user), "RJS481I PRINT OUTPUT FOR JOB A NOW AVAILABLE, PRTY=030, DEFER");
  EXPECT_EQ(op.say("STATUS J").back(), "RJS812I A        PPT(D) 030");
  op.run(seconds(10));
  EXPECT_TRUE(op.user.fetched().empty());
  EXPECT_EQ(op.say("RESET A").front(), "RJS911I OUTPUT OF JOB A IS ACTIVE");
  op.run(seconds(5));
  EXPECT_EQ(op.user.fetched().size(), 1u);
  EXPECT_EQ(op.say("DEFER A"), Lines{"RJS700I A NOT FOUND"});
  EXPECT_EQ(op.say("SET DEFER=NO"), Lines{"RJS910I OUTPUT DEFERRAL = NO"});
  op.job("B", "WAIT=0,TIME=0");
  EXPECT_EQ(op.say("DEFER B"), Lines{"RJS911I OUTPUT OF JOB B IS DEFERRED"});
}

TEST(CcnOperator, OutputIsRouted) {
  Operator op;
  op.signOn(op.second);
  EXPECT_EQ(op.say("SET PUNCH=ENGR"), Lines{"RJS909I PUNCH REROUTE = ENGR"});
  EXPECT_EQ(op.say("SET COLOUR=BLUE"), Lines{"RJS701I INVALID COMMAND - COLOUR=BLUE"});
  op.job("A", "WAIT=0,TIME=0,PUNCH=2");
  EXPECT_EQ(op.server.batch().outputs()[1].terminal, "ENGR");
  EXPECT_EQ(op.say("ROUTE A,NETUTAH2"), Lines{"RJS912I OUTPUT OF JOB A ROUTED TO NETUTAH2"});
  EXPECT_EQ(op.server.batch().outputs()[0].terminal, "NETUTAH2");
  EXPECT_EQ(op.say("ROUTE A,NOWHERE"), Lines{"RJS700I NOWHERE NOT FOUND"});
  EXPECT_EQ(op.say("ROUTE Z,NETUTAH2"), Lines{"RJS700I Z NOT FOUND"});
  op.second.fetch(CcnPaper::Print);
  op.run(seconds(5));
  EXPECT_EQ(op.second.fetched().size(), 1u);
}

TEST(CcnOperator, JobsAreAbortedAndOutputCancelled) {
  Operator op;
  op.job("A", "WAIT=100");
  EXPECT_EQ(op.say("ABORT B"), Lines{"RJS700I B NOT FOUND"});
  EXPECT_EQ(op.say("ABORT A"), Lines{"RJS913I JOB A ABORTED"});
  EXPECT_TRUE(op.server.batch().jobs().empty());
  op.job("C", "WAIT=0,TIME=0,PUNCH=1");
  EXPECT_EQ(op.say("CANCEL C"), Lines{"RJS914I C CANCELLED"});
  EXPECT_TRUE(op.server.batch().outputs().empty());
  EXPECT_EQ(op.say("CAN PRINTER1"), Lines{"RJS700I PRINTER1 NOT FOUND"});
}

TEST(CcnOperator, CancelOnTheReaderSkipsTheRestOfAJob) {
  Operator op;
  TransactionEncoder encoder(StreamFormat{});
  for (const Octets& card : deck({"//A JOB", "CARD"})) encoder.add(record(StreamFormat{}, card));
  op.user.sendRaw(encoder.finish());
  op.run(seconds(1));
  EXPECT_EQ(op.say("CAN READER1"), Lines{"RJS914I A CANCELLED"});
  op.user.abortReader();
  op.run(seconds(1));
  EXPECT_EQ(op.server.counts().jobs, 0u);
}

// Transactions in transit are unaffected; commands take effect from the next transaction on.
TEST(CcnOperator, CommandsActOnOutputBeingSent) {
  Operator op;
  op.job("BIG", "WAIT=0,TIME=0,LINES=300,LIST=NO");
  const std::string whole = "RJS915I PRINTER BACKSPACED";
  op.user.fetch(CcnPaper::Print, 10);
  op.run(milliseconds(700));
  op.user.type("BSP PRINTER1");
  op.run(seconds(20));
  EXPECT_TRUE(op.said(op.user, whole));
  ASSERT_EQ(op.user.fetched().size(), 1u);
  EXPECT_GT(op.user.fetched()[0].records.size(), 301u);
  EXPECT_LT(op.user.fetched()[0].records.size(), 301u + 60 + 14);

  op.job("CUT", "WAIT=0,TIME=0,LINES=900,LIST=NO");
  op.user.type("CAN PRINTER1");
  op.run(seconds(20));
  ASSERT_EQ(op.user.fetched().size(), 2u);
  EXPECT_TRUE(op.user.fetched()[1].complete);
  EXPECT_LT(op.user.fetched()[1].records.size(), 901u);

  op.job("TWICE", "WAIT=0,TIME=0,LINES=900,LIST=NO");
  op.user.type("REPEAT PRINTER1,1");
  op.user.type("RESTART PRINTER1");
  op.run(seconds(40));
  EXPECT_TRUE(op.said(op.user, "RJS916I PRINTER1 WILL BE REPEATED, 2 COPIES"));
  EXPECT_TRUE(op.said(op.user, "RJS915I PRINTER RESTARTED"));
  ASSERT_EQ(op.user.fetched().size(), 4u);
  EXPECT_GT(op.user.fetched()[2].records.size(), 901u);
  EXPECT_EQ(op.user.fetched()[3].records.size(), 901u);
}

TEST(CcnOperator, EamEchoesDecks) {
  Operator op;
  EXPECT_EQ(op.say("EAM PRINTER"), Lines{"RJS917I EAM = PRINTER"});
  op.user.fetch(CcnPaper::Print);
  op.user.send(deck({"//A JOB", "//*UTAH10 WAIT=50"}));
  op.run(seconds(3));
  ASSERT_EQ(op.user.fetched().size(), 1u);
  EXPECT_EQ(op.user.fetched()[0].records, deck({"A       ,", " //A JOB", " //*UTAH10 WAIT=50"}));
  EXPECT_EQ(op.say("EAM OFF"), Lines{"RJS917I EAM = OFF"});
}

}  // namespace
}  // namespace utah10::test

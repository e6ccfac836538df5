// RJS with UCLA-CCN: every command, decks and their output compared byte for byte at both ends, and simultaneous
// transfers.
#include <regex>

#include "experiments/rjs/deck_maker.hpp"
#include "rjs_bench.hpp"

namespace utah10::test {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;

class Rjs : public RjsBench {
 protected:
  // Fetches a print, and cards in both forms, of the named job; waits for AVAILABLE.
  static std::string fetchAll(const std::string& job) {
    return waits(kUser, "PUNCH OUTPUT FOR JOB " + job) + say("RETR PRINTER " + job + ".PRT", "YOUR OUTPUT IS HERE") +
           say("RETR PUNCH OBJECT " + job + ".OBJ", "YOUR OUTPUT IS HERE");
  }
  void expectAll(const std::string& job) const {
    EXPECT_EQ(exported("<GUEST>" + job + ".PRT"), fetchedPrint(job)) << job;
    EXPECT_EQ(objectDeck(job + ".OBJ"), atCcn("punch", job)) << job;
  }
  // 8-bit bytes, four per word; the fifth byte of a dump has the remaining bits.
  std::string objectDeck(const std::string& name) const {
    tenexfs(fmt::format("export p.dsk '<GUEST>{}' --form core-dump --out object", name));
    const std::string dump = read("object");
    std::string bytes;
    for (std::size_t n = 0; n < dump.size(); ++n)
      if (n % 5 != 4) bytes += dump[n];
    return bytes;
  }
};

TEST_P(Rjs, CommandsAreAnswered) {
  deck("TEST.DAT", job("UTAH1", 12));
  rjs(signOn() + say("?", "QUIT\r\n?\r\n<<") + say("TIME.NOW.IS", "OCT-72") + waits(kUser, "<<") +
      say("NIX", "?\r\n<<") + say("RE", "?\r\n<<") + say("COMP", "<<") + say("TRUNC", "<<") +
      say("ABORT READER", "IT IS IDLE") + say("ABORT NIX", "?") + say("RETR READER X", "?") +
      say("RETR PUNCH NIX X", "PUNCH OBJECT (DECK)") + say("SEND", "\n ") + say("NIX.DAT", "NIX.DAT: ") +
      say("SEND A,B", "A: ") + say("JOBSTAT", "HAS NO JOBS ACTIVE") + escape() + say("SYSTAT", "RJS803I") +
      say("STATUS LINES", "ON LINE1") + say("FROB", "RJS701I") + escape() + say("SEND", "\n ") +
      say("TEST.DAT", "TRANSFERRED") + say("", "<<") + say("DISCONNECT", "UCLA91 CLOSED") +
      say("JOBSTAT", "NOT CONNECTED") + say("SEND TEST.DAT", "NOT CONNECTED") + say("RETR PRINTER X", "NOT CONNECTED") +
      say(">", "<<") + say("UCLA91", " >>") + escape() + say("RESTART", "TERMINAL: ") + say("NETUTAH1", " >>") +
      escape() + say("LOGOUT", "[CONFIRM]") + say("X", "<<") + quit() + say("CONTINUE", "TERMINAL: ") +
      say("NETUTAH2", " >>") + escape() + say("LOGOUT", "[CONFIRM]") + say("", "KILLED"));
  const std::string text = log(kUser);
  EXPECT_THAT(text, HasSubstr("RJS751I TERMINAL NETUTAH1 HAS REQUESTED SIGNOFF FROM RJS"));
  EXPECT_THAT(text, HasSubstr("TERMINAL NETUTAH2 HAS SIGNED ONTO RJS"));
  EXPECT_EQ(atCcn("deck", "UTAH1"), job("UTAH1", 12));
  expectCleanPack();
}

// Lines of all types become the cards specified in RFC 325.
TEST_P(Rjs, LinesBecomeCards) {
  const std::string eighty = fmt::format("{:C<80}", "");
  deck("TEST.DAT",
       "//LINES    JOB (1),HICKS\n//*UTAH10 TIME=1,WAIT=1,LINES=0\n\n\tX\t=\tY\n   \n      TRAILING BLANKS     \n" +
           eighty + "\n1234567\tEIGHT\n\n\nEND");
  rjs(signOn() + say("SEND TEST.DAT", "ACCEPTED BY RJS - 0000007 CARDS READ") + quit());
  EXPECT_EQ(atCcn("deck", "LINES"),
            "//LINES    JOB (1),HICKS\n//*UTAH10 TIME=1,WAIT=1,LINES=0\n        X       =       Y\n      TRAILING "
            "BLANKS\n" +
                eighty + "\n1234567 EIGHT\nEND\n");
  EXPECT_THAT(log(kUser), HasSubstr("YOUR FILE HAS BEEN SENT. 7 RECORDS AND "));
}

TEST_P(Rjs, AllShapesTransferTheSame) {
  std::string script = goesOn("40s") + login(kUser, "GUEST");
  std::vector<std::string> jobs;
  for (const char* program : {"RJS0", "RJS", "RJS2", "RJS3"}) {
    jobs.push_back("J" + std::string{program});
    deck(jobs.back() + ".DAT", job(jobs.back(), 150, 40, 3));  // longer than a page
    script += say(fmt::format("RUN <SUBSYS>{}.SAV", program), "TERMINAL: ") + say("NETUTAH1", " >>") + escape() +
              say("SEND " + jobs.back() + ".DAT", "TRANSFERRED") + fetchAll(jobs.back()) + quit();
  }
  rjs(script);
  for (const std::string& name : jobs) {
    EXPECT_EQ(atCcn("deck", name), job(name, 150, 40, 3)) << name;
    expectAll(name);
  }
}

// Both directions: runs shorter and longer than the limit of a string, and none.
TEST_P(Rjs, CompressedRecords) {
  std::string text = "//SQUEEZE  JOB (1),HICKS\n//*UTAH10 TIME=1,WAIT=1,LINES=5,COLUMNS=130,PUNCH=DECK\n";
  for (int n = 0; n < 80; n += 3) text += fmt::format("{:{}}X{:-<{}}\n", "", n, "", 79 - n);
  for (int n = 1; n < 80; n += 7) text += fmt::format("{:.{}}{:{}}*\n", std::string(80, 'Q'), n, "", 79 - n);
  std::string mixed;
  for (int n = 0; n < 80; ++n) mixed += static_cast<char>('A' + n % 23);
  text += mixed + "\nAA  BB   CCC    DDDD\n";
  deck("TEST.DAT", text);
  rjs(signOn("RJS", "NETUTAH2") + say("COMPRESS", "<<") + say("SEND TEST.DAT", "TRANSFERRED") + fetchAll("SQUEEZE") +
      say("TRUNCATE", "<<") + quit());
  EXPECT_EQ(atCcn("deck", "SQUEEZE"), text);
  expectAll("SQUEEZE");
}

// While one deck is sent, print and cards of another job are received.
TEST_P(Rjs, SeveralTransfersAtATime) {
  deck("ONE.DAT", job("ONE", 10, 300, 140));
  deck("TWO.DAT", job("TWO", 400));
  rjs(signOn() + say("SEND ONE.DAT", "PUNCH OUTPUT FOR JOB ONE") + say("SEND TWO.DAT", "<<") +
      say("RETR PRINTER ONE.PRT", "<<") + say("RETR PUNCH OBJECT ONE.OBJ", "<<") + goesOn("3s") + say("?", "READER: ") +
      say("SEND ONE.DAT", "READER IS BUSY") + say("QUIT", " IS BUSY: WAIT, OR ABORT IT") +
      waits(kUser, "TRANSFERRED.\r\n") + waits(kUser, "TRANSFERRED.\r\n") + waits(kUser, "TRANSFERRED.\r\n") + quit());
  EXPECT_EQ(atCcn("deck", "TWO"), job("TWO", 400));
  expectAll("ONE");
  EXPECT_THAT(log(kUser), HasSubstr("PUNCH: "));
}

// Two jobs, each with its own terminal at CCN.
TEST_P(Rjs, TwoUsersAtATime) {
  constexpr int kOther = 1;
  deck("ONE.DAT", job("ONE", 150, 100));
  deck("TWO.DAT", job("TWO", 150, 100));
  const auto others = [](std::string_view line, std::string_view answer) {
    return type(kOther, std::string{line} + "\r") + waits(kOther, answer);
  };
  rjs(signOn() + login(kOther, "HICKS", "GREG") + others("RJS", "TERMINAL: ") + others("NETUTAH2", " >>") +
      type(kOther, "\023") + waits(kOther, "<<") + say("SEND ONE.DAT", "<<") +
      others("SEND <GUEST>TWO.DAT", "PRINT OUTPUT FOR JOB TWO") + waits(kUser, "PRINT OUTPUT FOR JOB ONE") +
      say("RETR PRINTER ONE.PRT", "<<") + others("RETR PRINTER TWO.PRT", "YOUR OUTPUT IS HERE") +
      waits(kUser, "YOUR OUTPUT IS HERE") + quit() + others("QUIT", "\n@"));
  for (const char* name : {"ONE", "TWO"}) EXPECT_EQ(atCcn("deck", name), job(name, 150, 100));
  EXPECT_EQ(exported("<GUEST>ONE.PRT"), fetchedPrint("ONE"));
  EXPECT_EQ(exported("<HICKS>TWO.PRT"), fetchedPrint("TWO"));
}

// A stack of files: its number of bytes follows RFC 392's rule, and the account has the columns of RFC 392.
TEST_P(Rjs, AccountHasTheColumnsOfRfc392) {
  const DeckWish wish{.job = "UTAH1", .work = "TIME=1,WAIT=1,BYTES=4085"};
  const auto files = deckOf(3243 + 233, wish);
  ASSERT_TRUE(files);
  ASSERT_EQ(files->size(), 2u);
  deck("JCL.DAT", files->front());
  deck("DECK.DAT", files->back());
  rjs(signOn() + say("SEND JCL.DAT, DECK.DAT", "TRANSFERRED") + waits(kUser, "PRINT OUTPUT") +
      say("RETR PRINTER T.PRT", "YOUR OUTPUT IS HERE") + quit());
  EXPECT_EQ(atCcn("deck", "UTAH1"), files->front() + files->back());
  EXPECT_EQ(exported("<GUEST>T.PRT"), [&] {
    std::string print = fetchedPrint("UTAH1");
    return print.replace(print.find("HICKS"), 5, "G HICKS");
  }());
  const std::string account = exported("<GUEST>RJS.ACCOUNT");
  EXPECT_TRUE(std::regex_match(
      account, std::regex{"   \\d\\d +\\d+\\.\\d\\d +3476 s +\\d+\\.\\d{3} +\\d+\\.\\d\\d +\\d+\\.\\d\\d\n"
                          "   \\d\\d +\\d+\\.\\d\\d +4085 r +\\d+\\.\\d{3} +\\d+\\.\\d\\d +\\d+\\.\\d\\d\n"}))
      << account;
}

UTAH10_EVERY_SYSTEM(Rjs);

}  // namespace
}  // namespace utah10::test

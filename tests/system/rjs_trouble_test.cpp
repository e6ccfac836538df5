// RJS under faults: hosts and lines that fail during a transfer, aborts from either side, a full disk, decks and
// terminals that CCN refuses. Each time there is a message, nothing is lost, and no incomplete file passes as complete.
#include <regex>

#include "rjs_bench.hpp"

namespace utah10::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class RjsTrouble : public RjsBench {
 protected:
  static std::string again() { return say("UCLA91", " >>") + escape(); }
  static std::string available(const std::string& name) { return waits(kUser, "PRINT OUTPUT FOR JOB " + name); }
  // Writes a file that leaves so many pages of the disk free.
  void fillDisk(std::size_t pages) const {
    std::smatch free;
    const std::string check = tenexfs("check p.dsk");
    ASSERT_TRUE(std::regex_search(check, free, std::regex{"(\\d+) free"})) << check;
    constexpr std::size_t kIndex = 16, kPage = 2560;  // characters per page
    write("big", std::string((std::stoul(free[1]) - pages - kIndex) * kPage, 'X'));
    tenexfs("import p.dsk big '<GUEST>BIG.DAT'");
  }
  // The file must contain the beginning of the print, but not all of it.
  void expectPart(const std::string& file, const std::string& whole) const {
    std::string part = exported("<GUEST>" + file);
    EXPECT_GT(part.size(), 100u);
    EXPECT_LT(part.size(), whole.size());
    EXPECT_THAT(whole, StartsWith(part));
  }
};

TEST_P(RjsTrouble, HostCrashesWhileADeckIsSent) {
  deck("TEST.DAT", job("UTAH1", 300));
  rjs(signOn() + say("SEND TEST.DAT", "<<") + goesOn("4s") + "net host UCLA-CCN down\n" +
      waits(kUser, "LAST READ: TEST.DAT;1") + waits(kUser, "SEND IT AGAIN") + say("JOBSTAT", "NOT CONNECTED") +
      say("UCLA91", "UCLA91") + goesOn("5s") + "net host UCLA-CCN up\n" + goesOn("60s") + again() +
      say("JOBSTAT", "NO JOBS ACTIVE") + escape() + say("SEND TEST.DAT", "ACCEPTED BY RJS - 0000300") + quit());
  EXPECT_THAT(log(kUser), HasSubstr("UCLA91 CLOSED"));
  EXPECT_EQ(atCcn("deck", "UTAH1"), job("UTAH1", 300));
  expectCleanPack();
}

TEST_P(RjsTrouble, HostCrashesWhileAPrintIsReceived) {
  deck("TEST.DAT", job("UTAH1", 10, 400));
  rjs(signOn() + say("SEND TEST.DAT", "TRANSFERRED") + available("UTAH1") + say("RETR PRINTER T.PRT", "<<") +
      goesOn("3s") + "net host UCLA-CCN down\n" + waits(kUser, "IS IN <GUEST>T.PARTIAL;1") +
      waits(kUser, "RETRIEVE IT AGAIN") + goesOn("20s") + "net host UCLA-CCN up\n" + goesOn("60s") +
      say("UCLA91", " >>") + say("RESTART PRINTER1", "RESTARTED") + escape() +
      say("RETR PRINTER T.PRT", "YOUR OUTPUT IS HERE") + quit());
  EXPECT_EQ(exported("<GUEST>T.PRT"), fetchedPrint("UTAH1"));
  expectPart("T.PARTIAL", fetchedPrint("UTAH1"));
  expectCleanPack();
}

// CCN is up again before anything has been sent to it: a waiting receiver sends nothing, so CCN itself reports it.
TEST_P(RjsTrouble, HostIsDownForAMoment) {
  deck("TEST.DAT", job("UTAH1", 10, 300));
  std::string script = signOn() + say("SEND TEST.DAT", "TRANSFERRED") + available("UTAH1");
  for (const char* moment : {"3900ms", "4s", "4100ms"})
    script += say("RETR PRINTER T.PRT", "<<") + goesOn(moment) + "net host UCLA-CCN down\n" + goesOn("20s") +
              "net host UCLA-CCN up\n" + waits(kUser, "RETRIEVE IT AGAIN", "60s") + goesOn("60s") +
              say("UCLA91", " >>") + say("RESTART PRINTER1", "RESTARTED") + escape();
  rjs(script + say("RETR PRINTER T.PRT", "YOUR OUTPUT IS HERE") + quit());
  EXPECT_EQ(exported("<GUEST>T.PRT"), fetchedPrint("UTAH1"));
}

// The line in use of our IMP's two lines fails; messages take the other route.
TEST_P(RjsTrouble, LineFailsAndComesBack) {
  deck("TEST.DAT", job("UTAH1", 300, 300));
  rjs(signOn() + say("SEND TEST.DAT", "<<") + goesOn("3s") + "net cut 4 22\n" + waits(kUser, "TRANSFERRED") +
      available("UTAH1") + "net join 4 22\n" + goesOn("30s") + say("RETR PRINTER T.PRT", "<<") + goesOn("3s") +
      "net cut 4 22\n" + waits(kUser, "TRANSFERRED") + quit());
  EXPECT_EQ(atCcn("deck", "UTAH1"), job("UTAH1", 300, 300));
  EXPECT_EQ(exported("<GUEST>T.PRT"), fetchedPrint("UTAH1"));
}

// Both lines: Utah is cut off for a minute.
TEST_P(RjsTrouble, CutOffFromTheNetwork) {
  deck("TEST.DAT", job("UTAH1", 300));
  rjs(signOn() + say("SEND TEST.DAT", "<<") + goesOn("3s") + "net cut 4 22\nnet cut 4 12\n" +
      waits(kUser, "SEND IT AGAIN", "300s") + "net join 4 22\nnet join 4 12\n" + goesOn("100s") + say("", "<<") +
      again() + say("SEND TEST.DAT", "ACCEPTED BY RJS - 0000300") + quit());
  EXPECT_EQ(atCcn("deck", "UTAH1"), job("UTAH1", 300));
}

TEST_P(RjsTrouble, UserAborts) {
  deck("TEST.DAT", job("UTAH1", 300, 400));
  rjs(signOn() + say("SEND TEST.DAT", "<<") + goesOn("3s") + say("ABORT READER", "READER STOPPED.") +
      waits(kUser, "SEND IT AGAIN") + goesOn("5s") + say("SEND TEST.DAT", "ACCEPTED") + available("UTAH1") +
      say("RETR PRINTER T.PRT", "<<") + goesOn("3s") + say("ABORT PRINTER", "PRINTER STOPPED.") +
      waits(kUser, "IS IN <GUEST>T.PARTIAL;1") + goesOn("5s") + say(">", " >>") + say("RESTART PRINTER1", "RESTARTED") +
      escape() + say("RETR PRINTER T.PRT", "YOUR OUTPUT IS HERE") + say("RETR PRINTER NEVER.PRT", "<<") +
      say("ABORT PRINTER", "PRINTER STOPPED.") + quit());
  for (const char* device : {"READER", "PRINTER"})  // CCN has been informed
    EXPECT_THAT(log(kUser), HasSubstr(fmt::format("NRJ502I NETRJS {} DATA TRANSFER ABORTED BY USER", device)));
  EXPECT_EQ(exported("<GUEST>T.PRT"), fetchedPrint("UTAH1"));
  expectPart("T.PARTIAL", fetchedPrint("UTAH1"));
  const std::string files = tenexfs("list p.dsk GUEST");
  EXPECT_THAT(files, Not(HasSubstr("NEVER.PRT")));
  EXPECT_THAT(files, Not(HasSubstr("NEVER.PARTIAL")));
  EXPECT_EQ(atCcn("deck", "UTAH1"), job("UTAH1", 300, 400));
}

// The operator makes CCN drop the rest: only the part received so far exists.
TEST_P(RjsTrouble, CancelledAtCcn) {
  deck("TEST.DAT", job("UTAH1", 10, 400));
  rjs(signOn() + say("SEND TEST.DAT", "TRANSFERRED") + available("UTAH1") + say("RETR PRINTER T.PRT", "<<") +
      goesOn("3s") + say(">", " >>") + say("CANCEL PRINTER1", "YOUR OUTPUT IS HERE") + say("STATUS JOB", "NO JOBS") +
      escape() + quit());
  const std::string part = exported("<GUEST>T.PRT"), whole = fetchedPrint("UTAH1");
  EXPECT_LT(part.size(), whole.size());
  EXPECT_THAT(whole, StartsWith(part));
}

TEST_P(RjsTrouble, DiskIsFull) {
  deck("TEST.DAT", job("UTAH1", 10, 500));
  fillDisk(10);
  rjs(signOn() + say("SEND TEST.DAT", "TRANSFERRED") + available("UTAH1") +
      say("RETR PRINTER T.PRT", "PRINTER: THE DISK IS FULL.", "300s") + waits(kUser, "RETRIEVE IT AGAIN") + quit() +
      command(kUser, "DELETE BIG.DAT") + command(kUser, "DELETE T.PARTIAL") + command(kUser, "EXPUNGE") +
      goesOn("60s") + say("RJS", "TERMINAL: ") + say("NETUTAH1", " >>") + say("RESTART PRINTER1", "RESTARTED") +
      escape() + say("RETR PRINTER T.PRT", "YOUR OUTPUT IS HERE", "300s") + quit());
  EXPECT_EQ(exported("<GUEST>T.PRT"), fetchedPrint("UTAH1"));
  expectCleanPack();
}

TEST_P(RjsTrouble, NoRoomForTheAccount) {
  deck("TEST.DAT", job("UTAH1", 10));
  fillDisk(0);
  rjs(signOn() + say("SEND TEST.DAT", "TRANSFERRED") + waits(kUser, "NO LINE IN RJS.ACCOUNT", "60s") +
      say("SEND TEST.DAT", "TRANSFERRED") + waits(kUser, "NO LINE IN RJS.ACCOUNT", "60s") + quit());
  EXPECT_EQ(atCcn("deck", "UTAH1"), job("UTAH1", 10));
}

TEST_P(RjsTrouble, DecksThatAreRefused) {
  deck("LONG.DAT", job("UTAH1", 20) + std::string(81, 'X') + "\nEND\n");
  deck("NOJOB.DAT", "THIS IS\nNO JOB\n");
  deck("GOOD.DAT", job("UTAH1", 20));
  rjs(signOn() + say("SEND LONG.DAT", "READER: A LINE HAS MORE THAN 80 CHARACTERS.\r\n20 RECORDS") +
      waits(kUser, "LAST READ: LONG.DAT;1") + goesOn("10s") +  // CCN's message on that comes in between
      say("SEND 1,2,3,4,5,6,7,8,9", "1: ") +
      say("SEND GOOD.DAT,GOOD.DAT,GOOD.DAT,GOOD.DAT,GOOD.DAT,GOOD.DAT,GOOD.DAT,GOOD.DAT,LONG.DAT",
          "NO MORE THAN 8 FILES: LONG.DAT") +
      say("SEND GOOD.DAT,NIX.DAT", "NIX.DAT: ") + say("SEND NOJOB.DAT", "TRANSFERRED") + say("", "<<") +
      say("SEND GOOD.DAT", "ACCEPTED BY RJS - 0000020") + say("SEND GOOD.DAT", "RJS5", "60s") + quit());
  EXPECT_EQ(atCcn("deck", "UTAH1"), job("UTAH1", 20));
}

// Of a stack the jobs before the bad one are accepted.
TEST_P(RjsTrouble, StackWithABadJob) {
  deck("STACK.DAT", job("FIRST", 10) + job("SECOND", 10) + std::string(81, 'X') + "\n");
  deck("SECOND.DAT", job("SECOND", 10));
  rjs(signOn() + say("SEND STACK.DAT", "SEND IT AGAIN") + goesOn("5s") +
      say("SEND SECOND.DAT", "JOB SECOND ACCEPTED BY RJS - 0000010") + quit());
  EXPECT_THAT(log(kUser), HasSubstr("JOB FIRST ACCEPTED BY RJS - 0000010"));
  for (const char* name : {"FIRST", "SECOND"}) EXPECT_EQ(atCcn("deck", name), job(name, 10));
}

TEST_P(RjsTrouble, TerminalsThatAreUnknown) {
  for (const char* generation : {"1972", "1973"})
    rjs(goesOn("40s") + login(kUser, "GUEST") + say("RJS", "TERMINAL: ") + say("?", "SUCH AS NETUTAH1") +
            waits(kUser, "TERMINAL: ") + say("NETNIX", "NOT SIGNED ON.") + say("UCLA91", "TERMINAL: ") +
            say("NETUTAH1", " >>") + escape() + quit(),
        kCcn + fmt::format("generation = \"{}\"\n", generation));
}

// The terminal's name is in a file, and CCN is down at first.
TEST_P(RjsTrouble, CcnIsDown) {
  deck("RJS.ID", "NETUTAH2\n");
  rjs("net host UCLA-CCN down\n" + goesOn("60s") + login(kUser, "GUEST") + say("RJS", "UCLA91") + waits(kUser, "<<") +
      "net host UCLA-CCN up\n" + goesOn("60s") + say("UCLA91", " >>", "200s") + escape() + quit());
  EXPECT_THAT(log(kUser), HasSubstr("TERMINAL NETUTAH2 HAS SIGNED ONTO RJS"));
}

// On one system only: these tests exercise RJS and the modelled CCN, which are the same on both. MonitorNet tests the
// network of each monitor under the same failures, and Rjs transfers on both.
UTAH10_SYSTEMS(RjsTrouble, "tenex72");

}  // namespace
}  // namespace utah10::test

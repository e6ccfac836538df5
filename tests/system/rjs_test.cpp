// RJS talks with UCLA-CCN: every command, decks and what comes of them byte for byte at both ends, several transfers at a
// time, and what goes wrong: hosts and lines that fail, aborts from either side, bad decks.
#include "rjs_bench.hpp"

namespace utah10::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Rjs : public RjsBench {};

TEST_P(Rjs, CommandsAreAnswered) {
  deck("TEST.DAT", job("UTAH1", 12));
  rjs(signOn() + say("?", "QUIT\r\n?\r\n<<") + say("TIME.NOW.IS", "OCT-72") + waits(kUser, "<<") + say("NIX", "?\r\n<<") +
      say("RE", "?\r\n<<") + say("COMP", "<<") + say("TRUNC", "<<") + say("ABORT READER", "IT IS IDLE") +
      say("ABORT NIX", "?") + say("RETR READER X", "?") + say("RETR PUNCH NIX X", "PUNCH OBJECT (DECK)") +
      say("SEND", "\n ") + say("NIX.DAT", "<<") + say("SEND A,B", "<<") + say("JOBSTAT", "HAS NO JOBS ACTIVE") + escape() +
      say("SYSTAT", "RJS803I") + say("STATUS LINES", "ON LINE1") + say("ALERT", "NO ALERTS") + say("FROB", "NRJ") +
      escape() + say("SEND", "\n ") + say("TEST.DAT", "TRANSFERRED") + say("", "<<") + say("DISCONNECT", "UCLA91 CLOSED") +
      say("JOBSTAT", "NOT CONNECTED") + say("SEND TEST.DAT", "NOT CONNECTED") + say("RETR PRINTER X", "NOT CONNECTED") +
      say(">", "<<") + say("UCLA91", " >>") + escape() + say("RESTART", " >>", "200s") + escape() +
      say("LOGOUT", "[CONFIRM]") + say("X", "<<") + quit() + say("CONTINUE", " >>") + escape() +
      say("LOGOUT", "[CONFIRM]") + say("", "KILLED"));
  const std::string text = log(kUser);
  EXPECT_THAT(text, HasSubstr("RJS751I TERMINAL NETUTAH1 HAS REQUESTED SIGNOFF FROM RJS"));
  EXPECT_EQ(atCcn("deck", "UTAH1"), job("UTAH1", 12));
  expectCleanPack();
}

UTAH10_BOTH_SYSTEMS(Rjs);

}  // namespace
}  // namespace utah10::test

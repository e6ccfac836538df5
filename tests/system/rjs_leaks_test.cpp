// RJS in a long session: whatever the outcome of its transfers, the job uses as many JFNs afterwards as before. A job
// of 1972 has twelve.
#include <sstream>
#include <vector>

#include "rjs_bench.hpp"

namespace utah10::test {
namespace {

class RjsLeaks : public RjsBench {
 protected:
  // The job's files as shown by EXEC while RJS is stopped.
  static std::string files() {
    return type(kUser, "\003") + waits(kUser, "\n@") + type(kUser, "FILSTAT\r") + waits(kUser, "\n@") +
           type(kUser, "CONTINUE\r") + goesOn("2s") + say("", "<<");
  }
  // JFNs and names of each listing.
  static std::vector<std::string> shown(const std::string& log) {
    std::vector<std::string> all;
    bool listing = false;
    std::istringstream lines{log};
    for (std::string line; std::getline(lines, line);) {
      if (line == " JFNS:") all.emplace_back();
      if (line.starts_with("@CONTINUE")) listing = false;
      if (listing) {
        std::istringstream words{line};
        std::string jfn, name;
        words >> jfn >> name;
        all.back() += jfn + " " + name.substr(0, name.find('-')) + "\n";  // CCN's sockets differ each time
      }
      if (line == " JFNS:") listing = true;
    }
    return all;
  }
  static std::string available() { return waits(kUser, "PRINT OUTPUT FOR JOB UTAH1"); }
};

TEST_P(RjsLeaks, EveryJfnIsReleased) {
  deck("TEST.DAT", job("UTAH1", 12));
  deck("LONG.DAT", job("UTAH1", 300, 300, 5));
  deck("WIDE.DAT", job("UTAH1", 20) + std::string(81, 'X') + "\n");
  std::string script = signOn() + files();
  for (int n = 0; n < 6; ++n)
    script += say("SEND TEST.DAT", "TRANSFERRED") + available() + say("RETR PRINTER T.PRT", "YOUR OUTPUT IS HERE") +
              goesOn("3s");
  script += files();
  for (int n = 0; n < 4; ++n)
    script += say("SEND TEST.DAT,NIX.DAT", "NIX.DAT: ") + say("SEND WIDE.DAT", "SEND IT AGAIN") + goesOn("5s") +
              say("SEND LONG.DAT", "<<") + goesOn("2s") + say("ABORT READER", "SEND IT AGAIN") + goesOn("5s") +
              say("RETR PRINTER NEVER.PRT", "<<") + say("ABORT PRINTER", "RETRIEVE IT AGAIN") + goesOn("3s");
  script += say("SEND LONG.DAT", "TRANSFERRED") + available() + say("RETR PRINTER T.PRT", "<<") + goesOn("3s") +
            say("ABORT PRINTER", "T.PARTIAL") + say("RETR PUNCH OBJECT T.OBJ", "YOUR OUTPUT IS HERE") + goesOn("3s") +
            files();
  rjs(script + quit());
  const std::vector<std::string> all = shown(log(kUser));
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(std::ranges::count(all[0], '\n'), 4) << all[0];  // EXEC, RJS, the console's two connections
  EXPECT_EQ(all[0], all[1]);
  EXPECT_EQ(all[0], all[2]);
}

// CCN crashes and is called again; CCN does not answer; the terminal is refused. Uses the shape that maps the deck.
TEST_P(RjsLeaks, FailedConnectionsReleaseTheirJfns) {
  deck("TEST.DAT", job("UTAH1", 300, 300));
  std::string script = signOn("RJS3") + files();
  for (int n = 0; n < 3; ++n)
    script += say("SEND TEST.DAT", "<<") + goesOn("3s") + "net host UCLA-CCN down\n" + waits(kUser, "SEND IT AGAIN") +
              say("UCLA91", "UCLA91") + goesOn("5s") + "net host UCLA-CCN up\n" + goesOn("60s") + say("", "<<") +
              say("UCLA91", " >>") + escape();
  script += say("DISCONNECT", "UCLA91 CLOSED") + say("RESTART", "TERMINAL: ") + say("NETNIX", "NOT SIGNED ON.") +
            say("UCLA91", "TERMINAL: ") + say("NETUTAH1", " >>") + escape() + files();
  rjs(script + quit());
  const std::vector<std::string> all = shown(log(kUser));
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0], all[1]);
}

// On one system only: these tests exercise RJS and the modelled CCN, which are the same on both. MonitorNet tests the
// network of each monitor under the same failures, and Rjs transfers on both.
UTAH10_SYSTEMS(RjsLeaks, "tenex72");

}  // namespace
}  // namespace utah10::test

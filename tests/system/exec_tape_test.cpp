// The EXEC of roms/exec and magnetic tape on the packaged systems: ASSIGN, REWIND, UNLOAD, COPY from and to MTA.
#include "monitor_pack.hpp"

namespace utah10::test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class ExecTape : public MonitorPack {
 protected:
  static constexpr const char* kTapes =
      "[[magtape]]\nunit = 0\nfile = \"t0.tap\"\ncreate = true\n"
      "[[magtape]]\nunit = 1\nfile = \"t1.tap\"\ncreate = true\n";
};

TEST_P(ExecTape, CopiesText) {
  session(login(0, "GUEST") + command(0, "COPY CALLS.MAC MTA0:") + command(0, "COPY READ.ME MTA0:") +
              command(0, "REWIND MTA0:") + command(0, "COPY MTA0: ONE.TXT") + command(0, "COPY MTA0: TWO.TXT") +
              command(0, "REWIND (DEVICE) MTA0:") + command(0, "COPY MTA0: MTA1:") + command(0, "UNLOAD MTA1:") +
              command(0, "COPY VERSE.TXT MTA1:") + command(0, "APPEND VERSE.TXT MTA0:") + command(0, "TYPE MTA0:") +
              goesOn("40s"),
          Pack::Keep, kTapes);
  EXPECT_THAT(log(0), HasSubstr("\n@COPY CALLS.MAC MTA0:\n@COPY READ.ME MTA0:\n@REWIND MTA0:\n@COPY MTA0: ONE.TXT\n"
                                "@COPY MTA0: TWO.TXT\n@REWIND (DEVICE) MTA0:\n@COPY MTA0: MTA1:\n@UNLOAD MTA1:\n"
                                "@COPY VERSE.TXT MTA1:\n NO TAPE ON THE TRANSPORT\n@APPEND VERSE.TXT MTA0:\n"
                                " NO APPENDING WITH TAPES\n@TYPE MTA0:\n THE DEVICE HAS NO SUCH MODE\n@"));
  EXPECT_EQ(exported("<GUEST>ONE.TXT"), exported("<GUEST>CALLS.MAC"));
  EXPECT_EQ(exported("<GUEST>TWO.TXT"), exported("<GUEST>READ.ME"));
  EXPECT_GT(read("t1.tap").size(), 1300u);
  EXPECT_THAT(read("t0.tap"), StartsWith(read("t1.tap")));
}

// An unreadable record, a record that is too long, a write-protected tape.
TEST_P(ExecTape, ReportsErrors) {
  const auto record = [](std::size_t frames, char flag) {
    const std::string length{static_cast<char>(frames & 0377), static_cast<char>(frames >> 8), 0, flag};
    return length + std::string(frames, 0) + length;
  };
  write("locked.tap", record(10, '\200') + record(10250, 0));
  session(login(0, "GUEST") + command(0, "COPY VERSE.TXT MTA0:") + command(0, "COPY MTA0: X.TXT") +
              command(0, "COPY MTA0: X.TXT") + command(0, "COPY MTA0: X.TXT"),
          Pack::Forget, "[[magtape]]\nunit = 0\nfile = \"locked.tap\"\nread-only = true\n");
  EXPECT_THAT(log(0),
              HasSubstr("COPY VERSE.TXT MTA0:\n THE TAPE IS WRITE-LOCKED\n@COPY MTA0: X.TXT\n BAD DATA ON THE "
                        "TAPE\n@COPY MTA0: X.TXT\n A RECORD OF THE TAPE IS TOO LONG\n@COPY MTA0: X.TXT\n THE END "
                        "OF THE TAPE\n@"));
}

TEST_P(ExecTape, BelongsToOneJobAtATime) {
  session(login(0, "GUEST") + command(0, "ASSIGN MTA0:") + login(1, "HICKS", "GREG") + command(1, "ASSIGN MTA0:") +
              command(1, "REWIND MTA0:") + command(1, "COPY MTA0: X.TXT") + command(1, "REWIND LPT:") +
              command(0, "DEASSIGN MTA0:") + command(1, "ASSIGN MTA0:") + command(1, "MOUNT MTA0:") +
              command(1, "REWIND MTA0:") + command(0, "DEASSIGN MTA0:"),
          Pack::Forget, kTapes);
  EXPECT_THAT(
      log(1),
      HasSubstr(
          "ASSIGN MTA0:\n MTA0: HELD BY JOB 2\n@REWIND MTA0:\n MTA0: HELD BY JOB 2\n"
          "@COPY MTA0: \n THE DEVICE IS NOT FREE\n@REWIND LPT:\n LPT: NOT A TAPE; NAME A DECTAPE OR A MAGNETIC TAPE\n"
          "@ASSIGN MTA0:\n@MOUNT MTA0:\n@REWIND MTA0:\n@"));
  EXPECT_THAT(log(0), HasSubstr("DEASSIGN MTA0:\n@DEASSIGN MTA0:\n MTA0: NOT ASSIGNED TO YOU\n"));
}

UTAH10_EVERY_SYSTEM(ExecTape);

}  // namespace
}  // namespace utah10::test

// The commands iotrace and show bits: transfers on the I/O bus with bits by name.
#include <gmock/gmock.h>

#include "command/session_support.hpp"
#include "trace/io_names.hpp"

namespace utah10 {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

TEST_F(SessionTest, IoTraceNamesTheBits) {
  write("io.oct", "100: 712140000001 712200000065 712300000020 254200000104 254200000104\n");
  answer("load io.oct; deposit pc 100; deposit 1 101; iotrace on");
  const std::string shown = answer("run 10");
  EXPECT_THAT(shown, HasSubstr("000100  DATAO TTY,000000000101\n"));
  EXPECT_THAT(shown, HasSubstr("000101  CONO  TTY,000065: set input done, set output busy, PI channel 5\n"));
  EXPECT_THAT(shown, HasSubstr("000102  CONSZ TTY,"));
  EXPECT_THAT(answer("iotrace off; deposit pc 100; run 10"), Not(HasSubstr("CONO")));
}

TEST_F(SessionTest, IoTraceShowsOnlyTheGivenDevices) {
  write("io.oct", "100: 712200000005 710600000000 254200000102\n");
  answer("load io.oct; deposit pc 100; iotrace on ptr");
  const std::string shown = answer("run 3");
  EXPECT_THAT(shown, HasSubstr("PTR"));
  EXPECT_THAT(shown, Not(HasSubstr("TTY")));
  EXPECT_THAT(refusal("iotrace on nosuch"), HasSubstr("nosuch"));
  EXPECT_THAT(refusal("iotrace maybe"), HasSubstr("on or off is missing"));
}

TEST_F(SessionTest, IoTraceShowsInterruptsAndTheirCycles) {
  // Output done on channel 5; DATAI in 52 serves the whole interrupt.
  write("io.oct", "52: 712040000100\n1000: 700600002204 712200000015 254000001002\n");
  answer("load io.oct; deposit pc 1000; iotrace on");
  const std::string shown = answer("run 4");
  EXPECT_THAT(shown, HasSubstr("interrupt on level 5\n"));
  EXPECT_THAT(shown, HasSubstr("001002* DATAI TTY,"));
}

TEST_F(SessionTest, IoTraceCountsRepeats) {
  write("io.oct", "100: 712300000020 254000000100 254000000100\n");
  answer("load io.oct; deposit pc 100; iotrace on");
  const std::string shown = answer("run 8");
  EXPECT_EQ(std::count(shown.begin(), shown.end(), '\n'), 3) << shown;
  EXPECT_THAT(shown, HasSubstr("the same, last of 3. repeats\n"));
}

TEST_F(SessionTest, TracingIoChangesNothing) {
  answer("load demo.oct; deposit pc 200; save a.snap; run 50ms");
  const StateHash plain = stateHash(machine);
  answer("restore a.snap; iotrace on; run 50ms; iotrace off");
  EXPECT_EQ(stateHash(machine), plain);
}

TEST_F(SessionTest, ShowBitsListsTheTables) {
  const std::string shown = answer("show bits ptr");
  EXPECT_THAT(shown, HasSubstr("ptr 104 CONI\n"));
  EXPECT_THAT(shown, HasSubstr("           400     27  tape present\n"));
  EXPECT_THAT(shown, HasSubstr("ptr 104 CONO\n"));
  EXPECT_THAT(shown, EndsWith("             7  33-35  PI channel\n"));
  EXPECT_THAT(refusal("show bits 774"), HasSubstr("no device at 774"));
}

TEST(IoNames, BitsWithoutANameAreShown) {
  static constexpr BitName kBits[] = {{010, "done"}, {7, "PI channel"}};
  EXPECT_EQ(bitNames(Word36{0}, kBits), "");
  EXPECT_EQ(bitNames(Word36{015}, kBits), "done, PI channel 5");
  EXPECT_EQ(bitNames(Word36{0400010}, kBits), "done, unnamed bits 400000");
  EXPECT_EQ(bitTable(kBits), "            10     32  done\n             7  33-35  PI channel\n");
}

}  // namespace
}  // namespace utah10

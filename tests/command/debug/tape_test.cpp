// The commands attach, detach and readin.
#include <gmock/gmock.h>

#include "command/session_support.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

// Converts words to frames of a binary tape.
std::string frames(std::initializer_list<std::uint64_t> words) {
  std::string tape;
  for (const std::uint64_t w : words)
    for (int shift = 30; shift >= 0; shift -= 6) tape += static_cast<char>(0200 | ((w >> shift) & 077));
  return tape;
}

TEST_F(SessionTest, ReadInLoadsATapeAndRunsIt) {
  // IOWD 3,100: MOVEI 1,5; MOVEM 1,1000; JRST 4,102 is executed and halts.
  write("boot.rim", frames({0777775000077, 0201040000005, 0202040001000, 0254200000102}));
  EXPECT_EQ(answer("attach ptr boot.rim"), "ptr: boot.rim, 24. frames\n");
  EXPECT_THAT(answer("readin"), StartsWith("halt instruction after 0.0"));
  EXPECT_EQ(word(0100), Word36{0201040000005});
  EXPECT_EQ(answer("start 100").substr(0, 16), "halt instruction");
  EXPECT_EQ(word(01000), Word36{5});
}

TEST_F(SessionTest, ReadInWithoutTapeIsReported) {
  EXPECT_THAT(answer("readin ptr within 1s"), StartsWith("read-in device supplies no word after"));
}

TEST_F(SessionTest, PunchedTapeIsWrittenWhenDetached) {
  answer("attach ptp out.ptp; execute CONO PTP,40; deposit 1000 52; execute DATAO PTP,1000");
  answer("deposit 100 JRST 100; deposit pc 100; run 100ms");
  EXPECT_FALSE(std::filesystem::exists("out.ptp"));
  EXPECT_EQ(answer("detach ptp"), "ptp: 1. frame written\n");
  std::ifstream in{"out.ptp", std::ios::binary};
  EXPECT_EQ((std::string{std::istreambuf_iterator<char>{in}, {}}), "\252");
}

TEST_F(SessionTest, FinishWritesThePunchedTape) {
  answer("attach ptp out.ptp");
  ASSERT_TRUE(session.finish());
  EXPECT_TRUE(std::filesystem::exists("out.ptp"));
}

TEST_F(SessionTest, BadTapesAreRefused) {
  EXPECT_THAT(refusal("attach ptr nosuch.rim"), HasSubstr("nosuch.rim"));
  EXPECT_THAT(refusal("attach ptp nosuch/x.ptp"), HasSubstr("there is no folder nosuch"));
  EXPECT_THAT(refusal("attach mta0 x"), HasSubstr("there is no drive \"mta0\""));
  EXPECT_THAT(refusal("attach"), HasSubstr("a device is missing"));
  EXPECT_THAT(refusal("attach ptr"), HasSubstr("a file name is missing"));
  EXPECT_THAT(refusal("detach cty"), HasSubstr("there is no drive \"cty\""));
  write("boot.rim", frames({0777777000077, 0254200000100}));
  answer("attach ptr boot.rim");
  refusal("attach ptr .");
  EXPECT_EQ(devices.console.ptr.length(), 12u);
}

TEST_F(SessionTest, UnsupportedOptionsAreRefused) {
  write("boot.rim", "x");
  EXPECT_THAT(refusal("attach ptr boot.rim overlay y"), HasSubstr("cannot be copied on write"));
  EXPECT_THAT(refusal("attach ptr boot.rim create"), HasSubstr("a reader cannot make a tape"));
  EXPECT_THAT(refusal("attach ptp out ro"), HasSubstr("a punch has nothing to read"));
  EXPECT_THAT(refusal("attach ptr boot.rim rw"), HasSubstr("\"rw\" is not an option of attach"));
  EXPECT_THAT(refusal("attach ptr boot.rim overlay"), HasSubstr("overlay needs a file"));
}

TEST_F(SessionTest, ShowMediaListsMountedFiles) {
  EXPECT_EQ(answer("show media"), "ptr    nothing mounted\nptp    nothing mounted\n");
  write("boot.rim", "abc");
  answer("attach ptr boot.rim; attach ptp out.ptp");
  EXPECT_EQ(answer("show media"), "ptr    boot.rim, frame 0. of 3.\nptp    out.ptp, 0. frames punched\n");
  EXPECT_EQ(answer("detach ptr; detach ptr"), "ptr: unmounted\nptr: nothing was mounted\n");
}

}  // namespace
}  // namespace utah10

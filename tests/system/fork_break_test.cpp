// Breakpoints of one job on TENEX: the job stops the machine, and another user does not.
#include <gmock/gmock.h>

#include "program_support.hpp"

namespace utah10 {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;

constexpr std::string_view kTwoUsers =
    "send tty0 \"\\003\"\n"
    "expect tty0 \"@\" within 30s\n"
    "send tty0 \"LOGIN GUEST GUEST 1\\r\"\n"
    "expect tty0 \"\\n@\" within 30s\n"
    "send tty1 \"\\003\"\n"
    "expect tty1 \"@\" within 30s\n"
    "send tty1 \"LOGIN GUEST GUEST 1\\r\"\n"
    "expect tty1 \"\\n@\" within 30s\n"
    "show forks\n"
    "break jsys ODTIM job 2\n"
    "send tty1 \"DAYTIME\\r\"\n"
    "expect tty1 \"\\n@\" within 30s\n"
    "echo the other user has the date\n"
    "send tty0 \"DAYTIME\\r\"\n"
    "run 5s\n"
    "where\n";

class ForkBreak : public ProgramTest, public ::testing::WithParamInterface<const char*> {};

TEST_P(ForkBreak, OnlyTheJobStops) {
  write("two.u10", kTwoUsers);
  const Result r = run(std::string{"--quiet boot "} + GetParam() + " -c \"do two.u10\"");
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_THAT(r.out,
              AllOf(ContainsRegex("\nfork [0-7]+: job 2, line 0\n"), ContainsRegex("\nfork [0-7]+: job 3, line 1\n")));
  const std::size_t other = r.out.find("the other user has the date");
  const std::size_t stop = r.out.find("JSYS 220 (ODTIM), by u:");
  ASSERT_NE(other, std::string::npos) << r.out;
  ASSERT_NE(stop, std::string::npos) << r.out;
  EXPECT_LT(other, stop);
  const std::string calls = r.out.substr(stop);
  EXPECT_THAT(calls, HasSubstr(".ODTIM          in ODTIM (JSYS)"));
  EXPECT_THAT(calls, ContainsRegex("#1  u:[0-7]+ +in [0-7]+ \\(PUSHJ\\)"));
}

INSTANTIATE_TEST_SUITE_P(Systems, ForkBreak, ::testing::Values("tenex72", "tenex131", "tenex73"));

}  // namespace
}  // namespace utah10

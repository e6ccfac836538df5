// Reports of rfc392 that are named by a word.
#include <gmock/gmock.h>

#include "command/lab/experiments.hpp"

namespace utah10 {
namespace {

using ::testing::ElementsAre;

TEST(ReportWords, StandForOptions) {
  EXPECT_THAT(withReportOptions({"utah10", "rfc392", "pagefaults", "--quick"}),
              ElementsAre("utah10", "rfc392", "--page-faults", "--quick"));
  EXPECT_THAT(withReportOptions({"utah10", "--quiet", "rfc392", "tables"}),
              ElementsAre("utah10", "--quiet", "rfc392", "--tables"));
}

TEST(ReportWords, OtherArgumentsStay) {
  EXPECT_THAT(withReportOptions({"utah10", "rfc392"}), ElementsAre("utah10", "rfc392"));
  EXPECT_THAT(withReportOptions({"utah10", "rfc392", "--proposal", "pages"}),
              ElementsAre("utah10", "rfc392", "--proposal", "pages"));
  EXPECT_THAT(withReportOptions({"utah10", "rfc392", "nothing"}), ElementsAre("utah10", "rfc392", "nothing"));
  EXPECT_THAT(withReportOptions({"utah10", "run", "tables"}), ElementsAre("utah10", "run", "tables"));
}

TEST(ReportWords, AreListed) { EXPECT_THAT(rfc392ReportWords(), ::testing::HasSubstr("quoted, proposals")); }

}  // namespace
}  // namespace utah10

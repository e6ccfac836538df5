// The report on RFC 508 from results to text.
#include <gmock/gmock.h>

#include <stdexcept>

#include "experiments/report_rows.hpp"
#include "experiments/rfc508/analysis.hpp"
#include "experiments/rfc508/made_streams.hpp"
#include "experiments/rfc508/render.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;

TEST(Rfc508, ReportPutsEveryTestNextToItsPublication) {
  const Seal whole{1};
  EXPECT_THROW(rfc508Paper(whole), std::logic_error);
  Seal seal{1};
  seal.result();
  const Rfc508Paper paper = rfc508Paper(seal);
  EXPECT_EQ(paper.tests.size(), 179u);
  ASSERT_NE(paper.find(9600, 2016), nullptr);
  EXPECT_DOUBLE_EQ(paper.find(9600, 2016)->longest, 8000);
  EXPECT_EQ(paper.find(9600, 2017), nullptr);
  const Rfc508Settings settings;
  const Rfc508Findings f = analyse(settings, test::madeStreams(settings), paper);
  EXPECT_EQ(f.total.tests, 176u);
  EXPECT_EQ(f.total.withGaps, 0u);
  EXPECT_EQ(f.totalPaper.tests, 176u);
  EXPECT_EQ(f.totalPaper.withGaps, 7u);
  EXPECT_EQ(f.totalPaper.gaps, 32u);
  EXPECT_EQ(f.counts.cells, 169u);
  EXPECT_EQ(f.longTests.size(), 3u);
  EXPECT_EQ(f.longTests[2].paper.buffers, 16'071u);
  EXPECT_EQ(f.paths.size(), 16u);
  const std::string text = render(f).text();
  EXPECT_THAT(text, HasSubstr("The paper: 169 of 176 tests without gaps, 96%; 32 gaps in the others, the"));
  EXPECT_THAT(test::rowsOf(render(f)), HasSubstr("\npaper,9600,longest ms,,8000,,,,,,\n"));
}

}  // namespace
}  // namespace utah10

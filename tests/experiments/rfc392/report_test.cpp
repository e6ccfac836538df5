// The report on RFC 392 from results to text: of the paper's rows it has the numbers that were derived from them
// elsewhere (src/experiments/published/rfc392_summary.csv), of ours what was put in.
#include <gmock/gmock.h>

#include <algorithm>

#include "experiments/report_rows.hpp"
#include "experiments/rfc392/analysis.hpp"
#include "experiments/rfc392/made_transfers.hpp"
#include "experiments/rfc392/receiving.hpp"
#include "experiments/rfc392/render.hpp"
#include "experiments/rjs/rjs_programs.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;

Seal brokenSeal() { return Seal{0}; }

Report report() {
  const Seal seal = brokenSeal();
  return render(analyse({}, test::madeTransfers(), rfc392Paper(seal)));
}

std::string csv() { return test::rowsOf(report()); }

// The row of the summary for both tables of one direction.
std::string summary(const char* direction, const char* column) {
  const Seal seal = brokenSeal();
  const CsvTable t = publishedTable("rfc392_summary", seal);
  for (std::size_t n = 0; n < t.rows(); ++n)
    if (t.text(n, "table") == "1+2" && t.text(n, "dir") == direction) return std::string{t.text(n, column)};
  return "no such row";
}

TEST(Rfc392Report, FitsThePapersRowsAsTheirSummaryDoes) {
  const std::string text = csv();
  EXPECT_THAT(text, HasSubstr("\nfixed,\"fit of sends of 1000 bytes or more, fixed\",50.0," +
                              summary("s", "fit2_fixed_ms") + "\n"));
  EXPECT_THAT(text,
              HasSubstr("\nfixed,\"fit of sends, ms per byte\",1.0000," + summary("s", "fit2_ms_per_byte") + "\n"));
  EXPECT_THAT(text, HasSubstr("\nfixed,\"fit of receives of 1000 bytes or more, fixed\",50.0," +
                              summary("r", "fit2_fixed_ms") + "\n"));
  EXPECT_THAT(text,
              HasSubstr("\nfixed,\"fit of receives, ms per byte\",1.0000," + summary("r", "fit2_ms_per_byte") + "\n"));
}

TEST(Rfc392Report, AggregatesThePapersRowsAsTheirSummaryDoes) {
  const std::string text = csv();
  for (const auto& [name, direction] : {std::pair{"sends", "s"}, std::pair{"receives", "r"}})
    for (const auto& [what, column] :
         {std::pair{"mean, us/bit", "big_mean_us_per_bit"}, std::pair{"standard deviation", "big_sd_us_per_bit"},
          std::pair{"least", "big_min"}, std::pair{"most", "big_max"}}) {
      const std::string row = std::string{"large "} + name + ", " + what;
      const std::size_t at = text.find("\naggregates,\"" + row + "\",");
      ASSERT_NE(at, std::string::npos) << row;
      const std::string line = text.substr(at + 1, text.find('\n', at + 1) - at - 1);
      EXPECT_TRUE(line.ends_with("," + summary(direction, column))) << line;
    }
}

TEST(Rfc392Report, ReportsTheWholeCommandAndTheInterval) {
  const std::string text = csv();
  EXPECT_THAT(text, HasSubstr("\ncommand,T1S01,"));
  EXPECT_THAT(text, HasSubstr("\noutside,OPENF,90.0,2,90.0,2\n"));
  EXPECT_THAT(text, HasSubstr("\noutside,the programs' own instructions,70.0,,70.0,\n"));
  const std::string all = report().json();
  EXPECT_THAT(all, HasSubstr("does outside the interval, in ms: OPENF 90, the programs' own instructions 70."));
}

TEST(Rfc392Range, ChangesOneParameterAtATime) {
  const auto cases = rangeCases({});
  EXPECT_EQ(cases.front().change, "");
  EXPECT_EQ(cases.front().settings.program, "RJS");
  for (std::size_t n = 1; n < cases.size(); ++n) {
    const LabOptions &one = cases[n].settings.machine, given;
    EXPECT_NE(cases[n].change, "");
    EXPECT_TRUE(one.check()) << cases[n].change;
    EXPECT_NE(findRjsProgram(cases[n].settings.program), nullptr);
    const int changes = (one.coreK != given.coreK) + (one.swapping != given.swapping) + (one.memory != given.memory) +
                        (one.registers != given.registers) + (one.timing != given.timing) +
                        (one.system != given.system) + (cases[n].settings.program != "RJS");
    EXPECT_EQ(changes, 1) << cases[n].change;
  }
}

TEST(Rfc392Receiving, EachHypothesisChangesTheProgramOrTheMonitor) {
  const auto cases = receivingCases({});
  ASSERT_EQ(cases.size(), receivingHypotheses().size());
  EXPECT_EQ(cases.front().settings.program, "RJS");
  for (std::size_t n = 1; n < cases.size(); ++n) {
    const Rfc392Settings& s = cases[n].settings;
    EXPECT_TRUE(s.machine.check()) << cases[n].change;
    EXPECT_NE(findRjsProgram(s.program), nullptr) << s.program;
    EXPECT_EQ((s.program != "RJS") + !s.machine.monitor.empty(), 1) << cases[n].change;
  }
  const auto rows = receivingRows();
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_TRUE(rows.front().send);
  EXPECT_EQ(std::ranges::count(rows, true, &TransferCondition::send), 1);
}

TEST(Rfc392Receiving, BracketsThePapersRatio) {
  const auto cases = receivingCases({});
  const auto result = [&](std::size_t n, std::uint64_t ms) {
    return RangeResult{cases[n], {test::madeTransfer(true, 12'500, 8000), test::madeTransfer(false, 12'500, ms)}};
  };
  const Seal seal = brokenSeal();
  const Report report = render(
      analyseReceiving({result(0, 2500), result(1, 8000), result(2, 9000), result(3, 12000)}, rfc392Paper(seal)));
  EXPECT_THAT(report.json(), HasSubstr("The paper's ratio of receives to sends lies between \\\"" + cases[1].change +
                                       "\\\" and \\\"" + cases[2].change + "\\\"."));
  EXPECT_THAT(test::fileOf(report, "receiving.csv"), HasSubstr(",RJS,1972,80.00,25.00,,0.31,82.87,1.06,"));
  EXPECT_THAT(report.beginning(), HasSubstr("For: the source of 1.28"));
  const Report none = render(analyseReceiving({result(0, 2500)}, rfc392Paper(seal)));
  EXPECT_THAT(none.json(), HasSubstr("and none."));
}

TEST(Rfc392Range, NamesTheVariantsNearestToThePaper) {
  const auto cases = rangeCases({});
  const std::vector<RangeResult> all = {
      {cases[0], {test::madeTransfer(true, 12'500, 7000), test::madeTransfer(false, 12'500, 2500)}},
      {cases[1], {test::madeTransfer(true, 12'500, 8000), test::madeTransfer(false, 12'500, 6000)}}};
  const Seal whole{1};
  EXPECT_THROW(render(analyse(all, rfc392Paper(whole))), std::logic_error);
  const Seal seal = brokenSeal();
  const std::string text = render(analyse(all, rfc392Paper(seal))).json();
  EXPECT_THAT(text,
              HasSubstr("Sends of 10000 bytes or more: 78.20 us/bit in the paper; in this table the nearest below "
                        "is 70.00 (\\\"baseline\\\"), the nearest above is 80.00"));
  EXPECT_THAT(text, HasSubstr("Receives of 10000 bytes or more: 82.87 us/bit in the paper; in this table the nearest "
                              "below is 60.00"));
  EXPECT_THAT(text, HasSubstr("none is above"));
}

}  // namespace
}  // namespace utah10

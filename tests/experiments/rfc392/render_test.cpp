// The reports on RFC 392 are printed from findings alone: these are made by hand.
#include "experiments/rfc392/render.hpp"

#include <gmock/gmock.h>

#include "experiments/report_rows.hpp"
#include "experiments/rfc392/render_text.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

Rfc392Findings made() {
  Rfc392Findings f;
  f.machine = "some machine";
  f.program = "RJS, shape 1";
  TransferFindings t;
  t.name = "QS01";
  t.elapsed = seconds(4);
  t.cpuSeconds = 4.119;
  t.bytes = 7142;
  t.bitsPerSecond = 13'252;
  t.usPerBit = 71.969;
  t.loadBefore = 0.029;
  t.load = 0.049;
  t.intact = true;
  t.attempts = 2;
  t.faults = "line 4-22 down for 2 s";
  t.commandMs = 4276;
  t.intervalMs = 4112;
  t.outsideMs = 164;
  t.characters = 7047;
  t.records = 87;
  t.counts.bout = 7200;
  t.paper.costOfSize = NumberRange{75.64, 77.43};
  f.transfers = {t};
  t.name = "T1R02";
  t.send = t.intact = false;
  t.trouble = "the transfer stopped";
  t.faults.clear();
  t.attempts = 1;
  t.paper = {"02:56", "37.89", "2670.857", "80.20", 3.51, {}};
  f.transfers.push_back(t);
  f.outside = {{"OPENF", true, {90, 2}, {0, 0}}, {"the programs' own instructions", false, {70, 0}, {0, 0}}};
  f.sendParts.usPerByte[0] = 90.8;
  f.sendParts.percent[0] = 15.8;
  f.sendParts.all = 575.7;
  f.sendParts.allPercent = 100;
  f.whole = 1;
  return f;
}

TEST(Rfc392Render, TablesHaveOurColumnsAndThePapers) {
  const std::string csv = test::rowsOf(render(made()));
  EXPECT_THAT(csv,
              HasSubstr("\ntransfers,QS01,04,4.11,7142,s,13252.000,71.96,0.02,0.04,,,,75.64-77.43,,whole; try 2; line "
                        "4-22 down for 2 s\n"));
  EXPECT_THAT(
      csv, HasSubstr("\ntransfers,T1R02,04,4.11,7142,r,13252.000,71.96,0.02,0.04,02:56,37.89,2670.857,80.20,3.51,the "
                     "transfer stopped\n"));
  EXPECT_THAT(csv, HasSubstr("\ncommand,QS01,4276,4112,164\n"));
  EXPECT_THAT(csv, HasSubstr("\noutside,OPENF,90.0,2,0.0,0\n"));
  EXPECT_THAT(csv, HasSubstr("\noutside,the programs' own instructions,70.0,,0.0,\n"));
  EXPECT_THAT(csv, HasSubstr("\nshares,user,90.8,15.8,0.0,-\n"));
  EXPECT_THAT(csv, HasSubstr("\nshares,all,575.7,100.0,0.0,-\n"));
  EXPECT_THAT(csv, HasSubstr("\ncounts,QS01,7047,87,-,0,-,7200,-,0,0\n"));
  EXPECT_THAT(csv, HasSubstr("\ncriteria,transfers that arrived intact,2,1,no\n"));
}

TEST(Rfc392Render, ReportsBeginWithTheirOpenings) {
  EXPECT_THAT(opening(made()).beginning(), HasSubstr("Machine: some machine. Program: RJS, shape 1."));
  EXPECT_THAT(render(made()).text(), StartsWith(opening(made()).beginning()));
  RangeFindings range;
  range.machine = "another machine";
  EXPECT_THAT(opening(range).beginning(), HasSubstr("Baseline: another machine."));
  EXPECT_THAT(render(range).text(), StartsWith(opening(range).beginning()));
}

TEST(Rfc392Render, IsAlsoForPrograms) {
  const Report report = render(made());
  test::expectForPrograms(report, 3);
  EXPECT_THAT(test::fileOf(report, "transfers.csv"),
              HasSubstr("\nQS01,4.000,4.11,7142,sent,13252.000,71.96,0.02,0.04,,,,75.64,77.43,,"));
  EXPECT_THAT(test::fileOf(report, "parts.csv"), HasSubstr("\nsent,user,"));
}

TEST(Rfc392Render, CostsHaveTheirDecimals) {
  Rfc392Findings f = made();
  f.ours.sends = {.n = 5, .aggregate = 72.345, .large = {3, 71, 1.5, 70, 73}, .fit = CostFit{12.34, 0.56789}};
  f.paper.sends = {.n = 39, .aggregate = 78.1, .large = {20, 78.2, 2, 75, 81}, .fit = CostFit{18.7, 0.6206}};
  f.ours.shortSendsFixedMs = NumberRange{9.6, 10.4};
  f.paper.shortSendsFixedMs = NumberRange{119, 165};
  const std::string csv = test::rowsOf(render(f));
  for (const char* row :
       {"aggregates,number of sends,5,39", "aggregates,\"large sends, mean, us/bit\",71.00,78.20",
        "aggregates,\"large sends, most\",73.00,81.00", "aggregates,\"receive / send, large\",0.000,0.000",
        "fixed,\"fit of sends, ms per byte\",0.5679,0.6206", "fixed,\"fit of receives, ms per byte\",-,-",
        "fixed,\"sends below 1000 bytes, in addition to the cost of their bytes, least\",10,119",
        "fixed,\"sends below 1000 bytes, in addition to the cost of their bytes, most\",10,165"})
    EXPECT_THAT(csv, HasSubstr("\n" + std::string{row} + "\n"));
  EXPECT_THAT(csv, Not(HasSubstr("large receives"))) << "there are none";
}

TEST(Rfc392Render, CriteriaSayByHowMuchTheyAreMissed) {
  Rfc392Findings f = made();
  Criterion c;
  c.bytes = 7142;
  c.least = "75";
  c.most = "85";
  c.measured = 80.126;
  f.criteria = {c, c, c};
  f.criteria[1].percentBelow = 4.4;
  f.criteria[2].kind = CriterionKind::FixedPart;
  f.criteria[2].transfer = "QS01";
  f.criteria[2].percentAbove = 12.6;
  const std::string csv = test::rowsOf(render(f));
  EXPECT_THAT(csv, HasSubstr("\ncriteria,\"unloaded send of 7142 bytes, us/bit\",75 to 85,80.13,yes\n"));
  EXPECT_THAT(csv, HasSubstr("\ncriteria,\"unloaded send of 7142 bytes, us/bit\",75 to 85,80.13,\"no, 4 % below\"\n"));
  EXPECT_THAT(csv, HasSubstr("\ncriteria,\"fixed part of QS01, 7142 bytes, s\",75 to 85,80.126,\"no, 13 % above\"\n"));
}

TEST(Rfc392Render, ParagraphsAreThereIfFound) {
  Rfc392Findings f = made();
  EXPECT_THAT(render(f).json(), Not(HasSubstr("sends below 1000 bytes cost")));
  f.shortSends = ShortSends{.sends = {{"T2S10", 233, 104, 1.4, 243, 92}},
                            .paper = {86, 188},
                            .paperOther = 45.9,
                            .mostExpensive = {{"OPENF", 90}, {"CLOSF", 12.4}}};
  f.disagreements.resize(1);
  f.dollars = {474.6, 9.123, 3, 9.9, 11.2};
  const std::string json = render(f).json();
  EXPECT_THAT(
      json,
      HasSubstr("cost 86 to 188 ms in addition to the cost of their bytes. The paper's sends of 1000 bytes or more "
                "have such a part, too: 46 ms by the fit."));
  EXPECT_THAT(test::rowsOf(render(f)), HasSubstr("\nshort,T2S10,233,1,104,243,92\n"));
  EXPECT_THAT(json, HasSubstr("does outside the interval, in ms: OPENF 90, CLOSF 12."));
  EXPECT_THAT(json, HasSubstr("At $474.60 per hour of CPU time, a megabit costs $9.12 to send and $3.00 to receive; in "
                              "the paper $9.90 to $11.20."));
  EXPECT_THAT(json, HasSubstr("Sends of 10000 bytes or more cost"));
}

TEST(Rfc392Render, DisagreementsSayWhatWouldAccountForThem) {
  CostDisagreement d;
  d.send = false;
  d.ours = 24.22;
  d.paper = 82.54;
  d.usPerByte = 466.6;
  d.less = true;
  d.largestPartWouldBe = 573.2;
  d.largestPart = 1;
  PartCosts parts;
  parts.usPerByte[1] = 106.6;
  const std::string largest = disagreementText(d, parts);
  EXPECT_THAT(largest,
              HasSubstr("Receives of 10000 bytes or more cost 24.22 us/bit here and 82.54 in the paper, 467 us "
                        "per byte less here."));
  EXPECT_THAT(largest, HasSubstr("The largest part is \"monitor\", which alone would have to take 573 us per byte "
                                 "instead of 107"));
  d.slowCalls = CostDisagreement::SlowCalls{396, 1.18};
  EXPECT_THAT(disagreementText(d, parts), HasSubstr("takes 396 us in the monitor; 1.2 slow calls per byte"));
}

TEST(Rfc392Render, RangeHasAColumnForEachSize) {
  RangeFindings f;
  f.sizes = {{7142, true, NumberRange{75.64, 77.43}}, {4085, false, {}}};
  f.variants = {{"baseline", 192, true, {72.61, 24.26, 0.334}, {71.969, std::nullopt}, 12, false}};
  f.paper.sends = 78.2;
  f.nearest = {{true, 78.2, NearestVariants::Variant{"baseline", 72.61}, {}}};
  const Report report = render(f);
  test::expectForPrograms(report, 2);
  EXPECT_THAT(test::fileOf(report, "variants.csv"), HasSubstr("\nbaseline,192,yes,72.61,,78.20,24.26,,,12,not all\n"));
  EXPECT_THAT(test::fileOf(report, "range-costs.csv"), HasSubstr("\nbaseline,sent,7142,71.96,75.64,77.43\n"));
  const std::string csv = test::rowsOf(report);
  EXPECT_THAT(csv, HasSubstr("table,change,sends,+-,receives,+- ,r/s,7142s,4085r,page faults,arrived\n"));
  EXPECT_THAT(csv, HasSubstr("\nrange,baseline,72.61,-,24.26,-,0.33,71.96,-,12,not all\n"));
  EXPECT_THAT(csv, HasSubstr("\nrange,paper: all rows; rows of the same size,78.20,-,-,-,-,75.64-77.43,,,\n"));
  EXPECT_EQ(report.sections.back().paragraph,
            "Sends of 10000 bytes or more: 78.20 us/bit in the paper; in this table the nearest below is 72.61 "
            "(\"baseline\"), none is above.");
}

}  // namespace
}  // namespace utah10

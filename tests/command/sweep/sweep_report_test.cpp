// The report of a sweep: repetitions become means, options become columns and axes.
#include "command/sweep/sweep_report.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>

#include "command/sweep/sweep_plots.hpp"
#include "support/temp_folder.hpp"

namespace utah10 {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// A sweep of two programs: "cost ms" is 10 times the core and 1 more with each seed, twice as much for the second.
class SweepReports : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = test::ownFolder();
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  static MeasuredReport reportOf(double cost) {
    MeasuredReport r;
    r.columns = {{"costs", "name", "name", "", "given", ""},
                 {"costs", "cost_ms", "cost", "ms", "measured", "a clock"},
                 {"costs", "paper_ms", "|cost", "ms", "published", "the paper"},
                 {"costs", "remark", "remark", "", "measured", ""}};
    unsigned row = 0;
    for (const auto& [name, factor] : {std::pair{"A", 1.0}, std::pair{"B", 2.0}}) {
      ++row;
      r.measurements.push_back({"costs", row, name, "name", "", {}, name});
      r.measurements.push_back(
          {"costs", row, name, "cost_ms", "ms", cost * factor, fmt::format("{:.1f}", cost * factor)});
      r.measurements.push_back({"costs", row, name, "paper_ms", "ms", 50, "50"});
      r.measurements.push_back({"costs", row, name, "remark", "", {}, "whole"});
    }
    return r;
  }

  // Each setting is a point: core, seed.
  SweepSummary summaryOf(const std::vector<std::pair<std::string, int>>& settings) {
    SweepPlan plan;
    plan.experiment = "toy";
    for (const auto& [core, seed] : settings)
      plan.points.push_back(
          {static_cast<unsigned>(plan.points.size() + 1),
           {{"core", core, "", false}, {"quick", "true", "", true}, {"seed", std::to_string(seed), "", false}}});
    auto database = SweepDatabase::open(folder_ / "sweep.sqlite", plan, {});
    EXPECT_TRUE(database) << database.error().text();
    for (const SweepPoint& p : plan.points) {
      const double cost = std::atof(p.settings[0].value.c_str()) * 10 + std::atof(p.settings[2].value.c_str());
      PointOutcome outcome{.point = p.number, .report = reportOf(cost)};
      if (p.settings[0].value == "13") outcome = {.point = p.number, .failed = true, .message = "bad luck"};
      EXPECT_TRUE(database->store(outcome));
    }
    return sweepSummary(*database);
  }

  fs::path folder_;
};

const ReportTable& tableOf(const Report& r, const std::string& name) { return r.tableOf(name); }

std::vector<std::string> printed(const std::vector<Cell>& row) {
  std::vector<std::string> texts;
  for (const Cell& c : row) texts.push_back(c.printed());
  return texts;
}

std::vector<Plot> plotsIn(const Report& r) {
  std::vector<Plot> plots;
  for (const ReportSection& s : r.sections)
    if (s.plot) plots.push_back(*s.plot);
  return plots;
}

TEST_F(SweepReports, RepetitionsAreMeansWithTheirConfidence) {
  const auto report = sweepReport(summaryOf({{"2", 1}, {"2", 2}, {"2", 3}, {"4", 1}, {"4", 2}, {"4", 3}}), {});
  ASSERT_TRUE(report) << report.error().text();
  const ReportTable& t = tableOf(*report, "costs");
  std::vector<std::string> names;
  for (const ReportHeading& h : t.headings) names.push_back(h.name());
  EXPECT_THAT(names, ElementsAre("option_core", "name", "runs", "cost_ms", "cost_ms_confidence", "cost_ms_deviation",
                                 "paper_ms"));
  ASSERT_THAT(t.rows, SizeIs(4));
  // 21, 22, 23: deviation 1; Student's 4.303 for 2 degrees of freedom, by the root of 3.
  EXPECT_THAT(printed(t.rows[0]), ElementsAre("2", "A", "3", "22.00", "2.48", "1.00", "50"));
  EXPECT_THAT(printed(t.rows[3]), ElementsAre("4", "B", "3", "84.00", "4.97", "2.00", "50"));
  EXPECT_EQ(t.headings[3].origin(), Origin::Measured);
  EXPECT_EQ(t.headings[3].provenance, "mean of the runs; a clock");
  EXPECT_EQ(t.headings[6].origin(), Origin::Published);
  ASSERT_THAT(plotsIn(*report), SizeIs(1));
  const Plot plot = plotsIn(*report).front();
  EXPECT_EQ(plot.kind, PlotKind::Lines);
  EXPECT_EQ(plot.name, "costs-cost_ms-by-core");
  EXPECT_THAT(plot.at, ElementsAre("option_core"));
  EXPECT_THAT(plot.by, ElementsAre("name"));
  EXPECT_EQ(plot.values.front().error, "cost_ms_confidence");
  EXPECT_THAT(report->text(), HasSubstr("Each choice of options ran with 3 seeds"));
}

TEST_F(SweepReports, OptionsAreNumbersWithAUnitOrNames) {
  const SweepSummary times = summaryOf({{"500ns", 1}, {"700.5ns", 1}});
  EXPECT_EQ(times.varied.front().unit, "ns");
  EXPECT_THAT(times.varied.front().numbers, ElementsAre(500, 700.5));
  EXPECT_EQ(times.fixed.front().name, "quick");
  const auto report = sweepReport(times, {});
  EXPECT_THAT(printed(tableOf(*report, "costs").rows[2]), ElementsAre("700.5", "A", "7006.0", "50"));
  EXPECT_EQ(plotsIn(*report).front().x.title, "--core, ns");
  fs::remove(folder_ / "sweep.sqlite");
  const SweepSummary types = summaryOf({{"MA10", 1}, {"MD10", 2}, {"MD10", 1}, {"MA10", 2}});
  ASSERT_THAT(plotsIn(*sweepReport(types, {})), IsEmpty()) << "the cost does not vary";
  const auto asked = sweepReport(types, {"costs.cost_ms"});
  ASSERT_THAT(plotsIn(*asked), SizeIs(1));
  EXPECT_EQ(plotsIn(*asked).front().kind, PlotKind::Dots);
  EXPECT_THAT(plotsIn(*asked).front().at, ElementsAre("option_core", "name"));
}

TEST_F(SweepReports, FailedPointsAreListed) {
  const auto report = sweepReport(summaryOf({{"2", 1}, {"13", 1}, {"4", 1}}), {});
  ASSERT_TRUE(report) << report.error().text();
  EXPECT_THAT(printed(tableOf(*report, "failed-points").rows.front()),
              ElementsAre("2", "core=13 quick=true seed=1", "bad luck"));
  EXPECT_THAT(report->text(), HasSubstr("2 of 3 points of toy are done, 1 failed"));
}

TEST_F(SweepReports, AnUnknownMeasurementIsAnErrorThatNamesThose) {
  const auto report = sweepReport(summaryOf({{"2", 1}}), {"costs.price"});
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().text(),
            "--plot: there is no measurement costs.price; measured: costs.cost_ms, costs.paper_ms");
}

// Without an option that is varied there is nothing to draw: the report says so of what was asked for.
TEST_F(SweepReports, AMeasurementThatCannotBeDrawnIsNamed) {
  const auto report = sweepReport(summaryOf({{"2", 1}, {"2", 2}}), {"costs.cost_ms"});
  ASSERT_TRUE(report) << report.error().text();
  EXPECT_THAT(plotsIn(*report), IsEmpty());
  EXPECT_THAT(report->text(), HasSubstr("Not drawn: costs.cost_ms. A plot needs an option that is varied"));
}

// Two options, of which either has five values; a name for each row.
SweepSummary grid(std::size_t rows, bool complete) {
  SweepSummary s;
  SweptTable t{
      "costs", {{"costs", "name", "name", "", "given", ""}}, {{{"costs", "cost_ms", "cost", "ms", "", ""}, 1}}, {}};
  s.varied = {{"core", {}, {}, {}}, {"turns", {}, {}, {}}};
  for (const double v : {10, 20, 30, 40, 900})
    for (SweptOption& o : s.varied) {
      o.numbers.push_back(v);
      o.values.push_back(fmt::format("{}", v));
    }
  for (std::size_t a = 0; a < 5; ++a)
    for (std::size_t b = 0; b < 5; ++b)
      for (std::size_t r = 0; r < rows; ++r)
        if (complete || a == b)
          t.rows.push_back({{s.varied[0].values[a], s.varied[1].values[b]}, {fmt::format("row {}", r)}, {{1.0}}});
  s.tables.push_back(t);
  return s;
}

TEST(SweepPlots, AGridIsDrawnByTheOptionWithMostValues) {
  const auto kindOf = [](const SweepSummary& s) { return plotsOf(s, s.tables.front(), 0).front().kind; };
  EXPECT_EQ(kindOf(grid(1, true)), PlotKind::Lines);
  EXPECT_EQ(kindOf(grid(4, true)), PlotKind::HeatMap) << "20 lines";
  const SweepSummary many = grid(20, true);
  EXPECT_THAT(plotsOf(many, many.tables.front(), 0), IsEmpty()) << "100 rows";
}

TEST(SweepPlots, ASampleIsDrawnByEachOption) {
  const SweepSummary s = grid(2, false);
  const std::vector<Plot> plots = plotsOf(s, s.tables.front(), 0);
  ASSERT_THAT(plots, SizeIs(2));
  EXPECT_EQ(plots[1].name, "costs-cost_ms-by-turns");
  EXPECT_EQ(plots[1].kind, PlotKind::Points);
  EXPECT_TRUE(plots[1].x.logarithmic) << "10 to 900";
}

}  // namespace
}  // namespace utah10

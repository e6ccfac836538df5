// Plots: what they take from tables, the commands for gnuplot, and what becomes of its SVG.
#include <gmock/gmock.h>

#include <stdexcept>

#include "experiments/report/gnuplot_script.hpp"
#include "experiments/report/plot_data.hpp"
#include "experiments/report/plot_svg.hpp"

namespace utah10 {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

ReportTable costs() {
  return {"costs",
          "",
          {{"name", ""}, {"bits", ""}, {"ours", ""}, {"|paper", ""}, {"|most", ""}},
          {{Cell::text("A"), Cell::whole(8), Cell::rounded(5, 1), Cell::text("4"), Cell::text("6")},
           {Cell::text("B"), Cell::whole(36), Cell::rounded(7, 1), Cell::text("8"), Cell::text("8")},
           {Cell::text("C"), Cell::whole(36), Cell::missing(), Cell::text("none"), Cell::missing()}}};
}

std::vector<std::string> namesOf(const PlotData& d) {
  std::vector<std::string> names;
  for (const PlotSeries& s : d.series) names.push_back(s.name);
  return names;
}

std::string scriptOf(const Plot& plot) { return gnuplotScript({{plot, plotData(plot, costs())}}); }

TEST(PlotData, SeriesAreOfGroupsAndOfColumns) {
  const Plot groups = {.kind = PlotKind::Scatter, .at = {"paper_paper"}, .values = {{"ours"}}, .by = {"bits"}};
  const PlotData d = plotData(groups, costs());
  EXPECT_THAT(namesOf(d), ElementsAre("bits 8", "bits 36"));
  ASSERT_EQ(d.series[1].points.size(), 1u) << "cells without a number are left out";
  EXPECT_EQ(d.series[1].points[0].x, 8);
  EXPECT_EQ(d.series[1].points[0].y, 7);
  EXPECT_EQ(d.series[1].points[0].printed, "7.0");
  const Plot columns = {.kind = PlotKind::Lines, .at = {"bits"}, .values = {{"ours"}, {"paper_paper", {}, "RFC"}}};
  EXPECT_THAT(namesOf(plotData(columns, costs())), ElementsAre("ours", "RFC"));
  EXPECT_EQ(plotData(columns, costs()).series[1].origin, Origin::Published);
  const Plot both = {.kind = PlotKind::Lines, .at = {"bits"}, .values = {{"ours"}, {"paper_paper"}}, .by = {"name"}};
  EXPECT_THAT(namesOf(plotData(both, costs())), ElementsAre("A: ours", "A: paper", "B: ours", "B: paper"));
}

// A legend has no title that says what its numbers are.
TEST(PlotData, NumbersInNamesSayWhatTheyAre) {
  const ReportTable t = {
      "t",
      "",
      {{"--hops", ""}, {"--reaction", "", {.unit = "ms"}}, {"size", "", {.unit = "bits"}}, {"x", ""}},
      {{Cell::text("3"), Cell::text("40"), Cell::whole(1008), Cell::whole(1)}}};
  const std::vector<std::string> names = {"hops", "reaction_ms", "size_bits"};
  const char* explained = "--hops 3, --reaction 40 ms, 1008 bits";
  EXPECT_THAT(namesOf(plotData({.kind = PlotKind::Lines, .at = {"x"}, .values = {{"x"}}, .by = names}, t)),
              ElementsAre(explained));
  EXPECT_THAT(plotData({.kind = PlotKind::Dots, .at = names, .values = {{"x"}}}, t).rows, ElementsAre(explained));
  EXPECT_THAT(plotData({.kind = PlotKind::Dots, .at = {"size_bits"}, .values = {{"x"}}}, t).rows, ElementsAre("1008"))
      << "the axis has a title";
}

TEST(PlotData, RangesRowsAndChoices) {
  const Plot ranges = {.kind = PlotKind::Points, .at = {"bits"}, .values = {{"paper_paper", "paper_most"}}};
  const PlotPoint point = plotData(ranges, costs()).series[0].points[0];
  EXPECT_EQ(point.y, 4);
  EXPECT_EQ(point.value, 6);
  EXPECT_EQ(point.printed, "4 to 6");
  const Plot rows = {.kind = PlotKind::Dots, .only = {"bits", "36"}, .at = {"name", "bits"}, .values = {{"ours"}}};
  EXPECT_THAT(plotData(rows, costs()).rows, ElementsAre("B, bits 36"));
  const Plot heat = {.kind = PlotKind::HeatMap, .at = {"name"}, .values = {{"ours"}}, .by = {"bits"}};
  const PlotData map = plotData(heat, costs());
  EXPECT_THAT(map.rows, ElementsAre("A", "B"));
  EXPECT_THAT(map.columns, ElementsAre("8", "36"));
  EXPECT_EQ(map.series[0].points[1].x, 1);
  EXPECT_EQ(map.series[0].points[1].y, 1);
  EXPECT_EQ(map.series[0].points[1].value, 7);
  EXPECT_THROW(plotData({.at = {"nothing"}}, costs()), std::logic_error);
}

TEST(GnuplotScript, DrawsEachKind) {
  const Plot scatter = {.at = {"paper_paper"}, .values = {{"ours"}}, .x = {"theirs"}, .y = {"ours"}};
  EXPECT_THAT(scriptOf(scatter), HasSubstr("plot x with lines"));
  EXPECT_THAT(scriptOf(scatter), HasSubstr("$s0 << EOD\n4 5 5 5\n8 7 7 7\nEOD\n"));
  EXPECT_THAT(scriptOf(scatter), HasSubstr("set xrange [0:8.64]\n"));
  EXPECT_THAT(scriptOf(scatter), HasSubstr("set yrange [0:8.64]\n")) << "the same, for the diagonal";
  const Plot logs = {.kind = PlotKind::Lines, .at = {"bits"}, .values = {{"ours"}, {"paper_paper"}}, .x = {"", true}};
  EXPECT_THAT(scriptOf(logs), HasSubstr("set logscale x\n"));
  EXPECT_THAT(scriptOf(logs), HasSubstr("with linespoints pt 7"));
  EXPECT_THAT(scriptOf(logs), HasSubstr("with linespoints pt 6")) << "published: hollow";
  const Plot bars = {.kind = PlotKind::Bars, .at = {"name"}, .values = {{"ours"}, {"paper_paper"}}};
  EXPECT_THAT(scriptOf(bars), HasSubstr("$s1 << EOD\n5 9 0 -0.36 0.36\n7 15 1 0.64 1.36\nEOD\n")) << "stacked";
  EXPECT_THAT(scriptOf(bars), HasSubstr("set xrange [0:15.45]\nunset logscale x\nset xtics 5\n"));
  const Plot ranges = {.kind = PlotKind::Dots, .at = {"name"}, .values = {{"paper_paper", "paper_most"}}};
  EXPECT_THAT(scriptOf(ranges), HasSubstr("with vectors nohead"));
  EXPECT_THAT(scriptOf(ranges), HasSubstr("set ytics ('A' 0, 'B' 1)"));
  EXPECT_THAT(scriptOf(ranges), HasSubstr("set xtics 2\n"));
  const Plot heat = {.kind = PlotKind::HeatMap, .at = {"name"}, .values = {{"ours"}}, .by = {"bits"}};
  EXPECT_THAT(scriptOf(heat), HasSubstr("$h1 << EOD\n0 0 "));
  EXPECT_THAT(scriptOf(heat), HasSubstr("$h5 << EOD\n1 1 "));
  EXPECT_THAT(scriptOf(heat), HasSubstr("set xtics ('8' 0, '36' 1)"));
}

TEST(PlotData, LinesGoFromLeftToRight) {
  ReportTable t = costs();
  std::swap(t.rows[0], t.rows[1]);
  const Plot lines = {.kind = PlotKind::Lines, .at = {"bits"}, .values = {{"ours"}}};
  const PlotSeries sorted = plotData(lines, t).series[0];
  ASSERT_EQ(sorted.points.size(), 2u);
  EXPECT_EQ(sorted.points[0].x, 8);
  EXPECT_EQ(sorted.points[1].x, 36);
}

// gnuplot executes what is between back quotes in double quotes, and none of that in single ones.
TEST(GnuplotScript, TextsAreNotCommands) {
  ReportTable t = costs();
  t.rows[0][0] = Cell::text("it's `date`\nquit");
  const Plot plot = {.kind = PlotKind::Dots, .at = {"name"}, .values = {{"ours"}}, .x = {"\"us\""}};
  t.rows[1][0] = Cell::text("1% lost");
  std::string script = gnuplotScript({{plot, plotData(plot, t)}});
  EXPECT_THAT(script, HasSubstr("('it''s `date` quit' 0, '1%% lost' 1)"));
  EXPECT_THAT(script, HasSubstr("set xlabel '\"us\"' offset"));
  t.rows[0][0] = Cell::text("a name of more than one \"line\", 5% of `date`");
  script = gnuplotScript({{plot, plotData(plot, t)}});
  EXPECT_THAT(script, HasSubstr("(\"a name of more than one\\n\\\"line\\\", 5%% of 'date'\" 0, '1%% lost' 1)"));
}

TEST(GnuplotScript, PublishedNumbersHaveHollowMarksInTheColourOfOurs) {
  const Plot plot = {.kind = PlotKind::Dots, .at = {"name"}, .values = {{"ours"}, {"paper_paper"}, {"paper_most"}}};
  const PlotData d = plotData(plot, costs());
  EXPECT_EQ(markOf(d, 0, plot.kind).sign, "\u25cf");
  EXPECT_EQ(markOf(d, 1, plot.kind).sign, "\u25cb");
  EXPECT_EQ(markOf(d, 1, plot.kind).colour, 0u);
  EXPECT_EQ(markOf(d, 2, plot.kind).sign, "\u25a1");
  EXPECT_EQ(markOf(d, 2, PlotKind::Bars).colour, 2u);
}

constexpr const char* kSvg =
    "<?xml version=\"1.0\"?>\n<svg \n viewBox=\"0 0 5 4\"\n xmlns=\"http://www.w3.org/2000/svg\"\n>\n\n<title>Gnuplot</title>\n"
    "<desc>Produced by GNUPLOT</desc>\n<filter id='x'>\n<feFlood/></filter><g color=\"black\">\n</g>\n"
    "<path id='gpPt5' stroke='rgb(  1,   1,   1)' fill=\"rgb(3,0,2)\"/><use xlink:href='#gpPt5' color='white'/>"
    "<g clip-path=\"url(#gpPt5)\" fill='rgb(4,0,5)' stroke='rgb(2,2,2)'>a</g></svg>\n";

TEST(PlotSvg, ColoursBecomeVariablesAndIdsUnique) {
  const auto drawings = drawingsOf(std::string{kSvg} + kSvg, {"one", "two"});
  ASSERT_EQ(drawings.size(), 2u);
  EXPECT_EQ(drawings[1].viewBox, "0 0 5 4");
  EXPECT_EQ(drawings[1].content,
            "<path id='plot-two-gpPt5' stroke='currentColor' fill=\"var(--series-2)\"/>"
            "<use href='#plot-two-gpPt5' color='var(--plot-paper)'/><g clip-path=\"url(#plot-two-gpPt5)\" "
            "fill='var(--heat-5)' stroke='var(--plot-grid)'>a</g>\n");
  EXPECT_THAT(drawings[0].content, HasSubstr("plot-one-gpPt5"));
}

TEST(PlotSvg, AnIncompleteDrawingIsNone) {
  EXPECT_THAT(drawingsOf(kSvg, {"one", "two"}), IsEmpty());
  EXPECT_THAT(drawingsOf("<svg viewBox=\"0 0 1 1\">", {"one"}), IsEmpty());
  EXPECT_THAT(drawingsOf("<svg>\n</svg>", {"one"}), IsEmpty());
  EXPECT_THAT(drawingsOf("", {}), IsEmpty());
}

}  // namespace
}  // namespace utah10

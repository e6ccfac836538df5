// The report on RFC 508 is printed from findings alone: these are made by hand.
#include "experiments/rfc508/render.hpp"

#include <gmock/gmock.h>

#include "experiments/report_rows.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

Rfc508Findings made() {
  Rfc508Findings f;
  f.machine = "some machine";
  f.path = "some path";
  f.seconds = 30;
  f.stallInterval = 60;
  f.stallLength = 1000;
  f.grid = {{6000, 9600}, {1008, 2016}, {{StreamCell{178}, StreamCell{89}}, {StreamCell{285}, std::nullopt}}};
  f.paper = {
      {6000, 9600},
      {1008, 2016},
      {{StreamCell{180}, StreamCell{89, 1, 174, 174, 174}}, {StreamCell{287}, StreamCell{83, 2, 8000, 4050, 100}}}};
  f.kept = f.busy = f.grid;
  f.total = {.tests = 3, .percentWithout = 100};
  f.totalPaper = {.tests = 4, .withGaps = 2, .gaps = 3, .percentWithout = 50, .longest = 8000};
  f.counts = {2, 1, -1.5, 0.5};
  f.differences = {{9600, 2016, {142}, {83, 2, 8000, 4050, 100}, 59, 142.9, "a remark"}};
  f.busyCells = {{9600, 2016, {140, 1, 500, 500, 500}, 1, 800, 210}};
  f.stalls = {{60, 1000, 176, 60, 40, 50, 3326}};
  f.longTests = {{30'000, 2016, 300, {4464}, {4669}, 4464.3, ""}};
  f.paths = {{1008, true, 36.6, 51, 73, 56, 134, 114, std::nullopt}, {1008, false, 18.1, 51, 73, 56, 51, 56, 19'200}};
  f.throughput = 36.6;
  f.leastKept = 18.1;
  f.smallest = 1008;
  f.totalKept = {.firstRate = 19'200};
  f.keptContradicted = 17;
  f.paperSubnet = 37;
  f.paperLine = 37.5;
  f.agreesSubnet = true;
  f.programHops = 4;
  f.programs = {{8, 9600, 1008, {285, 1, 9, 9, 9}, 285.7, 9.6, {280, 2, 20, 15, 10}, 6, 20, ""}};
  return f;
}

TEST(Rfc508Render, GridsHaveLinesForGapsOnlyWhereThereAreSome) {
  const std::string csv = test::rowsOf(render(made()));
  EXPECT_THAT(csv, HasSubstr("\npaper,6000,sent,180,89\npaper,6000,longest ms,,174\npaper,6000,mean ms,,174\n"
                             "paper,6000,shortest ms,,174\npaper,6000,gaps,,1\npaper,9600,sent,287,83\n"));
  EXPECT_THAT(csv, HasSubstr("\ngrid,6000,sent,178,89\ngrid,9600,sent,285,\n"));
}

TEST(Rfc508Render, TablesHaveOurColumnsAndThePapers) {
  const std::string csv = test::rowsOf(render(made()));
  for (const char* line :
       {"\ndifferences,9600,2016,142,83,142.9,none,2: 8000/4050/100 ms,a remark\n",
        "\nbusy-cells,9600,2016,140,1,500,500,500,1,800,210\n", "\nstalls,60,1000,176,60,40,50,3326\n",
        "\nlong,30000,2016,300,4464,4669,4464.3,none,none,\n",
        "\npath,1008,packs,36.6,51.0,73.0,56.0,134.0,114.0,no rate\n",
        "\npath,1008,keeps,18.1,51.0,73.0,56.0,51.0,56.0,19200 b/s\n",
        "\nprograms,8,9600,1008,285,285.7,1: 9/9/9 ms,280,2: 20/15/10 ms,9.6,6,20,all\n"})
    EXPECT_THAT(csv, HasSubstr(line));
}

TEST(Rfc508Render, IsAlsoForPrograms) {
  const Report report = render(made());
  test::expectForPrograms(report, 6);
  const std::string tests = test::fileOf(report, "tests.csv");
  EXPECT_THAT(tests, HasSubstr("part,rate_b_per_s,buffer_bits,sent_buffers,number_of_gaps,longest_gap_ms,mean_gap_ms,"
                               "shortest_gap_ms\npaper,6000,1008,180,0,,,\npaper,6000,2016,89,1,174,174,174\n"));
  EXPECT_THAT(tests, HasSubstr("\ngrid,9600,1008,285,0,,,\nkept,6000,"));
  EXPECT_THAT(test::fileOf(report, "differences.csv"),
              HasSubstr("\n9600,2016,142,83,142.9,a remark,0,,,,2,8000,4050,100\n"));
  EXPECT_EQ(test::fileOf(report, "grid.csv"), "");
}

TEST(Rfc508Render, ReportBeginsWithItsOpening) {
  Rfc508Findings f = made();
  const std::string begin = opening(f).beginning();
  EXPECT_THAT(begin, HasSubstr("Path: some path; lines and IMPs of the map of August 1972"));
  EXPECT_THAT(begin, HasSubstr("The program's machine: some machine;"));
  EXPECT_THAT(render(f).text(), StartsWith(begin));
  EXPECT_THAT(begin, Not(HasSubstr("three times")));
  f.brief = true;
  EXPECT_THAT(opening(f).beginning(), HasSubstr("The paper's tests lasted three times as long."));
  f.machine.clear();
  f.programs.clear();
  EXPECT_THAT(render(f).text(), Not(HasSubstr("STREAM")));
}

TEST(Rfc508Render, TextsStateAgreementsAndMisses) {
  const std::string json = render(made()).json();
  for (const char* text :
       {"Ours: 3 of 3 tests without gaps, 100%. The paper: 2 of 4 tests without gaps, 50%; 3 gaps in the others, the "
        "longest of 8000 ms.",
        "in the 2 cells without gaps in either table: ours less the paper's is -1.5 on average (standard deviation "
        "0.5); 1 agree",
        "The path carries 36.6 kb/s of data. RFC 508 quotes 37 kb/s for the subnet (BBN, end of 1972): they agree "
        "within 15 %. RFC 573 quotes 37.5 kb/s (BBN Report 2491): they disagree.",
        "carries 18.1 kb/s with buffers of 1008 bits; gaps begin at 19200 b/s.", "In 17 of these tests with gaps the",
        "stalls every 60 s for 1000 ms on average", "UTAH is 4 lines from UCLA"})
    EXPECT_THAT(json, HasSubstr(text));
  Rfc508Findings f = made();
  f.keptContradicted = 0;
  f.troubles = {"grid 6000 x 1008: some data did not arrive"};
  const std::string other = render(f).json();
  EXPECT_THAT(other, Not(HasSubstr("UCSB's NCP did not work like that")));
  EXPECT_THAT(other, HasSubstr("Failed: grid 6000 x 1008: some data did not arrive."));
}

TEST(Rfc508Render, EdgesSayWhereChanceDecides) {
  EdgeFindings f;
  f.path = "some path";
  f.buffers = {1008, 2016};
  f.step = 1200;
  f.most = 42'000;
  f.rows = {{"none", "", {{1008, 37'200, 35, 5, false, 14, 16, 23}, {2016, 8400, 35, 20, true, 1, 20, 20}}},
            {"hops", "2, to RAND", {{1008, std::nullopt, 35}, {2016, std::nullopt, 35}}}};
  f.paperSubnet = 37;
  f.paperLine = 37.5;
  const Report report = render(f);
  EXPECT_THAT(test::rowsOf(report),
              HasSubstr("\nedges,none,,37200,8400 (20/35)\nedges,hops,\"2, to RAND\",none,none\n"));
  EXPECT_THAT(test::rowsOf(report),
              HasSubstr("\nedge-gaps,none,,14: 16/23,1: 20/20\nedge-gaps,hops,\"2, to RAND\",,\n"));
  test::expectForPrograms(report, 1);
  EXPECT_THAT(test::fileOf(report, "edge-cases.csv"), HasSubstr("\nnone,,2016,8400,35,20,yes,1,20,20\n"));
  EXPECT_THAT(report.text(), HasSubstr("Rates from 1200 to 42000 b/s in steps of 1200; 30 s each."));
  EXPECT_THAT(report.text(), StartsWith(opening(f).beginning()));
}

}  // namespace
}  // namespace utah10

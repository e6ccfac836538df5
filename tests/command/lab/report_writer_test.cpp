// The forms of a report on the host: what cannot be written is refused before anything is measured.
#include "command/lab/report_writer.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "command/lab/gnuplot.hpp"
#include "experiments/report/html_page.hpp"
#include "support/temp_folder.hpp"

namespace utah10 {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

Report opening() {
  Report r;
  r.title = "Example";
  r.say("A paragraph.");
  return r;
}

Report whole() {
  Report r = opening();
  r.show({"costs",
          "What it cost.",
          {{"row", "", {.origin = Origin::Given}}, {"ours", "RUNTM", {.unit = "ms"}}, {"|ms", "RFC", {.unit = "ms"}}},
          {{Cell::text("A"), Cell::whole(12), Cell::whole(10)}, {Cell::text("B"), Cell::whole(3), Cell::whole(4)}}});
  const auto draw = [&](PlotKind kind, const char* name, const char* at) {
    r.draw({.kind = kind,
            .name = name,
            .title = name,
            .table = "costs",
            .at = {at},
            .values = {{"ours_ms"}},
            .by = {"row"},
            .x = {"x"},
            .y = {"y"}});
  };
  draw(PlotKind::Scatter, "scatter", "paper_ms");
  draw(PlotKind::Points, "points", "paper_ms");
  draw(PlotKind::Lines, "lines", "paper_ms");
  draw(PlotKind::Bars, "bars", "row");
  draw(PlotKind::Dots, "dots", "row");
  draw(PlotKind::HeatMap, "map", "row");
  return r;
}

class ReportWriterTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = test::ownFolder();
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    const char* path = std::getenv("PATH");
    path_ = path == nullptr ? "" : path;
  }
  void TearDown() override {
    ::setenv("PATH", path_.c_str(), 1);
    fs::remove_all(folder_);
  }
  static std::string textOf(const fs::path& file) {
    std::ostringstream text;
    text << std::ifstream{file}.rdbuf();
    return text.str();
  }
  std::string refusal() const {
    const auto ok = checkReport(options_);
    return ok ? std::string{} : ok.error().text();
  }
  void write() const {
    const auto ok = checkReport(options_);
    ASSERT_TRUE(ok) << ok.error().text();
    const auto written = ReportWriter{opening(), options_}.write(whole());
    ASSERT_TRUE(written) << written.error().text();
  }

  fs::path folder_;
  std::string path_;
  ReportOptions options_;
};

TEST_F(ReportWriterTest, TextGoesToStandardOutputInTwoParts) {
  ::testing::internal::CaptureStdout();
  ReportWriter writer{opening(), options_};
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "Example\n=======\n\nA paragraph.\n");
  ::testing::internal::CaptureStdout();
  EXPECT_TRUE(writer.write(whole()));
  EXPECT_THAT(::testing::internal::GetCapturedStdout(), HasSubstr("\nWhat it cost.\nrow  ours  |ms\nA      12   10\n"));
}

TEST_F(ReportWriterTest, CsvIsAFileForEachTable) {
  options_.format = "csv";
  options_.output = (folder_ / "tables").string();
  write();
  EXPECT_EQ(textOf(folder_ / "tables" / "costs.csv"), "row,ours_ms,paper_ms\nA,12,10\nB,3,4\n");
  EXPECT_THAT(textOf(folder_ / "tables" / "columns.csv"), HasSubstr("\ncosts.csv,paper_ms,|ms,ms,published,RFC\n"));
  write();  // again, into the folder that is there
}

TEST_F(ReportWriterTest, CsvNeedsAFolder) {
  options_.format = "csv";
  EXPECT_EQ(refusal(), "--format csv: writes a file for each table; name their folder with --output");
  options_.output = (folder_ / "costs.csv").string();
  EXPECT_EQ(refusal(), options_.output + ": is a file; --format csv writes a file for each table: name a folder");
  options_.output = (folder_ / "file").string();
  std::ofstream{options_.output} << "mine";
  EXPECT_THAT(refusal(), HasSubstr("file: is a file; "));
  EXPECT_EQ(textOf(options_.output), "mine");
  options_.output = (folder_ / "nowhere" / "tables").string();
  EXPECT_THAT(refusal(), HasSubstr("tables: cannot be written: No such file or directory"));
}

TEST_F(ReportWriterTest, HtmlThatCannotBeWrittenIsRefusedFirst) {
  options_.html = folder_.string();
  EXPECT_EQ(refusal(), folder_.string() + ": is a directory; name a file");
  options_.html = (folder_ / "nowhere" / "report.html").string();
  EXPECT_THAT(refusal(), HasSubstr("report.html: cannot be written: No such file or directory"));
}

TEST_F(ReportWriterTest, CheckingLeavesFilesAsTheyAre) {
  options_.html = (folder_ / "report.html").string();
  std::ofstream{options_.html} << "an older report";
  EXPECT_EQ(refusal(), "");
  EXPECT_EQ(textOf(options_.html), "an older report");
  EXPECT_EQ(std::distance(fs::directory_iterator{folder_}, fs::directory_iterator{}), 1);
}

TEST_F(ReportWriterTest, HtmlHasADrawingOfEachPlot) {
  options_.format = "json";
  options_.output = (folder_ / "report.json").string();
  options_.html = (folder_ / "report.html").string();
  options_.command = "utah10 rfc1 --quick";
  write();
  const std::string text = textOf(options_.html);
  const test::HtmlPage page{text};
  EXPECT_EQ(page.error(), "");
  EXPECT_EQ(page.count("svg"), 6u);
  std::set<std::string> ids;
  for (const std::string& id : page.values("id")) EXPECT_TRUE(ids.insert(id).second) << id;
  for (const std::string& link : page.values("href")) EXPECT_TRUE(ids.contains(link.substr(1))) << link;
  for (const char* part : {"http", "rgb(", "undrawn\">", "GNUPLOT"}) EXPECT_THAT(text, Not(HasSubstr(part)));
  EXPECT_THAT(text, HasSubstr("utah10 rfc1 --quick"));
  write();
  EXPECT_EQ(textOf(options_.html), text) << "the same report is the same file";
  EXPECT_THAT(textOf(options_.output), HasSubstr("\"title\": \"Example\""));
}

// gnuplot leaves a title out, without a word, if there is no room for it beside the names of the rows.
TEST_F(ReportWriterTest, RowsWithShortNamesHaveTheTitleOfTheirAxis) {
  for (const std::size_t characters : {1u, 4u, 5u, 8u, 9u}) {
    const std::string row(characters, '8');
    const Plot plot{.kind = PlotKind::HeatMap, .name = "map", .x = {"across"}, .y = {"down the side"}};
    const PlotSeries series{.name = "values", .points = {{.x = 0, .y = 0, .value = 1}}};
    const auto drawn = drawPlots({{plot, {.rows = {row}, .columns = {"1008"}, .series = {series}}}});
    ASSERT_TRUE(drawn) << drawn.error().text();
    EXPECT_THAT(drawn->front().content, HasSubstr("across"));
    EXPECT_EQ(drawn->front().content.find("down the side") != std::string::npos, characters <= 8) << row;
  }
}

TEST_F(ReportWriterTest, WithoutGnuplotThePageSaysWhichPackageDraws) {
  options_.output = (folder_ / "report").string();
  options_.html = (folder_ / "report.html").string();
  ::setenv("PATH", folder_.c_str(), 1);
  ::testing::internal::CaptureStderr();
  write();
  EXPECT_THAT(::testing::internal::GetCapturedStderr(),
              HasSubstr("utah10: --html: gnuplot: cannot be started: No such file or directory; install the package "
                        "gnuplot-nox; the report has no plots\n"));
  const std::string text = textOf(options_.html);
  const test::HtmlPage page{text};
  EXPECT_EQ(page.error(), "");
  EXPECT_EQ(page.count("svg"), 0u);
  EXPECT_EQ(page.tables().size(), 7u);
  EXPECT_THAT(text, HasSubstr("install the package gnuplot-nox"));
}

TEST_F(ReportWriterTest, AGnuplotThatFailsSpoilsNothing) {
  options_.output = (folder_ / "report").string();
  options_.html = (folder_ / "report.html").string();
  std::ofstream{folder_ / "gnuplot"} << "#!/bin/sh\necho 'line 3: what?' >&2\nexit 2\n";
  fs::permissions(folder_ / "gnuplot", fs::perms::owner_all);
  ::setenv("PATH", (folder_.string() + ":" + path_).c_str(), 1);
  ::testing::internal::CaptureStderr();
  write();
  EXPECT_THAT(::testing::internal::GetCapturedStderr(), HasSubstr("gnuplot: failed with exit code 2: line 3: what?"));
  const std::string text = textOf(options_.html);
  EXPECT_EQ(test::HtmlPage{text}.count("svg"), 0u);
}

}  // namespace
}  // namespace utah10

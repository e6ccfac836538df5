// Cells and columns of tables.
#include "experiments/report/table.hpp"

#include <gtest/gtest.h>

#include "experiments/report/report_numbers.hpp"

namespace utah10 {
namespace {

TEST(Cell, IsPrintedByItsType) {
  struct {
    Cell cell;
    const char* printed;
    std::optional<double> number;
    bool right;
  } const cases[] = {
      {Cell::whole(12), "12", 12, true},
      {Cell::rounded(76.678, 2), "76.68", 76.68, true},
      {Cell::rounded(std::optional{0.5}, 0), "0", 0, true},
      {Cell::rounded(std::nullopt, 2, "-"), "-", std::nullopt, true},
      {Cell::rounded(std::nullopt, 2), "", std::nullopt, true},
      {Cell::cut(76.678, 2), "76.67", 76.67, true},
      {Cell::cut(-0.5, 0), "-1", -1, true},
      {Cell::clock(seconds(14)), "14", 14, true},
      {Cell::clock(seconds(4)), "04", 4, true},
      {Cell::clock(seconds(176) + milliseconds(25)), "02:56", 176.025, true},
      {Cell::clock("02:56"), "02:56", 176, true},
      {Cell::clock(""), "", std::nullopt, true},
      {Cell::text("05"), "05", std::nullopt, true},
      {Cell::text("whole"), "whole", std::nullopt, false},
      {Cell::text("3 to 4"), "3 to 4", std::nullopt, true},
      {Cell::text("11.61"), "11.61", 11.61, true},
      {Cell::text(""), "", std::nullopt, true},
      {Cell::missing("-"), "-", std::nullopt, true},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.printed);
    EXPECT_EQ(c.cell.printed(), c.printed);
    EXPECT_EQ(c.cell.number(), c.number);
    EXPECT_EQ(c.cell.alignsRight(), c.right);
  }
}

TEST(Cell, IsEmptyForProgramsIfItIsMissing) {
  EXPECT_EQ(Cell::missing("-").data(), "");
  EXPECT_EQ(Cell::rounded(std::nullopt, 2, "-").data(), "");
  EXPECT_EQ(Cell::rounded(2.5, 2).data(), "2.50");
  EXPECT_EQ(Cell::clock(seconds(176)).data(), "176.000");
  EXPECT_EQ(Cell::clock("1:04").data(), "64");
}

TEST(Heading, HasANameForProgramsWithItsUnit) {
  struct {
    ReportHeading heading;
    const char* name;
    Origin origin;
  } const cases[] = {
      {{"us/byte", "", {.unit = "us/byte"}}, "us_per_byte", Origin::Measured},
      {{"out us/byte", "", {.unit = "us/byte"}}, "out_us_per_byte", Origin::Measured},
      {{"|us/byte", "", {.unit = "us/byte"}}, "paper_us_per_byte", Origin::Published},
      {{"cpu %", "", {.unit = "%"}}, "cpu_percent", Origin::Measured},
      {{"page wait", "", {.unit = "ms"}}, "page_wait_ms", Origin::Measured},
      {{"s/Mb", "", {.unit = "s/Mb", .origin = Origin::Computed}}, "s_per_mb", Origin::Computed},
      {{"receive / send, large", "", {}}, "receive_per_send_large", Origin::Measured},
      {{"", "", {.origin = Origin::Given, .name = "direction"}}, "direction", Origin::Given},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(c.heading.name(), c.name);
    EXPECT_EQ(c.heading.origin(), c.origin) << c.name;
  }
  EXPECT_EQ((ReportHeading{"|kb/s", ""}.label()), "kb/s");
}

TEST(Table, HasACellOfEachColumnInEachRow) {
  const std::vector<int> rows = {1, 2};
  std::vector<ReportColumn<int>> columns = {
      {"n", "counted", [](const int& n) { return Cell::whole(static_cast<unsigned>(n)); }}};
  append<int>(columns, {{"half", "n / 2", [](const int& n) { return Cell::rounded(n / 2.0, 1); }}});
  const ReportTable t = table("numbers", "Some numbers.", rows, columns);
  EXPECT_EQ(t.name, "numbers");
  EXPECT_EQ(t.title, "Some numbers.");
  ASSERT_EQ(t.headings.size(), 2u);
  EXPECT_EQ(t.headings[1].heading, "half");
  EXPECT_EQ(t.headings[1].provenance, "n / 2");
  EXPECT_EQ(t.rows, (std::vector<std::vector<Cell>>{{Cell::whole(1), Cell::rounded(0.5, 1)},
                                                    {Cell::whole(2), Cell::rounded(1, 1)}}));
}

TEST(RangeText, IsOneNumberIfBothEndsArePrintedAlike) {
  EXPECT_EQ(rangeText({76.07, 76.32}, 2, "-"), "76.07-76.32");
  EXPECT_EQ(rangeText({49.6, 50.4}, 0, " to "), "50");
  EXPECT_FALSE(rangeOf({}));
  const auto range = rangeOf({3, 1, 2});
  ASSERT_TRUE(range);
  EXPECT_EQ(range->least, 1);
  EXPECT_EQ(range->most, 3);
}

}  // namespace
}  // namespace utah10

// Tidy rows of a report in JSON.
#include "command/sweep/measurement.hpp"

#include <gmock/gmock.h>

#include "experiments/report/report.hpp"

namespace utah10 {
namespace {

TEST(Measurements, EachCellIsARowWithItsUnit) {
  struct Row {
    std::string name;
    double delay;
  };
  Report report{"Delays", {}};
  report.show(table<Row>("delays", "", {{"first", 2.5}, {"second", 4}},
                         {{"name", "", [](const Row& r) { return Cell::text(r.name); }},
                          {"delay ms", "a clock", [](const Row& r) { return Cell::rounded(r.delay, 1); }},
                          {"none", "", [](const Row&) { return Cell::missing(); }}}));
  const auto all = measuredReport(report.json());
  ASSERT_TRUE(all) << all.error().text();
  ASSERT_EQ(all->measurements.size(), 4U) << "an empty cell is no measurement";
  EXPECT_EQ(all->measurements.at(0).text, "first");
  EXPECT_EQ(all->measurements.at(0).number, std::nullopt);
  const Measurement& delay = all->measurements.at(3);
  EXPECT_EQ(delay.table, "delays");
  EXPECT_EQ(delay.row, 2U);
  EXPECT_EQ(delay.label, "second");
  EXPECT_EQ(delay.unit, "ms");
  EXPECT_EQ(delay.number, 4.0);
  ASSERT_EQ(all->columns.size(), 3U);
  EXPECT_EQ(all->columns.at(1), (MeasuredColumn{"delays", "delay_ms", "delay ms", "ms", "measured", "a clock"}));
}

TEST(Measurements, AReportMayNameItsColumnsAndUnits) {
  const auto all = measuredReport(
      R"({"tables": {"t": {"columns": [{"heading": "|a", "name": "paper_a_s", "unit": "s"}], "rows": [{"|a": 3}]},
                     "grid": {"readers": "people", "rows": [{"b": 1}]}}})");
  ASSERT_TRUE(all) << all.error().text();
  ASSERT_EQ(all->measurements.size(), 1U);
  EXPECT_EQ(all->measurements.front().name, "paper_a_s");
  EXPECT_EQ(all->measurements.front().unit, "s");
}

TEST(Measurements, UnitsOfHeadings) {
  for (const auto& [heading, unit] : {std::pair{"delay ms", "ms"},
                                      {"us/bit", "us/bit"},
                                      {"|us/bit", "us/bit"},
                                      {"send %", "%"},
                                      {"kb/cpu s", "kb/s"},
                                      {"cpu", ""},
                                      {"s", ""},
                                      {"rows", ""}})
    EXPECT_EQ(unitOf(heading), unit) << heading;
}

TEST(Measurements, WhatIsNoReportIsRefused) {
  for (const char* text : {"", "{", "[]", "{\"title\": 1}"}) EXPECT_FALSE(measuredReport(text)) << text;
}

}  // namespace
}  // namespace utah10

// What tests look at in reports.
#pragma once

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "experiments/report/html_report.hpp"
#include "experiments/report/report.hpp"

namespace utah10::test {

// The tables as people read them: a line for the headings and for each row, which begin with "table," and the table's
// name; cells with commas are in quotes.
inline std::string rowsOf(const Report& report) {
  std::string out;
  const auto add = [&](const std::string& text) {
    out += "," + (text.find(',') == std::string::npos ? text : "\"" + text + "\"");
  };
  for (const ReportSection& s : report.sections) {
    if (!s.isTable() || !s.table.isFor(Readers::People)) continue;
    const auto columns = s.table.columnsFor(Readers::People);
    out += "table";
    for (const std::size_t c : columns) add(s.table.headings[c].heading);
    out += "\n";
    for (const auto& row : s.table.rows) {
      out += s.table.name;
      for (const std::size_t c : columns) add(row[c].printed());
      out += "\n";
    }
  }
  return out;
}

// The text of a file of the report for programs; empty if there is none.
inline std::string fileOf(const Report& report, const std::string& name) {
  for (const ReportFile& f : report.csv())
    if (f.name == name) return f.text;
  return {};
}

// Of every report: tables, plots, and the columns of a table have different names; plots draw columns that there are;
// `plots` of them have something to draw.
inline void expectForPrograms(const Report& report, std::size_t plots) {
  std::set<std::string> tables, drawn;
  for (const ReportSection& s : report.sections) {
    EXPECT_TRUE(!s.plot || drawn.insert(s.plot->name).second) << s.plot->name;
    if (!s.isTable()) continue;
    EXPECT_TRUE(tables.insert(s.table.name).second) << s.table.name;
    std::set<std::string> columns, headings;
    for (const ReportHeading& h : s.table.headings) {
      EXPECT_NE(h.name(), "") << s.table.name << ", " << h.heading;
      EXPECT_TRUE(columns.insert(h.name()).second) << s.table.name << ", " << h.name();
      EXPECT_TRUE(headings.insert(h.heading).second) << s.table.name << ", " << h.heading;
      EXPECT_EQ(h.name().find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_"), std::string::npos) << h.name();
    }
  }
  std::size_t found = 0;
  EXPECT_NO_THROW(found = plotsOf(report).size());
  EXPECT_EQ(found, plots);
}

}  // namespace utah10::test

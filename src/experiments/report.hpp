// A report of an experiment: paragraphs and tables, as text for people, as CSV and as JSON.
//
// Every column of a table says where its numbers come from: which counters of ours, or whose publication. CSV: the
// tables one after another, each line with the table's name in front; JSON: everything, numbers as numbers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace utah10 {

struct ReportColumn {
  std::string name;
  std::string source;  // "RUNTM, twice, by the fork"; "RFC 392"
};

struct ReportTable {
  std::string name;   // short, unique: "transfers"
  std::string title;  // above it in the text
  std::vector<ReportColumn> columns;
  std::vector<std::vector<std::string>> rows;  // a cell a column; what reads as a number is one
};

struct Report {
  struct Part {
    std::string paragraph;  // or
    ReportTable table;      // if it has columns
  };
  std::string title;
  std::vector<Part> parts;

  void say(std::string paragraph) { parts.push_back({std::move(paragraph), {}}); }
  void show(ReportTable table) { parts.push_back({{}, std::move(table)}); }

  // With a list of the columns' sources at its end.
  std::string text() const;
  std::string csv() const;
  std::string json() const;
};

}  // namespace utah10

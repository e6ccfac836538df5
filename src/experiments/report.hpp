// A report of an experiment: paragraphs and tables, as text, CSV or JSON.
//
// Every column of a table states the source of its numbers: a counter of the emulator, or a publication. CSV: the
// tables in sequence, each line preceded by the name of the table; JSON: everything, with numbers as numbers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace utah10 {

struct ReportColumn {
  std::string name;
  std::string source;  // "RUNTM of the fork, last less first"; "RFC 392"
};

struct ReportTable {
  std::string name;   // short, unique: "transfers"
  std::string title;  // heading in the text
  std::vector<ReportColumn> columns;
  std::vector<std::vector<std::string>> rows;  // one cell per column; cells that parse as numbers are numbers in JSON
};

struct Report {
  struct Part {
    std::string paragraph;  // used if the table has no columns
    ReportTable table;
  };
  std::string title;
  std::vector<Part> parts;

  void say(std::string paragraph) { parts.push_back({std::move(paragraph), {}}); }
  void show(ReportTable table) { parts.push_back({{}, std::move(table)}); }

  // Ends with a list of the columns' sources.
  std::string text() const;
  std::string csv() const;
  std::string json() const;
};

}  // namespace utah10

// A report of an experiment: paragraphs and tables, as text, CSV or JSON.
//
// CSV: the tables in sequence, each line preceded by the name of the table; JSON: everything, with numbers as numbers.
#pragma once

#include <string>
#include <vector>

#include "experiments/report/table.hpp"

namespace utah10 {

// A paragraph, or a table if that has columns.
struct ReportSection {
  std::string paragraph;
  ReportTable table;
};

struct Report {
  std::string title;
  std::vector<ReportSection> sections;

  void say(std::string paragraph) { sections.push_back({std::move(paragraph), {}}); }
  void show(ReportTable table) { sections.push_back({{}, std::move(table)}); }

  // Ends with a list of the columns' provenance.
  std::string text() const;
  std::string csv() const;
  std::string json() const;
};

}  // namespace utah10

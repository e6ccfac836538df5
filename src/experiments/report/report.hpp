// A report of an experiment: paragraphs, tables and plots, as text, CSV, JSON and HTML (html_report.hpp).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/report/plot.hpp"
#include "experiments/report/table.hpp"

namespace utah10 {

// A paragraph; a table, if that has columns; or a plot.
struct ReportSection {
  std::string paragraph;
  ReportTable table;
  std::optional<Plot> plot{};

  bool isTable() const { return !table.headings.empty(); }
  bool isParagraph() const { return !isTable() && !plot; }
};

// A file of a report for programs.
struct ReportFile {
  std::string name;  // "samples.csv"
  std::string text;
};

struct Report {
  std::string title;
  std::vector<ReportSection> sections;

  void say(std::string paragraph) { sections.push_back({std::move(paragraph), {}}); }
  void show(ReportTable table) { sections.push_back({{}, std::move(table)}); }
  // Only HTML has plots.
  void draw(Plot plot) { sections.push_back({{}, {}, std::move(plot)}); }

  // Ends with a list of the columns' provenance.
  std::string text() const;
  // The text without that list. It begins the text() of every report that has these sections and more.
  std::string beginning() const;
  // A tidy table in each file, and columns.csv, which describes their columns.
  std::vector<ReportFile> csv() const;
  // Everything but plots, with numbers as numbers.
  std::string json() const;

  // Throws std::logic_error if there is none of that name.
  const ReportTable& tableOf(const std::string& name) const;
};

}  // namespace utah10

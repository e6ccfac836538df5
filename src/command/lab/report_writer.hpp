// Writes the report of an experiment in the chosen forms. Private to the command layer.
#pragma once

#include <string>

#include "experiments/report/report.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

class Interruption;

struct ReportOptions {
  std::string format = "text";           // text, csv or json
  std::string output{};                  // file; folder for csv; standard output if empty
  std::string html{};                    // file; none if empty
  bool quiet = false;                    // no progress messages
  std::string command{};                 // the command line without the options above, for the HTML file
  unsigned jobs = 0;                     // machines side by side; 0: as many as the host has processors
  bool checkOnly = false;                // find what is wrong or missing, and run nothing
  Interruption* interruption = nullptr;  // what may end the run; null: nothing
};

// Whether the report can be written, before anything is measured; nothing is created. If plots cannot be drawn, says so
// on standard error.
Expected<void> checkReport(const ReportOptions& options);

// The HTML file.
Expected<void> writeHtml(const Report& report, const ReportOptions& options);

// Writes a report. In text form, standard output shows its opening before the first measurement.
class ReportWriter {
 public:
  ReportWriter(const Report& opening, const ReportOptions& options);
  // The rest of the report, which begins with the opening, and the HTML file: each completely, or fails. All are tried.
  Expected<void> write(const Report& report);

 private:
  Expected<void> writeForm(const Report& report) const;

  const ReportOptions& options_;
  std::string shown_;
};

}  // namespace utah10

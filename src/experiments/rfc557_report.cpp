#include "experiments/rfc557_report.hpp"

#include <fmt/format.h>

#include "experiments/charge_tables.hpp"
#include "experiments/report_numbers.hpp"
#include "experiments/rfc557_findings.hpp"

namespace utah10 {

namespace {

ReportTable countsTable(const std::vector<ChainResult>& results) {
  ReportTable t{
      "counts",
      "Counts between the two readings of the run time.",
      {{"transfer", ""}, {"bits", "bits on the network, counted by the program"}, {"kb/s", "bits / virtual time"}},
      {}};
  addCountColumns(t, CountedCalls::BytesAndStrings);
  t.columns.push_back(
      {"arrived", "every byte compared: the deck read by CCN with the files, the retrieved file with the original"});
  for (const ChainResult& r : results) {
    std::vector<std::string> row = {r.condition.name(), fmt::format("{}", r.bits), fixed(r.realRate(), 1)};
    addCounts(row, r.stretch, CountedCalls::BytesAndStrings);
    row.push_back(r.whole() ? "whole" : r.trouble);
    t.rows.push_back(std::move(row));
  }
  return t;
}

}  // namespace

std::string progressText(const ChainResult& r) {
  return fmt::format("{:<15}: {} bits, {} s/Mb, {} of them in the program{}", r.condition.name(), r.bits,
                     fixed(r.secondsPerMegabit(), 2), fixed(r.userPerMegabit(), 2),
                     r.done ? "" : ", not done: " + r.trouble);
}

Report rfc557Report(const Rfc557Settings& settings, const std::vector<ChainResult>& results, const Seal& seal) {
  Report report;
  report.title = "RFC 557: improvements of RJS and the monitor, and FTP";
  report.say(fmt::format("Machine: {}; no other users. {} bits per transfer.", settings.machine.text(), settings.bits));
  addChainFindings(report, results, seal);
  std::vector<NamedStretch> stretches;
  for (const ChainResult& r : results) stretches.emplace_back(r.condition.name(), &r.stretch);
  report.show(splitTable(stretches));
  report.show(countsTable(results));
  return report;
}

}  // namespace utah10

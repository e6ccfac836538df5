#include "experiments/rfc392_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "experiments/charge_tables.hpp"
#include "experiments/report_numbers.hpp"
#include "experiments/rfc392_findings.hpp"
#include "experiments/rfc392_numbers.hpp"
#include "experiments/rjs_programs.hpp"

namespace utah10 {

namespace {

constexpr double kBits = 8;

double bitsPerSecond(const TransferResult& r) {
  const double s = secondsOf(r.stretch.elapsed());
  return s == 0 ? 0 : kBits * static_cast<double>(r.bytes) / s;
}

// The paper's printed row of a transfer, or its rows of the same size if the transfer is not in the paper.
struct Printed {
  std::string clock, cpu, rate, cost, load;
};
Printed printedOf(const TransferCondition& c, const CsvTable& results) {
  const auto rows = rfc392Rows();
  for (std::size_t n = 0; n < rows.size(); ++n)
    if (c.table == rows[n].table && c.row == rows[n].row)
      return {std::string{results.text(n, "clk_printed")}, std::string{results.text(n, "cpu_s")},
              std::string{results.text(n, "bits_per_s")}, std::string{results.text(n, "us_per_bit")},
              fixed(rows[n].load, 2)};
  return {{}, {}, {}, paperCosts(c, results), {}};
}

// "whole; try 2; UCLA-CCN down for 20 s"
std::string arrivedText(const TransferResult& r) {
  std::string text = r.intact ? "whole" : r.trouble;
  if (r.attempts > 1) text += fmt::format("; try {}", r.attempts);
  return text + (r.faults.empty() ? "" : "; " + r.faults);
}

ReportTable transfersTable(const std::vector<TransferResult>& results, const CsvTable& printed) {
  ReportTable t{
      "transfers",
      "Our transfers, with the columns and the truncation of the paper; columns with a bar are the paper's.",
      {{"row", "table and row of RFC 392; S sent, R received; Q: not a row of RFC 392"},
       {"clk", "wall clock time (virtual) between the two RUNTM of the program's account, minutes and seconds"},
       {"cpu", "charged CPU time, RUNTM of the transferring fork, last less first, s"},
       {"bytes", "RJS's count of network bytes (X.BYT)"},
       {"", "s sent, r received"},
       {"bits/s", "8 bytes / clk"},
       {"us/bit", "cpu / 8 bytes"},
       {"load", "the monitor's 5-minute average (RJAV+1) at the end"},
       {"|clk", "RFC 392"},
       {"|cpu", "RFC 392"},
       {"|bits/s", "RFC 392"},
       {"|us/bit", "RFC 392; for rows not in RFC 392, its rows of the same size"},
       {"|load", "RFC 392"},
       {"arrived", "every byte compared: the deck read by CCN with the files, the file on the pack with CCN's print"}},
      {}};
  for (const TransferResult& r : results) {
    const Printed p = printedOf(r.condition, printed);
    t.rows.push_back({r.condition.name(), clockText(r.stretch.elapsed()),
                      cutText(static_cast<double>(r.stretch.chargedMs) / 1000, 2), fmt::format("{}", r.bytes),
                      r.condition.send ? "s" : "r", cutText(bitsPerSecond(r), 3), cutText(r.usPerBit(), 2),
                      cutText(r.load, 2), p.clock, p.cpu, p.rate, p.cost, p.load, arrivedText(r)});
  }
  return t;
}

ReportTable countsTable(const std::vector<TransferResult>& results) {
  ReportTable t{"counts",
                "Counts between the two readings of the run time.",
                {{"row", ""},
                 {"characters", "characters in the deck's files, or bytes of the file written"},
                 {"records", "RJS (X.REC)"}},
                {}};
  addCountColumns(t, CountedCalls::Bytes);
  for (const TransferResult& r : results) {
    std::vector<std::string> row = {r.condition.name(), fmt::format("{}", r.characters), fmt::format("{}", r.records)};
    addCounts(row, r.stretch, CountedCalls::Bytes);
    t.rows.push_back(std::move(row));
  }
  return t;
}

}  // namespace

std::string progressText(const TransferResult& r) {
  return fmt::format("{} {} {:>6} bytes: {} s of {} s, {} us/bit, load {}, {}", r.condition.name(),
                     r.condition.send ? "sent    " : "received", r.bytes,
                     cutText(static_cast<double>(r.stretch.chargedMs) / 1000, 2),
                     fixed(secondsOf(r.stretch.elapsed()), 1), cutText(r.usPerBit(), 2), cutText(r.load, 2),
                     (r.done ? "done" : "not done: " + r.trouble) + (r.faults.empty() ? "" : "; " + r.faults));
}

Report rfc392Report(const Rfc392Settings& settings, const std::vector<TransferResult>& results, const Seal& seal) {
  const CsvTable printed = publishedTable("rfc392_results", seal);
  Report report;
  report.title = "RFC 392: the cost of sending a bit through RJS";
  report.say(fmt::format("Machine: {}. Program: {}.{}", settings.machine.text(), describeRjs(settings.program),
                         settings.faults ? " Lines failed and hosts crashed during the transfers." : ""));
  report.show(transfersTable(results, printed));
  addFindings(report, results, seal);
  std::vector<NamedStretch> stretches;
  for (const TransferResult& r : results) stretches.emplace_back(r.condition.name(), &r.stretch);
  report.show(splitTable(stretches));
  report.show(countsTable(results));
  return report;
}

}  // namespace utah10

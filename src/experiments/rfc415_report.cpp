#include "experiments/rfc415_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "experiments/charge_tables.hpp"
#include "experiments/report_numbers.hpp"
#include "experiments/rfc415_findings.hpp"

namespace utah10 {

namespace {

ReportTable samplesTable(const std::vector<StringResult>& results, const CsvTable& paper) {
  ReportTable t{
      "samples",
      "Our samples; columns with a bar are the paper's. As in the paper, kb/s counts each bit twice: out and in.",
      {{"calls", "BIN: BIN and BOUT, buffered; SIN: SIN and SOUT, unbuffered"},
       {"bits", "bits per byte"},
       {"length", "bytes per string"},
       {"kb/s", "2 bits / TIME from the sender's start to the receiver's end (BANDWI)"},
       {"kb/cpu s", "2 bits / run time of both processes (each reads its own RUNTM)"},
       {"cpu %", "run time of both / time"},
       {"out us/byte", "RUNTM of the sending process / bytes"},
       {"in us/byte", "RUNTM of the receiving process / bytes"},
       {"us/byte", "mean of out and in"},
       {"|kb/s", "RFC 415"},
       {"|kb/cpu s", "RFC 415"},
       {"|cpu %", "RFC 415"},
       {"|us/byte", "RFC 415: bits per byte / kb per cpu s"},
       {"ours/paper", "us/byte"},
       {"arrived", "bytes counted by the receiver, compared with those sent"}},
      {}};
  for (std::size_t n = 0; n < results.size(); ++n) {
    const StringResult& r = results[n];
    const double theirs = paper.number(n, "d_us_per_byte_avg_in_out").value_or(0);
    t.rows.push_back({r.condition.calls, fmt::format("{}", r.condition.byteBits), fmt::format("{}", r.condition.length),
                      fixed(r.realRate(), 1), fixed(r.cpuRate(), 0), cutText(r.cpuPercent(), 0),
                      fixed(r.usPerByteOut(), 1), fixed(r.usPerByteIn(), 1), fixed(r.usPerByte(), 1),
                      std::string{paper.text(n, "real_kbaud")}, std::string{paper.text(n, "cpu_kbaud")},
                      std::string{paper.text(n, "cpu_needed_pct")}, fixed(theirs, 1),
                      fixed(theirs == 0 ? 0 : r.usPerByte() / theirs, 2), r.done ? "all" : r.trouble});
  }
  return t;
}

}  // namespace

std::string progressText(const StringResult& r) {
  return fmt::format("{:<11}: {:>6} bytes, {} s, out {} us/byte, in {}{}", r.condition.name(), r.received,
                     fixed(secondsOf(r.real), 1), fixed(r.usPerByteOut(), 1), fixed(r.usPerByteIn(), 1),
                     r.trouble.empty() ? "" : ", " + r.trouble);
}

Report rfc415Report(const Rfc415Settings& settings, const std::vector<StringResult>& results, const Seal& seal) {
  const CsvTable paper = publishedTable("rfc415", seal);
  Report report;
  report.title = "RFC 415: strings that a program sends to itself over the network";
  report.say(fmt::format("Machine: {}; no other users. Program: BANDWI, {} bits per sample, two processes of one job.",
                         settings.machine.text(), settings.bits));
  report.show(samplesTable(results, paper));
  addStringFindings(report, results, paper);
  std::vector<NamedStretch> stretches;
  for (const StringResult& r : results) {
    stretches.emplace_back(r.condition.name() + " out", &r.out);
    stretches.emplace_back(r.condition.name() + " in", &r.in);
  }
  report.show(splitTable(stretches));
  return report;
}

}  // namespace utah10

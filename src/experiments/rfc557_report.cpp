#include "utah10/experiments/rfc557_report.hpp"

#include <fmt/format.h>

#include "rfc392_numbers.hpp"
#include "rfc557_findings.hpp"
#include "split_table.hpp"

namespace utah10 {

namespace {

constexpr unsigned kBin = 050, kBout = 051, kSin = 052, kSout = 053;

ReportTable countsTable(const std::vector<ChainResult>& results) {
  ReportTable t{"counts",
                "What was counted between the two readings of the run time.",
                {{"transfer", ""},
                 {"bits", "on the network, as the program counts"},
                 {"kb/s", "bits / virtual time"},
                 {"page faults", "instructions at PGRTRP+1 while the fork was current"},
                 {"BIN", "JSYS 50 in user mode; a call that has waited is begun again and counts again"},
                 {"slow BIN", "of them, those that came to BINSLO"},
                 {"BOUT", "JSYS 51, the same way"},
                 {"slow BOUT", "of them, those that came to BOUSLO"},
                 {"SIN", "JSYS 52"},
                 {"SOUT", "JSYS 53"},
                 {"messages out", "regular messages of data links at the IMP interface"},
                 {"messages in", "the same, from the IMP"},
                 {"arrived", "every byte compared: CCN's deck with the files, what came back with what was there"}},
                {}};
  for (const ChainResult& r : results) {
    const ChargedStretch& s = r.stretch;
    std::vector<std::string> row = {r.condition.name(), fmt::format("{}", r.bits), fixed(r.realRate(), 1)};
    for (const std::uint64_t n : {s.pageTraps, s.calls[kBin], s.slowBin, s.calls[kBout], s.slowBout, s.calls[kSin],
                                  s.calls[kSout], s.messagesOut, s.messagesIn})
      row.push_back(fmt::format("{}", n));
    row.push_back(r.done && r.intact ? "whole" : r.trouble);
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
  report.title = "RFC 557: RJS and the monitor improved, and FTP";
  report.say(
      fmt::format("Machine: {}, nobody else on it. {} bits a transfer.", settings.machine.text(), settings.bits));
  addChainFindings(report, results, seal);
  std::vector<NamedStretch> stretches;
  for (const ChainResult& r : results) stretches.emplace_back(r.condition.name(), &r.stretch);
  report.show(splitTable(stretches));
  report.show(countsTable(results));
  return report;
}

}  // namespace utah10

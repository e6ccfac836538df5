#include "experiments/rfc392_range.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "experiments/report_numbers.hpp"
#include "experiments/rfc392_numbers.hpp"
#include "experiments/rjs_programs.hpp"

namespace utah10 {

namespace {

// The baseline plus one variant per changed parameter; variants equal to the baseline are skipped.
class Around {
 public:
  explicit Around(const Rfc392Settings& given) : given_(given), cases_{{"", given}} {}
  template <class T>
  void machine(T LabOptions::*what, T value, std::string change) {
    if (given_.machine.*what == value) return;
    Rfc392Settings other = given_;
    other.machine.*what = value;
    if (other.machine.check()) cases_.push_back({std::move(change), std::move(other)});
  }
  void program(std::string_view name) {
    if (given_.program == name) return;
    Rfc392Settings other = given_;
    other.program = name;
    cases_.push_back({describeRjs(name), std::move(other)});
  }
  std::vector<RangeCase> take() { return std::move(cases_); }

 private:
  const Rfc392Settings& given_;
  std::vector<RangeCase> cases_;
};

struct Mean {
  std::string of;
  double sends = 0, receives = 0;  // transfers of kBig bytes or more, us/bit; 0: none
  double value(bool send) const { return send ? sends : receives; }
};

std::string nameOf(const RangeCase& c) { return c.change.empty() ? "baseline" : c.change; }

Mean meanOf(std::string of, const std::vector<CostPoint>& points) {
  return {std::move(of), meanOf(only(points, true), kBig).mean, meanOf(only(points, false), kBig).mean};
}

std::vector<std::string> meanCells(const Mean& m) {
  const auto cell = [](double v) { return v == 0 ? std::string{"-"} : fixed(v, 2); };
  return {cell(m.sends), cell(m.receives), cell(per(m.receives, m.sends))};
}

ReportTable costTable(const std::vector<RangeResult>& all, const std::vector<Mean>& means, const Mean& paper,
                      const CsvTable& printed) {
  ReportTable t{"range",
                "Charged CPU time in us/bit for the baseline and its variants; by size in bytes, s sent, r received.",
                {{"change", "the one parameter that differs from the baseline"},
                 {"sends", "mean of the sends of 10000 bytes or more"},
                 {"receives", "mean of the receives of 10000 bytes or more"},
                 {"r/s", "receives / sends"}},
                {}};
  const std::vector<TransferResult>& first = all.front().results;
  for (const TransferResult& r : first)
    t.columns.push_back({fmt::format("{}{}", r.condition.bytes, r.condition.send ? "s" : "r"),
                         "RUNTM and X.BYT, as in the report of rfc392"});
  t.columns.push_back({"page faults", "sum of all transfers, PGRTRP+1"});
  t.columns.push_back({"arrived", "every byte compared"});
  for (std::size_t n = 0; n < all.size(); ++n) {
    std::vector<std::string> row = {nameOf(all[n].of)};
    std::ranges::move(meanCells(means[n]), std::back_inserter(row));
    std::uint64_t faults = 0;
    for (const TransferResult& r : all[n].results) {
      row.push_back(r.done ? cutText(r.usPerBit(), 2) : "-");
      faults += r.stretch.pageTraps;
    }
    row.push_back(fmt::format("{}", faults));
    row.emplace_back(std::ranges::all_of(all[n].results, &TransferResult::whole) ? "whole" : "not all");
    t.rows.push_back(std::move(row));
  }
  std::vector<std::string> last = {"paper: all rows; rows of the same size"};
  std::ranges::move(meanCells(paper), std::back_inserter(last));
  for (const TransferResult& r : first) last.push_back(paperCosts(r.condition, printed));
  last.resize(t.columns.size());
  t.rows.push_back(std::move(last));
  return t;
}

// The variants whose costs are nearest to the paper's, below and above.
std::string place(bool send, const std::vector<Mean>& means, const Mean& paper) {
  const double theirs = paper.value(send);
  const Mean *below = nullptr, *above = nullptr;
  for (const Mean& m : means) {
    const double v = m.value(send);
    if (v == 0) continue;
    if (v <= theirs && (below == nullptr || v > below->value(send))) below = &m;
    if (v > theirs && (above == nullptr || v < above->value(send))) above = &m;
  }
  if (below == nullptr && above == nullptr) return {};
  const auto text = [&](const Mean* m, const char* side) {
    return m == nullptr ? fmt::format("none is {}", side)
                        : fmt::format("the nearest {} is {} (\"{}\")", side, fixed(m->value(send), 2), m->of);
  };
  return fmt::format("{} of 10000 bytes or more: {} us/bit in the paper; in this table {}, {}.",
                     send ? "Sends" : "Receives", fixed(theirs, 2), text(below, "below"), text(above, "above"));
}

}  // namespace

std::vector<RangeCase> rangeCases(const Rfc392Settings& given) {
  Around around(given);
  for (const unsigned k : {96u, 128u, 160u, 192u, 256u})
    around.machine(&LabOptions::coreK, k, fmt::format("{}K words of core", k));
  around.machine(&LabOptions::swapping, Swapping::Disk, "swapping to disk");
  for (const char* kind : {"MA10", "MB10", "MD10"})
    around.machine(&LabOptions::memory, std::string{kind}, fmt::format("{} memory", kind));
  for (const unsigned n : {8u, 32u})
    around.machine(&LabOptions::registers, n, fmt::format("{} associative registers", n));
  around.machine(&LabOptions::timing, std::string{"gate"}, "timing profile gate (delay lines)");
  around.machine(&LabOptions::generation, 73u, "monitor of 1973");
  for (const char* program : {"RJS0", "RJS1N", "RJS1B", "RJS1E", "RJS1P", "RJS1O"}) around.program(program);
  return around.take();
}

Report rangeReport(const std::vector<RangeResult>& all, const Seal& seal) {
  const CsvTable printed = publishedTable("rfc392_results", seal);
  const Rfc392Settings& given = all.front().of.settings;
  std::vector<Mean> means;
  for (const RangeResult& one : all) means.push_back(meanOf(nameOf(one.of), pointsOf(one.results)));
  const Mean paper = meanOf("the paper", paperPoints(seal));
  Report report;
  report.title = "RFC 392 on variants of Utah's machine and program";
  report.say(
      fmt::format("Baseline: {}. Program: {}. Utah's core size, swapping device, memory type and monitor release are "
                  "not known, and of its program only the function is known. Each row is a separate machine with one "
                  "parameter changed from the baseline; no other users are on the machine during the transfers.",
                  given.machine.text(), describeRjs(given.program)));
  report.show(costTable(all, means, paper, printed));
  for (const bool send : {true, false})
    if (auto text = place(send, means, paper); !text.empty()) report.say(std::move(text));
  return report;
}

}  // namespace utah10

#include "rfc415_findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "rfc392_numbers.hpp"

namespace utah10 {

namespace {

constexpr double kAgree = 0.15;  // what may be called agreement: the paper's numbers have two or three digits

// Rows of the same calls and byte size.
struct RowGroup {
  std::string_view calls;
  unsigned byteBits = 0;
  std::vector<const StringResult*> ours;
  std::vector<double> costs, rates;  // the paper's: us/byte, kb/s

  double mean(double (StringResult::*of)() const) const {
    double sum = 0;
    for (const StringResult* r : ours) sum += (r->*of)();
    return ours.empty() ? 0 : sum / static_cast<double>(ours.size());
  }
  double cost() const { return mean(&StringResult::usPerByte); }
  double paperCost() const { return average(costs); }
  double paperRate() const { return average(rates); }
  // us a byte of one half.
  double part(bool out, ChargePart p) const {
    double sum = 0;
    for (const StringResult* r : ours)
      sum += static_cast<double>((out ? r->out : r->in).split[p].count()) / 1000 / static_cast<double>(r->sent);
    return ours.empty() ? 0 : sum / static_cast<double>(ours.size());
  }
  std::string name() const {
    return fmt::format("{}, {} bits", calls == "BIN" ? "BIN and BOUT" : "SIN and SOUT", byteBits);
  }

 private:
  static double average(const std::vector<double>& v) {
    double sum = 0;
    for (const double d : v) sum += d;
    return v.empty() ? 0 : sum / static_cast<double>(v.size());
  }
};

std::vector<RowGroup> groupsOf(const std::vector<StringResult>& results, const CsvTable& paper) {
  std::vector<RowGroup> groups;
  for (std::size_t n = 0; n < results.size(); ++n) {
    const StringCondition& c = results[n].condition;
    auto g =
        std::ranges::find_if(groups, [&](const RowGroup& x) { return x.calls == c.calls && x.byteBits == c.byteBits; });
    if (g == groups.end()) g = groups.insert(g, RowGroup{c.calls, c.byteBits, {}, {}, {}});
    if (!results[n].done) continue;
    g->ours.push_back(&results[n]);
    g->costs.push_back(paper.number(n, "d_us_per_byte_avg_in_out").value_or(0));
    g->rates.push_back(paper.number(n, "real_kbaud").value_or(0));
  }
  std::erase_if(groups, [](const RowGroup& g) { return g.ours.empty(); });
  return groups;
}

ReportTable groupsTable(const std::vector<RowGroup>& groups) {
  ReportTable t{"groups",
                "Rows of the same kind: us/byte, mean of out and in; kb/s.",
                {{"rows", ""},
                 {"least", "of the table of samples, us/byte"},
                 {"mean", "the same"},
                 {"most", "the same"},
                 {"|least", "RFC 415"},
                 {"|mean", "RFC 415"},
                 {"|most", "RFC 415"},
                 {"ours/paper", "means of us/byte"},
                 {"kb/s", "mean of the table of samples"},
                 {"|kb/s", "RFC 415, mean"}},
                {}};
  for (const RowGroup& g : groups) {
    const auto less = [](const StringResult* a, const StringResult* b) { return a->usPerByte() < b->usPerByte(); };
    const auto [low, high] = std::ranges::minmax_element(g.ours, less);
    const auto [least, most] = std::ranges::minmax(g.costs);
    t.rows.push_back({g.name(), fixed((*low)->usPerByte(), 1), fixed(g.cost(), 1), fixed((*high)->usPerByte(), 1),
                      fixed(least, 1), fixed(g.paperCost(), 1), fixed(most, 1), fixed(g.cost() / g.paperCost(), 2),
                      fixed(g.mean(&StringResult::realRate), 1), fixed(g.paperRate(), 1)});
  }
  return t;
}

ReportTable halvesTable(const std::vector<RowGroup>& groups) {
  ReportTable t{"halves", "The two halves, us a byte: what was charged, by what it was spent on.", {}, {}};
  t.columns = {{"rows", ""}, {"half", "out: the sending process; in: the receiving one"}, {"charged", "RUNTM"}};
  for (std::size_t n = 0; n < kChargeParts; ++n) {
    const auto part = static_cast<ChargePart>(n);
    t.columns.push_back({std::string{nameOf(part)}, "charge meter: " + std::string{sourceOf(part)}});
  }
  for (const RowGroup& g : groups)
    for (const bool out : {true, false}) {
      std::vector<std::string> row = {g.name(), out ? "out" : "in",
                                      fixed(g.mean(out ? &StringResult::usPerByteOut : &StringResult::usPerByteIn), 1)};
      for (std::size_t n = 0; n < kChargeParts; ++n) row.push_back(fixed(g.part(out, static_cast<ChargePart>(n)), 1));
      t.rows.push_back(std::move(row));
    }
  return t;
}

}  // namespace

void addStringFindings(Report& report, const std::vector<StringResult>& results, const CsvTable& paper) {
  const std::vector<RowGroup> groups = groupsOf(results, paper);
  report.show(groupsTable(groups));
  report.show(halvesTable(groups));
  (void)kAgree;
}

}  // namespace utah10

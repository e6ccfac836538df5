#include "experiments/rfc415_findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "experiments/charge_tables.hpp"
#include "experiments/report_numbers.hpp"

namespace utah10 {

namespace {

constexpr unsigned kRings = 2 * 128 * 36;  // bits of both rings of a connection, words of 36 bits (roms/monitor)
constexpr double kAgree = 0.15;            // tolerance for agreement; the paper's numbers have two or three digits

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
  // us per byte of one half.
  double part(bool out, ChargePart p) const {
    double sum = 0;
    for (const StringResult* r : ours) sum += usOf((out ? r->out : r->in).split[p]) / static_cast<double>(r->sent);
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
                "Rows with the same calls and byte size: us/byte, mean of out and in; kb/s.",
                {{"rows", ""},
                 {"least", "minimum in the table of samples, us/byte"},
                 {"mean", "mean in the table of samples, us/byte"},
                 {"most", "maximum in the table of samples, us/byte"},
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
  ReportTable t{"halves", "The two halves: charged CPU time by part, us per byte.", {}, {}};
  t.columns = {{"rows", ""}, {"half", "out: the sending process; in: the receiving one"}, {"charged", "RUNTM"}};
  addPartColumns(t);
  for (const RowGroup& g : groups)
    for (const bool out : {true, false}) {
      std::vector<std::string> row = {g.name(), out ? "out" : "in",
                                      fixed(g.mean(out ? &StringResult::usPerByteOut : &StringResult::usPerByteIn), 1)};
      for (std::size_t n = 0; n < kChargeParts; ++n) row.push_back(fixed(g.part(out, static_cast<ChargePart>(n)), 1));
      t.rows.push_back(std::move(row));
    }
  return t;
}

// States whether a group of rows agrees with the paper and, if not, what would account for the difference.
std::string agreement(const RowGroup& g) {
  const double ours = g.cost(), theirs = g.paperCost(), less = theirs - ours;
  std::string text = fmt::format("{}: {} us per byte, the mean of {} out and {} in; in the paper {}.", g.name(),
                                 fixed(ours, 1), fixed(g.mean(&StringResult::usPerByteOut), 1),
                                 fixed(g.mean(&StringResult::usPerByteIn), 1), fixed(theirs, 1));
  if (std::abs(less) <= kAgree * theirs) return text + " They agree within 15 %.";
  const double user = (g.part(true, ChargePart::User) + g.part(false, ChargePart::User)) / 2;
  const double calls = (g.part(true, ChargePart::Monitor) + g.part(false, ChargePart::Monitor)) / 2;
  text += fmt::format(" They disagree: ours is {} us {}.", fixed(std::abs(less), 1), less > 0 ? "less" : "more");
  if (less < 0)
    return text + fmt::format(
                      " Of this the program takes {} and calls {}; the rest is interrupts, page traps and scheduler "
                      "passes charged to it. The paper's machine spent less in one or more of these.",
                      fixed(user, 1), fixed(calls, 1));
  if (g.calls == "BIN")
    return text + fmt::format(
                      " Our loop has two instructions per byte, {} us. The paper's program also kept counts and is "
                      "not described; {} more instructions of that length per byte would account for the difference.",
                      fixed(user, 1), fixed(less / (user / 2), 0));
  return text + fmt::format(
                    " Of ours {} us are in the monitor call, which is entered once per string; for each byte it then "
                    "locks the file, checks its state and calls the device. A monitor that also entered and left a "
                    "slow call for each byte (moving two blocks of accumulators) would cost about as much more; what "
                    "the paper's monitor, an early 1.29, did is not known.",
                    fixed(calls, 1));
}

// Shows whether the cost is per byte or per bit.
std::string widths(const std::vector<RowGroup>& groups) {
  std::string text;
  for (const std::string_view calls : {"BIN", "SIN"}) {
    const auto of = [&](unsigned bits) {
      return std::ranges::find_if(groups, [&](const RowGroup& g) { return g.calls == calls && g.byteBits == bits; });
    };
    const auto wide = of(36), narrow = of(8);
    if (wide == groups.end() || narrow == groups.end()) continue;
    text += fmt::format(
        "{}A byte of 36 bits costs {} times as much as one of 8 bits through {}; in the paper {} times.",
        text.empty() ? "" : " ", fixed(wide->cost() / narrow->cost(), 2),
        calls == "BIN" ? "BIN and BOUT" : "SIN and SOUT", fixed(wide->paperCost() / narrow->paperCost(), 2));
  }
  return text;
}

// The cost of strings that exceed the buffers of sender and receiver.
std::string longStrings(const RowGroup& g) {
  const auto isLong = [&](std::size_t n) { return g.ours[n]->condition.length * g.byteBits > kRings; };
  double ours[2] = {}, theirs[2] = {};
  int n[2] = {};
  for (std::size_t i = 0; i < g.ours.size(); ++i) {
    const int which = isLong(i) ? 1 : 0;
    ours[which] += g.ours[i]->usPerByte();
    theirs[which] += g.costs[i];
    ++n[which];
  }
  if (n[0] == 0 || n[1] == 0) return {};
  const double mine = ours[1] / n[1] / (ours[0] / n[0]), paper = theirs[1] / n[1] / (theirs[0] / n[0]);
  std::string text = fmt::format(
      "{}: strings longer than the ring buffers of both ends together cost {} times as much per byte as shorter ones, "
      "in the paper {} times.",
      g.name(), fixed(mine, 2), fixed(paper, 2));
  if (std::abs(mine - paper) <= kAgree) return text;
  return text +
         " With such strings a process waits in the middle of a string. Here the rest of the machine is idle then, and "
         "waking up costs no page traps (see the table split); a program that lost its pages while it waited, or that "
         "read clocks or counters after each wait, would show the increase in the paper.";
}

}  // namespace

void addStringFindings(Report& report, const std::vector<StringResult>& results, const CsvTable& paper) {
  const std::vector<RowGroup> groups = groupsOf(results, paper);
  report.show(groupsTable(groups));
  for (const RowGroup& g : groups) report.say(agreement(g));
  if (auto text = widths(groups); !text.empty()) report.say(std::move(text));
  for (const RowGroup& g : groups)
    if (auto text = longStrings(g); !text.empty()) report.say(std::move(text));
  report.show(halvesTable(groups));
}

}  // namespace utah10

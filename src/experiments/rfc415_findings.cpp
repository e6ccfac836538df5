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
constexpr double kAgree = 0.15;            // what may be called agreement: the paper's numbers have two or three digits

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

// How a kind of rows agrees, and if not, what would account for the difference.
std::string agreement(const RowGroup& g) {
  const double ours = g.cost(), theirs = g.paperCost(), less = theirs - ours;
  std::string text = fmt::format("{}: {} us a byte, the mean of {} out and {} in; the paper {}.", g.name(),
                                 fixed(ours, 1), fixed(g.mean(&StringResult::usPerByteOut), 1),
                                 fixed(g.mean(&StringResult::usPerByteIn), 1), fixed(theirs, 1));
  if (std::abs(less) <= kAgree * theirs) return text + " They agree within 15 %.";
  const double user = (g.part(true, ChargePart::User) + g.part(false, ChargePart::User)) / 2;
  const double calls = (g.part(true, ChargePart::Monitor) + g.part(false, ChargePart::Monitor)) / 2;
  text += fmt::format(" They disagree: ours is {} us {}.", fixed(std::abs(less), 1), less > 0 ? "less" : "more");
  if (less < 0)
    return text + fmt::format(
                      " Of ours the program takes {}, calls {}, and the rest is interrupts, page traps and the "
                      "scheduler that hit it: whichever of these the paper's machine did in less.",
                      fixed(user, 1), fixed(calls, 1));
  if (g.calls == "BIN")
    return text + fmt::format(
                      " Our loop is two instructions a byte, {} us. The paper's program counted things, and is "
                      "not described: {} instructions more a byte, of that length, would make the difference.",
                      fixed(user, 1), fixed(less / (user / 2), 0));
  return text + fmt::format(
                    " Of ours {} us are in the monitor's call, which a string enters once; each byte then takes "
                    "the file's lock, checks its state, and goes to the device. A monitor in which a byte also "
                    "enters and leaves a slow call (two blocks of accumulators are moved) would be dearer by "
                    "about as much; what the paper's, an early 1.29, did is not known.",
                    fixed(calls, 1));
}

// Does a byte or a bit cost?
std::string widths(const std::vector<RowGroup>& groups) {
  std::string text;
  for (const std::string_view calls : {"BIN", "SIN"}) {
    const auto of = [&](unsigned bits) {
      return std::ranges::find_if(groups, [&](const RowGroup& g) { return g.calls == calls && g.byteBits == bits; });
    };
    const auto wide = of(36), narrow = of(8);
    if (wide == groups.end() || narrow == groups.end()) continue;
    text += fmt::format("{}A byte of 36 bits costs {} times one of 8 through {}; the paper has {}.",
                        text.empty() ? "" : " ", fixed(wide->cost() / narrow->cost(), 2),
                        calls == "BIN" ? "BIN and BOUT" : "SIN and SOUT",
                        fixed(wide->paperCost() / narrow->paperCost(), 2));
  }
  return text;
}

// What strings cost that are longer than sender and receiver can hold.
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
      "{}: strings that are longer than the rings of both ends together cost {} times the shorter ones a byte, in the "
      "paper {}.",
      g.name(), fixed(mine, 2), fixed(paper, 2));
  if (std::abs(mine - paper) <= kAgree) return text;
  return text +
         " With such strings a process waits in the middle of one. In ours the rest of the machine is idle then, and "
         "waking up costs no page traps (table of the split); a program whose pages were taken away while it waited, "
         "or "
         "one that looked at clocks or counters whenever it came back, would show the paper's rise.";
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

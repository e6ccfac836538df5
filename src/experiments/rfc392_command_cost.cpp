#include "experiments/rfc392_command_cost.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "experiments/report_numbers.hpp"
#include "trace/jsys_names.hpp"

namespace utah10 {

namespace {

constexpr double kShownMs = 1;     // calls that cost less are summed in one row
constexpr std::size_t kNamed = 6;  // calls named in the paragraph

double besides(const TransferResult& r) {
  return static_cast<double>(r.commandMs) - static_cast<double>(r.stretch.chargedMs);
}

ReportTable commands(const std::vector<TransferResult>& results) {
  ReportTable t{
      "command",
      "CPU time charged for the whole command and for the interval of the program's account, ms.",
      {{"row", ""},
       {"command", "JOBRT of the job when the final message was printed, less JOBRT when the command was typed"},
       {"interval", "RUNTM of the transferring fork, last less first"},
       {"outside", "command less interval"}},
      {}};
  for (const TransferResult& r : results)
    t.rows.push_back({r.condition.name(), fmt::format("{}", r.commandMs), fmt::format("{}", r.stretch.chargedMs),
                      fixed(besides(r), 0)});
  return t;
}

// CPU time of a command outside the interval in one call, mean of the transfers.
struct Part {
  std::string name;
  double ms = 0, calls = 0;
};

std::string partName(unsigned call) {
  if (call == JobCharge::kProgram) return "the programs' own instructions";
  if (call == JobCharge::kUnderWay) return "calls in progress when the command was typed";
  return jsysName(call);
}

// In order of call numbers.
std::vector<Part> partsOf(const std::vector<const TransferResult*>& some) {
  std::vector<Part> parts;
  for (unsigned call = 0; call <= JobCharge::kProgram; ++call) {
    Part part{partName(call), 0, 0};
    for (const TransferResult* r : some) {
      part.ms += msOf(r->job.besides[call]) / static_cast<double>(some.size());
      part.calls += static_cast<double>(r->job.calls[call]) / static_cast<double>(some.size());
    }
    parts.push_back(std::move(part));
  }
  return parts;
}

std::vector<const TransferResult*> doneOf(const std::vector<TransferResult>& results, bool send, double below) {
  std::vector<const TransferResult*> some;
  for (const TransferResult& r : results)
    if (r.done && r.condition.send == send && static_cast<double>(r.bytes) < below) some.push_back(&r);
  return some;
}

ReportTable partsTable(const std::vector<TransferResult>& results) {
  ReportTable t{
      "outside",
      "CPU time of a command outside the interval by monitor call, mean of all, most expensive first.",
      {{"call", "the call that a process of the job was executing, including page traps and interrupts during it"},
       {"send ms", "charge meter: charged outside the interval"},
       {"send calls", "JSYS in user mode"},
       {"receive ms", "as for sends"},
       {"receive calls", "as for sends"}},
      {}};
  constexpr double kAll = 1e18;
  const auto sends = partsOf(doneOf(results, true, kAll)), receives = partsOf(doneOf(results, false, kAll));
  std::vector<std::size_t> order(sends.size());
  for (std::size_t n = 0; n < order.size(); ++n) order[n] = n;
  const auto cost = [&](std::size_t n) { return std::max(sends[n].ms, receives[n].ms); };
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return cost(a) > cost(b); });
  Part others[2] = {{"others", 0, 0}, {"others", 0, 0}};
  const auto row = [&](const Part& s, const Part& r) {
    const bool program = s.name == partName(JobCharge::kProgram);
    t.rows.push_back(
        {s.name, fixed(s.ms, 1), program ? "" : fixed(s.calls, 0), fixed(r.ms, 1), program ? "" : fixed(r.calls, 0)});
  };
  for (const std::size_t n : order) {
    if (cost(n) >= kShownMs) {
      row(sends[n], receives[n]);
      continue;
    }
    for (auto [sum, part] : {std::pair{&others[0], &sends[n]}, std::pair{&others[1], &receives[n]}}) {
      sum->ms += part->ms;
      sum->calls += part->calls;
    }
  }
  row(others[0], others[1]);
  return t;
}

std::string dearest(std::vector<Part> parts) {
  std::ranges::stable_sort(parts, [](const Part& a, const Part& b) { return a.ms > b.ms; });
  std::string text;
  for (std::size_t n = 0; n < kNamed && parts[n].ms >= kShownMs; ++n)
    text += fmt::format("{}{} {}", n == 0 ? "" : ", ", parts[n].name, fixed(parts[n].ms, 0));
  return text;
}

std::string spread(const std::vector<double>& values) {
  const auto [least, most] = std::ranges::minmax(values);
  const std::string low = fixed(least, 0), high = fixed(most, 0);
  return low == high ? low : low + " to " + high;
}

}  // namespace

void addCommandCost(Report& report, const std::vector<TransferResult>& results, const std::vector<CostPoint>& paper) {
  report.show(commands(results));
  report.show(partsTable(results));
  const auto shortSends = doneOf(results, true, kSmall);
  const auto theirs = fixedParts(paper);
  const auto ours = fixedParts(pointsOf(results));
  if (shortSends.empty() || theirs.empty() || ours.empty()) return;
  if (std::ranges::max(ours) >= std::ranges::min(theirs)) return;
  std::vector<double> rest;
  for (const TransferResult* r : shortSends) rest.push_back(besides(*r));
  report.say(
      fmt::format("In the paper, sends below 1000 bytes cost {} ms in addition to the cost of their bytes; here they "
                  "cost {} ms between the two readings of the program's account. The whole command is charged {} ms "
                  "outside that interval, of which, in ms: {}. If the interval of 1972 included opening and closing "
                  "the file and the connection, or the creation and termination of the transferring process, that "
                  "would account for the difference; the paper says only that the program measured the time.",
                  spread(theirs), spread(ours), spread(rest), dearest(partsOf(shortSends))));
}

}  // namespace utah10

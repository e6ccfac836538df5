#include "experiments/rfc392/analysis.hpp"

#include <algorithm>
#include <cmath>

#include "experiments/rjs/rjs_programs.hpp"

namespace utah10 {

namespace {

constexpr double kBitsOfMegabit = 1'000'000;
constexpr double kUsOfSecond = 1e6, kSecondsOfHour = 3600;
constexpr double kSame = 0.03;  // as a fraction; the paper's own rows of one size differ by this much

PrintedTransfer printedOf(const TransferCondition& c, const Rfc392Paper& paper) {
  for (const Rfc392PaperRow& row : paper.rows)
    if (c.table == row.condition.table && c.row == row.condition.row)
      return {row.clock, row.cpu, row.bitsPerSecond, row.cost, row.condition.load, {}};
  return {{}, {}, {}, {}, {}, paperCostOf(c, paper)};
}

double bitsPerSecond(const TransferResult& r) {
  return per(kNetworkByteBits * static_cast<double>(r.bytes), secondsOf(r.stretch.elapsed()));
}

TransferFindings findingsOf(const TransferResult& r, const Rfc392Paper& paper) {
  return {.name = r.condition.name(),
          .send = r.condition.send,
          .elapsed = r.stretch.elapsed(),
          .cpuSeconds = r.cpuSeconds(),
          .bytes = r.bytes,
          .bitsPerSecond = bitsPerSecond(r),
          .usPerBit = r.usPerBit(),
          .loadBefore = r.loadBefore,
          .load = r.load,
          .paper = printedOf(r.condition, paper),
          .intact = r.intact,
          .trouble = r.trouble,
          .faults = r.faults,
          .attempts = r.attempts,
          .commandMs = r.commandMs,
          .intervalMs = r.stretch.chargedMs,
          .outsideMs = outsideMs(r),
          .characters = r.characters,
          .records = r.records,
          .counts = countsOf(r.stretch)};
}

Dollars dollarsOf(const CostSummary& costs, const Rfc392Paper& paper) {
  const auto price = [&](const DirectionCosts& c) {
    return c.aggregate * kBitsOfMegabit / kUsOfSecond / kSecondsOfHour * paper.dollarsPerCpuHour;
  };
  return {.perCpuHour = paper.dollarsPerCpuHour,
          .send = price(costs.sends),
          .receive = price(costs.receives),
          .paperLeast = paper.dollarsPerMegabitLeast,
          .paperMost = paper.dollarsPerMegabitMost};
}

Criterion measured(CriterionKind kind, double value, const WantedRange& wanted) {
  Criterion c;
  c.kind = kind;
  c.least = wanted.leastText;
  c.most = wanted.mostText;
  c.measured = value;
  if (value < wanted.least)
    c.percentBelow = 100 * (1 - value / wanted.least);
  else if (value > wanted.most)
    c.percentAbove = 100 * (value / wanted.most - 1);
  return c;
}

// Monitor time of the sends per slow call, us: the cost of a byte that the fast call cannot handle, with all its
// consequences.
double slowCallUs(const PartCosts& sends) {
  return per(sends.usPerByte[static_cast<std::size_t>(ChargePart::Monitor)], sends.slowCalls);
}

CostDisagreement disagreement(bool send, double ours, double paper, const PartCosts& parts, const PartCosts& sends) {
  const double missing = (paper - ours) * kNetworkByteBits;
  CostDisagreement d;
  d.send = send;
  d.ours = ours;
  d.paper = paper;
  d.usPerByte = std::abs(missing);
  d.less = missing > 0;
  const double slow = slowCallUs(sends);
  if (missing > 0 && slow > 0 && parts.slowCalls < 0.5 && missing > slow / 2)
    d.slowCalls = CostDisagreement::SlowCalls{slow, missing / slow};
  const auto largest = std::ranges::max_element(parts.usPerByte);
  d.largestPart = static_cast<std::size_t>(largest - parts.usPerByte.begin());
  d.largestPartWouldBe = *largest + missing;
  return d;
}

// Of the directions in which the means of large transfers differ.
std::vector<CostDisagreement> disagreements(const Rfc392Findings& f) {
  std::vector<CostDisagreement> all;
  for (const bool send : {true, false}) {
    const Spread &ours = f.ours.of(send).large, &theirs = f.paper.of(send).large;
    if (ours.count == 0 || std::abs(ours.mean / theirs.mean - 1) <= kSame) continue;
    all.push_back(disagreement(send, ours.mean, theirs.mean, f.parts(send), f.sendParts));
  }
  return all;
}

}  // namespace

CostSummary costsOf(const std::vector<TransferResult>& results) {
  std::vector<CostPoint> points;
  for (const TransferResult& r : results)
    if (r.done)
      points.push_back({r.condition.send, static_cast<double>(r.bytes), static_cast<double>(r.stretch.chargedMs)});
  return costSummary(points);
}

CostSummary costsOf(const Rfc392Paper& paper) {
  std::vector<CostPoint> points;
  for (const Rfc392PaperRow& row : paper.rows)
    points.push_back({row.condition.send, static_cast<double>(row.condition.bytes), row.cpuMs});
  return costSummary(points);
}

std::optional<NumberRange> paperCostOf(const TransferCondition& c, const Rfc392Paper& paper) {
  std::vector<double> costs;
  for (const Rfc392PaperRow& row : paper.rows)
    if (c.send == row.condition.send && c.bytes == row.condition.bytes) costs.push_back(row.usPerBit);
  return rangeOf(costs);
}

PartCosts partCosts(const std::vector<TransferResult>& results, bool send) {
  PartCosts c;
  double bytes = 0;
  ChargeSplit split;
  std::uint64_t calls = 0, slow = 0;
  for (const TransferResult& r : results) {
    if (r.condition.send != send || !r.done) continue;
    bytes += static_cast<double>(r.bytes);
    split += r.stretch.split;
    calls += r.stretch.calls[kBin] + r.stretch.calls[kBout];
    slow += r.stretch.slowBin + r.stretch.slowBout;
  }
  if (bytes == 0) return c;
  c.all = usOf(split.sum()) / bytes;
  if (c.all != 0) c.allPercent = 100;
  for (std::size_t n = 0; n < kChargeParts; ++n) {
    c.usPerByte[n] = usOf(split.parts[n]) / bytes;
    if (c.all != 0) c.percent[n] = 100 * c.usPerByte[n] / c.all;
  }
  c.slowCalls = static_cast<double>(slow) / bytes;
  c.calls = static_cast<double>(calls) / bytes;
  return c;
}

std::vector<Criterion> criteria(const std::vector<TransferResult>& results, const CostSummary& ours,
                                const Rfc392Paper& paper) {
  const double sends = ours.sends.large.mean;
  std::vector<Criterion> all;
  const auto isSmall = [](const TransferResult& r) { return static_cast<double>(r.condition.bytes) <= kSmall; };
  for (const TransferResult& r : results) {
    if (r.condition.load != 0 || !r.condition.send || isSmall(r)) continue;
    all.push_back(measured(CriterionKind::UnloadedSend, r.usPerBit(), paper.unloadedSend));
    all.back().bytes = r.condition.bytes;
  }
  if (sends > 0 && ours.receives.large.mean > 0)
    all.push_back(measured(CriterionKind::ReceiveOverSend, ours.receiveOverSend, paper.receiveOverSend));
  for (const TransferResult& r : results) {
    if (!r.condition.send || !isSmall(r) || sends == 0) continue;
    const double ms =
        static_cast<double>(r.stretch.chargedMs) - sends * kNetworkByteBits / 1000 * static_cast<double>(r.bytes);
    all.push_back(measured(CriterionKind::FixedPart, ms / 1000, paper.fixedPart));
    all.back().transfer = r.condition.name();
    all.back().bytes = r.bytes;
  }
  return all;
}

Rfc392Findings rfc392Conditions(const Rfc392Settings& settings) {
  Rfc392Findings f;
  f.machine = settings.machine.text();
  f.program = describeRjs(settings.program);
  f.faults = settings.faults;
  return f;
}

Rfc392Findings analyse(const Rfc392Settings& settings, const std::vector<TransferResult>& results,
                       const Rfc392Paper& paper) {
  Rfc392Findings f = rfc392Conditions(settings);
  f.ours = costsOf(results);
  f.paper = costsOf(paper);
  for (const TransferResult& r : results) {
    f.transfers.push_back(findingsOf(r, paper));
    addTimes(f.split, r.condition.name(), r.stretch);
    f.divided = f.divided && (r.stretch.divided || !r.done);
    f.wholeCommand = f.wholeCommand && r.commandMs;
    f.whole += r.whole() ? 1 : 0;
  }
  if (f.wholeCommand) {
    f.outside = outsideCalls(results);
    f.shortSends = shortSends(results, f.ours, f.paper, paper);
  }
  f.dollars = dollarsOf(f.ours, paper);
  f.sendParts = partCosts(results, true);
  f.receiveParts = partCosts(results, false);
  f.criteria = criteria(results, f.ours, paper);
  if (f.divided) f.disagreements = disagreements(f);
  return f;
}

}  // namespace utah10

#include "experiments/ctss/analysis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "experiments/published/agreement.hpp"

namespace utah10 {

namespace {

constexpr double kSomePages = 0.05;  // of an interaction: worth a word
constexpr double kWordsOfPage = 512, kPagesOfK = 2;
constexpr double kPagesOfProcess = 3;  // of a process, which are in core when it runs: PSB, page table, JSB

double number(std::uint64_t n) { return static_cast<double>(n); }

// Sum of a value of each use.
template <class Value>
double sum(const std::vector<CalcUse>& uses, const Value& value) {
  return std::accumulate(uses.begin(), uses.end(), 0.0, [&](double s, const CalcUse& u) { return s + value(u); });
}

InteractionParts partsOf(const InteractionFindings& f, const CtssResult& r, unsigned coreK, const MemoNumbers& paper) {
  const double n = number(f.interactions);
  const auto each = [&](const auto& value) { return per(sum(r.uses, value), n); };
  InteractionParts p;
  for (std::size_t part = 0; part < kChargeParts; ++part)
    p.ms[part] = each([&](const CalcUse& u) { return msOf(u.stretch.split.parts[part]); });
  p.faults = each([](const CalcUse& u) { return number(u.stretch.pageTraps); });
  p.drumReads = each([](const CalcUse& u) { return number(u.stretch.reads.drum); });
  p.diskReads = each([](const CalcUse& u) { return number(u.stretch.reads.disk); });
  p.pageWaitMs = each([](const CalcUse& u) { return msOf(u.stretch.pageWait); });
  p.runnableMs = each([](const CalcUse& u) { return msOf(u.stretch.runnable); });
  const double active = f.cpuMs + p.pageWaitMs + p.runnableMs;
  p.lineMs = f.elapsedMs - active;
  p.pages = per(sum(r.uses, [](const CalcUse& u) { return number(u.stretch.pages.count()); }), number(r.uses.size()));
  p.words = (p.pages + kPagesOfProcess) * kWordsOfPage;
  p.swapMs = per(paper.swapMs * p.pages * kWordsOfPage, paper.imageWords);
  p.coreMs = active * (p.pages + kPagesOfProcess) / (coreK * kPagesOfK);
  p.faultMs = per(p.ms[static_cast<std::size_t>(ChargePart::PageTrap)], p.faults);
  return p;
}

// The value that a part of the sorted values does not exceed.
double quantile(const std::vector<double>& sorted, double part) {
  if (sorted.empty()) return 0;
  const auto at = static_cast<std::size_t>(std::ceil(part * number(sorted.size())));
  return sorted[std::max<std::size_t>(at, 1) - 1];
}

void addElapsed(InteractionFindings& f, const CtssResult& r) {
  std::vector<double> all;
  for (const CalcUse& u : r.uses)
    for (const Duration d : u.elapsed) all.push_back(msOf(d));
  std::ranges::sort(all);
  f.interactions = all.size();
  f.elapsedMs = per(std::accumulate(all.begin(), all.end(), 0.0), number(all.size()));
  f.elapsed90Ms = quantile(all, 0.9);
  f.elapsedMostMs = quantile(all, 1);
}

double elapsedMsOf(const CalcUse& u) {
  return std::accumulate(u.elapsed.begin(), u.elapsed.end(), 0.0, [](double ms, Duration d) { return ms + msOf(d); });
}

struct Quantity {
  const char* name;
  const char* unit;
  unsigned decimals;
  bool ofParts;  // known only with the monitor's symbols
  double (*sum)(const CalcUse&);
};
constexpr Quantity kQuantities[] = {
    {"cpu", "ms", 2, false, [](const CalcUse& u) { return number(u.printedMs); }},
    {"elapsed", "ms", 0, false, elapsedMsOf},
    {"page wait", "ms", 1, true, [](const CalcUse& u) { return msOf(u.stretch.pageWait); }},
    {"runnable", "ms", 1, true, [](const CalcUse& u) { return msOf(u.stretch.runnable); }},
    {"faults", "", 2, true, [](const CalcUse& u) { return number(u.stretch.pageTraps); }},
    {"drum", "", 2, true, [](const CalcUse& u) { return number(u.stretch.reads.drum); }},
    {"disk", "", 2, true, [](const CalcUse& u) { return number(u.stretch.reads.disk); }}};

std::vector<QuantitySpread> spreadsOf(const std::vector<CalcUse>& uses, bool divided) {
  std::vector<QuantitySpread> spreads;
  for (const Quantity& q : kQuantities) {
    if (q.ofParts && !divided) continue;
    std::vector<double> means;
    for (const CalcUse& u : uses) means.push_back(per(q.sum(u), number(u.elapsed.size())));
    spreads.push_back({q.name, q.unit, q.decimals, spreadOf(means).value_or(Spread{})});
  }
  return spreads;
}

InteractionFindings interactionsOf(std::string name, const CtssResult& r, unsigned coreK, const MemoNumbers& paper) {
  InteractionFindings f;
  f.name = std::move(name);
  f.users = r.condition.users;
  f.coreK = coreK;
  f.trouble = r.trouble;
  addElapsed(f, r);
  std::vector<double> ofUses;
  for (const CalcUse& u : r.uses) ofUses.push_back(per(number(u.printedMs), number(u.elapsed.size())));
  f.cpuMs = per(sum(r.uses, [](const CalcUse& u) { return number(u.printedMs); }), number(f.interactions));
  f.cpuRange = rangeOf(ofUses).value_or(NumberRange{});
  f.variationPercent = 100 * per(std::max(f.cpuRange.most - f.cpuMs, f.cpuMs - f.cpuRange.least), f.cpuMs);
  f.gain = per(paper.totalMs, f.cpuMs);
  const bool divided = std::ranges::all_of(r.uses, [](const CalcUse& u) { return u.stretch.divided; });
  f.spreads = spreadsOf(r.uses, divided);
  if (divided && !r.uses.empty()) f.parts = partsOf(f, r, coreK, paper);
  return f;
}

FirstUseFindings firstUsesOf(const CtssResult& r, bool cold) {
  const std::size_t from = cold ? 0 : 1, to = cold ? std::min<std::size_t>(1, r.uses.size()) : r.uses.size();
  FirstUseFindings f;
  f.users = r.condition.users;
  f.cold = cold;
  if (from >= to) return f;
  f.uses = to - from;
  std::vector<double> elapsed;
  FirstUseFindings::Charges c;
  for (std::size_t n = from; n < to; ++n) {
    const FirstUse& first = r.uses[n].first;
    elapsed.push_back(msOf(first.elapsed));
    c.cpuMs += number(first.charge.takenMs);
    c.faults += number(first.charge.pageTraps);
    c.drumReads += number(first.charge.reads.drum);
    c.diskReads += number(first.charge.reads.disk);
    for (std::size_t part = 0; part < kChargeParts; ++part) c.partsMs[part] += msOf(first.charge.split.parts[part]);
  }
  f.elapsedMs = spreadOf(elapsed).value_or(Spread{});
  f.elapsedRange = rangeOf(elapsed).value_or(NumberRange{});
  for (double* value : {&c.cpuMs, &c.faults, &c.drumReads, &c.diskReads}) *value = per(*value, number(f.uses));
  for (double& ms : c.partsMs) ms = per(ms, number(f.uses));
  if (r.jobKnown) f.charges = c;
  return f;
}

WorkFindings workOf(const CtssResult& r) {
  const double seconds = secondsOf(r.work->time);
  return {.users = r.condition.users,
          .load = r.work->load,
          .idlePercent = 100 * per(secondsOf(r.work->idle), seconds),
          .drumReads = per(number(r.work->drumReads), seconds),
          .drumWrites = per(number(r.work->drumWrites), seconds),
          .diskReads = per(number(r.work->diskReads), seconds),
          .diskWrites = per(number(r.work->diskWrites), seconds)};
}

using Ours = std::vector<std::optional<double>>;

template <class Value>
Ours ofParts(const std::vector<InteractionFindings>& rows, const Value& value) {
  Ours ours;
  for (const InteractionFindings& f : rows)
    ours.push_back(f.parts ? std::optional<double>{value(f, *f.parts)} : std::nullopt);
  return ours;
}

Ours firstOf(const std::vector<FirstUseFindings>& firsts, bool cold) {
  Ours ours;
  for (const FirstUseFindings& f : firsts)
    if (f.cold == cold) ours.push_back(f.uses == 0 ? std::nullopt : std::optional{f.elapsedMs.mean});
  return ours;
}

Ours timesOf(const std::vector<InteractionFindings>& rows, double InteractionFindings::*value) {
  Ours ours;
  for (const InteractionFindings& f : rows) ours.emplace_back(f.*value);
  return ours;
}

std::vector<MemoRow> memoOf(const CtssFindings& f) {
  using F = InteractionFindings;
  using P = InteractionParts;
  constexpr auto kTrap = static_cast<std::size_t>(ChargePart::PageTrap);
  const MemoNumbers& p = f.memoPrints;
  const auto& rows = f.interactions;
  const auto text = [](double value) { return fixed(value, 0); };
  const auto trap = ofParts(rows, [](const F&, const P& parts) { return parts.ms[kTrap]; });
  const auto both = ofParts(rows, [](const F& row, const P& parts) { return row.cpuMs + parts.pageWaitMs; });
  return {
      {"CPU time, ms", text(p.cpuMs), rangeText({p.predictedLeastMs, p.predictedMostMs}, 0, "-"),
       text(p.multicsTotalMs), timesOf(rows, &F::cpuMs), 1},
      {"of it for page faults, ms", "", "", text(p.multicsFaults * p.multicsFaultMs), trap, 1},
      {"page faults", "", "", text(p.multicsFaults), ofParts(rows, [](const F&, const P& x) { return x.faults; }), 1},
      {"CPU time of one, ms", "", "", text(p.multicsFaultMs),
       ofParts(rows, [](const F&, const P& x) { return x.faultMs; }), 2},
      {"swapping, or waiting for pages, ms", text(p.swapMs), text(p.predictedWaitMs), "",
       ofParts(rows, [](const F&, const P& x) { return x.pageWaitMs; }), 0},
      {"CPU time and that, ms", text(p.totalMs), "", "", both, 0},
      {"elapsed at the terminal, ms", "", "", "", timesOf(rows, &F::elapsedMs), 0},
      {"words in core", text(p.imageWords), text(p.predictedWords), "",
       ofParts(rows, [](const F&, const P& x) { return x.words; }), 0},
      {"first use again, ms", text(p.firstRecentMs), "", "", firstOf(f.firstUses, false), 0},
      {"first use, ms", text(p.firstColdMs), "", "", firstOf(f.firstUses, true), 0}};
}

CtssVerdict::Why whyOf(const InteractionFindings& most, const InteractionFindings& fewest, const MemoNumbers& paper) {
  const InteractionParts& p = *most.parts;
  CtssVerdict::Why w;
  w.trapsMs = p.ms[static_cast<std::size_t>(ChargePart::PageTrap)];
  w.othersMs = most.cpuMs - fewest.cpuMs - w.trapsMs;
  w.reads = p.drumReads + p.diskReads;
  w.waitMs = p.pageWaitMs;
  w.waitOfReadMs = per(w.waitMs, w.reads);
  w.disk = p.diskReads;
  w.diskToo = p.diskReads >= kSomePages;
  w.expectedWait = p.pageWaitMs <= paper.predictedWaitMs;
  w.callsMs = p.ms[static_cast<std::size_t>(ChargePart::Monitor)];
  w.waitPercent = 100 * per(p.pageWaitMs, most.elapsedMs);
  w.runnableMs = p.runnableMs;
  w.elapsedMs = most.elapsedMs;
  w.coreMs = p.coreMs;
  w.faultMs = p.faultMs;
  w.asMultics = p.faultMs * paper.multicsFaults;
  w.multicsFaultsMs = paper.multicsFaultMs * paper.multicsFaults;
  w.fewestElapsedMs = fewest.elapsedMs;
  return w;
}

std::optional<CtssVerdict> verdictOf(const CtssFindings& f) {
  if (f.interactions.empty()) return std::nullopt;
  const InteractionFindings& most = *std::ranges::max_element(f.interactions, {}, &InteractionFindings::users);
  const InteractionFindings& fewest = *std::ranges::min_element(f.interactions, {}, &InteractionFindings::users);
  CtssVerdict v{.users = most.users,
                .fewestUsers = fewest.users,
                .cpuMs = most.cpuMs,
                .fewestCpuMs = fewest.cpuMs,
                .compared = most.users != fewest.users,
                .cpuAgrees = agree(most.cpuMs, f.memoPrints.cpuMs),
                .gain = most.gain};
  if (most.parts) v.why = whyOf(most, fewest, f.memoPrints);
  for (const FirstUseFindings& first : f.firstUses)
    if (first.users == v.users && first.uses != 0) (first.cold ? v.coldMs : v.againMs) = first.elapsedMs.mean;
  return v;
}

std::optional<FactorExtremes> extremesOf(const std::vector<InteractionFindings>& rows) {
  if (rows.empty()) return std::nullopt;
  FactorExtremes e;
  const auto of = [&](double InteractionFindings::*value, FactorExtremes::Extreme& least,
                      FactorExtremes::Extreme& most) {
    const auto& a = *std::ranges::min_element(rows, {}, value);
    const auto& b = *std::ranges::max_element(rows, {}, value);
    least = {a.name, a.*value};
    most = {b.name, b.*value};
  };
  of(&InteractionFindings::cpuMs, e.leastCpu, e.mostCpu);
  of(&InteractionFindings::elapsedMs, e.leastElapsed, e.mostElapsed);
  e.leastGain = std::ranges::min_element(rows, {}, &InteractionFindings::gain)->gain;
  e.mostGain = std::ranges::max_element(rows, {}, &InteractionFindings::gain)->gain;
  return e;
}

}  // namespace

CtssFindings ctssConditions(const CtssSettings& settings) {
  CtssFindings f;
  f.machine = settings.machine.text();
  f.program = settings.program;
  f.uses = settings.uses;
  f.interactionsOfUse = settings.interactions;
  f.thinkSeconds = secondsOf(settings.think);
  f.warmUpSeconds = secondsOf(settings.warmUp);
  f.users = settings.users;
  return f;
}

CtssRangeFindings ctssRangeConditions(const CtssCase& baseline) {
  const CtssFindings one = ctssConditions(baseline.settings);
  CtssRangeFindings f;
  f.machine = one.machine;
  f.uses = one.uses;
  f.interactionsOfUse = one.interactionsOfUse;
  f.users = baseline.condition.users;
  f.thinkSeconds = one.thinkSeconds;
  f.warmUpSeconds = one.warmUpSeconds;
  return f;
}

CtssFindings analyse(const CtssSettings& settings, const std::vector<CtssResult>& results, const MemoNumbers& paper) {
  CtssFindings f = ctssConditions(settings);
  f.memoPrints = paper;
  for (const CtssResult& r : results) {
    f.interactions.push_back(interactionsOf(fmt::format("{}", r.condition.users), r, settings.machine.coreK, paper));
    for (const bool cold : {true, false}) f.firstUses.push_back(firstUsesOf(r, cold));
    if (r.work) f.work.push_back(workOf(r));
  }
  f.memo = memoOf(f);
  f.verdict = verdictOf(f);
  return f;
}

CtssRangeFindings analyse(const std::vector<CtssCase>& cases, const std::vector<CtssResult>& results,
                          const MemoNumbers& paper) {
  CtssRangeFindings f = ctssRangeConditions(cases.front());
  for (std::size_t n = 0; n < cases.size(); ++n) {
    const CtssCase& c = cases[n];
    const std::string name = c.change.empty() ? "baseline" : c.change;
    f.rows.push_back(interactionsOf(name, results[n], c.settings.machine.coreK, paper));
    // A case changes one factor: if that is the core, it is the only one.
    f.rows.back().coreOnly = c.change.empty() || c.settings.machine.coreK != cases.front().settings.machine.coreK;
    for (const bool cold : {true, false}) f.firstUses.push_back(firstUsesOf(results[n], cold));
  }
  f.extremes = extremesOf(f.rows);
  return f;
}

}  // namespace utah10

#include "experiments/rfc392/analysis_page_faults.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "experiments/report/report_numbers.hpp"
#include "experiments/rjs/transfer.hpp"

namespace utah10 {

namespace {

using Runs = std::vector<const ProgramRun*>;

struct PairOf {
  const char* larger;
  const char* smaller;
  FaultWork work;
};
constexpr std::array<PairOf, 3> kPairs = {
    {{"RJS0", "RJS", FaultWork::Send}, {"RJS0", "RJS", FaultWork::Receive}, {"EDIT", "LED", FaultWork::Edit}}};

const char* workText(FaultWork work) {
  return work == FaultWork::Send ? "send" : work == FaultWork::Receive ? "receive" : "edit";
}

double numberOf(std::uint64_t n) { return static_cast<double>(n); }

template <class Value>
Spread spreadIn(const Runs& runs, const Value& value) {
  std::vector<double> all;
  for (const ProgramRun* r : runs) all.push_back(value(*r));
  return spreadOf(all).value_or(Spread{});
}

double usPerBitOf(const ProgramRun& r) {
  return per(numberOf(r.chargedMs) * 1000, kNetworkByteBits * numberOf(r.bytes));
}

FaultRow::Inside insideOf(const Runs& runs) {
  const auto stay = [&](auto value) {
    return spreadIn(runs, [&](const ProgramRun& r) { return value(r.stay.value_or(BalanceStay{})); }).mean;
  };
  return {.drumReads = spreadIn(runs, [](const ProgramRun& r) { return numberOf(r.drumReads); }).mean,
          .diskReads = spreadIn(runs, [](const ProgramRun& r) { return numberOf(r.diskReads); }).mean,
          .pageWaitSeconds = stay([](const BalanceStay& s) { return secondsOf(s.pageWait); }),
          .outsideSeconds = stay([](const BalanceStay& s) { return secondsOf(s.outside); }),
          .pages = stay([](const BalanceStay& s) { return s.pages(); }),
          .reserved = stay([](const BalanceStay& s) { return s.reserved(); }),
          .own = stay([](const BalanceStay& s) { return numberOf(s.own.count()); }),
          .expelled = stay([](const BalanceStay& s) { return numberOf(s.expelled); })};
}

bool sameMachine(const PageFaultCondition& a, const PageFaultCondition& b) {
  return a.coreK == b.coreK && a.swapping == b.swapping && a.users == b.users;
}

FaultRow faultRow(const PageFaultCondition& c, const Runs& runs) {
  const ProgramRun& first = *runs.front();
  FaultRow row;
  row.program = first.program;
  row.work = workText(first.work);
  row.coreK = c.coreK;
  row.users = c.users;
  row.swapping = nameOf(c.swapping);
  row.curve = fmt::format("{}, {} users", row.program, row.users);
  row.panel = fmt::format("{}, {}", row.work, row.swapping);
  row.runs = runs.size();
  row.faults = spreadIn(runs, [](const ProgramRun& r) { return numberOf(r.faults); });
  row.elapsedSeconds = spreadIn(runs, [](const ProgramRun& r) { return secondsOf(r.elapsed); });
  row.chargedMs = spreadIn(runs, [](const ProgramRun& r) { return numberOf(r.chargedMs); });
  if (first.work != FaultWork::Edit) row.usPerBit = spreadIn(runs, usPerBitOf);
  row.load = spreadIn(runs, [](const ProgramRun& r) { return r.load; }).mean;
  if (std::ranges::all_of(runs, [](const ProgramRun* r) { return r->divided; })) row.inside = insideOf(runs);
  for (const ProgramRun* r : runs)
    if (row.trouble.empty()) row.trouble = r->trouble;
  return row;
}

// All runs of a program's work on the machines like this one.
Runs runsOn(const PageFaultCondition& machine, const std::vector<PageFaultResult>& results, const ProgramRun& like) {
  Runs runs;
  for (const PageFaultResult& r : results)
    for (const ProgramRun& run : r.runs)
      if (sameMachine(r.condition, machine) && run.program == like.program && run.work == like.work)
        runs.push_back(&run);
  return runs;
}

std::vector<FaultRow> faultRows(const std::vector<PageFaultResult>& results) {
  std::vector<FaultRow> rows;
  for (auto r = results.begin(); r != results.end(); ++r) {
    const bool seen = std::any_of(results.begin(), r,
                                  [&](const PageFaultResult& o) { return sameMachine(o.condition, r->condition); });
    if (seen) continue;
    std::vector<FaultRow> some;
    for (const ProgramRun& run : r->runs) some.push_back(faultRow(r->condition, runsOn(r->condition, results, run)));
    std::ranges::stable_sort(some, {}, [](const FaultRow& f) { return std::pair{f.work, f.program}; });
    for (FaultRow& f : some) rows.push_back(std::move(f));
  }
  return rows;
}

const FaultRow* rowLike(const std::vector<FaultRow>& rows, const FaultRow& like, const std::string& program) {
  const auto at = std::ranges::find_if(rows, [&](const FaultRow& f) {
    return f.program == program && f.work == like.work && f.coreK == like.coreK && f.users == like.users &&
           f.swapping == like.swapping;
  });
  return at == rows.end() ? nullptr : &*at;
}

double waitOf(const FaultRow& f) { return f.inside ? f.inside->pageWaitSeconds : 0; }

double percentMore(double more, double than) { return 100 * per(more - than, than); }

FaultPair pairOf(const PairOf& of, const std::vector<FaultRow>& rows) {
  FaultPair p{.larger = of.larger, .smaller = of.smaller, .work = workText(of.work), .most = {}};
  double elapsed[2] = {}, charged[2] = {};
  for (const FaultRow& larger : rows) {
    if (larger.program != p.larger || larger.work != p.work) continue;
    const FaultRow* smaller = rowLike(rows, larger, p.smaller);
    if (smaller == nullptr) continue;
    ++p.machines;
    p.largerFaults += larger.faults.mean;
    p.smallerFaults += smaller->faults.mean;
    if (larger.faults.mean > smaller->faults.mean) ++p.more;
    p.largerWait += waitOf(larger);
    p.smallerWait += waitOf(*smaller);
    elapsed[0] += larger.elapsedSeconds.mean;
    elapsed[1] += smaller->elapsedSeconds.mean;
    charged[0] += larger.chargedMs.mean;
    charged[1] += smaller->chargedMs.mean;
    if (!p.most.empty() && larger.faults.mean - smaller->faults.mean <= p.mostLarger - p.mostSmaller) continue;
    p.most = fmt::format("{}K, {} users, {}", larger.coreK, larger.users, larger.swapping);
    p.mostLarger = larger.faults.mean;
    p.mostSmaller = smaller->faults.mean;
  }
  p.ratio = per(p.largerFaults, p.smallerFaults);
  p.largerFaults = per(p.largerFaults, numberOf(p.machines));
  p.smallerFaults = per(p.smallerFaults, numberOf(p.machines));
  p.largerWait = per(p.largerWait, numberOf(p.machines));
  p.smallerWait = per(p.smallerWait, numberOf(p.machines));
  p.elapsedPercent = percentMore(elapsed[0], elapsed[1]);
  p.chargedPercent = percentMore(charged[0], charged[1]);
  return p;
}

}  // namespace

PageFaultFindings pageFaultsKnown(const PageFaultSettings& s) {
  PageFaultFindings f;
  f.machine = s.machine.text();
  f.cores = s.cores;
  f.users = s.users;
  f.sent = s.sent;
  f.received = s.received;
  f.thinkSeconds = secondsOf(s.think);
  f.warmUpSeconds = secondsOf(s.warmUp);
  f.repeats = s.repeats;
  return f;
}

PageFaultFindings analyse(const PageFaultSettings& settings, const std::vector<PageFaultResult>& results) {
  PageFaultFindings f = pageFaultsKnown(settings);
  f.rows = faultRows(results);
  for (const PairOf& p : kPairs)
    if (FaultPair pair = pairOf(p, f.rows); pair.machines != 0) f.pairs.push_back(std::move(pair));
  return f;
}

}  // namespace utah10

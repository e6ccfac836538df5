// The time of the whole command outside the interval of the program's account.
#include <algorithm>

#include "experiments/rfc392/analysis.hpp"
#include "trace/jsys_names.hpp"

namespace utah10 {

namespace {

constexpr double kShownMs = 1;     // calls that cost less are summed in one row
constexpr std::size_t kNamed = 6;  // calls named in the paragraph

std::string callName(unsigned call) {
  if (call == JobCharge::kProgram) return "the programs' own instructions";
  if (call == JobCharge::kUnderWay) return "calls in progress when the command was typed";
  return jsysName(call);
}

// In order of call numbers.
std::vector<CallCost> callCosts(const std::vector<const TransferResult*>& some) {
  std::vector<CallCost> costs;
  for (unsigned call = 0; call <= JobCharge::kProgram; ++call) {
    CallCost& cost = costs.emplace_back();
    for (const TransferResult* r : some) {
      cost.ms += msOf(r->job.besides[call]) / static_cast<double>(some.size());
      cost.calls += static_cast<double>(r->job.calls[call]) / static_cast<double>(some.size());
    }
  }
  return costs;
}

std::vector<const TransferResult*> doneOf(const std::vector<TransferResult>& results, bool send) {
  std::vector<const TransferResult*> some;
  for (const TransferResult& r : results)
    if (r.done && r.condition.send == send) some.push_back(&r);
  return some;
}

CallCost& operator+=(CallCost& sum, const CallCost& more) {
  sum.ms += more.ms;
  sum.calls += more.calls;
  return sum;
}

std::vector<ShortSends::NamedCost> mostExpensive(const std::vector<const TransferResult*>& some) {
  std::vector<ShortSends::NamedCost> named;
  unsigned call = 0;
  for (const CallCost& cost : callCosts(some)) named.push_back({callName(call++), cost.ms});
  std::ranges::stable_sort(named, std::ranges::greater{}, &ShortSends::NamedCost::ms);
  if (named.size() > kNamed) named.resize(kNamed);
  std::erase_if(named, [](const ShortSends::NamedCost& c) { return c.ms < kShownMs; });
  return named;
}

}  // namespace

double outsideMs(const TransferResult& r) {
  return static_cast<double>(r.commandMs.value_or(r.stretch.chargedMs)) - static_cast<double>(r.stretch.chargedMs);
}

std::vector<OutsideCall> outsideCalls(const std::vector<TransferResult>& results) {
  const auto sends = callCosts(doneOf(results, true)), receives = callCosts(doneOf(results, false));
  std::vector<OutsideCall> calls;
  for (unsigned call = 0; call < sends.size(); ++call)
    calls.push_back({callName(call), call != JobCharge::kProgram, sends[call], receives[call]});
  const auto ms = [](const OutsideCall& c) { return std::max(c.send.ms, c.receive.ms); };
  std::ranges::stable_sort(calls, std::ranges::greater{}, ms);
  const auto cheap = std::ranges::find_if(calls, [&](const OutsideCall& c) { return ms(c) < kShownMs; });
  OutsideCall others{"others", true, {}, {}};
  for (auto c = cheap; c != calls.end(); ++c) {
    others.send += c->send;
    others.receive += c->receive;
  }
  calls.erase(cheap, calls.end());
  calls.push_back(std::move(others));
  return calls;
}

std::optional<ShortSends> shortSends(const std::vector<TransferResult>& results, const CostSummary& ours,
                                     const CostSummary& paper) {
  auto some = doneOf(results, true);
  std::erase_if(some, [](const TransferResult* r) { return static_cast<double>(r->bytes) >= kSmall; });
  if (some.empty() || !ours.shortSendsFixedMs || !paper.shortSendsFixedMs) return std::nullopt;
  if (ours.shortSendsFixedMs->most >= paper.shortSendsFixedMs->least) return std::nullopt;
  std::vector<double> outside;
  for (const TransferResult* r : some) outside.push_back(outsideMs(*r));
  return ShortSends{*paper.shortSendsFixedMs, *ours.shortSendsFixedMs, *rangeOf(outside), mostExpensive(some)};
}

}  // namespace utah10

// The time of the whole command outside the interval of the program's account.
#include <algorithm>
#include <array>

#include "experiments/rfc392/analysis.hpp"
#include "trace/jsys_names.hpp"

namespace utah10 {

namespace {

constexpr double kShownMs = 1;     // calls that cost less are summed in one row
constexpr std::size_t kNamed = 6;  // calls named in the paragraph

constexpr std::array<unsigned, 3> kFileCalls = {020u, 021u, 022u};  // GTJFN, OPENF, CLOSF

// Of a send, in addition to the cost of its bytes.
double fixedMs(double ms, double bytes, const CostSummary& costs) {
  return ms - costs.sends.large.mean * kNetworkByteBits / 1000 * bytes;
}

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
                                     const CostSummary& paper, const Rfc392Paper& rows) {
  auto some = doneOf(results, true);
  std::erase_if(some, [](const TransferResult* r) { return static_cast<double>(r->bytes) >= kSmall; });
  if (some.empty() || !ours.shortSendsFixedMs || !paper.shortSendsFixedMs) return std::nullopt;
  ShortSends s{.sends = {}, .paper = *paper.shortSendsFixedMs, .paperOther = {}, .mostExpensive = mostExpensive(some)};
  if (paper.sends.fit) s.paperOther = paper.sends.fit->fixedMs;
  for (const TransferResult* r : some) {
    const auto own = std::ranges::find_if(rows.rows, [&](const Rfc392PaperRow& row) {
      return row.condition.table == r->condition.table && row.condition.row == r->condition.row;
    });
    const auto bytes = static_cast<double>(r->bytes);
    ShortSends::Send& send = s.sends.emplace_back();
    send.name = r->condition.name();
    send.bytes = r->bytes;
    if (own != rows.rows.end()) send.paper = fixedMs(own->cpuMs, bytes, paper);
    send.ours = fixedMs(static_cast<double>(r->stretch.chargedMs), bytes, ours);
    send.outside = outsideMs(*r);
    for (const unsigned call : kFileCalls) send.files += msOf(r->job.besides[call]);
  }
  return s;
}

}  // namespace utah10

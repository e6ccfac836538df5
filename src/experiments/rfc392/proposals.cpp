#include "experiments/rfc392/proposals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "experiments/rfc392/analysis.hpp"
#include "experiments/rjs/rjs_programs.hpp"

namespace utah10 {

namespace {

constexpr double kSecondsInHour = 3600;
constexpr const char* kMessagesAndPages = "NETMEM";

struct Tried {
  std::string_view proposal, program;
  std::string_view reference;  // the program from which it differs by the proposal
  std::string_view monitor;
};
constexpr std::array<Tried, 8> kTried = {{
    {"as it was", "RJS", "", ""},
    {"as it was", "RJS2", "", ""},
    {"as it was", "RJS3", "", ""},
    {"bytes of 32 bits", "RJS1W", "RJS", ""},
    {"bytes of 32 bits", "RJS3W", "RJS3", ""},
    {"messages", "RJS1M", "RJS", kMessagesAndPages},
    {"messages", "RJS3M", "RJS3", kMessagesAndPages},
    {"pages", "RJS3P", "RJS3", kMessagesAndPages},
}};

std::string_view referenceOf(std::string_view program) {
  const auto at = std::ranges::find(kTried, program, &Tried::program);
  return at == kTried.end() ? std::string_view{} : at->reference;
}

// Adds a transfer; ratios are formed when all have been added.
void add(ProposalCosts& c, const TransferResult& r) {
  ++c.transfers;
  c.whole += r.whole() ? 1 : 0;
  if (!r.done) return;
  const ChargedStretch& s = r.stretch;
  c.bytes += r.condition.bytes;
  c.chargedSeconds += r.cpuSeconds();
  c.elapsed += s.elapsed();
  c.messages += s.messagesOut;  // of both hosts; the same messages come in
  c.networkBitsPerBit += static_cast<double>(s.messageBitsOut);
  c.callsPerByte += static_cast<double>(std::accumulate(s.calls.begin(), s.calls.end(), std::uint64_t{0}));
  c.pageFaults += s.pageTraps;
  for (std::size_t n = 0; n < kChargeParts; ++n) c.usPerByte[n] += usOf(s.split.parts[n]);
}

// us/bit of each run.
std::optional<Spread> spreadOfRuns(const RangeResult& one, bool send) {
  const std::size_t rows = differentRows(one.results).size();
  std::vector<double> costs;
  for (std::size_t first = 0; rows != 0 && first + rows <= one.results.size(); first += rows) {
    double us = 0, bits = 0;
    for (std::size_t n = first; n < first + rows; ++n) {
      const TransferResult& r = one.results[n];
      if (r.condition.send != send || !r.done) continue;
      us += static_cast<double>(r.stretch.chargedMs) * 1000;
      bits += kNetworkByteBits * static_cast<double>(r.condition.bytes);
    }
    if (bits > 0) costs.push_back(us / bits);
  }
  return spreadOf(costs);
}

ProposalCosts proposalCosts(const RangeResult& one, bool send, double dollarsPerCpuHour) {
  ProposalCosts c;
  c.proposal = one.of.change;
  c.program = one.of.settings.program;
  c.send = send;
  for (const TransferResult& r : one.results)
    if (r.condition.send == send) add(c, r);
  const auto bytes = static_cast<double>(c.bytes);
  const double bits = kNetworkByteBits * bytes;
  c.usPerBit = per(c.chargedSeconds * 1e6, bits);
  if (const auto spread = spreadOfRuns(one, send)) c.confidence = spread->confidence();
  c.dollarsPerMegabit = c.usPerBit / kSecondsInHour * dollarsPerCpuHour;  // us a bit are seconds a megabit
  c.networkBitsPerBit = per(c.networkBitsPerBit, bits);
  c.callsPerByte = per(c.callsPerByte, bytes);
  for (double& us : c.usPerByte) us = per(us, bytes);
  c.networkUsPerByte = c.of(ChargePart::Network) + c.of(ChargePart::Interrupt);
  return c;
}

}  // namespace

std::vector<RangeCase> proposalCases(const Rfc392Settings& given, std::string_view proposal) {
  const auto chosen = [&](const Tried& t) { return proposal.empty() || t.proposal.starts_with(proposal); };
  // As it was: what one of the chosen is compared with.
  const auto compared = [&](const Tried& was) {
    return std::ranges::any_of(kTried, [&](const Tried& t) { return chosen(t) && t.reference == was.program; });
  };
  std::vector<RangeCase> cases;
  for (const Tried& t : kTried) {
    if (!chosen(t) && !compared(t)) continue;
    RangeCase& c = cases.emplace_back(RangeCase{std::string{t.proposal}, given});
    c.settings.program = t.program;
    c.settings.machine.monitor = t.monitor;
  }
  return cases;
}

const ProposalCosts* ProposalsFindings::of(std::string_view program, bool send) const {
  const auto at = std::ranges::find_if(
      costs, [&](const ProposalCosts& c) { return c.program == program && c.send == send && c.bytes != 0; });
  return at == costs.end() ? nullptr : &*at;
}

ProposalsFindings proposalsConditions(const Rfc392Settings& given) {
  ProposalsFindings f;
  f.machine = given.machine.text();
  return f;
}

ProposalsFindings analyseProposals(const std::vector<RangeResult>& all, const Rfc392Paper& paper) {
  ProposalsFindings f = proposalsConditions(all.front().of.settings);
  f.dollarsPerCpuHour = paper.dollarsPerCpuHour;
  f.paperLeast = paper.dollarsPerMegabitLeast;
  f.paperMost = paper.dollarsPerMegabitMost;
  for (const bool send : {true, false})
    for (const RangeResult& one : all) {
      ProposalCosts c = proposalCosts(one, send, paper.dollarsPerCpuHour);
      if (c.transfers == 0) continue;
      const ProposalCosts* reference = f.of(referenceOf(one.of.settings.program), send);
      if (reference != nullptr && reference->usPerBit > 0 && c.bytes != 0)
        c.ofReference = c.usPerBit / reference->usPerBit;
      for (const TransferResult& r : one.results) f.divided = f.divided && (r.stretch.divided || !r.done);
      f.costs.push_back(std::move(c));
    }
  return f;
}

}  // namespace utah10

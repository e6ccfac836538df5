// utah10 rfc392: machines side by side, their transfers put together in the paper's order.
#include <fmt/format.h>

#include <algorithm>

#include "experiments.hpp"
#include "lab_runs.hpp"
#include "utah10/experiments/rfc392_report.hpp"

namespace utah10 {

namespace {

constexpr std::size_t kPieces = 4;

using Piece = LabPiece<Rfc392Settings, TransferCondition>;

Expected<std::vector<TransferCondition>> rowsOf(const Rfc392Options& o) {
  auto rows = o.quick ? rfc392QuickRows() : rfc392Rows();
  for (const std::string& name : o.only)
    if (std::ranges::find(rows, name, &TransferCondition::name) == rows.end())
      return fail("--only", fmt::format("there is no transfer {}", name),
                  fmt::format("{} is one", rows.front().name()));
  if (!o.only.empty())
    std::erase_if(rows,
                  [&](const TransferCondition& c) { return std::ranges::find(o.only, c.name()) == o.only.end(); });
  return rows;
}

Expected<int> transfers(const Rfc392Options& o, const Rfc392Settings& settings) {
  const auto rows = rowsOf(o);
  if (!rows) return tl::unexpected(rows.error());
  std::vector<Piece> pieces;
  for (auto& some : inPieces(*rows, kPieces)) pieces.push_back({settings, std::move(some)});
  return makeExperiment(pieces, &makeTransfers, o.report,
                        [&](std::vector<std::vector<TransferResult>> made, const Seal& seal) {
                          return rfc392Report(settings, inOneRow(std::move(made)), seal);
                        });
}

// Machines that a site like Utah may have had in 1972: what is not known about it, one thing at a time.
std::vector<Rfc392Settings> machinesLike(const Rfc392Settings& given) {
  std::vector<Rfc392Settings> all = {given};
  const auto add = [&](const std::function<void(LabOptions&)>& change) {
    all.push_back(given);
    change(all.back().machine);
  };
  for (const unsigned k : {128u, 160u, 256u}) add([k](LabOptions& m) { m.coreK = k; });
  add([](LabOptions& m) { m.swapping = Swapping::Disk; });
  add([](LabOptions& m) { m.memory = "MB10"; });
  add([](LabOptions& m) { m.memory = "MD10"; });
  add([](LabOptions& m) { m.registers = 8; });
  add([](LabOptions& m) { m.timing = "gate"; });
  return all;
}

Expected<int> range(const Rfc392Options& o, const Rfc392Settings& settings) {
  std::vector<Piece> pieces;
  for (Rfc392Settings& s : machinesLike(settings)) pieces.push_back({std::move(s), rfc392QuickRows()});
  return makeExperiment(pieces, &makeTransfers, o.report,
                        [&](std::vector<std::vector<TransferResult>> made, const Seal& seal) {
                          std::vector<RangeResult> all;
                          for (std::size_t n = 0; n < made.size(); ++n)
                            all.push_back({pieces[n].settings, std::move(made[n])});
                          return rangeReport(all, seal);
                        });
}

}  // namespace

Expected<int> rfc392Command(const Rfc392Options& o) {
  const auto settings = settingsOf(o);
  if (!settings) return tl::unexpected(settings.error());
  return o.range ? range(o, *settings) : transfers(o, *settings);
}

}  // namespace utah10

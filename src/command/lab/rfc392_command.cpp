// utah10 rfc392: runs machines in parallel and puts their transfers in the paper's order.
#include <fmt/format.h>

#include <algorithm>

#include "command/lab/experiments.hpp"
#include "command/lab/lab_runs.hpp"
#include "experiments/rfc392/analysis.hpp"
#include "experiments/rfc392/render.hpp"

namespace utah10 {

namespace {

using Piece = LabPiece<Rfc392Settings, TransferCondition>;

Expected<std::vector<TransferCondition>> rowsOf(const Rfc392Options& o) {
  auto rows = o.quick || o.range ? rfc392QuickRows() : rfc392Rows();
  for (const std::string& name : o.only)
    if (std::ranges::find(rows, name, &TransferCondition::name) == rows.end())
      return fail("--only", fmt::format("there is no row {}", name),
                  fmt::format("for example {}", rows.front().name()));
  if (!o.only.empty())
    std::erase_if(rows,
                  [&](const TransferCondition& c) { return std::ranges::find(o.only, c.name()) == o.only.end(); });
  return rows;
}

Expected<int> transfers(const Rfc392Options& o, const Rfc392Settings& settings) {
  const auto rows = rowsOf(o);
  if (!rows) return tl::unexpected(rows.error());
  std::vector<Piece> pieces;
  for (auto& some : inPieces(*rows, kLabPieces)) pieces.push_back({settings, std::move(some)});
  return makeExperiment(pieces, &makeTransfers, o.report, opening(rfc392Conditions(settings)),
                        [&](std::vector<std::vector<TransferResult>> made, const Seal& seal) {
                          return render(analyse(settings, concatenate(std::move(made)), rfc392Paper(seal)));
                        });
}

Expected<int> range(const Rfc392Options& o, const Rfc392Settings& settings) {
  const auto rows = rowsOf(o);
  if (!rows) return tl::unexpected(rows.error());
  const std::vector<RangeCase> cases = rangeCases(settings);
  std::vector<Piece> pieces;
  for (const RangeCase& c : cases) pieces.push_back({c.settings, *rows});
  return makeExperiment(pieces, &makeTransfers, o.report, opening(rangeConditions(cases.front().settings)),
                        [&](std::vector<std::vector<TransferResult>> made, const Seal& seal) {
                          std::vector<RangeResult> all;
                          for (std::size_t n = 0; n < made.size(); ++n) {
                            for (std::size_t row = made[n].size(); row < rows->size(); ++row)
                              made[n].push_back(notMeasured<TransferResult>((*rows)[row]));
                            all.push_back({cases[n], std::move(made[n])});
                          }
                          return render(analyse(all, rfc392Paper(seal)));
                        });
}

}  // namespace

Expected<int> rfc392Command(const Rfc392Options& o) {
  const auto settings = settingsOf(o);
  if (!settings) return tl::unexpected(settings.error());
  if (o.pageFaults) return pageFaultsCommand(o, settings->machine);
  return o.range ? range(o, *settings) : transfers(o, *settings);
}

}  // namespace utah10

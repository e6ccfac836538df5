// utah10 rfc392: runs machines in parallel and puts their transfers in the paper's order.
#include <fmt/format.h>

#include <algorithm>

#include "command/lab/experiments.hpp"
#include "command/lab/lab_runs.hpp"
#include "command/machine_file/packaged.hpp"
#include "experiments/rfc392/analysis.hpp"
#include "experiments/rfc392/proposals.hpp"
#include "experiments/rfc392/receiving.hpp"
#include "experiments/rfc392/render.hpp"
#include "experiments/rfc415/quoted.hpp"
#include "experiments/rfc415/render_quoted.hpp"

namespace utah10 {

namespace {

using Piece = LabPiece<Rfc392Settings, TransferCondition>;

Expected<std::vector<TransferCondition>> rowsOf(const Rfc392Options& o) {
  auto rows = o.quick || o.range || o.proposals ? rfc392QuickRows() : rfc392Rows();
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

// Each case makes the same transfers on a machine of its own; `reportOf` takes the results of all.
template <class ReportOf>
Expected<int> compare(const Rfc392Options& o, const std::vector<RangeCase>& cases,
                      const std::vector<TransferCondition>& rows, const Report& opening, const ReportOf& reportOf) {
  std::vector<Piece> pieces;
  for (const RangeCase& c : cases) pieces.push_back({c.settings, rows});
  return makeExperiment(pieces, &makeTransfers, o.report, opening,
                        [&](std::vector<std::vector<TransferResult>> made, const Seal& seal) {
                          std::vector<RangeResult> all;
                          for (std::size_t n = 0; n < made.size(); ++n) {
                            for (std::size_t row = made[n].size(); row < rows.size(); ++row)
                              made[n].push_back(notMeasured<TransferResult>(rows[row]));
                            all.push_back({cases[n], std::move(made[n])});
                          }
                          return reportOf(all, rfc392Paper(seal));
                        });
}

Expected<int> range(const Rfc392Options& o, const Rfc392Settings& settings) {
  const auto rows = rowsOf(o);
  if (!rows) return tl::unexpected(rows.error());
  return compare(o, rangeCases(settings), *rows, opening(rangeConditions(settings)),
                 [](const auto& all, const Rfc392Paper& paper) { return render(analyse(all, paper)); });
}

// Whether every case can be measured on the machine that was chosen.
Expected<void> check(const char* option, const std::vector<RangeCase>& cases) {
  for (const RangeCase& c : cases)
    if (auto ok = c.settings.machine.check(); !ok)
      return fail(option, ok.error().text(), "it compares programs and variants of the monitor of 1972");
  return {};
}

Expected<int> proposals(const Rfc392Options& o, const Rfc392Settings& settings) {
  const auto rows = rowsOf(o);
  if (!rows) return tl::unexpected(rows.error());
  const auto cases = proposalCases(settings);
  if (auto ok = check("--proposals", cases); !ok) return tl::unexpected(ok.error());
  return compare(o, cases, *rows, opening(proposalsConditions(settings)),
                 [](const auto& all, const Rfc392Paper& paper) { return render(analyseProposals(all, paper)); });
}

Expected<int> receiving(const Rfc392Options& o, const Rfc392Settings& settings) {
  const auto cases = receivingCases(settings);
  if (auto ok = check("--receiving", cases); !ok) return tl::unexpected(ok.error());
  return compare(o, cases, receivingRows(), opening(receivingConditions(settings)),
                 [](const auto& all, const Rfc392Paper& paper) { return render(analyseReceiving(all, paper)); });
}

// The machine with each of our monitors, and with the given one if that is not ours.
Expected<std::vector<LabOptions>> quotedMachines(const LabChoice& given) {
  std::vector<std::string> systems{"utah72", "utah131", "utah73"};
  if (!PackagedSystem::hasSystemFile(given.system)) systems.push_back(given.system);
  std::vector<LabOptions> machines;
  for (const std::string& system : systems) {
    LabChoice choice = given;
    choice.system = system;
    choice.generation.reset();
    auto machine = chosenMachine(choice);
    if (!machine) return tl::unexpected(machine.error());
    machines.push_back(std::move(*machine));
  }
  return machines;
}

Expected<int> quoted(const Rfc392Options& o) {
  const auto machines = quotedMachines(o.machine);
  if (!machines) return tl::unexpected(machines.error());
  std::vector<LabPiece<Rfc415Settings, StringCondition>> pieces;
  for (const LabOptions& machine : *machines) pieces.push_back({{.machine = machine}, quotedRows()});
  if (o.quick)
    for (auto& piece : pieces) piece.settings.bits /= kQuickPart;
  const Rfc415Settings& first = pieces.front().settings;
  return makeExperiment(pieces, &sendStrings, o.report, opening(quotedConditions(first)),
                        [&](std::vector<std::vector<StringResult>> made, const Seal& seal) {
                          std::vector<QuotedResults> results;
                          for (std::size_t n = 0; n < made.size(); ++n)
                            results.push_back({(*machines)[n].name, std::move(made[n])});
                          return render(analyse(first, results, quotedPaper(seal)));
                        });
}

}  // namespace

Expected<int> rfc392Command(const Rfc392Options& o) {
  if (o.quoted) return quoted(o);
  const auto settings = settingsOf(o);
  if (!settings) return tl::unexpected(settings.error());
  if (o.proposals) return proposals(o, *settings);
  if (o.receiving) return receiving(o, *settings);
  if (o.pageFaults) return pageFaultsCommand(o, settings->machine);
  return o.range ? range(o, *settings) : transfers(o, *settings);
}

}  // namespace utah10

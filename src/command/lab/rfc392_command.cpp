// utah10 rfc392: runs machines in parallel and puts their transfers in the paper's order.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "command/lab/experiments.hpp"
#include "command/lab/lab_runs.hpp"
#include "command/machine_file/packaged.hpp"
#include "experiments/rfc392/analysis.hpp"
#include "experiments/rfc392/proposals.hpp"
#include "experiments/rfc392/receiving.hpp"
#include "experiments/rfc392/render.hpp"
#include "experiments/rfc392/render_tables.hpp"
#include "experiments/rfc392/tables.hpp"
#include "experiments/rfc415/quoted.hpp"
#include "experiments/rfc415/render_quoted.hpp"

namespace utah10 {

namespace {

// What a word after "rfc392" stands for.
struct ReportWord {
  std::string_view word, option;
};
constexpr std::array<ReportWord, 6> kRfc392 = {{{"tables", "--tables"},
                                                {"range", "--range"},
                                                {"receiving", "--receiving"},
                                                {"quoted", "--quoted"},
                                                {"proposals", "--proposals"},
                                                {"pagefaults", "--page-faults"}}};

using Piece = LabPiece<Rfc392Settings, TransferCondition>;

Expected<std::vector<TransferCondition>> rowsOf(const Rfc392Options& o) {
  auto rows = o.quick || o.range || o.proposes() ? rfc392QuickRows() : rfc392Rows();
  for (const std::string& name : o.only)
    if (std::ranges::find(rows, name, &TransferCondition::name) == rows.end())
      return fail("--only", fmt::format("there is no row {}", name),
                  fmt::format("for example {}", rows.front().name()));
  if (!o.only.empty())
    std::erase_if(rows,
                  [&](const TransferCondition& c) { return std::ranges::find(o.only, c.name()) == o.only.end(); });
  return o.alone ? alone(std::move(rows)) : rows;
}

unsigned runsOf(const Rfc392Options& o) { return o.repeats.value_or(1); }

// Run after run, each divided among machines.
std::vector<Piece> piecesOf(const Rfc392Settings& settings, const std::vector<TransferCondition>& rows, unsigned runs) {
  std::vector<Piece> pieces;
  for (unsigned run = 0; run < runs; ++run)
    for (auto& some : inPieces(rows, kLabPieces)) pieces.push_back({repeated(settings, run), std::move(some)});
  return pieces;
}

Expected<int> transfers(const Rfc392Options& o, const Rfc392Settings& settings) {
  const auto rows = rowsOf(o);
  if (!rows) return tl::unexpected(rows.error());
  const auto pieces = piecesOf(settings, *rows, runsOf(o));
  const std::size_t perRun = pieces.size() / runsOf(o);
  return makeExperiment(pieces, &makeTransfers, o.report, opening(rfc392Conditions(settings)),
                        [&](std::vector<std::vector<TransferResult>> made, const Seal& seal) {
                          return render(analyse(settings, inGroups(std::move(made), perRun), rfc392Paper(seal)));
                        });
}

// Each case makes the same transfers on a machine of its own, and in further runs with other seeds; `reportOf` takes
// the results of all.
template <class ReportOf>
Expected<int> compare(const Rfc392Options& o, const std::vector<RangeCase>& cases,
                      const std::vector<TransferCondition>& rows, const Report& opening, const ReportOf& reportOf) {
  std::vector<Piece> pieces;
  for (const RangeCase& c : cases)
    for (unsigned run = 0; run < runsOf(o); ++run) pieces.push_back({repeated(c.settings, run), rows, c.change});
  return makeExperiment(pieces, &makeTransfers, o.report, opening,
                        [&](std::vector<std::vector<TransferResult>> made, const Seal& seal) {
                          for (auto& results : made)
                            for (std::size_t row = results.size(); row < rows.size(); ++row)
                              results.push_back(notMeasured<TransferResult>(rows[row]));
                          auto grouped = inGroups(std::move(made), runsOf(o));
                          std::vector<RangeResult> all;
                          for (std::size_t n = 0; n < grouped.size(); ++n)
                            all.push_back({cases[n], std::move(grouped[n])});
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
  const auto cases = proposalCases(settings, o.proposal);
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

constexpr std::array<std::string_view, 3> kGenerations = {"utah72", "utah131", "utah73"};

// The machine with one of our monitors.
Expected<LabOptions> machineWith(LabChoice choice, const std::string& system) {
  choice.system = system;
  choice.generation.reset();
  return chosenMachine(choice);
}

Expected<std::vector<TableCase>> casesOfTables(const Rfc392Options& o, const Rfc392Settings& settings) {
  std::vector<TableMachine> machines;
  for (const std::string_view system : kGenerations) {
    auto machine = machineWith(o.machine, std::string{system});
    if (!machine) return tl::unexpected(machine.error());
    machines.push_back({std::string{system}, std::move(*machine)});
  }
  return tableCases(settings, machines);
}

// Machines of each case divide the rows as those of the usual report do, so that the results are the same.
Expected<int> tables(const Rfc392Options& o, const Rfc392Settings& settings) {
  const auto rows = rowsOf(o);
  const auto cases = casesOfTables(o, settings);
  if (!rows || !cases) return tl::unexpected(rows ? cases.error() : rows.error());
  std::vector<Piece> pieces;
  for (const TableCase& c : *cases)
    for (Piece& p : piecesOf(c.settings, c.alone ? alone(*rows) : *rows, runsOf(o))) {
      p.name = c.name + (c.alone ? ", alone" : "");
      pieces.push_back(std::move(p));
    }
  const std::size_t perCase = pieces.size() / cases->size();
  return makeExperiment(pieces, &makeTransfers, o.report, opening(tablesConditions(*cases)),
                        [&](std::vector<std::vector<TransferResult>> made, const Seal& seal) {
                          auto grouped = inGroups(std::move(made), perCase);
                          std::vector<TableResult> all;
                          for (std::size_t n = 0; n < grouped.size(); ++n)
                            all.push_back({(*cases)[n], std::move(grouped[n])});
                          return render(analyseTables(all, *rows, rfc392Paper(seal)));
                        });
}

// The machine with each of our monitors, and with the given one if that is not ours.
Expected<std::vector<LabOptions>> quotedMachines(const LabChoice& given) {
  std::vector<std::string> systems{kGenerations.begin(), kGenerations.end()};
  if (!PackagedSystem::hasSystemFile(given.system)) systems.push_back(given.system);
  std::vector<LabOptions> machines;
  for (const std::string& system : systems) {
    auto machine = machineWith(given, system);
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
  if (o.repeats && *o.repeats == 0) return fail("--repeat", "no runs", "1 or more");
  if (o.tables) return tables(o, *settings);
  if (o.proposes()) return proposals(o, *settings);
  if (o.receiving) return receiving(o, *settings);
  if (o.pageFaults) return pageFaultsCommand(o, settings->machine);
  return o.range ? range(o, *settings) : transfers(o, *settings);
}

std::vector<std::string> withReportOptions(std::vector<std::string> arguments) {
  const auto command = std::ranges::find(arguments, "rfc392");
  if (command == arguments.end() || command + 1 == arguments.end()) return arguments;
  const auto named = std::ranges::find(kRfc392, *(command + 1), &ReportWord::word);
  if (named != kRfc392.end()) *(command + 1) = named->option;
  return arguments;
}

std::string rfc392ReportWords() {
  std::string words;
  for (const ReportWord& w : kRfc392) words += fmt::format("{}{}", words.empty() ? "" : ", ", w.word);
  return words;
}

}  // namespace utah10

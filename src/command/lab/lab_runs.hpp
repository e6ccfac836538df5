// Runs experiments on several machines in parallel, each with its own host files. Private to the command layer.
#pragma once

#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include "command/lab/experiments.hpp"
#include "command/lab/lab_choice.hpp"
#include "command/lab/progress_lines.hpp"
#include "command/lab/report_writer.hpp"
#include "experiments/laboratory/laboratory.hpp"
#include "experiments/published/published.hpp"

namespace utah10 {

// The machines among which the rows of a paper are divided: a fixed number, so that the results do not depend on the
// host's processors.
constexpr std::size_t kLabPieces = 4;

// What one machine of an experiment needs on the host.
struct LabNeeds {
  std::string system;
  std::string program{};  // that the experiment runs
};
// Checks, before the first of `n` machines boots, that the files of every one are there.
Expected<void> checkLabs(std::size_t n, const std::function<LabNeeds(std::size_t piece)>& needs);

// Runs `n` pieces of work, each with its own copies of the files of its system, in as many threads as the host has
// processors. A piece must depend on its number only. Returns the error of the first piece in order of number.
using LabRun = std::function<Expected<void>(std::size_t piece, const LabSite& site)>;
Expected<void> runLabs(std::size_t n, const std::function<std::string(std::size_t)>& system, const LabRun& run);

// The settings from the options, with the machine checked.
template <class Settings>
Expected<Settings> settingsOf(const ExperimentOptions<Settings>& o) {
  Settings s = o.settings;
  auto machine = chosenMachine(o.machine);
  if (!machine) return tl::unexpected(machine.error());
  s.machine = std::move(*machine);
  return s;
}

// The measurements that one machine of an experiment makes, in order.
template <class Settings, class Condition>
struct LabPiece {
  Settings settings;
  std::vector<Condition> conditions;
};

template <class Settings>
LabNeeds needsOf(const Settings& s) {
  if constexpr (requires { s.program; }) {
    return {s.machine.system, s.program};
  } else {
    return {s.machine.system, {}};
  }
}

// One of makeTransfers, sendStrings, makeChain.
template <class Settings, class Condition, class Result>
using Measure = Expected<std::vector<Result>> (*)(const Settings&, const LabSite&, const std::vector<Condition>&,
                                                  const std::function<void(const Result&)>& progress);

// The course of every experiment: what all pieces need is checked; the opening of the report is shown; the pieces are
// measured side by side, the seal of the published numbers breaks with the last result, the report on the results,
// piece by piece, is made and written.
// The exit code: 0 if all of them are whole.
template <class Settings, class Condition, class Result, class ReportOf>
Expected<int> makeExperiment(const std::vector<LabPiece<Settings, Condition>>& pieces,
                             Measure<Settings, Condition, Result> measure, const ReportOptions& options,
                             const Report& opening, const ReportOf& reportOf) {
  const auto needs = [&](std::size_t n) { return needsOf(pieces[n].settings); };
  if (auto ready = checkReport(options); !ready) return tl::unexpected(ready.error());
  if (auto ready = checkLabs(pieces.size(), needs); !ready) return tl::unexpected(ready.error());
  ReportWriter writer{opening, options};
  std::size_t all = 0;
  for (const auto& p : pieces) all += p.conditions.size();
  ProgressLines progress{options.quiet, all};
  std::vector<std::vector<Result>> made(pieces.size());
  const auto run = [&](std::size_t n, const LabSite& site) -> Expected<void> {
    auto results = measure(pieces[n].settings, site, pieces[n].conditions,
                           [&](const Result& r) { progress.tell(progressText(r)); });
    if (!results) return tl::unexpected(results.error());
    made[n] = std::move(*results);
    return {};
  };
  const auto system = [&](std::size_t n) { return pieces[n].settings.machine.system; };
  if (auto done = runLabs(pieces.size(), system, run); !done) return tl::unexpected(done.error());
  Seal seal{all};
  bool whole = true;
  for (const auto& results : made)
    for (const Result& r : results) {
      seal.result();
      whole = whole && r.whole();
    }
  if (auto done = writer.write(reportOf(std::move(made), seal)); !done) return tl::unexpected(done.error());
  return whole ? 0 : 1;
}

// Concatenates the results of the pieces.
template <class Result>
std::vector<Result> concatenate(std::vector<std::vector<Result>> pieces) {
  std::vector<Result> all;
  for (auto& results : pieces)
    all.insert(all.end(), std::make_move_iterator(results.begin()), std::make_move_iterator(results.end()));
  return all;
}

}  // namespace utah10

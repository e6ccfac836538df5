// Runs experiments on several machines in parallel, each with its own host files. Private to the command layer.
#pragma once

#include <algorithm>
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
  std::string monitor{};  // variant of the system's
  auto operator<=>(const LabNeeds&) const = default;
};
// Checks, before the first of `n` machines boots, that the files of every one are there.
Expected<void> checkLabs(std::size_t n, const std::function<LabNeeds(std::size_t piece)>& needs);

// Runs `n` pieces of work, each with its own copies of the files of its system, in as many threads as the options say.
// A piece must depend on its number only. Returns the error of the first piece in order of number. An interruption
// stops all pieces, which is an error, too.
using LabRun = std::function<Expected<void>(std::size_t piece, const LabSite& site)>;
Expected<void> runLabs(std::size_t n, const std::function<std::string(std::size_t)>& system, const LabRun& run,
                       const ReportOptions& options);

// Signal that interrupted the run; 0: none.
int signalOf(const ReportOptions& options);
// How a run ends that failed or was interrupted: with its error, or the signal's exit code and one line.
Expected<int> unfinished(const Error& error, const ReportOptions& options);
// For the report of such a run: how many are `missing` of `all`, by name.
std::string unfinishedText(const std::vector<std::string>& missing, std::size_t all);

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
  std::string name = {};  // in progress lines, where pieces make the same measurements

  std::string progress(const std::string& what) const { return name.empty() ? what : name + ": " + what; }
};

template <class Settings>
LabNeeds needsOf(const Settings& s) {
  if constexpr (requires { s.program; }) {
    return {s.machine.system, s.program, s.machine.monitor};
  } else {
    return {s.machine.system, {}, s.machine.monitor};
  }
}

// One of makeTransfers, sendStrings, makeChain.
template <class Settings, class Condition, class Result>
using Measure = Expected<std::vector<Result>> (*)(const Settings&, const LabSite&, const std::vector<Condition>&,
                                                  const std::function<void(const Result&)>& progress);

// In place of a result that is missing, where a report has a fixed layout.
template <class Result, class Condition>
Result notMeasured(const Condition& condition) {
  Result r;
  r.condition = condition;
  r.trouble = "not measured";
  return r;
}

// The results that are there, also of pieces that did not come to their end.
template <class Condition, class Result>
class Measured {
 public:
  explicit Measured(std::size_t pieces) : made(pieces), whole_(pieces) {}
  void add(std::size_t piece, const Result& r) { made[piece].push_back(r); }
  void finish(std::size_t piece, std::vector<Result> results) {
    made[piece] = std::move(results);
    whole_[piece] = 1;
  }
  // Results whose bytes would have been compared at the end of the piece say that they were not.
  void close() {
    if constexpr (requires(Result r) { r.trouble; })
      for (std::size_t n = 0; n < made.size(); ++n)
        for (Result& r : made[n])
          if (whole_[n] == 0 && !r.whole() && r.trouble.empty()) r.trouble = "not compared";
  }
  std::vector<std::string> missing(std::size_t piece, const std::vector<Condition>& conditions) const {
    std::vector<std::string> names;
    for (std::size_t n = made[piece].size(); n < conditions.size(); ++n) names.push_back(conditions[n].name());
    return names;
  }

  std::vector<std::vector<Result>> made;  // by piece

 private:
  std::vector<char> whole_;  // not bool: threads set them
};

// The course of every experiment: what all pieces need is checked; the opening of the report is shown; the pieces are
// measured side by side, the seal of the published numbers breaks with the last result, the report on the results,
// piece by piece, is made and written. A run that fails or is interrupted reports what it has: the seal breaks with the
// last result that it made, and reportOf must allow for missing ones at the end of any piece.
// The exit code: 0 if all of them are whole.
template <class Settings, class Condition, class Result, class ReportOf>
Expected<int> makeExperiment(const std::vector<LabPiece<Settings, Condition>>& pieces,
                             Measure<Settings, Condition, Result> measure, const ReportOptions& options,
                             const Report& opening, const ReportOf& reportOf) {
  const auto needs = [&](std::size_t n) { return needsOf(pieces[n].settings); };
  if (auto ready = checkReport(options); !ready) return tl::unexpected(ready.error());
  if (auto ready = checkLabs(pieces.size(), needs); !ready) return tl::unexpected(ready.error());
  if (options.checkOnly) return 0;
  if (options.interruption != nullptr) options.interruption->hold();
  ReportWriter writer{opening, options};
  std::size_t all = 0;
  for (const auto& p : pieces) all += p.conditions.size();
  ProgressLines progress{options.quiet, all};
  Measured<Condition, Result> measured{pieces.size()};
  const auto run = [&](std::size_t n, const LabSite& site) -> Expected<void> {
    auto results = measure(pieces[n].settings, site, pieces[n].conditions, [&](const Result& r) {
      measured.add(n, r);
      progress.tell(pieces[n].progress(progressText(r)));
    });
    if (!results) return tl::unexpected(results.error());
    measured.finish(n, std::move(*results));
    return {};
  };
  const auto system = [&](std::size_t n) { return pieces[n].settings.machine.system; };
  const auto done = runLabs(pieces.size(), system, run, options);
  measured.close();
  std::vector<std::string> missing;
  for (std::size_t n = 0; n < pieces.size(); ++n)
    for (std::string& name : measured.missing(n, pieces[n].conditions)) missing.push_back(std::move(name));
  if (!done && missing.size() == all) return unfinished(done.error(), options);
  Seal seal{all - missing.size()};
  bool whole = true;
  for (const auto& results : measured.made)
    for (const Result& r : results) {
      seal.result();
      whole = whole && r.whole();
    }
  Report report = reportOf(std::move(measured.made), seal);
  if (!done) report.say(unfinishedText(missing, all));
  if (auto written = writer.write(report); !written) return tl::unexpected(written.error());
  if (!done) return unfinished(done.error(), options);
  return whole ? 0 : 1;
}

// Concatenates the results of each `size` pieces.
template <class Result>
std::vector<std::vector<Result>> inGroups(std::vector<std::vector<Result>> pieces, std::size_t size) {
  std::vector<std::vector<Result>> groups(pieces.size() / size);
  for (std::size_t n = 0; n < pieces.size(); ++n) std::ranges::move(pieces[n], std::back_inserter(groups[n / size]));
  return groups;
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

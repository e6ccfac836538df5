// utah10 rfc508: runs the streams of the paper's tests, or finds where gaps begin, in parallel.
#include <algorithm>

#include "command/lab/experiments.hpp"
#include "command/lab/lab_runs.hpp"
#include "experiments/rfc508/analysis.hpp"
#include "experiments/rfc508/render.hpp"

namespace utah10 {

namespace {

Expected<Rfc508Settings> streamSettings(const Rfc508Options& o) {
  auto settings = settingsOf(o);
  if (!settings) return settings;
  settings->quick = o.quick;
  if (o.device || o.map) settings->program.clear();
  if (auto ok = choose(settings->path.reaction, o.reaction, "--reaction"); !ok) return tl::unexpected(ok.error());
  if (auto ok = choose(settings->stallInterval, o.stallInterval, "--stall-interval"); !ok)
    return tl::unexpected(ok.error());
  if (auto ok = choose(settings->stallLength, o.stallLength, "--stall-length"); !ok) return tl::unexpected(ok.error());
  if (auto ok = settings->check(); !ok) return tl::unexpected(ok.error());
  return settings;
}

Expected<int> streams(const Rfc508Options& o, const Rfc508Settings& settings) {
  std::vector<LabPiece<Rfc508Settings, StreamCondition>> pieces;
  for (auto& conditions : rfc508Pieces(settings)) pieces.push_back({settings, std::move(conditions)});
  return makeExperiment(pieces, &runStreams, o.report, opening(rfc508Conditions(settings)),
                        [&](std::vector<std::vector<StreamResult>> made, const Seal& seal) {
                          return render(analyse(settings, concatenate(std::move(made)), rfc508Paper(seal)));
                        });
}

// A row of the report has all buffers: rows that an interruption left incomplete are dropped.
std::vector<EdgeResult> completeRows(std::vector<EdgeResult> results, const std::vector<EdgeCondition>& wanted) {
  const auto sameRow = [](const EdgeCondition& a) {
    return [&a](const EdgeCondition& b) { return a.factor == b.factor && a.value == b.value; };
  };
  std::vector<EdgeResult> complete;
  for (const EdgeResult& r : results)
    if (std::ranges::count_if(results, sameRow(r.condition), &EdgeResult::condition) ==
        std::ranges::count_if(wanted, sameRow(r.condition)))
      complete.push_back(r);
  return complete;
}

Expected<int> edges(const Rfc508Options& o, const Rfc508Settings& settings) {
  std::vector<LabPiece<Rfc508Settings, EdgeCondition>> pieces;
  const std::vector<EdgeCondition> wanted = edgeConditions(settings);
  for (const EdgeCondition& c : wanted) pieces.push_back({settings, {c}});
  return makeExperiment(pieces, &findEdges, o.report, opening(edgeConditionsOf(settings)),
                        [&](std::vector<std::vector<EdgeResult>> made, const Seal& seal) {
                          const auto rows = completeRows(concatenate(std::move(made)), wanted);
                          return render(analyse(settings, rows, rfc508Paper(seal)));
                        });
}

}  // namespace

Expected<int> rfc508Command(const Rfc508Options& o) {
  const auto settings = streamSettings(o);
  if (!settings) return tl::unexpected(settings.error());
  return o.map ? edges(o, *settings) : streams(o, *settings);
}

}  // namespace utah10

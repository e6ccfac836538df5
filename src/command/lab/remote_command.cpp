// utah10 remote: one run on each machine, in parallel.
#include "command/lab/experiments.hpp"
#include "command/lab/lab_runs.hpp"
#include "experiments/remote/analysis.hpp"
#include "experiments/remote/render.hpp"

namespace utah10 {

namespace {

Expected<RemoteSettings> remoteSettings(const RemoteOptions& o) {
  auto settings = settingsOf(o);
  if (!settings) return settings;
  settings->quick = o.quick;
  if (!o.machine.coreK) settings->machine.coreK = RemoteSettings{}.machine.coreK;
  RemoteMemoryConfig& link = settings->machine.remote;
  link = o.settings.machine.remote;
  if (auto ok = choose(link.latency, o.latency, "--latency"); !ok) return tl::unexpected(ok.error());
  if (auto ok = choose(link.adapterTime, o.protocol, "--protocol"); !ok) return tl::unexpected(ok.error());
  link.hostTime = link.adapterTime;
  if (auto ok = settings->check(); !ok) return tl::unexpected(ok.error());
  return settings;
}

}  // namespace

Expected<int> remoteCommand(const RemoteOptions& o) {
  const auto settings = remoteSettings(o);
  if (!settings) return tl::unexpected(settings.error());
  std::vector<LabPiece<RemoteSettings, PagingCondition>> pieces;
  for (const PagingCondition& c : pagingConditions(*settings)) pieces.push_back({*settings, {c}});
  return makeExperiment(pieces, &runPaging, o.report, opening(remoteConditions(*settings)),
                        [&](std::vector<std::vector<PagingResult>> made, const Seal& seal) {
                          return render(analyse(*settings, concatenate(std::move(made)), remotePaper(seal)));
                        });
}

}  // namespace utah10

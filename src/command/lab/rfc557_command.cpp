// utah10 rfc557: measures each shape of the program, and FTP, on separate machines in parallel.
#include "command/lab/experiments.hpp"
#include "command/lab/lab_runs.hpp"
#include "command/lab/system_files.hpp"
#include "experiments/rfc557/analysis.hpp"
#include "experiments/rfc557/render.hpp"

namespace utah10 {

Expected<int> rfc557Command(const Rfc557Options& o) {
  auto settings = settingsOf(o);
  if (!settings) return tl::unexpected(settings.error());
  if (o.quick) settings->bits /= kQuickPart;
  const auto system = loadLabSystem(settings->machine.system);
  if (!system) return tl::unexpected(system.error());
  settings->ftp = system->ftp;
  std::vector<LabPiece<Rfc557Settings, ChainCondition>> pieces;
  for (auto& conditions : rfc557Pieces(settings->ftp)) pieces.push_back({*settings, std::move(conditions)});
  return makeExperiment(pieces, &makeChain, o.report, opening(rfc557Conditions(*settings)),
                        [&](std::vector<std::vector<ChainResult>> made, const Seal& seal) {
                          return render(analyse(*settings, concatenate(std::move(made)), rfc557Paper(seal)));
                        });
}

}  // namespace utah10

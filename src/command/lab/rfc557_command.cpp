// utah10 rfc557: measures each shape of the program, and FTP, on separate machines in parallel.
#include "command/lab/experiments.hpp"
#include "command/lab/lab_runs.hpp"
#include "command/lab/system_files.hpp"
#include "experiments/rfc557/analysis.hpp"
#include "experiments/rfc557/render.hpp"

namespace utah10 {

namespace {

// The chosen machine, with the system `own` if none is chosen.
Expected<LabOptions> machineOf(LabChoice choice, const std::string& own) {
  if (choice.system.empty()) choice.system = own;
  return chosenMachine(choice);
}

Expected<Rfc557Settings> chosenSettings(const Rfc557Options& o) {
  Rfc557Settings s = o.settings;
  auto machine = machineOf(o.machine, s.machine.system), rjs = machineOf(o.machine, s.rjsMachine.system);
  if (!machine || !rjs) return tl::unexpected(machine ? rjs.error() : machine.error());
  s.machine = std::move(*machine);
  s.rjsMachine = std::move(*rjs);
  if (o.quick) s.bits /= kQuickPart;
  const auto system = loadLabSystem(s.machine.system);
  if (!system) return tl::unexpected(system.error());
  s.ftp = system->ftp;
  return s;
}

}  // namespace

Expected<int> rfc557Command(const Rfc557Options& o) {
  const auto settings = chosenSettings(o);
  if (!settings) return tl::unexpected(settings.error());
  std::vector<LabPiece<Rfc557Settings, ChainCondition>> pieces;
  for (auto& conditions : rfc557Pieces(settings->ftp)) {
    pieces.push_back({*settings, std::move(conditions)});
    // The site of a piece is that of its machine.
    if (pieces.back().conditions.front().operation == ChainOperation::RjsSend)
      pieces.back().settings.machine = settings->rjsMachine;
  }
  return makeExperiment(pieces, &makeChain, o.report, opening(rfc557Conditions(*settings)),
                        [&](std::vector<std::vector<ChainResult>> made, const Seal& seal) {
                          return render(analyse(*settings, concatenate(std::move(made)), rfc557Paper(seal)));
                        });
}

}  // namespace utah10

// utah10 rfc392 --page-faults: measures machines with different core, swapping and users in parallel.
#include <utility>

#include "command/lab/experiments.hpp"
#include "command/lab/lab_runs.hpp"
#include "experiments/rfc392/analysis_page_faults.hpp"
#include "experiments/rfc392/render_page_faults.hpp"

namespace utah10 {

namespace {

using FaultPiece = LabPiece<PageFaultSettings, PageFaultCondition>;

// What is chosen of the machine is not varied.
Expected<PageFaultSettings> settingsFrom(const Rfc392Options& o, const LabOptions& machine) {
  PageFaultSettings s;
  s.machine = machine;
  s.seed = o.settings.seed;
  if (o.quick) {
    s.cores = {96, 192};
    s.users = {6};
    s.swapping = {Swapping::Drum};
    s.repeats = 1;
  }
  if (o.machine.coreK) s.cores = {machine.coreK};
  if (!o.machine.swapping.empty()) s.swapping = {machine.swapping};
  if (!o.users.empty()) s.users = o.users;
  if (o.repeats) s.repeats = *o.repeats;
  if (auto ok = choose(s.think, o.think, "--think"); !ok) return tl::unexpected(ok.error());
  if (auto ok = s.check(); !ok) return tl::unexpected(ok.error());
  return s;
}

}  // namespace

Expected<int> pageFaultsCommand(const Rfc392Options& o, const LabOptions& machine) {
  const auto settings = settingsFrom(o, machine);
  if (!settings) return tl::unexpected(settings.error());
  std::vector<FaultPiece> pieces;
  for (const PageFaultCondition& c : pageFaultConditions(*settings)) pieces.push_back({*settings, {c}});
  return makeExperiment(pieces, &measurePageFaults, o.report, opening(pageFaultsKnown(*settings)),
                        [&](std::vector<std::vector<PageFaultResult>> made, const Seal&) {
                          return render(analyse(*settings, concatenate(std::move(made))));
                        });
}

}  // namespace utah10

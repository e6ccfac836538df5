// utah10 ctss: measures the desk calculator on machines with different numbers of users, or with different factors, in
// parallel.
#include "command/lab/experiments.hpp"
#include "command/lab/lab_runs.hpp"
#include "experiments/ctss/analysis.hpp"
#include "experiments/ctss/render.hpp"

namespace utah10 {

namespace {

using CtssPiece = LabPiece<CtssSettings, CtssCondition>;

constexpr unsigned kQuickUses = 2, kQuickInteractions = 20;

Expected<CtssSettings> useSettings(const CtssOptions& o) {
  auto settings = settingsOf(o);
  if (!settings) return settings;
  if (auto ok = choose(settings->think, o.think, "--think"); !ok) return tl::unexpected(ok.error());
  if (o.quick) {
    settings->uses = kQuickUses;
    settings->interactions = kQuickInteractions;
  }
  if (auto ok = settings->check(); !ok) return tl::unexpected(ok.error());
  return settings;
}

Expected<int> ctssUses(const CtssOptions& o, const CtssSettings& settings) {
  std::vector<CtssPiece> pieces;
  for (const unsigned users : settings.users) pieces.push_back({settings, {{users}}});
  return makeExperiment(pieces, &makeUses, o.report, opening(ctssConditions(settings)),
                        [&](std::vector<std::vector<CtssResult>> made, const Seal& seal) {
                          return render(analyse(settings, concatenate(std::move(made)), ctssPaper(seal)));
                        });
}

Expected<int> ctssRange(const CtssOptions& o, const CtssSettings& settings) {
  const std::vector<CtssCase> cases = ctssCases(settings);
  std::vector<CtssPiece> pieces;
  for (const CtssCase& c : cases) pieces.push_back({c.settings, {c.condition}});
  return makeExperiment(pieces, &makeUses, o.report, opening(ctssRangeConditions(cases.front())),
                        [&](std::vector<std::vector<CtssResult>> made, const Seal& seal) {
                          std::vector<CtssCase> measured;
                          for (std::size_t n = 0; n < made.size(); ++n)
                            if (!made[n].empty()) measured.push_back(cases[n]);
                          return render(analyse(measured, concatenate(std::move(made)), ctssPaper(seal)));
                        });
}

}  // namespace

Expected<int> ctssCommand(const CtssOptions& o) {
  const auto settings = useSettings(o);
  if (!settings) return tl::unexpected(settings.error());
  return o.range ? ctssRange(o, *settings) : ctssUses(o, *settings);
}

}  // namespace utah10

// utah10 rfc415: measures the samples on machines in parallel and puts them in the paper's order.
#include "command/lab/experiments.hpp"
#include "command/lab/lab_runs.hpp"
#include "experiments/rfc415/analysis.hpp"
#include "experiments/rfc415/render.hpp"

namespace utah10 {

Expected<int> rfc415Command(const Rfc415Options& o) {
  auto settings = settingsOf(o);
  if (!settings) return tl::unexpected(settings.error());
  if (o.quick) settings->bits /= kQuickPart;
  // Each machine takes every fourth row, so that it has long and short ones.
  std::vector<LabPiece<Rfc415Settings, StringCondition>> pieces(kLabPieces, {*settings, {}});
  const std::vector<StringCondition> rows = concatenate(std::vector{rfc415Rows(2), rfc415Rows(1)});
  for (std::size_t n = 0; n < rows.size(); ++n) pieces[n % kLabPieces].conditions.push_back(rows[n]);
  return makeExperiment(pieces, &sendStrings, o.report, opening(rfc415Conditions(*settings)),
                        [&](std::vector<std::vector<StringResult>> made, const Seal& seal) {
                          std::vector<StringResult> results;
                          for (std::size_t n = 0; n < rows.size(); ++n) {
                            auto& some = made[n % kLabPieces];
                            if (n / kLabPieces < some.size())
                              results.push_back(std::move(some[n / kLabPieces]));
                            else
                              results.push_back(notMeasured<StringResult>(rows[n]));
                          }
                          return render(analyse(*settings, results, rfc415Paper(seal)));
                        });
}

}  // namespace utah10

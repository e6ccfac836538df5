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
  std::size_t rows = 0;
  for (StringCondition& row : rfc415Rows()) pieces[rows++ % kLabPieces].conditions.push_back(std::move(row));
  return makeExperiment(pieces, &sendStrings, o.report,
                        [&](std::vector<std::vector<StringResult>> made, const Seal& seal) {
                          std::vector<StringResult> results;
                          for (std::size_t n = 0; n < rows; ++n)
                            results.push_back(std::move(made[n % kLabPieces][n / kLabPieces]));
                          return render(analyse(*settings, results, rfc415Paper(seal)));
                        });
}

}  // namespace utah10

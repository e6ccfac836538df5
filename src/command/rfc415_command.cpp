// utah10 rfc415: the samples on machines side by side, put together in the paper's order.
#include <algorithm>

#include "experiments.hpp"
#include "lab_choice.hpp"
#include "lab_runs.hpp"
#include "progress_lines.hpp"
#include "utah10/experiments/rfc415_report.hpp"

namespace utah10 {

namespace {

constexpr std::size_t kPieces = 4;
constexpr std::uint64_t kQuick = 10;

}  // namespace

Expected<int> rfc415Command(const Rfc415Options& o) {
  Rfc415Settings settings = o.settings;
  if (auto ok = chooseMachine(settings.machine, o.memoryAccess, o.swapping); !ok) return tl::unexpected(ok.error());
  if (o.quick) settings.bits /= kQuick;
  const auto rows = rfc415Rows();
  // Every fourth row: long and short ones on each machine.
  std::vector<std::vector<StringCondition>> pieces(kPieces);
  for (std::size_t n = 0; n < rows.size(); ++n) pieces[n % kPieces].push_back(rows[n]);
  Seal seal{rows.size()};
  ProgressLines progress{o.report.quiet, rows.size()};
  std::vector<StringResult> results(rows.size());
  const auto piece = [&](std::size_t n, const LabFiles& files) -> Expected<void> {
    auto made = sendStrings(settings, files, pieces[n], [&](const StringResult& r) { progress.tell(progressText(r)); });
    if (!made) return tl::unexpected(made.error());
    for (std::size_t i = 0; i < made->size(); ++i) results[i * kPieces + n] = std::move((*made)[i]);
    return {};
  };
  const auto generation = [&](std::size_t) { return settings.machine.generation; };
  if (auto done = runLabs(kPieces, generation, piece); !done) return tl::unexpected(done.error());
  for (std::size_t n = 0; n < results.size(); ++n) seal.result();
  if (auto done = writeReport(rfc415Report(settings, results, seal), o.report); !done)
    return tl::unexpected(done.error());
  return std::ranges::all_of(results, &StringResult::done) ? 0 : 1;
}

}  // namespace utah10

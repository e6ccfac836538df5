// utah10 rfc557: each shape of the program and FTP on machines of their own, side by side.
#include <algorithm>

#include "experiments.hpp"
#include "lab_choice.hpp"
#include "lab_runs.hpp"
#include "progress_lines.hpp"
#include "utah10/experiments/rfc557_report.hpp"

namespace utah10 {

namespace {

constexpr std::uint64_t kQuick = 10;

}  // namespace

Expected<int> rfc557Command(const Rfc557Options& o) {
  Rfc557Settings settings = o.settings;
  if (auto ok = chooseMachine(settings.machine, o.memoryAccess, o.swapping); !ok) return tl::unexpected(ok.error());
  if (o.quick) settings.bits /= kQuick;
  const auto pieces = rfc557Pieces();
  std::size_t all = 0;
  for (const auto& p : pieces) all += p.size();
  Seal seal{all};
  ProgressLines progress{o.report.quiet, all};
  std::vector<std::vector<ChainResult>> made(pieces.size());
  const auto piece = [&](std::size_t n, const LabFiles& files) -> Expected<void> {
    auto results = makeChain(settings, files, pieces[n], [&](const ChainResult& r) { progress.tell(progressText(r)); });
    if (!results) return tl::unexpected(results.error());
    made[n] = std::move(*results);
    return {};
  };
  const auto generation = [&](std::size_t) { return settings.machine.generation; };
  if (auto done = runLabs(pieces.size(), generation, piece); !done) return tl::unexpected(done.error());
  std::vector<ChainResult> results;
  for (auto& some : made)
    for (ChainResult& r : some) {
      results.push_back(std::move(r));
      seal.result();
    }
  if (auto done = writeReport(rfc557Report(settings, results, seal), o.report); !done)
    return tl::unexpected(done.error());
  return std::ranges::all_of(results, [](const ChainResult& r) { return r.done && r.intact; }) ? 0 : 1;
}

}  // namespace utah10

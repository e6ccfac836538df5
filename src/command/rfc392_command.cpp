// utah10 rfc392: machines side by side, their transfers put together in the paper's order.
#include <fmt/format.h>

#include <algorithm>

#include "experiments.hpp"
#include "lab_choice.hpp"
#include "lab_runs.hpp"
#include "progress_lines.hpp"
#include "utah10/experiments/rfc392_report.hpp"

namespace utah10 {

namespace {

constexpr std::size_t kPieces = 4;

Expected<Rfc392Settings> settingsOf(const Rfc392Options& o) {
  Rfc392Settings s = o.settings;
  if (auto ok = chooseMachine(s.machine, o.memoryAccess, o.swapping); !ok) return tl::unexpected(ok.error());
  return s;
}

int codeOf(const std::vector<TransferResult>& results) {
  return std::ranges::all_of(results, [](const TransferResult& r) { return r.done && r.intact; }) ? 0 : 1;
}

Expected<int> transfers(const Rfc392Options& o, const Rfc392Settings& settings) {
  const auto rows = o.quickRows ? rfc392QuickRows() : rfc392Rows();
  const auto pieces = inPieces(rows, kPieces);
  Seal seal{rows.size()};
  ProgressLines progress{o.report.quiet, rows.size()};
  std::vector<std::vector<TransferResult>> made(pieces.size());
  const auto piece = [&](std::size_t n, const LabFiles& files) -> Expected<void> {
    auto results =
        makeTransfers(settings, files, pieces[n], [&](const TransferResult& r) { progress.tell(progressText(r)); });
    if (!results) return tl::unexpected(results.error());
    made[n] = std::move(*results);
    return {};
  };
  if (auto done = runLabs(
          pieces.size(), [&](std::size_t) { return settings.machine.generation; }, piece);
      !done)
    return tl::unexpected(done.error());
  std::vector<TransferResult> results;
  for (auto& some : made)
    for (TransferResult& r : some) {
      results.push_back(std::move(r));
      seal.result();
    }
  if (auto done = writeReport(rfc392Report(settings, results, seal), o.report); !done)
    return tl::unexpected(done.error());
  return codeOf(results);
}

}  // namespace

Expected<int> rfc392Command(const Rfc392Options& o) {
  const auto settings = settingsOf(o);
  if (!settings) return tl::unexpected(settings.error());
  return transfers(o, *settings);
}

}  // namespace utah10

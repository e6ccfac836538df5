// utah10 rfc392: machines side by side, their transfers put together in the paper's order.
#include <fmt/format.h>

#include <algorithm>
#include <mutex>

#include "experiments.hpp"
#include "lab_runs.hpp"
#include "utah10/experiments/rfc392_report.hpp"
#include "values.hpp"

namespace utah10 {

namespace {

constexpr std::size_t kPieces = 4;

// Lines of progress, from any thread.
class Progress {
 public:
  Progress(bool quiet, std::size_t all) : quiet_(quiet), all_(all) {}
  void tell(const TransferResult& r) {
    const std::lock_guard lock(mutex_);
    ++done_;
    if (!quiet_) fmt::print(stderr, "{:>3}/{} {}\n", done_, all_, progressText(r));
  }

 private:
  bool quiet_;
  std::size_t all_;
  std::size_t done_ = 0;
  std::mutex mutex_;
};

Expected<Rfc392Settings> settingsOf(const Rfc392Options& o) {
  Rfc392Settings s = o.settings;
  if (!o.memoryAccess.empty()) {
    const auto access = parseDuration(o.memoryAccess);
    if (!access) return fail("--memory-access", access.error().what, access.error().hint);
    s.machine.memoryAccess = *access;
  }
  s.machine.swapping = o.swapping == "disk" ? Swapping::Disk : Swapping::Drum;
  if (auto ok = s.machine.check(); !ok) return tl::unexpected(ok.error());
  return s;
}

int codeOf(const std::vector<TransferResult>& results) {
  return std::ranges::all_of(results, [](const TransferResult& r) { return r.done && r.intact; }) ? 0 : 1;
}

Expected<int> transfers(const Rfc392Options& o, const Rfc392Settings& settings) {
  const auto rows = o.quickRows ? rfc392QuickRows() : rfc392Rows();
  const auto pieces = inPieces(rows, kPieces);
  Seal seal{rows.size()};
  Progress progress{o.report.quiet, rows.size()};
  std::vector<std::vector<TransferResult>> made(pieces.size());
  const auto piece = [&](std::size_t n, const LabFiles& files) -> Expected<void> {
    auto results = makeTransfers(settings, files, pieces[n], [&](const TransferResult& r) { progress.tell(r); });
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

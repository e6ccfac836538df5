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

Expected<std::vector<TransferCondition>> rowsOf(const Rfc392Options& o) {
  auto rows = o.quickRows ? rfc392QuickRows() : rfc392Rows();
  for (const std::string& name : o.only)
    if (std::ranges::find(rows, name, &TransferCondition::name) == rows.end())
      return fail("--only", fmt::format("there is no transfer {}", name),
                  fmt::format("{} is one", rows.front().name()));
  if (!o.only.empty())
    std::erase_if(rows,
                  [&](const TransferCondition& c) { return std::ranges::find(o.only, c.name()) == o.only.end(); });
  return rows;
}

Expected<int> transfers(const Rfc392Options& o, const Rfc392Settings& settings) {
  const auto rows = rowsOf(o);
  if (!rows) return tl::unexpected(rows.error());
  const auto pieces = inPieces(*rows, kPieces);
  Seal seal{rows->size()};
  ProgressLines progress{o.report.quiet, rows->size()};
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

// Machines that a site like Utah may have had in 1972: what is not known about it, one thing at a time.
std::vector<Rfc392Settings> machinesLike(const Rfc392Settings& given) {
  std::vector<Rfc392Settings> all = {given};
  const auto add = [&](const std::function<void(LabOptions&)>& change) {
    all.push_back(given);
    change(all.back().machine);
  };
  for (const unsigned k : {128u, 160u, 256u}) add([k](LabOptions& m) { m.coreK = k; });
  add([](LabOptions& m) { m.swapping = Swapping::Disk; });
  add([](LabOptions& m) { m.memory = "MB10"; });
  add([](LabOptions& m) { m.memory = "MD10"; });
  add([](LabOptions& m) { m.registers = 8; });
  add([](LabOptions& m) { m.timing = "gate"; });
  return all;
}

Expected<int> range(const Rfc392Options& o, const Rfc392Settings& settings) {
  const auto rows = rfc392QuickRows();
  std::vector<RangeResult> all;
  for (Rfc392Settings& s : machinesLike(settings)) all.push_back({std::move(s), {}});
  Seal seal{all.size() * rows.size()};
  ProgressLines progress{o.report.quiet, all.size() * rows.size()};
  const auto piece = [&](std::size_t n, const LabFiles& files) -> Expected<void> {
    auto results =
        makeTransfers(all[n].settings, files, rows, [&](const TransferResult& r) { progress.tell(progressText(r)); });
    if (!results) return tl::unexpected(results.error());
    all[n].results = std::move(*results);
    return {};
  };
  if (auto done = runLabs(
          all.size(), [&](std::size_t n) { return all[n].settings.machine.generation; }, piece);
      !done)
    return tl::unexpected(done.error());
  bool whole = true;
  for (const RangeResult& one : all) {
    for (std::size_t n = 0; n < one.results.size(); ++n) seal.result();
    whole = whole && codeOf(one.results) == 0;
  }
  if (auto done = writeReport(rangeReport(all, seal), o.report); !done) return tl::unexpected(done.error());
  return whole ? 0 : 1;
}

}  // namespace

Expected<int> rfc392Command(const Rfc392Options& o) {
  const auto settings = settingsOf(o);
  if (!settings) return tl::unexpected(settings.error());
  return o.range ? range(o, *settings) : transfers(o, *settings);
}

}  // namespace utah10

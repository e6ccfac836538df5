// utah10 rjs: sends the user's decks and fetches their listings.
#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <vector>

#include "command/host/ccn_folder.hpp"
#include "command/lab/experiments.hpp"
#include "command/lab/lab_runs.hpp"
#include "experiments/rjs/rjs_job.hpp"
#include "toolchain/output_file.hpp"

namespace utah10 {

namespace {

namespace fs = std::filesystem;

// Runs on one machine.
using OnLab = std::function<Expected<void>(const LabOptions&, const LabSite&)>;
Expected<void> onLab(const RjsOptions& o, const OnLab& run) {
  const auto machine = chosenMachine(o.machine);
  if (!machine) return tl::unexpected(machine.error());
  if (o.report.interruption != nullptr) o.report.interruption->hold();
  return runLabs(
      1, [&](std::size_t) { return machine->system; },
      [&](std::size_t, const LabSite& site) { return run(*machine, site); }, o.report);
}

// Before a machine boots: its host files, and the file that the result goes to.
Expected<void> checkRun(const RjsOptions& o, const fs::path& result) {
  const auto machine = chosenMachine(o.machine);
  if (!machine) return tl::unexpected(machine.error());
  const auto needs = [&](std::size_t) { return LabNeeds{machine->system, o.program}; };
  if (auto ok = checkWritable(result); !ok) return ok;
  return checkLabs(1, needs);
}

std::vector<fs::path> decksIn(const fs::path& folder) {
  std::vector<fs::path> decks;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored))
    if (entry.path().extension() == ".deck") decks.push_back(entry.path());
  std::ranges::sort(decks);
  return decks;
}

Expected<void> fetchOne(const RjsOptions& o, const LabOptions& machine, const LabSite& site, const fs::path& deck,
                        bool& whole) {
  const auto text = readDeckFile(deck);
  if (!text) return tl::unexpected(text.error());
  const auto fetched = fetchPrint(machine, o.program, site, *text);
  if (!fetched) return tl::unexpected(fetched.error());
  fmt::print("{}\n", progressText(fetched->result));
  whole = whole && fetched->result.intact;
  const fs::path listing = fs::path{o.folder} / (fetched->job + ".listing");
  if (auto written = writeFileWhole(listing, std::string_view{fetched->text}); !written) return written;
  fmt::print("{}\n", listing.string());
  std::error_code ignored;
  if (fetched->result.intact) fs::remove(deck, ignored);
  return {};
}

}  // namespace

Expected<int> rjsSendCommand(const RjsOptions& o) {
  const auto text = readDeckFile(o.deck);
  if (!text) return tl::unexpected(text.error());
  const auto job = jobOfDeck(*text);
  if (!job)
    return fail(o.deck + (job.error().where.empty() ? "" : ", " + job.error().where), job.error().what,
                job.error().hint);
  if (auto made = CcnFolder::prepare(o.folder); !made) return tl::unexpected(made.error());
  if (auto ready = checkRun(o, fs::path{o.folder} / (*job + ".deck")); !ready) return tl::unexpected(ready.error());
  bool done = false;
  const auto sent = onLab(o, [&](const LabOptions& machine, const LabSite& site) -> Expected<void> {
    const auto transfer = sendDeck(machine, o.program, site, *text);
    if (!transfer) return tl::unexpected(transfer.error());
    fmt::print("{}\n", progressText(transfer->result));
    done = transfer->result.intact;
    if (!done) return {};
    const fs::path kept = fs::path{o.folder} / (transfer->job + ".deck");
    if (auto written = writeFileWhole(kept, std::string_view{transfer->text}); !written) return written;
    fmt::print("CCN has read {} records of job {}; utah10 rjs fetch fetches the listing\n", transfer->result.records,
               transfer->job);
    return {};
  });
  if (!sent) return unfinished(sent.error(), o.report);
  return done ? 0 : 1;
}

Expected<int> rjsFetchCommand(const RjsOptions& o) {
  const auto decks = decksIn(o.folder);
  if (decks.empty()) return fail(o.folder, "contains no deck sent to CCN", "send one with utah10 rjs send FILE");
  for (const fs::path& deck : decks)
    if (auto ready = checkRun(o, fs::path{deck}.replace_extension(".listing")); !ready)
      return tl::unexpected(ready.error());
  bool whole = true;
  for (const fs::path& deck : decks) {
    const auto fetch = [&](const LabOptions& machine, const LabSite& site) {
      return fetchOne(o, machine, site, deck, whole);
    };
    if (auto done = onLab(o, fetch); !done) return unfinished(done.error(), o.report);
  }
  return whole ? 0 : 1;
}

}  // namespace utah10

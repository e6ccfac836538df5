#include "command/lab/lab_runs.hpp"

#include <algorithm>
#include <atomic>
#include <optional>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "command/host/temporary_folder.hpp"
#include "command/lab/system_files.hpp"
#include "command/machine_file/packaged.hpp"
#include "experiments/rjs/rjs_programs.hpp"

namespace utah10 {

namespace {

constexpr const char* kBuild = "tools/build builds it";
constexpr const char* kLook = "names in a system file are relative to its folder";

// `folder`: of the piece alone.
Expected<void> runOne(std::size_t piece, const std::string& name, const LabRun& run,
                      const std::filesystem::path& folder, const ReportOptions& options) {
  auto system = loadLabSystem(name);
  if (!system) return tl::unexpected(system.error());
  std::error_code error;
  if (!std::filesystem::create_directory(folder, error))
    return fail(folder.string(), "cannot be created: " + error.message(), "set TMPDIR");
  const std::atomic<int>* stop = options.interruption == nullptr ? nullptr : &options.interruption->asked();
  auto done = run(piece, LabSite{std::move(*system), PackagedSystem::programsFolder(), folder, stop});
  std::filesystem::remove_all(folder, error);
  return done;
}

Expected<void> checkInProgramsFolder(const std::string& file) {
  const std::filesystem::path path = PackagedSystem::programsFolder() / file;
  std::error_code ignored;
  if (std::filesystem::is_regular_file(path, ignored)) return {};
  return fail(path.string(), "the file is missing", kBuild);
}

// A program that an experiment brings along: one that the system lacks, or that is on none of our packs.
Expected<void> checkProgram(const LabSystem& system, const std::string& name) {
  const RjsProgram* rjs = findRjsProgram(name);
  const bool onPack = rjs != nullptr && rjs->onPack;
  if (name.empty() || (onPack && !system.bringsPrograms)) return {};
  return checkInProgramsFolder(rjsFile(name));
}

}  // namespace

Expected<void> checkLabs(std::size_t n, const std::function<LabNeeds(std::size_t)>& needs) {
  std::set<LabNeeds> checked;  // many pieces need the same
  for (std::size_t piece = 0; piece < n; ++piece) {
    const LabNeeds need = needs(piece);
    if (!checked.insert(need).second) continue;
    const auto system = loadLabSystem(need.system);
    if (!system) return tl::unexpected(system.error());
    if (auto ok = checkSystemFiles(*system, PackagedSystem::hasSystemFile(need.system) ? kBuild : kLook); !ok)
      return ok;
    if (auto ok = checkProgram(*system, need.program); !ok) return ok;
    if (need.monitor.empty()) continue;
    for (const char* kind : {".SAV", ".debug"})
      if (auto ok = checkInProgramsFolder(need.monitor + kind); !ok) return ok;
  }
  return {};
}

int signalOf(const ReportOptions& options) {
  return options.interruption == nullptr ? 0 : options.interruption->asked().load();
}

Expected<int> unfinished(const Error& error, const ReportOptions& options) {
  const int signal = signalOf(options);
  if (signal == 0) return tl::unexpected(error);
  fmt::print(stderr, "stopped by {}\n", signalName(signal));
  return exitCodeOf(signal);
}

std::string unfinishedText(const std::vector<std::string>& missing, std::size_t all) {
  return fmt::format("This run was stopped before its end: {} of {} measurements are missing: {}.", missing.size(), all,
                     fmt::join(missing, ", "));
}

Expected<void> runLabs(std::size_t n, const std::function<std::string(std::size_t)>& system, const LabRun& run,
                       const ReportOptions& options) {
  const auto folder = TemporaryFolder::make("experiment");
  if (!folder) return tl::unexpected(folder.error());
  std::vector<std::optional<Error>> errors(n);
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t piece = next++; piece < n && signalOf(options) == 0; piece = next++) {
      const std::filesystem::path own = folder->path() / fmt::format("{}", piece);
      if (auto done = runOne(piece, system(piece), run, own, options); !done) errors[piece] = done.error();
    }
  };
  std::vector<std::thread> others;
  const unsigned processors = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t threads = std::min<std::size_t>(n, options.jobs != 0 ? options.jobs : processors);
  for (std::size_t t = 1; t < threads; ++t) others.emplace_back(work);
  work();
  for (std::thread& t : others) t.join();
  for (const auto& e : errors)
    if (e) return tl::unexpected(*e);
  if (signalOf(options) != 0) return fail("", "the run was interrupted");
  return {};
}

}  // namespace utah10

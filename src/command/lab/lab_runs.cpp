#include "command/lab/lab_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <optional>
#include <thread>
#include <vector>

#include "command/host/temporary_folder.hpp"
#include "command/machine_file/packaged.hpp"
#include "experiments/laboratory/lab_files.hpp"
#include "experiments/rjs/rjs_programs.hpp"
#include "toolchain/output_file.hpp"

namespace utah10 {

namespace {

Expected<PackagedSystem> systemOf(unsigned generation) {
  return PackagedSystem::find(fmt::format("tenex{}", generation));
}

LabFiles filesOf(const PackagedSystem& system, const std::filesystem::path& scratch) {
  return {system.tape(), system.pack(), system.symbols(), scratch, system.programs()};
}

Expected<void> runOne(std::size_t piece, unsigned generation, const LabRun& run) {
  const auto system = systemOf(generation);
  if (!system) return tl::unexpected(system.error());
  const auto folder = TemporaryFolder::make("experiment");
  if (!folder) return tl::unexpected(folder.error());
  return run(piece, filesOf(*system, folder->path()));
}

}  // namespace

Expected<void> checkLabs(std::size_t n, const std::function<LabNeeds(std::size_t)>& needs,
                         const std::filesystem::path& output) {
  if (!output.empty())
    if (auto ok = checkWritable(output); !ok) return ok;
  for (std::size_t piece = 0; piece < n; ++piece) {
    const LabNeeds need = needs(piece);
    const auto system = systemOf(need.generation);
    if (!system) return tl::unexpected(system.error());
    if (auto ok = checkLabFiles(filesOf(*system, {}), rjsFile(need.program)); !ok) return ok;
  }
  return {};
}

Expected<void> runLabs(std::size_t n, const std::function<unsigned(std::size_t)>& generation, const LabRun& run) {
  std::vector<std::optional<Error>> errors(n);
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t piece = next++; piece < n; piece = next++)
      if (auto done = runOne(piece, generation(piece), run); !done) errors[piece] = done.error();
  };
  std::vector<std::thread> others;
  const std::size_t threads = std::min<std::size_t>(n, std::max(1u, std::thread::hardware_concurrency()));
  for (std::size_t t = 1; t < threads; ++t) others.emplace_back(work);
  work();
  for (std::thread& t : others) t.join();
  for (const auto& e : errors)
    if (e) return tl::unexpected(*e);
  return {};
}

Expected<void> writeReport(const Report& report, const ReportOptions& options) {
  const std::string text = options.format == "csv"    ? report.csv()
                           : options.format == "json" ? report.json()
                                                      : report.text();
  if (!options.output.empty()) return writeFileWhole(options.output, std::string_view{text});
  fmt::print("{}", text);
  return {};
}

}  // namespace utah10

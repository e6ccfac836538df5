#include "command/sweep/sweep_command.hpp"

#include <fmt/format.h>

#include <set>
#include <system_error>

#include "command/host/held_lock.hpp"
#include "command/lab/report_writer.hpp"
#include "command/sweep/sweep_database.hpp"
#include "command/sweep/sweep_report.hpp"
#include "command/sweep/sweep_run.hpp"
#include "toolchain/output_file.hpp"
#include "word/whole_number.hpp"

namespace utah10 {

namespace {

namespace fs = std::filesystem;

Expected<SweepShard> shardOf(const std::string& text) {
  const std::size_t slash = text.find('/');
  const auto index = wholeNumber<unsigned>(text.substr(0, slash));
  const auto of = slash == std::string::npos ? std::nullopt : wholeNumber<unsigned>(text.substr(slash + 1));
  if (!index || !of || *index == 0 || *index > *of)
    return fail("--shard", fmt::format("{} is not a part of a whole", text), "as in 1/4 to 4/4");
  return SweepShard{*index, *of};
}

fs::path databaseOf(const SweepOptions& o, const SweepPlan& plan, const SweepShard& shard) {
  if (!o.output.empty()) return o.output;
  fs::path file = plan.output.empty() ? fs::path{plan.file}.replace_extension(".sqlite") : plan.output;
  if (shard.of == 1) return file;
  return file.replace_filename(
      fmt::format("{}-{}of{}{}", file.stem().string(), shard.index, shard.of, file.extension().string()));
}

fs::path csvOf(const std::string& chosen, const fs::path& database) {
  return chosen.empty() ? fs::path{database}.replace_extension(".csv") : fs::path{chosen};
}

// Before the first run: that each point could be run. Points that differ in their seed only need the same.
Expected<void> checkPoints(const SweepPlan& plan, const SweepProgram& program) {
  std::set<std::vector<std::string>> checked;
  for (SweepPoint point : plan.points) {
    std::erase_if(point.settings, [](const SweepSetting& s) { return s.option == "seed"; });
    std::vector<std::string> arguments = point.arguments();
    arguments.insert(arguments.begin(), plan.experiment);
    if (!checked.insert(arguments).second) continue;
    if (auto ok = program.check(arguments); !ok)
      return fail(fmt::format("{}, point {} ({})", plan.file.string(), point.number, point.text()), ok.error().text());
  }
  return {};
}

void printPoints(const SweepPlan& plan, const SweepShard& shard) {
  std::size_t points = 0;
  for (const SweepPoint& p : plan.points) {
    if (!shard.has(p.number)) continue;
    fmt::print("{:>4} {}\n", p.number, p.text());
    ++points;
  }
  fmt::print("{} points of {}\n", points, plan.experiment);
}

std::string countsText(const SweepCounts& c) {
  std::string text = fmt::format("{} of {} points done", c.done, c.done + c.failed + c.waiting);
  if (c.failed != 0) text += fmt::format(", {} failed", c.failed);
  if (c.waiting != 0) text += fmt::format(", {} not run", c.waiting);
  return text + fmt::format("; {} measurements", c.measurements);
}

int codeOf(const SweepCounts& c) { return c.failed == 0 && c.waiting == 0 ? 0 : kPointsMissing; }

// While a sweep uses the database.
class DatabaseLock {
 public:
  explicit DatabaseLock(const fs::path& database)
      : file_(database.string() + ".lock"), lock_(HeldLock::ofFile(file_)) {}
  DatabaseLock(const DatabaseLock&) = delete;
  DatabaseLock& operator=(const DatabaseLock&) = delete;
  ~DatabaseLock() {
    std::error_code ignored;
    if (lock_) fs::remove(file_, ignored);
  }
  bool held() const { return lock_.has_value(); }

 private:
  fs::path file_;
  std::optional<HeldLock> lock_;
};

// Looks at the database's folder, too: SQLite writes a journal there.
Expected<void> checkFiles(const fs::path& database, const fs::path& csv, const SweepPage& page) {
  if (auto ok = checkWritable(database); !ok) return ok;
  if (auto ok = checkWritable(csv); !ok) return ok;
  if (page.file.empty() && !page.drawn.empty())
    return fail("--plot", "draws in the report for a browser", "name its file with --html");
  return checkReport({.html = page.file});
}

Expected<void> writePage(const SweepDatabase& database, const SweepPage& page, const std::string& command) {
  if (page.file.empty()) return {};
  const auto report = sweepReport(sweepSummary(database), page.drawn);
  if (!report) return tl::unexpected(report.error());
  return writeHtml(*report, {.html = page.file, .command = command});
}

Expected<int> runPlan(const SweepPlan& plan, const SweepShard& shard, const SweepOptions& o,
                      const SweepProgram& program) {
  const fs::path file = databaseOf(o, plan, shard), csv = csvOf(o.csv, file);
  if (auto ok = checkFiles(file, csv, o.page); !ok) return tl::unexpected(ok.error());
  const DatabaseLock lock{file};
  if (!lock.held()) return fail(file.string(), "is in use by another sweep", "wait for its end");
  auto database = SweepDatabase::open(file, plan, shard);
  if (!database) return tl::unexpected(database.error());
  if (o.retry)
    if (auto ok = database->forgetFailed(); !ok) return tl::unexpected(ok.error());
  if (o.interruption != nullptr) o.interruption->hold();
  const auto run = runSweep(plan, *database, {program.file, o.jobs, o.quiet, o.interruption});
  if (!run) return tl::unexpected(run.error());
  if (auto written = database->writeCsv(csv); !written) return tl::unexpected(written.error());
  const auto paged = writePage(*database, o.page, "utah10 sweep " + plan.file.filename().string());
  const SweepCounts counts = database->counts();
  fmt::print("{} in {} and {}\n", countsText(counts), file.string(), csv.string());
  const int signal = o.interruption == nullptr ? 0 : o.interruption->asked().load();
  if (!paged) return tl::unexpected(paged.error());
  if (signal == 0) return codeOf(counts);
  fmt::print(stderr, "stopped by {}; the same command goes on from here\n", signalName(signal));
  return exitCodeOf(signal);
}

}  // namespace

Expected<int> sweepCommand(const SweepOptions& o, const SweepProgram& program) {
  if (o.plan.empty()) return fail("sweep", "no plan is named", "as in utah10 sweep PLAN.toml");
  const auto shard = shardOf(o.shard);
  if (!shard) return tl::unexpected(shard.error());
  const auto plan = readSweepPlan(o.plan, program.experiments, program.parse);
  if (!plan) return tl::unexpected(plan.error());
  if (auto ready = checkPoints(*plan, program); !ready) return tl::unexpected(ready.error());
  if (!o.dryRun) return runPlan(*plan, *shard, o, program);
  printPoints(*plan, *shard);
  return 0;
}

Expected<int> sweepMergeCommand(const MergeOptions& o) {
  const fs::path csv = csvOf(o.csv, o.output);
  if (auto ok = checkFiles(o.output, csv, o.page); !ok) return tl::unexpected(ok.error());
  const auto merged = mergeSweeps(o.output, {o.shards.begin(), o.shards.end()}, csv);
  if (!merged) return tl::unexpected(merged.error());
  fmt::print("{} in {} and {}\n", countsText(*merged), o.output, csv.string());
  const auto database = SweepDatabase::open(o.output);
  if (!database) return tl::unexpected(database.error());
  if (auto paged = writePage(*database, o.page, "utah10 sweep merge " + fs::path{o.output}.filename().string()); !paged)
    return tl::unexpected(paged.error());
  return codeOf(*merged);
}

}  // namespace utah10

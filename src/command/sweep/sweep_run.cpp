#include "command/sweep/sweep_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <mutex>
#include <optional>
#include <sstream>
#include <thread>

#include "command/host/child_process.hpp"
#include "command/host/temporary_folder.hpp"

namespace utah10 {

namespace {

namespace fs = std::filesystem;

std::string textOf(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream{file, std::ios::binary}.rdbuf();
  return text.str();
}

// Where a program says why it failed.
std::string lastLine(const std::string& text) {
  const std::size_t end = text.find_last_not_of("\r\n ");
  if (end == std::string::npos) return {};
  const std::size_t begin = text.find_last_of('\n', end);
  return text.substr(begin == std::string::npos ? 0 : begin + 1,
                     end - (begin == std::string::npos ? 0 : begin + 1) + 1);
}

std::string endText(const ChildEnd& end, const std::string& said) {
  if (end.late) return fmt::format("stopped at the time limit, after {:.0f} s", end.seconds);
  if (!said.empty()) return said;
  return end.exitCode > 128 ? fmt::format("ended by signal {}", end.exitCode - 128)
                            : fmt::format("ended with exit code {}", end.exitCode);
}

class SweepRunner {
 public:
  SweepRunner(const SweepPlan& plan, SweepDatabase& database, const SweepRunning& how, const fs::path& folder)
      : plan_(plan), database_(database), how_(how), folder_(folder) {
    for (const unsigned number : database.waiting()) waiting_.push_back(number);
    const SweepCounts counts = database.counts();
    before_ = counts.done + counts.failed;
    all_ = before_ + waiting_.size();
  }
  Expected<void> run();

 private:
  void work(unsigned worker);
  const SweepPoint* next();
  std::optional<PointOutcome> runPoint(const SweepPoint& point, unsigned worker) const;
  void take(const SweepPoint& point, const PointOutcome& outcome);
  void tell(const SweepPoint& point, const PointOutcome& outcome) const;
  bool stopped() const { return how_.interruption != nullptr && how_.interruption->asked() != 0; }

  const SweepPlan& plan_;
  SweepDatabase& database_;
  const SweepRunning& how_;
  const fs::path& folder_;
  std::vector<unsigned> waiting_;
  std::size_t taken_ = 0, finished_ = 0, before_ = 0, all_ = 0;
  std::optional<Error> trouble_;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  std::mutex mutex_;  // of everything that changes, and of the database
};

const SweepPoint* SweepRunner::next() {
  const std::lock_guard lock(mutex_);
  if (trouble_ || stopped() || taken_ == waiting_.size()) return nullptr;
  return &plan_.points[waiting_[taken_++] - 1];
}

// Nothing if it was stopped by an interruption.
std::optional<PointOutcome> SweepRunner::runPoint(const SweepPoint& point, unsigned worker) const {
  const fs::path report = folder_ / fmt::format("{}.json", worker), errors = folder_ / fmt::format("{}.errors", worker);
  std::error_code ignored;
  fs::remove(report, ignored);
  ChildRequest request{how_.program, {plan_.experiment}, "/dev/null", errors, plan_.timeLimit, -1};
  for (std::string& a : point.arguments()) request.arguments.push_back(std::move(a));
  for (const char* a : {"--format", "json", "--no-progress", "--jobs", "1", "--output"})
    request.arguments.emplace_back(a);
  request.arguments.push_back(report.string());
  if (how_.interruption != nullptr) request.stop = how_.interruption->descriptor();
  PointOutcome outcome;
  outcome.point = point.number;
  const auto end = runChild(request);
  if (!end) {
    outcome.failed = true;
    outcome.message = end.error().text();
    return outcome;
  }
  if (end->stopped || stopped()) return std::nullopt;
  outcome.exitCode = end->exitCode;
  outcome.hostSeconds = end->seconds;
  outcome.cpuSeconds = end->cpuSeconds;
  const std::string said = lastLine(textOf(errors));
  auto measured = measuredReport(textOf(report));
  // Exit code 1 without a message: not everything arrived whole, which is a result.
  outcome.failed = !measured || end->late || end->exitCode > 1 || (end->exitCode == 1 && !said.empty());
  if (outcome.failed) outcome.message = endText(*end, said);
  if (measured) outcome.report = std::move(*measured);
  return outcome;
}

void SweepRunner::tell(const SweepPoint& point, const PointOutcome& outcome) const {
  if (how_.quiet) return;
  const double spent = std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
  const double left = spent / static_cast<double>(finished_) * static_cast<double>(waiting_.size() - finished_);
  const std::string how = outcome.failed ? "failed: " + outcome.message : fmt::format("{:.1f} s", outcome.hostSeconds);
  fmt::print(stderr, "{:>3}/{} {}: {}; {} left\n", before_ + finished_, all_, point.text(), how, timeLeftText(left));
}

void SweepRunner::take(const SweepPoint& point, const PointOutcome& outcome) {
  const std::lock_guard lock(mutex_);
  if (auto stored = database_.store(outcome); !stored) {
    trouble_ = stored.error();
    return;
  }
  ++finished_;
  tell(point, outcome);
}

void SweepRunner::work(unsigned worker) {
  while (const SweepPoint* point = next())
    if (const auto outcome = runPoint(*point, worker)) take(*point, *outcome);
}

Expected<void> SweepRunner::run() {
  const unsigned processors = std::max(1u, std::thread::hardware_concurrency());
  const std::size_t jobs = std::min<std::size_t>(waiting_.size(), how_.jobs != 0 ? how_.jobs : processors);
  std::vector<std::thread> workers;
  for (unsigned n = 0; n < jobs; ++n) workers.emplace_back([this, n] { work(n); });
  for (std::thread& t : workers) t.join();
  if (trouble_) return tl::unexpected(*trouble_);
  return {};
}

}  // namespace

std::string timeLeftText(double seconds) {
  const auto s = static_cast<std::int64_t>(std::ceil(seconds));
  return s < 3600 ? fmt::format("{}:{:02}", s / 60, s % 60)
                  : fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
}

Expected<void> runSweep(const SweepPlan& plan, SweepDatabase& database, const SweepRunning& how) {
  const auto folder = TemporaryFolder::make("sweep");
  if (!folder) return tl::unexpected(folder.error());
  return SweepRunner{plan, database, how, folder->path()}.run();
}

}  // namespace utah10

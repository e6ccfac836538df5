#include "experiments/ctss/uses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>

#include "experiments/charges/stretch_meter.hpp"
#include "experiments/laboratory/background.hpp"
#include "experiments/published/published.hpp"
#include "experiments/report/report_numbers.hpp"
#include "word/chance.hpp"
#include "word/whole_number.hpp"

namespace utah10 {

std::string CtssCondition::name() const { return fmt::format("{} user{}", users, users == 1 ? "" : "s"); }

namespace {

constexpr unsigned kMostUsers = 20;
constexpr const char* kPrompt = "\n*";
constexpr const char* kReadRunTime = "RUNTIM";
constexpr Duration kTyping = milliseconds(500);  // in which a line is echoed, and a program asks for one
constexpr Duration kBeforeReturn = seconds(1);   // of a command: it has been echoed when its return is typed

std::uint64_t countOf(const Laboratory& lab, const char* name) { return lab.word(name).bits(); }

// The counters of the monitor at one time.
SystemWork countersOf(const Laboratory& lab) {
  return {.time = lab.now() - kPowerOn,
          .drumReads = countOf(lab, "DRMRD"),
          .drumWrites = countOf(lab, "DRMWR"),
          .diskReads = countOf(lab, "DSKRD"),
          .diskWrites = countOf(lab, "DSKWR"),
          .idle = milliseconds(static_cast<std::int64_t>(countOf(lab, "SKDTM0")))};
}

SystemWork since(const SystemWork& from, const SystemWork& to) {
  return {.time = to.time - from.time,
          .drumReads = to.drumReads - from.drumReads,
          .drumWrites = to.drumWrites - from.drumWrites,
          .diskReads = to.diskReads - from.diskReads,
          .diskWrites = to.diskWrites - from.diskWrites,
          .idle = to.idle - from.idle};
}

// A user of the calculator on a machine with others at work.
class CalcDesk {
 public:
  CalcDesk(const CtssSettings& settings, const CtssCondition& condition)
      : settings_(settings), chance_(settings.seed), lines_(calcLines()) {
    result_.condition = condition;
  }
  Expected<CtssResult> run(const LabSite& site);

 private:
  Expected<void> open(const LabSite& site);
  Expected<void> use();
  Expected<FirstUse> first();
  Expected<std::uint64_t> runTime(std::vector<Duration>* elapsed);
  Expected<std::string> interact(const std::string& text, std::vector<Duration>* elapsed);
  Expected<Duration> finish(const LabStep& step);
  Expected<void> think() { return lab_->runFor(chance_.exponential(settings_.think)); }
  Expected<void> rest();
  LabLine& user() const { return lab_->line(lab_->measuredLine()); }

  const CtssSettings& settings_;
  Chance chance_;
  std::vector<CalcLine> lines_;
  std::unique_ptr<Laboratory> lab_;
  std::optional<Background> others_;
  std::unique_ptr<StretchMeter> meter_;  // of the use under way
  CtssResult result_;
};

// A terminal line for everybody.
void connectLines(LabSystem& system, unsigned users) {
  const std::size_t first = system.place.console ? 0 : system.place.line + 1;
  auto& scanner = system.devices.scanner;
  if (scanner && scanner->lines.size() < first + users - 1)
    scanner->lines.resize(first + users - 1, scanner->lines.front());
}

Expected<void> CalcDesk::open(const LabSite& site) {
  LabSite own = site;
  connectLines(own.system, result_.condition.users);
  std::vector<LabFile> files;
  // A tape has no room to spare.
  if (result_.condition.users > 1 || !own.system.filesOnTape()) files = backgroundFiles(own.system.others);
  auto program = labProgram(own, settings_.program);
  if (!program) return tl::unexpected(program.error());
  files.push_back(std::move(*program));
  auto lab = Laboratory::make(settings_.machine, own, files);
  if (!lab) return tl::unexpected(lab.error());
  lab_ = std::move(*lab);
  if (auto up = lab_->boot(); !up) return up;
  if (auto in = lab_->logIn(); !in) return in;
  others_.emplace(*lab_, settings_.seed);
  if (auto in = others_->employ(result_.condition.users - 1, settings_.think); !in) return in;
  return lab_->runFor(settings_.warmUp);
}

// Types the step, which has a carriage return at its end; returns the time until its text has been printed.
Expected<Duration> CalcDesk::finish(const LabStep& step) {
  const Instant from = lab_->now();
  if (auto done = lab_->converse(lab_->measuredLine(), {&step, 1}); !done) return tl::unexpected(done.error());
  return user().ready() - from;
}

// The line is typed and the user thinks; without the meter as soon as the program waits for a line, since the others'
// work is not measured.
Expected<void> CalcDesk::rest() {
  const Instant until = lab_->now() + kTyping + chance_.exponential(settings_.think);
  do {
    if (auto done = lab_->runFor(std::min(kTyping, until - lab_->now())); !done) return done;
  } while (!meter_->dormant() && lab_->now() < until);
  if (lab_->now() == until) return {};
  meter_->pause();
  auto done = lab_->runUntil(until);
  meter_->resume();
  return done;
}

Expected<std::string> CalcDesk::interact(const std::string& text, std::vector<Duration>* elapsed) {
  user().add({text});
  if (auto done = rest(); !done) return tl::unexpected(done.error());
  const std::size_t from = user().printed().size();
  const auto time = finish({"\r", kPrompt});
  if (!time) return tl::unexpected(time.error());
  if (elapsed != nullptr) elapsed->push_back(*time);
  std::string answer = user().printed().substr(from);
  answer.erase(answer.size() - std::string_view{kPrompt}.size());
  answer.erase(0, answer.find_first_not_of("\n "));
  std::ranges::replace(answer, '\n', ' ');
  return answer;
}

Expected<std::uint64_t> CalcDesk::runTime(std::vector<Duration>* elapsed) {
  const auto answer = interact(kReadRunTime, elapsed);
  if (!answer) return tl::unexpected(answer.error());
  const auto ms = wholeNumber<std::uint64_t>(*answer);
  if (!ms) return fail(settings_.program, fmt::format("answers \"{}\" to {}", *answer, kReadRunTime));
  return *ms;
}

Expected<FirstUse> CalcDesk::first() {
  LabSteps steps = lab_->run(settings_.program, {{}, kPrompt});
  LabStep last = std::move(steps.back());
  steps.back() = {last.keys.substr(0, last.keys.size() - 1), {}, kBeforeReturn};
  last.keys.erase(0, last.keys.size() - 1);
  if (auto done = lab_->converse(lab_->measuredLine(), steps); !done) return tl::unexpected(done.error());
  if (auto done = lab_->runUntil(user().ready()); !done) return tl::unexpected(done.error());
  const auto time = finish(last);
  if (!time) return tl::unexpected(time.error());
  if (auto done = think(); !done) return tl::unexpected(done.error());
  return FirstUse{*time, meter_->job()};
}

Expected<void> CalcDesk::use() {
  meter_ = meterOf(*lab_);
  CalcUse use;
  auto first = this->first();
  if (!first) return tl::unexpected(first.error());
  use.first = std::move(*first);
  const auto began = runTime(nullptr);
  if (!began) return tl::unexpected(began.error());
  for (unsigned n = 0; n + 1 < settings_.interactions; ++n) {
    const CalcLine& line = lines_[n % lines_.size()];
    const auto answer = interact(line.text, &use.elapsed);
    if (!answer) return tl::unexpected(answer.error());
    if (*answer != line.answer && result_.trouble.empty())
      result_.trouble = fmt::format("{} answers \"{}\" to {}", settings_.program, *answer, line.text);
  }
  const auto ended = runTime(&use.elapsed);
  if (!ended) return tl::unexpected(ended.error());
  use.printedMs = *ended - *began;
  if (meter_->stretches().size() != 1)
    return fail(settings_.program, fmt::format("{} stretches were measured", meter_->stretches().size()));
  use.stretch = meter_->stretches().front();
  meter_.reset();
  result_.uses.push_back(std::move(use));
  if (auto done = think(); !done) return done;
  const LabStep quit{"QUIT\r", lab_->system().prompt};
  if (auto done = lab_->converse(lab_->measuredLine(), {&quit, 1}); !done) return done;
  return think();
}

Expected<CtssResult> CalcDesk::run(const LabSite& site) {
  if (auto up = open(site); !up) return tl::unexpected(up.error());
  result_.jobKnown = lab_->jobOf(lab_->measuredLine()) >= 0;
  const SystemWork before = countersOf(*lab_);
  double load = 0;
  for (unsigned n = 0; n < settings_.uses; ++n) {
    if (auto done = use(); !done) return tl::unexpected(done.error());
    load += lab_->load().value_or(0);
  }
  if (lab_->monitor().value("DRMRD")) {
    result_.work = since(before, countersOf(*lab_));
    result_.work->load = load / settings_.uses;
  }
  return std::move(result_);
}

}  // namespace

std::vector<CalcLine> calcLines() {
  const CsvTable table = conditionsTable("ctss_conditions");
  std::vector<CalcLine> lines;
  for (std::size_t n = 0; n < table.rows(); ++n)
    lines.push_back({std::string{table.text(n, "line")}, std::string{table.text(n, "answer")}});
  return lines;
}

Expected<void> CtssSettings::check() const {
  if (think < milliseconds(100) || think > seconds(600)) return fail("--think", "out of range", "100ms to 600s");
  if (users.empty()) return fail("--users", "no number of users");
  for (const unsigned n : users)
    if (n < 1 || n > kMostUsers) return fail("--users", fmt::format("{} users", n), "1 to 20: a monitor has 24 jobs");
  return {};
}

std::string progressText(const CtssResult& r) {
  Duration elapsed{};
  std::uint64_t ms = 0;
  std::size_t count = 0;
  for (const CalcUse& u : r.uses) {
    elapsed = std::accumulate(u.elapsed.begin(), u.elapsed.end(), elapsed);
    ms += u.printedMs;
    count += u.elapsed.size();
  }
  const auto n = static_cast<double>(count);
  return fmt::format("{} users: {} interactions, {} ms of CPU time and {} ms each{}", r.condition.users, count,
                     fixed(per(static_cast<double>(ms), n), 1), fixed(per(msOf(elapsed), n), 0),
                     r.trouble.empty() ? "" : ", " + r.trouble);
}

Expected<std::vector<CtssResult>> makeUses(const CtssSettings& settings, const LabSite& site,
                                           const std::vector<CtssCondition>& conditions, const CtssProgress& progress) {
  std::vector<CtssResult> results;
  for (const CtssCondition& c : conditions) {
    auto result = CalcDesk{settings, c}.run(site);
    if (!result) return tl::unexpected(result.error());
    results.push_back(std::move(*result));
    if (progress) progress(results.back());
  }
  return results;
}

}  // namespace utah10

#include "experiments/laboratory/laboratory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "trace/symbol_files.hpp"
#include "utah10/toolchain/core_image.hpp"
#include "word/field.hpp"

namespace utah10 {

namespace {

constexpr Duration kBootPatience = seconds(120);
constexpr Duration kLeg = seconds(1);           // between two looks at LabSite::stop
constexpr Duration kWrittenBack = seconds(90);  // DDMP writes every 30 seconds

NetworkFiles filesOf(CcnRecord& record) {
  NetworkFiles files;
  files.ccn = [&record](const HostConfig&) -> CcnFiles* { return &record; };
  files.ftp = [](const HostConfig&) -> std::unique_ptr<FileStore> { return nullptr; };
  return files;
}

std::string_view lastOf(std::string_view text, std::size_t most) {
  return text.substr(text.size() - std::min(text.size(), most));
}

}  // namespace

Expected<LabFile> labProgram(const LabSite& site, std::string_view program) {
  const std::string_view directory = site.system.bringsPrograms ? std::string_view{site.system.user.name} : "SUBSYS";
  const std::string file = fmt::format("{}.SAV", program);
  return labWords(fmt::format("<{}>{}", directory, file), site.programs / file);
}

Expected<std::vector<LabFile>> broughtPrograms(const LabSite& site, std::initializer_list<std::string_view> programs) {
  std::vector<LabFile> files;
  if (!site.system.bringsPrograms) return files;
  for (const std::string_view program : programs) {
    auto image = labProgram(site, program);
    if (!image) return tl::unexpected(image.error());
    files.push_back(std::move(*image));
  }
  return files;
}

Laboratory::Laboratory(LabSystem system, const LabSite& site)
    : system_(std::move(system)),
      machine_(system_.machine),
      devices_(machine_, system_.devices),
      network_(std::make_unique<Network>(machine_.clock(), &machine_.observers(), *devices_.impCable(), system_.network,
                                         filesOf(record_))),
      consolePort_(devices_.console.tty),
      media_(system_, site.scratch),
      stop_(site.stop) {
  machine_.include(*network_);
  machine_.cpu().switches().fastMemory = system_.fastMemory;
  for (TerminalPort* port : devices_.ports()) lines_.push_back(std::make_unique<LabLine>(*port, machine_.cpu()));
  lines_.push_back(std::make_unique<LabLine>(consolePort_, machine_.cpu()));
}

Laboratory::~Laboratory() { machine_.exclude(*network_); }

Expected<std::unique_ptr<Laboratory>> Laboratory::make(const LabOptions& options, const LabSite& site,
                                                       std::span<const LabFile> files) {
  auto system = options.applied(site.system);
  if (!system) return tl::unexpected(system.error());
  if (auto ok = system->network.check(); !ok) return tl::unexpected(ok.error());
  std::vector<LabFile> all{files.begin(), files.end()};
  if (!options.monitor.empty()) {
    auto image = labWords("<SYSTEM>MONITOR.SAV", site.programs / fmt::format("{}.SAV", options.monitor));
    if (!image) return tl::unexpected(image.error());
    all.push_back(std::move(*image));
    system->symbols = site.programs / fmt::format("{}.debug", options.monitor);
  }
  std::unique_ptr<Laboratory> lab{new Laboratory{std::move(*system), site}};
  if (!lab->system_.symbols.empty()) {
    auto symbols = loadSymbols(lab->system_.symbols);
    if (!symbols) return tl::unexpected(symbols.error());
    lab->symbols_ = std::move(symbols->map);
  }
  if (auto done = lab->media_.mount(lab->devices_, all); !done) return tl::unexpected(done.error());
  return lab;
}

CcnServer& Laboratory::ccn() { return dynamic_cast<CcnServer&>(*network_->host(kCcnName)->service("netrjs")); }

// Loads the image that the start names; the processor is then ready to run.
Expected<void> Laboratory::press() {
  const LabStart& start = system_.start;
  if (start.readIn) {
    machine_.cpu().switches().readInDevice = *start.readIn;
    const StopReason why = machine_.cpu().readIn({0, now() + kBootPatience});
    return why == StopReason::InstructionLimit ? Expected<void>{} : stopped(why);
  }
  const auto image = loadCoreImage(start.image);
  if (!image) return tl::unexpected(image.error());
  for (const Segment& s : image->segments) machine_.load(PhysicalAddress{s.first.bits()}, s.words);
  const auto at = start.at ? start.at : image->startAddress();
  if (!at) return fail(start.image.string(), "has no start address", "give `at` in [start]");
  machine_.cpu().setStart(*at);
  return {};
}

Expected<void> Laboratory::boot() {
  if (auto ready = press(); !ready) return ready;
  LabLine& operatorsLine = line(consoleLine());
  for (const LabStep& s : system_.start.dialogue) {
    operatorsLine.add(s);
    const Instant patience = now() + s.patience;
    for (;;) {
      const Instant next = nextStep(patience);
      if (operatorsLine.idle()) break;
      const auto why = leg(next);
      if (!why) return tl::unexpected(why.error());
      const bool goesOn = *why == StopReason::TimeLimit || *why == StopReason::StopKey;
      if (!goesOn || now() >= patience)
        return fail("boot", fmt::format("\"{}\" was not printed: {}", s.until, describe(*why)),
                    std::string{lastOf(console(), 80)});
    }
    if (auto done = runUntil(std::max(now(), operatorsLine.ready())); !done) return done;
  }
  return {};
}

Expected<void> Laboratory::logIn(unsigned n, const LabUser& user) {
  return converse(n, filled(system_.logIn, {{"user", user.name}, {"password", user.password}}));
}

Expected<void> Laboratory::logIn() {
  if (auto in = logIn(measuredLine(), system_.user); !in) return in;
  for (const CarriedFile& f : media_.carried())
    if (auto done = converse(measuredLine(), filled(system_.courier.deliver, f.values())); !done) return done;
  return {};
}

LabSteps Laboratory::run(std::string_view program, LabStep until) const {
  return awaiting(filled(system_.run, {{"program", std::string{program}}}), std::move(until));
}

Expected<void> Laboratory::stopped(StopReason why) const {
  return fail("laboratory", fmt::format("the machine stopped: {} at {:o}", describe(why), machine_.cpu().pc().bits()),
              std::string{lastOf(console(), 80)});
}

void Laboratory::at(Instant when, std::function<void()> action) { actions_.emplace(when, std::move(action)); }

// Runs the processor until then. Where a leg ends changes nothing.
Expected<StopReason> Laboratory::leg(Instant until) {
  for (;;) {
    if (stop_ != nullptr && *stop_ != 0) return fail("laboratory", "the run was interrupted");
    const StopReason why = machine_.cpu().run({.until = std::min(until, now() + kLeg)});
    if (why != StopReason::TimeLimit || now() >= until) return why;
  }
}

// Performs the actions that are due; returns the time of the next one.
Instant Laboratory::perform() {
  while (!actions_.empty() && actions_.begin()->first <= now()) {
    const auto action = std::move(actions_.begin()->second);
    actions_.erase(actions_.begin());
    action();
  }
  return actions_.empty() ? kNever : actions_.begin()->first;
}

// Lets users type and actions happen; returns the time of the next ones, at most `until`.
Instant Laboratory::nextStep(Instant until) {
  Instant next = std::min(until, perform());
  for (const auto& line : lines_) next = std::min(next, line->proceed(now()));
  return next;
}

Expected<void> Laboratory::runUntil(Instant until) {
  while (now() < until) {
    const Instant next = nextStep(until);
    if (next <= now()) continue;
    const auto why = leg(next);
    if (!why) return tl::unexpected(why.error());
    if (*why != StopReason::TimeLimit && *why != StopReason::StopKey) return stopped(*why);
  }
  return {};
}

Expected<void> Laboratory::runWhile(const std::function<bool()>& going, Duration patience, std::string_view what,
                                    Duration step) {
  const Instant last = now() + patience;
  while (going()) {
    if (now() >= last)
      return fail("laboratory", fmt::format("{} did not happen within {} s", what, patience / seconds(1)));
    if (auto done = runUntil(std::min(last, now() + step)); !done) return done;
  }
  return {};
}

Expected<void> Laboratory::converse(unsigned n, std::span<const LabStep> steps) {
  LabLine& user = line(n);
  for (const LabStep& s : steps) {
    user.add(s);
    if (auto done = runWhile([&] { return !user.idle(); }, s.patience, fmt::format("\"{}\"", s.until)); !done)
      return fail(n == consoleLine() ? "console" : fmt::format("tty{}", n), done.error().what,
                  fmt::format("printed: {}", lastOf(user.printed(), 120)));
  }
  return {};
}

Word36 Laboratory::word(std::string_view name, std::uint32_t offset) const {
  const auto at = symbols_.value(name);
  if (!at) return Word36{};
  return machine_.core().peek(PhysicalAddress{static_cast<std::uint32_t>(at->bits()) + offset});
}

std::optional<double> Laboratory::load() const {
  constexpr Field kExponent{1, 8}, kFraction{9, 35};  // a floating point number that is not negative
  if (!symbols_.value("RJAV")) return std::nullopt;
  const Word36 w = word("RJAV", 1);
  return std::ldexp(static_cast<double>(kFraction.of(w)), static_cast<int>(kExponent.of(w)) - 0200 - 27);
}

// JOBPT holds the controlling line of each job, also where the monitor does not assign the line to the job (TTFORK) as
// 1.28 does not. JOBRT is negative where there is no job.
int Laboratory::jobOf(unsigned line) const {
  const auto jobs = symbols_.value("NJOBS");
  if (!jobs || !symbols_.value("JOBPT") || !symbols_.value("JOBRT") || line == consoleLine()) return -1;
  for (std::uint32_t job = 0; job < jobs->right().bits(); ++job)
    if (!word("JOBRT", job).sign() && word("JOBPT", job).left().bits() == line) return static_cast<int>(job);
  return -1;
}

Expected<std::vector<Expected<FileContents>>> Laboratory::writtenFiles(std::span<const std::string> names,
                                                                       std::span<const LabStep> leave) {
  if (system_.filesOnTape())
    if (auto left = converse(measuredLine(), leave); !left) return tl::unexpected(left.error());
  for (const CarriedFile& f : media_.toCollect(names))
    if (auto done = converse(measuredLine(), filled(system_.courier.collect, f.values())); !done)
      return tl::unexpected(done.error());
  if (auto done = runFor(kWrittenBack); !done) return tl::unexpected(done.error());
  return media_.read(devices_, names);
}

}  // namespace utah10

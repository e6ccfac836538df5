#include "experiments/remote/paging.hpp"

#include <fmt/format.h>

#include <charconv>
#include <system_error>

#include "experiments/charges/stretch_meter.hpp"
#include "experiments/laboratory/printed_numbers.hpp"
#include "experiments/report/report_numbers.hpp"
#include "word/chance.hpp"

namespace utah10 {

namespace {

constexpr unsigned kMostCoreK = 256;
constexpr unsigned kLeastSize = 10, kMostSize = 16;
constexpr double kMostError = 1e-4;
constexpr Duration kPatience = seconds(20'000);
// The variants: protocol times on both sides of the declared one; rates of ARPANET lines.
constexpr Duration kProtocols[] = {Duration{}, microseconds(400)};
constexpr std::int64_t kRates[] = {230'400, 50'000};
// The user thinks for so long at most, by the seed, so that a run begins at any point of the monitor's periodic work.
constexpr std::int64_t kThinkMs = 10'000;
constexpr std::string_view kDriver = "RMMFND";  // of the monitor, for remote memory

struct Counters {
  std::uint64_t ins = 0, outs = 0;
};

Counters countersOf(const Laboratory& lab) { return {lab.word("DRMRD").bits(), lab.word("DRMWR").bits()}; }

// The number that the program has typed after "ERROR ".
double errorIn(std::string_view printed) {
  constexpr std::string_view kBefore = "ERROR ";
  const std::size_t at = printed.find(kBefore);
  double value = 1;
  if (at == std::string_view::npos) return value;
  std::string_view number = printed.substr(at + kBefore.size());
  number.remove_prefix(std::min(number.find_first_not_of(' '), number.size()));
  std::from_chars(number.data(), number.data() + number.size(), value);
  return value;
}

std::string commandOf(const RemoteSettings& s, const PagingCondition& c) {
  return fmt::format("{} {}", c.variant.sweep ? "SWEEP" : "FFT", s.size);
}

// The user's command, up to the program's next prompt. Returns what was printed.
Expected<std::string> command(Laboratory& lab, const std::string& text) {
  LabLine& user = lab.line(lab.measuredLine());
  const std::size_t from = user.printed().size();
  user.add({text + "\r", "\n*"});
  if (auto done = lab.runWhile([&] { return !user.idle(); }, kPatience, text); !done)
    return tl::unexpected(done.error());
  return user.printed().substr(from);
}

// What the adapter has done between two readings; the first is taken with a negative sign.
void addAdapter(PagingResult& r, RemoteMemory* adapter, int sign) {
  if (adapter == nullptr) return;
  const auto& c = adapter->counts();
  const RemoteCounts& l = adapter->link().counts();
  const auto times = static_cast<std::uint64_t>(sign);
  r.reads += times * c.reads;
  r.writes += times * c.writes;
  r.coreTime += sign * c.core;
  r.commandTime += sign * c.whole;
  r.link.messages += times * l.messages;
  r.link.lost += times * l.lost;
  r.link.repeated += times * l.repeated;
  r.link.adapter += sign * l.adapter;
  r.link.wire += sign * l.wire;
  r.link.latency += sign * l.latency;
  r.link.host += sign * l.host;
}

Expected<PagingResult> measure(const RemoteSettings& s, const PagingCondition& c, Laboratory& lab) {
  PagingResult r;
  r.condition = c;
  r.frames = static_cast<std::uint32_t>(lab.word("TOTRC").bits());
  const Counters before = countersOf(lab);
  addAdapter(r, lab.devices().remote(), -1);
  const auto meter = meterOf(lab);
  const auto made = command(lab, commandOf(s, c));
  if (!made) return tl::unexpected(made.error());
  const Counters after = countersOf(lab);
  addAdapter(r, lab.devices().remote(), 1);
  r.pageIns = after.ins - before.ins;
  r.pageOuts = after.outs - before.outs;
  r.clockMs = numberBehind(*made, "MS");
  r.usedMs = numberBehind(*made, "USED");
  if (meter->stretches().size() == 1) r.stretch = meter->stretches().front();
  const auto back = command(lab, "BACK");
  if (!back) return tl::unexpected(back.error());
  r.error = errorIn(*back);
  r.done = meter->stretches().size() == 1 && r.error < kMostError;
  if (!r.done) r.trouble = fmt::format("the transform failed: {}", *made + *back);
  return r;
}

Expected<PagingResult> runOne(const RemoteSettings& s, const LabSite& site, const PagingCondition& c) {
  auto program = labProgram(site, s.program);
  if (!program) return tl::unexpected(program.error());
  auto lab = Laboratory::make(machineOf(s, c), site, std::span{&*program, 1});
  if (!lab) return tl::unexpected(lab.error());
  Laboratory& l = **lab;
  if (!l.monitor().value(kDriver))
    return fail(s.machine.system, "the monitor has no driver for remote memory",
                "use --system utah72, utah131 or utah73");
  if (auto up = l.boot(); !up) return tl::unexpected(up.error());
  if (auto in = l.logIn(); !in) return tl::unexpected(in.error());
  if (auto done = l.converse(l.measuredLine(), l.run(s.program, {{}, "\n*"})); !done)
    return tl::unexpected(done.error());
  const auto think = static_cast<std::int64_t>(Chance{s.machine.remote.seed}.below(kThinkMs));
  if (auto done = l.runFor(milliseconds(think)); !done) return tl::unexpected(done.error());
  return measure(s, c, l);
}

}  // namespace

Expected<void> RemoteSettings::check() const {
  if (size < kLeastSize || size > kMostSize)
    return fail("--size", fmt::format("{} is not a size of the transform", size),
                fmt::format("{} to {}: 2^size points", kLeastSize, kMostSize));
  return RemoteMemory::check(machine.remote);
}

std::uint32_t RemoteSettings::dataPages() const { return (2u << size) / RemoteLink::kPageWords; }

PagingVariant RemoteSettings::declared() const {
  return {machine.remote.bitsPerSecond, machine.remote.adapterTime, sweep};
}

std::vector<PagingVariant> RemoteSettings::variants() const {
  std::vector<PagingVariant> all(1, declared());
  if (quick) return all;
  for (const std::int64_t rate : kRates) all.push_back({rate, all[0].protocol, sweep});
  for (const Duration protocol : kProtocols) all.push_back({all[0].rate, protocol, sweep});
  all.push_back({all[0].rate, all[0].protocol, !sweep});
  return all;
}

std::string PagingCondition::name() const {
  switch (backing) {
    case Backing::Disk:
      return "disk";
    case Backing::Drum:
      return "drum";
    case Backing::Core:
      return "all in core";
    default:
      return speed == 1 ? "remote" : fmt::format("remote x{}", speed);
  }
}

std::vector<PagingCondition> pagingConditions(const RemoteSettings& s) {
  std::vector<PagingCondition> all = {{Backing::Disk, s.declared(), 1}};
  if (!s.quick) all.push_back({Backing::Drum, s.declared(), 1});
  all.push_back({Backing::Core, s.declared(), 1});
  for (const PagingVariant& v : s.variants())
    for (const unsigned speed : kSpeeds) all.push_back({Backing::Remote, v, speed});
  return all;
}

// The time limit grows with the time that a page needs on a slow link.
LabOptions machineOf(const RemoteSettings& s, const PagingCondition& c) {
  LabOptions m = s.machine;
  m.swapping = c.backing == Backing::Disk   ? Swapping::Disk
               : c.backing == Backing::Drum ? Swapping::Drum
                                            : Swapping::Remote;
  if (c.backing == Backing::Core) m.coreK = kMostCoreK;
  m.remote.bitsPerSecond = c.variant.rate * c.speed;
  m.remote.adapterTime = m.remote.hostTime = c.variant.protocol;
  const std::int64_t usual = RemoteMemoryConfig{}.bitsPerSecond;
  if (c.variant.rate < usual) m.remote.timeLimit *= usual / c.variant.rate + 1;
  return m;
}

std::string progressText(const PagingResult& r) {
  const PagingCondition& c = r.condition;
  std::string name = c.name();
  if (c.backing == Backing::Remote)
    name += fmt::format(" ({} b/s, protocol {} us{})", c.variant.rate * c.speed, usOf(c.variant.protocol),
                        c.variant.sweep ? ", in passes" : "");
  if (!r.done) return fmt::format("{}: {}", name, r.trouble);
  return fmt::format("{}: {} s, {} page-ins, {} page-outs", name, fixed(secondsOf(r.stretch.elapsed()), 1), r.pageIns,
                     r.pageOuts);
}

Expected<std::vector<PagingResult>> runPaging(const RemoteSettings& settings, const LabSite& site,
                                              const std::vector<PagingCondition>& conditions,
                                              const PagingProgress& progress) {
  std::vector<PagingResult> results;
  for (const PagingCondition& c : conditions) {
    LabSite own = site;
    own.scratch /= std::to_string(results.size());
    std::error_code error;
    if (!std::filesystem::create_directory(own.scratch, error)) return fail(own.scratch.string(), error.message());
    auto r = runOne(settings, own, c);
    if (!r) return tl::unexpected(r.error());
    results.push_back(std::move(*r));
    if (progress) progress(results.back());
  }
  return results;
}

}  // namespace utah10

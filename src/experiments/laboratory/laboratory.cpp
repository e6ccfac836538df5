#include "experiments/laboratory/laboratory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "toolchain/host_form.hpp"
#include "toolchain/input_file.hpp"
#include "trace/symbol_files.hpp"
#include "word/field.hpp"

namespace utah10 {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kUp = "TENEX IN OPERATION";
constexpr Duration kBootPatience = seconds(120);
// RFC 394: a host is reachable half a minute after it raises its ready line; the monitor starts its network after that.
constexpr Duration kNetworkUp = seconds(60);
constexpr Duration kStepPatience = seconds(600);  // for one step of a user
constexpr Duration kWrittenBack = seconds(90);    // DDMP writes every 30 seconds

NetworkFiles filesOf(CcnRecord& record) {
  NetworkFiles files;
  files.ccn = [&record](const HostConfig&) -> CcnFiles* { return &record; };
  files.ftp = [](const HostConfig&) -> std::unique_ptr<FileStore> { return nullptr; };
  return files;
}

}  // namespace

Expected<LabFile> labText(std::string name, std::string_view text) {
  auto contents = tenexText(text, false);
  if (!contents) return tl::unexpected(contents.error());
  return LabFile{std::move(name), std::move(*contents)};
}

Expected<LabFile> labWords(std::string name, const fs::path& hostFile) {
  const auto bytes = readFileWhole(hostFile);
  if (!bytes) return tl::unexpected(bytes.error());
  auto words = readWords(hostFile.string(), *bytes, HostForm::packed(Packing::Data8));
  if (!words) return tl::unexpected(words.error());
  const std::uint64_t size = words->words.size();
  return LabFile{std::move(name), FileContents{std::move(words->words), 36, size}};
}

Laboratory::Laboratory(const LabOptions& options, unsigned terminals)
    : options_(options),
      machine_(machineOf(options)),
      devices_(machine_, devicesOf(options)),
      network_(std::make_unique<Network>(machine_.clock(), &machine_.observers(), *devices_.impCable(),
                                         networkOf(options, terminals), filesOf(record_))) {
  machine_.include(*network_);
  machine_.cpu().switches().fastMemory = true;
  devices_.console.onPrint([this](char c) {
    console_ += c;
    if (console_.ends_with(kUp)) machine_.cpu().requestStop();
  });
  for (TerminalPort* port : devices_.ports()) lines_.push_back(std::make_unique<LabLine>(*port, machine_.cpu()));
}

Laboratory::~Laboratory() { machine_.exclude(*network_); }

Expected<std::unique_ptr<Laboratory>> Laboratory::make(const LabOptions& options, const LabFiles& host,
                                                       std::span<const LabFile> files, unsigned terminals) {
  if (auto ok = options.check(); !ok) return tl::unexpected(ok.error());
  if (auto ok = networkOf(options, terminals).check(); !ok) return tl::unexpected(ok.error());
  std::unique_ptr<Laboratory> lab{new Laboratory{options, terminals}};
  auto symbols = loadSymbols(host.symbols);
  if (!symbols) return tl::unexpected(symbols.error());
  lab->symbols_ = std::move(symbols->map);
  if (auto done = lab->mount(host, files); !done) return tl::unexpected(done.error());
  return lab;
}

// The pack is a copy of the packaged one with the experiment's files on it.
Expected<void> Laboratory::mount(const LabFiles& host, std::span<const LabFile> files) {
  auto pack = TenexPack::open(host.pack);
  if (!pack) return tl::unexpected(pack.error());
  for (const LabFile& f : files) {
    const auto name = parseTenexName(f.name);
    if (!name) return tl::unexpected(name.error());
    if (auto written = pack->write(*name, f.contents); !written) return tl::unexpected(written.error());
  }
  pack_ = host.scratch / "pack.dsk";
  if (auto saved = pack->save(pack_); !saved) return saved;
  const auto attach = [&](const char* slot, const fs::path& file, const AttachOptions& o) -> Expected<void> {
    auto found = devices_.slot(slot)->attach(file, o);
    if (!found) return tl::unexpected(found.error());
    return {};
  };
  if (auto done = attach("ptr", host.tape, {.readOnly = true}); !done) return done;
  if (auto done = attach("dsk0", pack_, {}); !done) return done;
  if (options_.swapping != Swapping::Drum) return {};
  return attach("drm0", host.scratch / "swap.drum", {.readOnly = false, .create = true});
}

CcnServer& Laboratory::ccn() { return dynamic_cast<CcnServer&>(*network_->host(kCcnName)->service("netrjs")); }

Expected<void> Laboratory::boot() {
  const Instant patience = now() + kBootPatience;
  StopReason why = machine_.cpu().readIn({0, patience});
  while (console_.find(kUp) == std::string::npos) {
    if (why != StopReason::InstructionLimit && why != StopReason::StopKey) break;
    why = machine_.cpu().run({.until = patience});
  }
  if (console_.find(kUp) == std::string::npos)
    return fail("boot", fmt::format("the monitor did not start: {}", describe(why)),
                console_.substr(console_.size() - std::min<std::size_t>(console_.size(), 80)));
  return runFor(kNetworkUp);
}

Expected<void> Laboratory::stopped(StopReason why) const {
  return fail("laboratory", fmt::format("the machine stopped: {} at {:o}", describe(why), machine_.cpu().pc().bits()),
              console_.substr(console_.size() - std::min<std::size_t>(console_.size(), 80)));
}

void Laboratory::at(Instant when, std::function<void()> action) { actions_.emplace(when, std::move(action)); }

// Performs the actions that are due; returns the time of the next one.
Instant Laboratory::perform() {
  while (!actions_.empty() && actions_.begin()->first <= now()) {
    const auto action = std::move(actions_.begin()->second);
    actions_.erase(actions_.begin());
    action();
  }
  return actions_.empty() ? kNever : actions_.begin()->first;
}

Expected<void> Laboratory::runUntil(Instant until) {
  while (now() < until) {
    Instant next = std::min(until, perform());
    for (const auto& line : lines_) next = std::min(next, line->proceed(now()));
    if (next <= now()) continue;
    const StopReason why = machine_.cpu().run({.until = next});
    if (why != StopReason::TimeLimit && why != StopReason::StopKey) return stopped(why);
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
    if (auto done = runWhile([&] { return !user.idle(); }, kStepPatience, fmt::format("\"{}\"", s.until)); !done) {
      const std::string& all = user.printed();
      return fail(fmt::format("tty{}", n), done.error().what,
                  "printed: " + all.substr(all.size() - std::min<std::size_t>(all.size(), 120)));
    }
  }
  return {};
}

Word36 Laboratory::word(std::string_view name, std::uint32_t offset) const {
  const auto at = symbols_.value(name);
  if (!at) return Word36{};
  return machine_.core().peek(PhysicalAddress{static_cast<std::uint32_t>(at->bits()) + offset});
}

double Laboratory::load() const {
  constexpr Field kExponent{1, 8}, kFraction{9, 35};  // a floating point number that is not negative
  const Word36 w = word("RJAV", 1);
  return std::ldexp(static_cast<double>(kFraction.of(w)), static_cast<int>(kExponent.of(w)) - 0200 - 27);
}

int Laboratory::jobOf(unsigned line) const {
  const auto job = word("TTFORK", line).left().bits();
  return job >= 0400000 ? -1 : static_cast<int>(job);
}

Expected<TenexPack> Laboratory::writtenPack() {
  if (auto done = runFor(kWrittenBack); !done) return tl::unexpected(done.error());
  if (auto off = devices_.slot("dsk0")->detach(); !off) return tl::unexpected(off.error());
  return TenexPack::open(pack_);
}

}  // namespace utah10

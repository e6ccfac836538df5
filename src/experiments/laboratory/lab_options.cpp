#include "experiments/laboratory/lab_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "experiments/laboratory/monitor_variants.hpp"
#include "utah10/machine/timing_profile.hpp"

namespace utah10 {

namespace {

constexpr unsigned kBoxK = 16;  // MA10: 16K words per box
constexpr std::uint32_t kWordsOfK = 1024;

// A machine's core as options describe it: boxes of one kind.
bool sameCore(const LabOptions& a, const LabOptions& b) {
  return a.coreK == b.coreK && a.memory == b.memory && a.memoryAccess == b.memoryAccess && a.interleave == b.interleave;
}

std::vector<MemoryBoxConfig> boxesOf(const LabOptions& o) {
  std::vector<MemoryBoxConfig> boxes;
  MemoryBoxConfig box;
  box.kind = *findMemoryKind(o.memory);
  if (o.memoryAccess != Duration{}) box.kind.readAccess = o.memoryAccess;
  box.interleave = o.interleave;
  for (unsigned n = 0; n < o.coreK / kBoxK; ++n) {
    box.base = n * kBoxK * kWordsOfK;
    boxes.push_back(box);
  }
  return boxes;
}

std::int64_t bitsPerSecond(const ImpInterfaceConfig& imp) { return seconds(1) / imp.perBitToImp; }

std::string swappingText(const LabOptions& o) {
  switch (o.swapping) {
    case Swapping::Drum:
      return fmt::format("drum at {} revolutions per second", o.drumTurns);
    case Swapping::Remote:
      return fmt::format("remote memory at {} b/s", o.remote.bitsPerSecond);
    default:
      return "swapping to disk";
  }
}

Expected<void> checkMonitor(const LabOptions& o) {
  if (o.monitor.empty()) return {};
  const MonitorVariant* variant = findMonitorVariant(o.monitor);
  if (variant == nullptr) {
    std::vector<std::string_view> names;
    for (const MonitorVariant& v : monitorVariants()) names.push_back(v.name);
    return fail("monitor", "there is no variant " + o.monitor, fmt::format("{}", fmt::join(names, ", ")));
  }
  if (variant->system != o.system)
    return fail("monitor", fmt::format("{} is a variant of the monitor of {}", o.monitor, variant->system),
                fmt::format("choose --system {}", variant->system));
  return {};
}

Swapping swappingOf(const DeviceConfig& devices) {
  if (devices.bryant) return Swapping::Drum;
  return devices.remote ? Swapping::Remote : Swapping::Disk;
}

void removeDrum(LabSystem& system) {
  system.devices.bryant.reset();
  std::erase_if(system.media, [](const LabMedium& m) { return m.slot == "drm0"; });
}

}  // namespace

std::string_view nameOf(Swapping swapping) {
  return swapping == Swapping::Drum ? "drum" : swapping == Swapping::Disk ? "disk" : "remote";
}

LabOptions LabOptions::of(const LabSystem& from, std::string file) {
  LabOptions o;
  o.system = std::move(file);
  o.name = from.name;
  o.leastK = from.leastK;
  std::uint32_t words = 0;
  for (const MemoryBoxConfig& box : from.machine.memory) words += box.words;
  o.coreK = words / kWordsOfK;
  if (!from.machine.memory.empty()) {
    const MemoryBoxConfig& box = from.machine.memory.front();
    o.memory = box.kind.name;
    o.interleave = box.interleave;
    const MemoryKind* kind = findMemoryKind(box.kind.name);
    if (kind == nullptr || kind->readAccess != box.kind.readAccess) o.memoryAccess = box.kind.readAccess;
  }
  if (from.machine.pager) o.registers = from.machine.pager->registers;
  o.swapping = swappingOf(from.devices);
  if (from.devices.remote) o.remote = *from.devices.remote;
  if (from.devices.bryant) o.drumTurns = from.devices.bryant->turnsPerSecond;
  if (from.devices.imp) o.impBitsPerSecond = bitsPerSecond(*from.devices.imp);
  o.timing = from.machine.timing;
  o.engine = from.machine.engine;
  o.seed = from.network.subnet.seed;
  return o;
}

Expected<LabSystem> LabOptions::applied(LabSystem to) const {
  const LabOptions as = of(to, system);
  if (auto ok = check(); !ok) return tl::unexpected(ok.error());
  if (!sameCore(*this, as)) to.machine.memory = boxesOf(*this);
  if (to.machine.pager) to.machine.pager->registers = registers;
  to.devices.remote.reset();
  if (swapping == Swapping::Remote) to.devices.remote = remote;
  if (swapping != Swapping::Drum) {
    removeDrum(to);
  } else if (!to.devices.bryant) {
    return fail("swapping", "the system has no drum", "add [[drum]] to its file");
  } else {
    to.devices.bryant->turnsPerSecond = drumTurns;
  }
  if (impBitsPerSecond != as.impBitsPerSecond)
    to.devices.imp->perBitToImp = to.devices.imp->perBitToHost = seconds(1) / impBitsPerSecond;
  to.machine.timing = timing;
  to.machine.engine = engine;
  to.network.subnet.seed = seed;
  for (NetworkHostConfig& host : to.network.hosts)
    if (host.ccn) host.ccn->data = ccnData;
  if (auto ok = Machine::check(to.machine); !ok) return tl::unexpected(ok.error());
  return to;
}

Expected<void> LabOptions::check() const {
  if (auto ok = checkMonitor(*this); !ok) return ok;
  if (coreK < leastK || coreK > 256 || coreK % kBoxK != 0)
    return fail("core", fmt::format("{}K is not a valid core size", coreK),
                fmt::format("{}K to 256K in steps of 16K", leastK));
  if (findMemoryKind(memory) == nullptr)
    return fail("memory", "no memory type " + memory, "MA10, MB10, MD10, ME10, MF10");
  if (interleave != 1 && interleave != 2 && interleave != 4)
    return fail("interleave", fmt::format("{} boxes cannot be interleaved", interleave), "1, 2 or 4");
  if (coreK / kBoxK % interleave != 0)
    return fail("interleave", fmt::format("{} boxes are not a multiple of {}", coreK / kBoxK, interleave));
  if (registers < 1 || registers > 54) return fail("registers", "a pager has 1 to 54 associative registers");
  if (drumTurns < 1 || drumTurns > 200) return fail("drum", "a drum makes 1 to 200 revolutions per second");
  if (impBitsPerSecond < 100 || impBitsPerSecond > 10'000'000)
    return fail("imp", "the rate must be 100 to 10000000 bits per second");
  if (timing != "srm" && timing != "gate") return fail("timing", "no timing profile " + timing, "srm or gate");
  return {};
}

std::string LabOptions::text() const {
  std::string text = name;
  if (!monitor.empty()) text += fmt::format(" ({}: {})", monitor, findMonitorVariant(monitor)->text);
  text += fmt::format(", {}K words of {}", coreK, memory);
  if (memoryAccess != Duration{}) text += fmt::format(" with {} ns access", memoryAccess.count());
  if (interleave != 1) text += fmt::format(" interleaved by {}", interleave);
  text += fmt::format(", {} associative registers, ", registers);
  return text + swappingText(*this) + fmt::format(", IMP at {} b/s, timing {}", impBitsPerSecond, timing);
}

std::string ccnTerminal(unsigned n) { return fmt::format("NETUTAH{}", n); }

}  // namespace utah10

#include "utah10/machine/machine.hpp"

#include <fmt/format.h>

namespace utah10 {

namespace {
constexpr std::uint32_t kVersion = 4;

std::vector<MemoryBoxConfig> boxesOf(const MachineConfig& config) {
  if (!config.memory.empty()) return config.memory;
  // sixteen MA10s of 16K: the full 256K of a KA10
  std::vector<MemoryBoxConfig> boxes;
  for (std::uint32_t i = 0; i < 16; ++i) boxes.push_back({*findMemoryKind("MA10"), i * 16384, 16384, 1, 4});
  return boxes;
}

const TimingProfile& profileOf(const MachineConfig& config) {
  const TimingProfile* p = TimingProfile::find(config.timing);
  return p != nullptr ? *p : TimingProfile::srm();
}
}  // namespace

Expected<void> Machine::check(const MachineConfig& config) {
  if (TimingProfile::find(config.timing) == nullptr)
    return fail("processor", "no timing profile \"" + config.timing + "\"", "use srm or gate");
  if (config.pager)
    if (auto ok = Pager::check(*config.pager); !ok) return ok;
  return CoreMemory::check(boxesOf(config));
}

Machine::Machine(const MachineConfig& config)
    : config_(config),
      core_(clock_, boxesOf(config)),
      pi_(clock_),
      cpu_(clock_, core_, bus_, pi_, observers_, profileOf(config), config_.pager ? &*config_.pager : nullptr) {
  cpu_.setEngine(config.engine);
}

void Machine::load(PhysicalAddress first, std::span<const Word36> words) {
  PhysicalAddress a = first;
  for (const Word36 w : words) {
    if (a.bits() < 020)
      cpu_.setAc(AcNo{a.bits()}, w);
    else
      core_.poke(a, w);
    a = a.plus(1);
  }
}

void Machine::state(Archive& a, bool withCounters) {
  std::uint32_t version = kVersion;
  a.u32(version);
  if (version != kVersion)
    a.reject(fmt::format("state of version {}, this program reads version {}", version, kVersion));
  a.sameName(config_.timing, "made with timing profile");
  a.flag(withCounters);
  if (!a.good()) return;
  clock_.state(a);
  core_.state(a);
  cpu_.state(a);
  for (const IoBus::Connection& c : bus_.connections()) c.device->state(a);
  for (StatePart* part : parts_) part->state(a);
  if (withCounters && a.good()) {
    a.section("counters", [&] { cpu_.counters().state(a); });
    for (StatePart* part : parts_) part->counters(a);
  }
  a.check(a.atEnd(), "more state than this machine has");
}

std::vector<std::byte> Machine::save(bool withCounters) {
  Archive out = Archive::writer();
  state(out, withCounters);
  return out.take();
}

Expected<void> Machine::restore(std::span<const std::byte> bytes) {
  const std::vector<std::byte> before = save(true);
  Archive in = Archive::reader(bytes);
  state(in);
  if (in.good()) return {};
  Archive back = Archive::reader(before);
  state(back);
  return fail("snapshot", in.error(), "the machine is unchanged");
}

}  // namespace utah10

#include "utah10/machine/machine.hpp"

namespace utah10 {

namespace {
constexpr std::uint32_t kVersion = 3;

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
      cpu_(clock_, core_, bus_, pi_, observers_, profileOf(config), config_.pager ? &*config_.pager : nullptr) {}

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

void Machine::writeState(StateWriter& out) {
  clock_.save(out);
  core_.save(out);
  cpu_.save(out);
  for (const IoBus::Connection& c : bus_.connections()) c.device->save(out);
  for (const StatePart* part : parts_) part->save(out);
}

void Machine::readState(StateReader& in) {
  clock_.restore(in);
  core_.restore(in);
  cpu_.restore(in);
  for (const IoBus::Connection& c : bus_.connections()) c.device->restore(in);
  for (StatePart* part : parts_) part->restore(in);
}

std::vector<std::byte> Machine::save(bool withCounters) {
  StateWriter out;
  out.u32(kVersion);
  out.text(config_.timing);
  out.flag(withCounters);
  writeState(out);
  if (!withCounters) return out.take();
  cpu_.saveCounters(out);
  for (const StatePart* part : parts_) part->saveCounters(out);
  return out.take();
}

Expected<void> Machine::restore(std::span<const std::byte> state) {
  const std::vector<std::byte> before = save(true);
  const auto read = [this](std::span<const std::byte> bytes) -> std::string {
    StateReader in{bytes};
    if (in.u32() != kVersion && in.good()) in.reject("made by a different version");
    if (const std::string t = in.text(); in.good() && t != config_.timing)
      in.reject("made with timing profile " + t + ", this machine has " + config_.timing);
    const bool withCounters = in.flag();
    if (in.good()) readState(in);
    if (in.good() && withCounters) {
      cpu_.restoreCounters(in);
      for (StatePart* part : parts_) part->restoreCounters(in);
    }
    if (in.good() && !in.atEnd()) in.reject("more state than this machine has");
    return in.error();
  };
  const std::string error = read(state);
  if (error.empty()) return {};
  read(before);
  return fail("snapshot", error);
}

}  // namespace utah10

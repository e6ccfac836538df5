// One PDP-10: clock, core, processor, PI system and I/O bus, wired together. Devices are attached from outside.
//
// Two machines share nothing and may live in one process. `powerOn` is construction; `reset()` is the console key.
#pragma once

#include <vector>

#include "utah10/machine/archive.hpp"
#include "utah10/machine/core_memory.hpp"
#include "utah10/machine/io_bus.hpp"
#include "utah10/machine/ka10.hpp"
#include "utah10/machine/pager.hpp"
#include "utah10/machine/pi_system.hpp"
#include "utah10/machine/scheduler.hpp"

namespace utah10 {

struct MachineConfig {
  std::vector<MemoryBoxConfig> memory;  // empty: one 262144-word MA10 set, 16 boxes of 16K
  std::string timing = "srm";           // profile name
  Engine engine = Engine::Fast;         // not part of the state: any engine may go on where another has stopped
  std::optional<PagerConfig> pager;     // the BBN pager with its changes to the processor; nothing: an unmodified KA10
};

class Machine {
 public:
  // Reports the first error in a configuration.
  static Expected<void> check(const MachineConfig& config);
  // The configuration must have passed check().
  explicit Machine(const MachineConfig& config = {});

  Scheduler& clock() { return clock_; }
  CoreMemory& core() { return core_; }
  const CoreMemory& core() const { return core_; }
  PiSystem& pi() { return pi_; }
  IoBus& bus() { return bus_; }
  Observers& observers() { return observers_; }
  Ka10& cpu() { return cpu_; }
  const Ka10& cpu() const { return cpu_; }
  Instant now() const { return clock_.now(); }
  const MachineConfig& config() const { return config_; }

  // Convenience over core and processor, by physical address; locations 0-17 are the accumulators.
  void load(PhysicalAddress first, std::span<const Word36> words);

  // `part` runs on this machine's clock: it is saved, restored and hashed with the machine, after the devices and in
  // the order of these calls. It must live as long as the machine is used.
  void include(StatePart& part) { parts_.push_back(&part); }
  void exclude(StatePart& part) { std::erase(parts_, &part); }

  // The whole machine and every attached device as bytes. `withCounters` adds the counters, which are not state.
  std::vector<std::byte> save(bool withCounters = false);
  // All or nothing: after an error the machine is unchanged.
  Expected<void> restore(std::span<const std::byte> bytes);

 private:
  void state(Archive& a, bool withCounters = false);  // a reader learns from the bytes whether they have counters

  MachineConfig config_;
  Observers observers_;
  Scheduler clock_{&observers_};
  CoreMemory core_;
  PiSystem pi_;
  IoBus bus_;
  Ka10 cpu_;
  std::vector<StatePart*> parts_;
};

}  // namespace utah10

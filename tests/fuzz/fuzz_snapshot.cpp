// Snapshots: arbitrary bytes as a file, and a machine's own state with bytes changed. Restoring succeeds or does
// nothing.
#include <string_view>

#include "devices/imp_interface.hpp"
#include "fuzz_check.hpp"
#include "trace/state_hash.hpp"
#include "utah10/devices/device_set.hpp"
#include "utah10/trace/snapshot_file.hpp"

namespace {

using namespace utah10;

void asFile(std::span<const std::byte> bytes) {
  const auto snapshot = decodeSnapshot("fuzz", bytes);
  if (!snapshot) {
    FUZZ_CHECK(snapshot.error().where == "fuzz");
    return;
  }
  const auto again = decodeSnapshot("fuzz", encodeSnapshot(*snapshot));
  FUZZ_CHECK(again && again->state == snapshot->state && again->description == snapshot->description);
}

// The input is a list of (offset, value): two bytes and one. An odd first byte truncates the state instead.
void asChanges(std::span<const std::byte> bytes) {
  MachineConfig config;
  config.memory.push_back({*findMemoryKind("MA10"), 0, 1024, 1, 4});
  Machine machine{config};
  DeviceConfig withImp;
  withImp.imp.emplace().looped = true;
  DeviceSet devices{machine, withImp};
  devices.imp()->cono(HalfWord{0200000});
  devices.imp()->datao(Word36{0123456701234});
  machine.clock().idleUntil(kPowerOn + microseconds(500));  // bits in transit to the host
  std::vector<std::byte> state = machine.save(true);
  for (std::size_t i = 0; i + 3 <= bytes.size(); i += 3) {
    const std::size_t at = std::to_integer<std::size_t>(bytes[i]) << 8 | std::to_integer<std::size_t>(bytes[i + 1]);
    // Core takes up the middle; half of the changes go to the registers and devices after it.
    const std::size_t offset = at % 2 == 0 ? at % state.size() : state.size() - 1 - at % (state.size() / 4);
    state[offset] = bytes[i + 2];
  }
  if (!bytes.empty() && (bytes[0] & std::byte{1}) != std::byte{0}) state.resize(state.size() * bytes.size() / 256);
  const StateHash before = stateHash(machine);
  const auto restored = machine.restore(state);
  if (restored)
    machine.cpu().run({.instructions = 0});
  else
    FUZZ_CHECK(stateHash(machine) == before);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = fuzz::asBytes(data, size < 256 ? size : 256);
  asFile(fuzz::asBytes(data, size));
  asChanges(bytes);
  return 0;
}

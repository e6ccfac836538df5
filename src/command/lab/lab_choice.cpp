#include "command/lab/lab_choice.hpp"

#include <fmt/format.h>

#include "command/console/numbers.hpp"
#include "command/lab/system_files.hpp"
#include "command/machine_file/packaged.hpp"

namespace utah10 {

namespace {

template <class T>
void apply(T& value, const std::optional<T>& choice) {
  if (choice) value = *choice;
}

Expected<std::string> systemOf(const LabChoice& choice) {
  if (!choice.generation) return choice.system;
  const std::string name = fmt::format("utah{}", *choice.generation);
  if (!PackagedSystem::hasSystemFile(name))
    return fail("generation", fmt::format("there is no monitor {}", *choice.generation), "72, 131 or 73");
  return name;
}

}  // namespace

Expected<void> choose(Duration& value, const std::string& text, const char* option) {
  if (text.empty()) return {};
  const auto duration = parseDuration(text);
  if (!duration) return fail(option, duration.error().what, duration.error().hint);
  value = *duration;
  return {};
}

Expected<LabOptions> chosenMachine(const LabChoice& choice) {
  const auto name = systemOf(choice);
  if (!name) return tl::unexpected(name.error());
  const auto system = loadLabSystem(*name);
  if (!system) return tl::unexpected(system.error());
  LabOptions machine = LabOptions::of(*system, *name);
  machine.monitor = choice.monitor;
  apply(machine.coreK, choice.coreK);
  apply(machine.memory, choice.memory);
  apply(machine.interleave, choice.interleave);
  apply(machine.registers, choice.registers);
  apply(machine.drumTurns, choice.drumTurns);
  apply(machine.impBitsPerSecond, choice.impBitsPerSecond);
  apply(machine.timing, choice.timing);
  if (choice.engine) machine.engine = findEngine(*choice.engine).value_or(Engine::Fast);
  if (auto ok = choose(machine.memoryAccess, choice.memoryAccess, "--memory-access"); !ok)
    return tl::unexpected(ok.error());
  if (!choice.swapping.empty()) machine.swapping = choice.swapping == "disk" ? Swapping::Disk : Swapping::Drum;
  if (const auto applied = machine.applied(*system); !applied) return tl::unexpected(applied.error());
  return machine;
}

}  // namespace utah10

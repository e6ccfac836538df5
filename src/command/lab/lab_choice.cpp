#include "command/lab/lab_choice.hpp"

#include "command/console/numbers.hpp"

namespace utah10 {

Expected<void> chooseMachine(LabOptions& machine, const std::string& memoryAccess, const std::string& swapping) {
  if (!memoryAccess.empty()) {
    const auto access = parseDuration(memoryAccess);
    if (!access) return fail("--memory-access", access.error().what, access.error().hint);
    machine.memoryAccess = *access;
  }
  machine.swapping = swapping == "disk" ? Swapping::Disk : Swapping::Drum;
  return machine.check();
}

}  // namespace utah10

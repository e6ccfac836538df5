// Arbitrary text as commands: nothing crashes; a refusal is one line that names a place and leaves the machine
// unchanged.
#include <memory>
#include <string_view>

#include "command/console/arguments.hpp"
#include "command/console/terminal.hpp"
#include "command/prompt/command_table.hpp"
#include "command/prompt/completion.hpp"
#include "command/prompt/session.hpp"
#include "fuzz_check.hpp"
#include "trace/state_hash.hpp"
#include "utah10/devices/device_set.hpp"
#include "utah10/machine/machine.hpp"

namespace {

using namespace utah10;

// A thousand words, so that hashing is fast.
struct Small {
  Small() : machine(config()) {}
  static MachineConfig config() {
    MachineConfig c;
    c.memory.push_back({*findMemoryKind("MA10"), 0, 1024, 1, 4});
    return c;
  }
  Machine machine;
  DeviceSet devices{machine};
  TextTerminal terminal;
  Session session{machine, devices, terminal};
};

// Excludes file commands, which would touch the host, and runs, which may never end.
bool mayRun(std::string_view command) {
  constexpr std::string_view kept[] = {"examine", "deposit",  "break",  "nobreak",  "switches", "type", "show",
                                       "history", "counters", "symbol", "evaluate", "assert",   "echo", "help"};
  const auto found = findCommand(command.substr(0, command.find_first_of(" \t\r\f\v")));
  if (!found) return true;
  for (const std::string_view name : kept)
    if ((*found)->name == name) return true;
  return false;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text{reinterpret_cast<const char*>(data), size < 400 ? size : 400};
  Small m;
  for (const std::string_view command : splitCommands(text)) {
    complete(command.substr(0, command.find(' ') + 1));
    if (!mayRun(withoutComment(command))) continue;
    const StateHash before = stateHash(m.machine);
    const auto done = m.session.perform(command);
    if (done) continue;
    FUZZ_CHECK(stateHash(m.machine) == before);
    FUZZ_CHECK(!done.error().where.empty());
    FUZZ_CHECK(!done.error().what.empty());
  }
  return 0;
}

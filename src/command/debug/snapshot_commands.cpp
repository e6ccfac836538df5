// The commands save, restore and hash.
#include "command/console/arguments.hpp"
#include "command/console/console.hpp"
#include "command/console/numbers.hpp"
#include "command/console/output_name.hpp"
#include "command/debug/commands.hpp"
#include "command/debug/debugger.hpp"
#include "command/debug/snapshots.hpp"
#include "trace/snapshot_media.hpp"
#include "trace/state_hash.hpp"
#include "utah10/trace/snapshot_file.hpp"

namespace utah10 {

Expected<void> saveSnapshot(Debugger& debugger, Console& console, const std::string& file) {
  Machine& machine = debugger.machine();
  const auto media = describeMedia(debugger.devices());
  if (!media) return tl::unexpected(media.error());
  const auto size = writeSnapshot(file, {describeForSnapshot(machine), machine.save(true), *media});
  if (!size) return tl::unexpected(size.error());
  console.say("{}: saved at {}, state {}, {}. bytes", file, timeText(machine.now() - kPowerOn),
              stateHash(machine).text(), *size);
  return {};
}

Expected<void> restoreSnapshot(Debugger& debugger, Console& console, const std::string& file, bool force) {
  const auto snapshot = readSnapshot(file);
  if (!snapshot) return tl::unexpected(snapshot.error());
  Machine& machine = debugger.machine();
  if (const std::string other = differenceOf(snapshot->description, describeForSnapshot(machine)); !other.empty())
    return fail(file, "the snapshot is of a different machine: it has " + other,
                "start with the machine file with which it was saved");
  if (!force && !snapshot->media.empty())
    if (auto same = checkMedia(snapshot->media, debugger.devices()); !same)
      return fail(file + ": " + same.error().where, same.error().what, same.error().hint);
  if (auto restored = machine.restore(snapshot->state); !restored)
    return fail(file, restored.error().what, restored.error().hint);
  debugger.recorder().cutOff(file + " was restored");
  console.say("{}: restored to {}, state {}", file, timeText(machine.now() - kPowerOn), stateHash(machine).text());
  return {};
}

Expected<void> saveCommand(Debugger& debugger, Console& console, Arguments& arguments) {
  const auto name = takeOutputName(arguments, "save FILE");
  if (!name) return tl::unexpected(name.error());
  if (auto end = arguments.finish(); !end) return end;
  return saveSnapshot(debugger, console, *name);
}

Expected<void> restoreCommand(Debugger& debugger, Console& console, Arguments& arguments) {
  const auto name = arguments.next();
  if (!name) return fail("", "a file name is missing");
  const bool force = arguments.take("force");
  if (auto end = arguments.finish(); !end) return end;
  return restoreSnapshot(debugger, console, name->text, force);
}

Expected<void> hashCommand(Debugger& debugger, Console& console, Arguments& arguments) {
  if (auto end = arguments.finish(); !end) return end;
  console.print("{}", stateHash(debugger.machine()).text());
  return {};
}

}  // namespace utah10

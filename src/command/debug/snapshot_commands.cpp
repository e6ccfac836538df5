// The commands save, restore and hash.
#include "command/console/numbers.hpp"
#include "command/prompt/handlers.hpp"
#include "trace/snapshot_media.hpp"
#include "trace/state_hash.hpp"
#include "utah10/trace/snapshot_file.hpp"

namespace utah10 {

namespace {

Expected<std::string> fileName(Arguments& arguments) {
  const auto name = arguments.next();
  if (!name) return fail("", "a file name is missing");
  if (auto end = arguments.finish(); !end) return tl::unexpected(end.error());
  return name->text;
}

}  // namespace

Expected<void> saveCommand(Session& session, Arguments& arguments) {
  const auto name = fileName(arguments);
  if (!name) return tl::unexpected(name.error());
  Machine& machine = session.machine();
  const auto media = describeMedia(session.devices());
  if (!media) return tl::unexpected(media.error());
  const auto size = writeSnapshot(*name, {describeForSnapshot(machine), machine.save(true), *media});
  if (!size) return tl::unexpected(size.error());
  session.say("{}: saved at {}, state {}, {}. bytes", *name, timeText(machine.now() - kPowerOn),
              stateHash(machine).text(), *size);
  return {};
}

Expected<void> restoreCommand(Session& session, Arguments& arguments) {
  const auto name = arguments.next();
  if (!name) return fail("", "a file name is missing");
  const bool force = arguments.take("force");
  if (auto end = arguments.finish(); !end) return end;
  const auto snapshot = readSnapshot(name->text);
  if (!snapshot) return tl::unexpected(snapshot.error());
  Machine& machine = session.machine();
  if (const std::string other = differenceOf(snapshot->description, describeForSnapshot(machine)); !other.empty())
    return fail(name->text, "the snapshot is of a different machine: it has " + other,
                "start with the machine file with which it was saved");
  if (!force && !snapshot->media.empty())
    if (auto same = checkMedia(snapshot->media, session.devices()); !same)
      return fail(name->text + ": " + same.error().where, same.error().what, same.error().hint);
  if (auto restored = machine.restore(snapshot->state); !restored)
    return fail(name->text, restored.error().what, restored.error().hint);
  session.recorder().cutOff(name->text + " was restored");
  session.say("{}: restored to {}, state {}", name->text, timeText(machine.now() - kPowerOn),
              stateHash(machine).text());
  return {};
}

Expected<void> hashCommand(Session& session, Arguments& arguments) {
  if (auto end = arguments.finish(); !end) return end;
  session.print("{}", stateHash(session.machine()).text());
  return {};
}

}  // namespace utah10

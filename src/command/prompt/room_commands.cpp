// The commands machine and console, which select one of several machines.
#include "command/console/arguments.hpp"
#include "command/console/console.hpp"
#include "command/debug/run_request.hpp"
#include "command/debug/running.hpp"
#include "command/prompt/machine_room.hpp"
#include "command/prompt/session.hpp"

namespace utah10 {

namespace {

Expected<void> selectNamed(Session& session, Arguments& arguments) {
  if (session.room() == nullptr) return fail("", "there is one machine only", "utah10 net FILE runs several");
  const auto name = arguments.next();
  if (!name) return tl::unexpected(name.error());
  if (auto end = arguments.finish(); !end) return end;
  return session.room()->select(name->text);
}

}  // namespace

Expected<void> machineCommand(Session& session, Arguments& arguments) {
  if (!arguments.atEnd()) return selectNamed(session, arguments);
  if (session.room() != nullptr)
    session.console().write(session.room()->listed());
  else
    session.console().print("one machine; utah10 net FILE runs several");
  return {};
}

Expected<void> consoleCommand(Session& session, Arguments& arguments) {
  if (!arguments.atEnd())
    if (auto selected = selectNamed(session, arguments); !selected) return selected;
  Session& at = session.room() != nullptr ? session.room()->selected() : session;
  runAndReport(at.debugger(), at.console(), {});
  return {};
}

}  // namespace utah10

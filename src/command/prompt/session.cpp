#include "command/prompt/session.hpp"

#include <algorithm>

#include "command/console/arguments.hpp"
#include "command/console/console.hpp"
#include "command/console/terminal.hpp"
#include "command/debug/debugger.hpp"
#include "command/look/probes.hpp"
#include "command/net/connections.hpp"
#include "command/panel/panel.hpp"
#include "command/prompt/command_table.hpp"
#include "command/prompt/machine_room.hpp"
#include "command/terminals/terminal_lines.hpp"

namespace utah10 {

namespace {

// Commands that move the machine in time without the others.
constexpr std::string_view kOneMachineOnly[] = {"back", "forward", "timeline", "record", "replay", "restore"};

}  // namespace

Session::Session(Machine& machine, DeviceSet& devices, Terminal& terminal)
    : console_(std::make_unique<Console>(terminal)),
      debugger_(std::make_unique<Debugger>(machine, devices, *console_)),
      connections_(std::make_unique<Connections>(*debugger_, *console_)),
      lines_(std::make_unique<TerminalLines>(*debugger_, *connections_)),
      probes_(std::make_unique<Probes>(*debugger_, *console_)),
      panel_(std::make_unique<Panel>(*debugger_, *console_)),
      devices_(devices) {
  debugger_->attendBy(connections_.get());
  debugger_->onStopped([this] { probes_->stopped(); });
  debugger_->onArrived([this] { lines_->arrived(); });
  debugger_->onBreak([this](unsigned number, std::string_view commands) { return obey(number, commands); });
}

Session::~Session() = default;

Expected<void> Session::finish() {
  auto counted = probes_->endSamples();
  auto flushed = devices_.flush();
  return flushed ? counted : flushed;
}

const std::optional<int>& Session::quitCode() const { return room_ != nullptr ? room_->quitCode : quitCode_; }

void Session::quit(int code) { (room_ != nullptr ? room_->quitCode : quitCode_) = code; }

void Session::noticeGone() {
  if (const auto code = console_->terminal().gone(); code && !quitCode()) quit(*code);
}

Expected<void> Session::perform(std::string_view text) {
  return (room_ != nullptr ? room_->selected() : *this).performHere(text);
}

Expected<void> Session::performHere(std::string_view text) {
  const std::string_view command = withoutComment(text);
  if (command.empty()) return {};
  const CommandLine line = dividedCommand(command);
  const auto found = findCommand(line.name);
  if (!found) return tl::unexpected(found.error());
  if (room_ != nullptr && std::ranges::find(kOneMachineOnly, (*found)->name) != std::end(kOneMachineOnly))
    return fail(std::string{(*found)->name}, "several machines on one network cannot go back, or on, one by one",
                "each file of machines runs the same again: utah10 net");
  if (!(*found)->readOnly) debugger_->recorder().touched();
  Arguments arguments{line.arguments};
  auto done = (*found)->handler(*this, arguments);
  noticeGone();
  if (!done && done.error().where.empty()) done.error().where = (*found)->name;
  return done;
}

Expected<void> Session::performAll(std::string_view commands) {
  for (const std::string_view command : splitCommands(commands)) {
    if (auto done = perform(command); !done) return done;
    if (quitCode()) break;
  }
  return {};
}

// Performs the commands of a breakpoint. `continue` among them does not run the machine, but lets the run go on.
AfterStop Session::obey(unsigned breakpoint, std::string_view commands) {
  bool goOn = false;
  for (const std::string_view command : splitCommands(commands)) {
    const auto known = findCommand(dividedCommand(command).name);
    const bool on = known && (*known)->name == "continue";
    goOn = goOn || on;
    if (on || command == "print") continue;  // the event has been printed already
    if (const auto done = performHere(command); !done) {
      console_->print("break {}: {}", breakpoint, done.error().text());
      return AfterStop::Failed;
    }
  }
  if (quitCode()) return AfterStop::Quit;
  return goOn ? AfterStop::Continue : AfterStop::Stay;
}

}  // namespace utah10

// A session with one machine: its parts, and the commands that a user or a script gives it. One process may have
// several sessions.
//
// The parts have typed functions; the table of commands (command_table.hpp) turns the text of a command into calls of
// them. Programs that embed a session call the parts; they compose no command text.
//
// Errors: a command that fails leaves the machine unchanged; Error::where names the command or the file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>

#include "utah10/word/error.hpp"
#include "utah10/word/virtual_time.hpp"

namespace utah10 {

class Connections;
class Console;
class Debugger;
class DeviceSet;
class Machine;
class MachineRoom;
class Panel;
class Probes;
class Terminal;
class TerminalLines;
enum class AfterStop : std::uint8_t;

class Session {
 public:
  // All must outlive the session; the devices are on the machine's bus.
  Session(Machine& machine, DeviceSet& devices, Terminal& terminal);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  Console& console() { return *console_; }
  Debugger& debugger() { return *debugger_; }
  Connections& connections() { return *connections_; }
  TerminalLines& lines() { return *lines_; }
  Probes& probes() { return *probes_; }
  Panel& panel() { return *panel_; }

  // The machines among which this one is; null: it is alone. The room must outlive the session's use.
  MachineRoom* room() { return room_; }
  void enter(MachineRoom& room) { room_ = &room; }

  // What the command dap does: serves an editor at a port. A session without it has no such command.
  using ServeEditor = Expected<void> (*)(Session&, std::uint16_t port);
  void letEditorsIn(ServeEditor serve) { serveEditor_ = serve; }
  ServeEditor serveEditor() const { return serveEditor_; }

  // Runs one command, of several machines on the selected one. All commands of users and scripts pass through here.
  Expected<void> perform(std::string_view command);
  // Runs commands separated by semicolons and newlines, until one fails or quits.
  Expected<void> performAll(std::string_view commands);
  // Runs a file of commands, one per line; Error::where is `file(line)`.
  Expected<void> performFile(const std::filesystem::path& path);
  // Completes the host files of probes and devices, such as the tape of the punch. Call it last.
  Expected<void> finish();
  // The exit code given to the quit command.
  const std::optional<int>& quitCode() const;
  void quit(int code);
  // How the session is to end.
  struct Leave {
    bool now = false;               // the system is not stopped
    std::optional<Duration> grace;  // for its users; nothing: the usual
  };
  Leave& leave() { return leave_; }
  // A system has come up on the machine, so that it may have users.
  bool inOperation() const { return inOperation_; }
  void cameUp() { inOperation_ = true; }
  // Quits if the user has gone: a signal, a closed terminal.
  void noticeGone();

 private:
  Expected<void> performHere(std::string_view command);
  AfterStop obey(unsigned breakpoint, std::string_view commands);

  // Each uses those before it.
  std::unique_ptr<Console> console_;
  std::unique_ptr<Debugger> debugger_;
  std::unique_ptr<Connections> connections_;
  std::unique_ptr<TerminalLines> lines_;
  std::unique_ptr<Probes> probes_;
  std::unique_ptr<Panel> panel_;
  DeviceSet& devices_;
  MachineRoom* room_ = nullptr;
  ServeEditor serveEditor_ = nullptr;
  std::optional<int> quitCode_;
  Leave leave_;
  bool inOperation_ = false;
  unsigned scriptDepth_ = 0;  // nesting depth of command files
};

}  // namespace utah10

// One machine with its devices, and everything the prompt knows about it: symbols, breakpoints, the transcript.
// Commands are functions on a session; one process may have several sessions.
//
// Errors: a command that fails leaves the machine unchanged; Error::where names the command or the file.
#pragma once

#include <fmt/format.h>

#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "command/console/terminal.hpp"
#include "command/console/transcript.hpp"
#include "command/debug/breakpoints.hpp"
#include "command/debug/source_files.hpp"
#include "command/host/pacer.hpp"
#include "command/host/telnet_server.hpp"
#include "command/prompt/command_table.hpp"
#include "trace/input_file.hpp"
#include "trace/recorder.hpp"
#include "trace/symbols.hpp"
#include "utah10/devices/device_set.hpp"
#include "utah10/machine/machine.hpp"

namespace utah10 {

struct ActiveProbes;
class Network;
class CablePorts;
class Stops;

// A text from the guest that ends the run. It is checked per printed character, not per instruction.
struct AwaitedText {
  Transcript* transcript = nullptr;
  std::string text;
  std::size_t from = 0;  // position in the transcript; the text may have begun before the run
};

struct RunRequest {
  enum class Key : std::uint8_t { Continue, ReadIn } key = Key::Continue;
  std::uint64_t instructions = ~std::uint64_t{0};
  Instant until = kNever;
  std::optional<StopCondition> condition;
  std::function<bool()> goal;  // evaluated before each instruction except the first
  std::optional<AwaitedText> awaited;
  bool breakpoints = true;
};

struct RunOutcome {
  StopReason reason = StopReason::None;
  std::optional<VirtualAddress> breakpoint;  // the run stopped before this instruction
  std::vector<unsigned> stops;               // numbers of the breakpoints and watches that stopped the run
  std::uint64_t executed = 0;                // instructions
  bool conditionMet = false;
  bool interrupted = false;  // by the operator
  Duration elapsed{};
};

class Session {
 public:
  // Both must outlive the session; the devices are on the machine's bus.
  Session(Machine& machine, DeviceSet& devices, Terminal& terminal);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // Runs one command. All commands of users and scripts pass through here.
  Expected<void> perform(std::string_view command);
  // Runs commands separated by semicolons and newlines, until one fails or quits.
  Expected<void> performAll(std::string_view commands);
  // Runs a file of commands, one per line; Error::where is `file(line)`.
  Expected<void> performFile(const std::filesystem::path& path);
  // Flushes the host files of devices, such as the tape of the punch. Call it last.
  Expected<void> finish();
  // The exit code given to the quit command.
  const std::optional<int>& quitCode() const { return quitCode_; }
  void quit(int code) { quitCode_ = code; }
  // Serves the terminal lines over telnet from now on.
  void serve(std::unique_ptr<TelnetServer> telnet) { telnet_ = std::move(telnet); }
  TelnetServer* telnet() { return telnet_.get(); }
  // Probes that commands have connected, and taps on terminal lines.
  ActiveProbes& probes() { return *probes_; }

  // The machine's network cables and their attached peers; the pacer that ties virtual to real time.
  CablePorts& network() { return *network_; }
  Pacer& pacer() { return pacer_; }
  // The modelled network behind the machine's IMP interface; null if there is none.
  Network* modelled() { return modelled_; }
  void adopt(Network& network) { modelled_ = &network; }

  Machine& machine() { return machine_; }
  Ka10& cpu() { return machine_.cpu(); }
  DeviceSet& devices() { return devices_; }
  // Records checkpoints and input so that the machine can go back; off by default.
  Recorder& recorder() { return recorder_; }
  // Call after the machine has moved to another position: drops output that lies in its future.
  void arrived();
  // Records all external input in a new file; replays a file's input at the recorded instructions.
  Expected<void> recordInput(const std::filesystem::path& file);
  Expected<std::size_t> replayInput(const std::filesystem::path& file);
  ConsoleSet& console() { return devices_.console; }
  Terminal& terminal() { return terminal_; }
  Breakpoints& breakpoints() { return breakpoints_; }
  Transcript& transcript() { return transcript_; }
  // Position in the transcript where the last expect stopped reading.
  std::size_t& expected() { return expected_; }
  Symbols& symbols() { return symbols_; }
  SourceFiles& sources() { return sources_; }

  // Runs the machine until a limit, a breakpoint, a condition or the operator stops it. The slices in which the
  // terminal is polled affect no result.
  RunOutcome run(const RunRequest& request);

  // Prints the output of a command.
  template <class... T>
  void print(fmt::format_string<T...> f, T&&... args) {
    line(fmt::format(f, std::forward<T>(args)...));
  }
  // Prints a message about what was done; suppressed by `quiet`.
  template <class... T>
  void say(fmt::format_string<T...> f, T&&... args) {
    if (!quiet) line(fmt::format(f, std::forward<T>(args)...));
  }

  std::optional<VirtualAddress> startAddress;  // start address of the program loaded last
  bool quiet = false;
  bool interactive = false;  // the keyboard belongs to the guest while it runs
  unsigned scriptDepth = 0;  // nesting depth of command files

 private:
  friend class Stops;
  // Runs the commands of the breakpoints that stopped the run; true: continue the run.
  bool perform(const RunOutcome& outcome);
  void line(std::string text);
  void runLeg(const RunRequest& request, Stops& stops, RunOutcome& outcome);
  std::uint64_t replayDue();
  bool networkIsLive() const;
  void pace(bool& toldOfPace);
  void attendNetwork();
  StopReason readIn(const RunRequest& request);
  StopReason runSlices(const RunRequest& request, Watch* watch, RunOutcome& outcome);

  Machine& machine_;
  DeviceSet& devices_;
  Terminal& terminal_;
  Recorder recorder_;
  std::deque<TimedInput> toReplay_;
  Breakpoints breakpoints_;
  Transcript transcript_;
  Symbols symbols_;
  SourceFiles sources_;
  std::size_t expected_ = 0;
  std::optional<VirtualAddress> stoppedBefore_;  // the breakpoint at which the machine is stopped
  std::optional<int> quitCode_;
  std::unique_ptr<TelnetServer> telnet_;
  std::unique_ptr<ActiveProbes> probes_;
  std::unique_ptr<CablePorts> network_;
  Pacer pacer_;
  Network* modelled_ = nullptr;
};

}  // namespace utah10

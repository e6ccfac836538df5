// One machine with its console devices, and everything the prompt knows about it: symbols, breakpoints, what was
// printed. Commands are functions on a session; several sessions may live in one process.
//
// Errors: a command that fails leaves the machine as it was; Error::where names the command or the file.
#pragma once

#include <fmt/format.h>

#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "command/breakpoints.hpp"
#include "command/command_table.hpp"
#include "command/pacer.hpp"
#include "command/source_files.hpp"
#include "command/telnet_server.hpp"
#include "command/terminal.hpp"
#include "command/transcript.hpp"
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

// What a run is to end with: a text that the guest prints. Nobody looks at each instruction for it.
struct AwaitedText {
  Transcript* transcript = nullptr;
  std::string text;
  std::size_t from = 0;  // in the transcript; a text may have begun before the run
};

struct RunRequest {
  enum class Key : std::uint8_t { Continue, ReadIn } key = Key::Continue;
  std::uint64_t instructions = ~std::uint64_t{0};
  Instant until = kNever;
  std::optional<StopCondition> condition;
  std::function<bool()> goal;  // asked before each instruction but the first
  std::optional<AwaitedText> awaited;
  bool breakpoints = true;
};

struct RunOutcome {
  StopReason reason = StopReason::None;
  std::optional<VirtualAddress> breakpoint;  // stopped before it
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

  // One command. Everything a user or a script types comes through here.
  Expected<void> perform(std::string_view command);
  // Commands separated by semicolons and newlines, until one fails or quits.
  Expected<void> performAll(std::string_view commands);
  // A file of commands, one a line; an error says `file(line)`.
  Expected<void> performFile(const std::filesystem::path& path);
  // Writes what devices still hold for the host: tape punched into an attached file, say. The last thing to do.
  Expected<void> finish();
  // The exit code that quit asked for.
  const std::optional<int>& quitCode() const { return quitCode_; }
  void quit(int code) { quitCode_ = code; }
  // From now on the terminal lines are also served over the network.
  void serve(std::unique_ptr<TelnetServer> telnet) { telnet_ = std::move(telnet); }
  TelnetServer* telnet() { return telnet_.get(); }
  // What looks at the machine on request, and who listens on its lines.
  ActiveProbes& probes() { return *probes_; }

  // The cables of the machine and what is attached to them; time for them.
  CablePorts& network() { return *network_; }
  Pacer& pacer() { return pacer_; }
  // The network behind the machine's IMP interface; null if it is not a modelled one.
  Network* modelled() { return modelled_; }
  void adopt(Network& network) { modelled_ = &network; }

  Machine& machine() { return machine_; }
  Ka10& cpu() { return machine_.cpu(); }
  DeviceSet& devices() { return devices_; }
  // Knows where the machine has been; off unless somebody sets it on.
  Recorder& recorder() { return recorder_; }
  // The machine stands at another position now: what was printed since is not printed yet.
  void arrived();
  // From now on all input from outside goes into a new file, too; and what a file holds comes at its instructions.
  Expected<void> recordInput(const std::filesystem::path& file);
  Expected<std::size_t> replayInput(const std::filesystem::path& file);
  ConsoleSet& console() { return devices_.console; }
  Terminal& terminal() { return terminal_; }
  Breakpoints& breakpoints() { return breakpoints_; }
  Transcript& transcript() { return transcript_; }
  // Where the last expect stopped reading.
  std::size_t& expected() { return expected_; }
  Symbols& symbols() { return symbols_; }
  SourceFiles& sources() { return sources_; }

  // Runs the machine until a limit, a breakpoint, a condition or the operator stops it. Slicing for the terminal's sake
  // changes no result.
  RunOutcome run(const RunRequest& request);

  // What the user asked to see.
  template <class... T>
  void print(fmt::format_string<T...> f, T&&... args) {
    line(fmt::format(f, std::forward<T>(args)...));
  }
  // What was done; silent with quiet.
  template <class... T>
  void say(fmt::format_string<T...> f, T&&... args) {
    if (!quiet) line(fmt::format(f, std::forward<T>(args)...));
  }

  std::optional<VirtualAddress> startAddress;  // of the program loaded last
  bool quiet = false;
  bool interactive = false;  // a running guest gets the keyboard
  unsigned scriptDepth = 0;  // files of commands within one another

 private:
  friend class Stops;
  // What a breakpoint that stopped the run is to do; true: go on.
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
  std::optional<VirtualAddress> stoppedBefore_;  // the breakpoint we stand at
  std::optional<int> quitCode_;
  std::unique_ptr<TelnetServer> telnet_;
  std::unique_ptr<ActiveProbes> probes_;
  std::unique_ptr<CablePorts> network_;
  Pacer pacer_;
  Network* modelled_ = nullptr;
};

}  // namespace utah10

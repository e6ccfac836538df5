// A machine under control: its run, its stops, its names, its past.
//
// The functions that use a debugger are in the headers of this folder by topic: load.hpp, symbol_files.hpp,
// expressions.hpp, places.hpp, time_travel.hpp, snapshots.hpp. Commands parse their arguments and call these.
//
// Errors: an operation that fails leaves the machine unchanged.
#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>

#include "command/debug/breakpoints.hpp"
#include "command/debug/failed_calls.hpp"
#include "command/debug/run_request.hpp"
#include "command/debug/source_files.hpp"
#include "trace/input_file.hpp"
#include "trace/recorder.hpp"
#include "trace/symbols.hpp"
#include "utah10/devices/device_set.hpp"
#include "utah10/machine/machine.hpp"

namespace utah10 {

class Console;
class RunAttendant;
class Stops;

// What follows when the commands of a breakpoint have been performed: the run ends, continues, must not continue
// because the program quits, or ends because a command failed.
enum class AfterStop : std::uint8_t { Stay, Continue, Quit, Failed };

class Debugger {
 public:
  // All must outlive the debugger; the devices are on the machine's bus.
  Debugger(Machine& machine, DeviceSet& devices, Console& console);
  Debugger(const Debugger&) = delete;
  Debugger& operator=(const Debugger&) = delete;

  Machine& machine() { return machine_; }
  Ka10& cpu() { return machine_.cpu(); }
  DeviceSet& devices() { return devices_; }
  Breakpoints& breakpoints() { return breakpoints_; }
  Symbols& symbols() { return symbols_; }
  SourceFiles& sources() { return sources_; }
  // Records checkpoints and input so that the machine can go back; off by default.
  Recorder& recorder() { return recorder_; }

  // Runs the machine until a limit, a breakpoint, a condition or the operator stops it. The slices in which the
  // terminal is polled affect no result.
  RunOutcome run(const RunRequest& request);

  // Called between the slices of a run; it must exist during runs. Null: none.
  void attendBy(RunAttendant* attendant) { attendant_ = attendant; }
  RunAttendant* attendant() const { return attendant_; }
  // Called when the machine has stopped, before the stop is reported.
  void onStopped(std::function<void()> tell) { stopped_ = std::move(tell); }
  // Called with the commands that the user gave a breakpoint or watch when it has stopped a run.
  void onBreak(std::function<AfterStop(unsigned number, std::string_view commands)> obey) { obey_ = std::move(obey); }
  // Called after the machine has moved to another position, to drop output that lies in its future.
  void onArrived(std::function<void()> tell) { arrivedAt_ = std::move(tell); }
  // Call after the machine has moved to another position.
  void arrived();

  // Records all external input in a new file; replays a file's input at the recorded instructions.
  Expected<void> recordInput(const std::filesystem::path& file);
  Expected<std::size_t> replayInput(const std::filesystem::path& file);
  // The machine executes these instructions for the first time, and no replay file supplies the network's input.
  bool networkIsLive() const;

  // The monitor calls that were under way when a run with breakpoints on them ended, for a run that goes on from there.
  struct CallsUnderWay {
    FailedCalls calls;
    Instant at;
  };
  std::optional<CallsUnderWay> callsUnderWay;

  std::optional<VirtualAddress> startAddress;  // start address of the program loaded last

 private:
  bool obeyStops(const RunOutcome& outcome);
  bool goesOn(const RunOutcome& outcome);
  void runLeg(const RunRequest& request, Stops& stops, RunOutcome& outcome);
  std::uint64_t replayDue();
  StopReason readIn(const RunRequest& request);
  StopReason runSlices(const RunRequest& request, Watch* watch, RunOutcome& outcome);

  Machine& machine_;
  DeviceSet& devices_;
  Console& console_;
  Recorder recorder_;
  std::deque<TimedInput> toReplay_;
  Breakpoints breakpoints_;
  Symbols symbols_;
  SourceFiles sources_;
  std::optional<VirtualAddress> stoppedBefore_;  // the breakpoint at which the machine is stopped
  RunAttendant* attendant_ = nullptr;
  std::function<void()> stopped_;
  std::function<AfterStop(unsigned, std::string_view)> obey_;
  std::function<void()> arrivedAt_;
};

}  // namespace utah10

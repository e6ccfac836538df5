#include "command/debug/running.hpp"

#include "command/console/console.hpp"
#include "command/console/numbers.hpp"
#include "command/debug/debugger.hpp"
#include "command/debug/expressions.hpp"
#include "command/debug/run_request.hpp"

namespace utah10 {

std::string whyStopped(const RunOutcome& outcome, const RunRequest& request, std::string_view reached) {
  if (outcome.interrupted) return "stopped by the operator";
  if (outcome.conditionMet) return request.goal ? std::string{reached} : request.condition->text;
  if (!outcome.stops.empty()) return "breakpoint";
  return std::string{describe(outcome.reason)};
}

void reportRun(Debugger& debugger, Console& console, const RunOutcome& outcome, const RunRequest& request) {
  console.say("{} after {}: {}", whyStopped(outcome, request, "there"), timeText(outcome.elapsed),
              nextInstruction(debugger));
}

void runAndReport(Debugger& debugger, Console& console, const RunRequest& request) {
  reportRun(debugger, console, debugger.run(request), request);
}

void startAt(Debugger& debugger, Console& console, VirtualAddress address) {
  debugger.cpu().setStart(address);
  runAndReport(debugger, console, {});
}

void readIn(Debugger& debugger, Console& console, DeviceCode device, Instant until) {
  RunRequest request;
  request.key = RunRequest::ConsoleKey::ReadIn;
  request.until = until;
  debugger.recorder().touched();  // by the switches
  debugger.cpu().switches().readInDevice = device;
  runAndReport(debugger, console, request);
}

void executeOnce(Debugger& debugger, Console& console, Word36 instruction) {
  const StopReason why = debugger.cpu().execute(instruction);
  if (why != StopReason::None && why != StopReason::InstructionLimit && why != StopReason::SingleInstruction)
    console.print("{}: {}", describe(why), nextInstruction(debugger));
}

void resetMachine(Debugger& debugger, Console& console) {
  debugger.cpu().reset();
  console.say("reset: processor, priority interrupts and devices; memory is unchanged");
}

}  // namespace utah10

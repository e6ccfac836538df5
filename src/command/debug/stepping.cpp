// Steps, as commands report them: by instructions, source lines, calls and memory cycles.
#include <utility>

#include "command/console/console.hpp"
#include "command/console/numbers.hpp"
#include "command/debug/debugger.hpp"
#include "command/debug/expressions.hpp"
#include "command/debug/running.hpp"
#include "command/debug/step_goals.hpp"

namespace utah10 {

namespace {

void runToGoal(Debugger& debugger, Console& console, const RunRequest& request, std::string_view reached) {
  const RunOutcome outcome = debugger.run(request);
  if (outcome.conditionMet || (request.instructions == 1 && outcome.reason == StopReason::InstructionLimit))
    console.print("{}", nextInstruction(debugger));
  else
    console.print("{}: {}", whyStopped(outcome, request, reached), nextInstruction(debugger));
}

}  // namespace

void stepInstructions(Debugger& debugger, Console& console, std::uint64_t count) {
  const RunRequest request = instructionStep(count);
  const RunOutcome outcome = debugger.run(request);
  if (outcome.reason == StopReason::InstructionLimit)
    console.print("{}", nextInstruction(debugger));
  else
    console.print("{}: {}", whyStopped(outcome, request), nextInstruction(debugger));
}

void stepLine(Debugger& debugger, Console& console) { runToGoal(debugger, console, lineStep(debugger), "next line"); }

void stepOver(Debugger& debugger, Console& console) {
  runToGoal(debugger, console, overStep(debugger), "returned from the call");
}

void finishRoutine(Debugger& debugger, Console& console, AcNo stack) {
  runToGoal(debugger, console, returnStep(debugger, stack), "returned");
}

void runTo(Debugger& debugger, Console& console, VirtualAddress address, std::optional<bool> user) {
  runToGoal(debugger, console, addressStep(debugger, address, user), "there");
}

// With the SING CYCLE switch.
void stepCycle(Debugger& debugger, Console& console) {
  Ka10& cpu = debugger.cpu();
  const bool before = std::exchange(cpu.switches().singleCycle, true);
  RunRequest request;
  request.breakpoints = false;
  const RunOutcome outcome = debugger.run(request);
  cpu.switches().singleCycle = before;
  if (outcome.reason != StopReason::SingleCycle)
    console.print("{}: {}", whyStopped(outcome, request), nextInstruction(debugger));
  else
    console.print("MA {}  MI {}  PC {}", octal(cpu.memoryAddress()), octal(cpu.memoryIndicator()),
                  placeName(debugger, cpu.pc(), cpu.userMode()));
}

}  // namespace utah10

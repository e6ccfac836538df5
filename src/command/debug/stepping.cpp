// Steps: by instructions, source lines, calls and memory cycles.
#include <memory>

#include "command/console/console.hpp"
#include "command/console/numbers.hpp"
#include "command/debug/debugger.hpp"
#include "command/debug/expressions.hpp"
#include "command/debug/run_request.hpp"
#include "command/debug/running.hpp"
#include "utah10/word/isa.hpp"

namespace utah10 {

namespace {

constexpr std::uint32_t kFarthestReturn = 4;  // furthest word after a call to which it may return by skipping
constexpr std::uint32_t kStackDefault = 017;

Space spaceOfPc(const Ka10& cpu) { return cpu.userMode() ? Space::User : Space::Exec; }

// The state, apart from PC, that is the same again when a call has returned.
struct Context {
  bool user = false;
  unsigned level = 0;
  ProcessId process = kNoProcess;
  bool operator==(const Context&) const = default;
};
Context contextOf(const Ka10& cpu) { return {cpu.userMode(), cpu.level(), cpu.process()}; }

// The instruction at PC, or the one that an XCT there finally executes if its address needs no computation.
std::optional<Instruction> instructionAtPc(const Ka10& cpu) {
  auto w = cpu.peek(spaceOfPc(cpu), cpu.pc());
  const auto followed = [](Instruction i) { return groupOf(i) == Group::Xct && i.direct(); };
  for (int links = 0; w && followed(Instruction{*w}) && links < 8; ++links)
    w = cpu.peek(spaceOfPc(cpu), Instruction{*w}.address());
  if (!w) return std::nullopt;
  return Instruction{*w};
}

bool isCall(Instruction i) {
  switch (groupOf(i)) {
    case Group::Pushj:
    case Group::Jsp:
    case Group::Jsr:
    case Group::Jsa:
    case Group::Jsys:
    case Group::Luuo:
    case Group::Muuo:
    case Group::Xct:
      return true;
    default:
      return false;
  }
}

// True after the call, in the same context and, after a PUSHJ, at the same stack depth.
std::function<bool()> comeBack(Debugger& debugger, Instruction call) {
  const Ka10& cpu = debugger.cpu();
  const Context context = contextOf(cpu);
  const std::uint32_t from = cpu.pc().bits();
  const bool stack = groupOf(call) == Group::Pushj;
  const AcNo ac = call.ac();
  const Word36 pointer = cpu.ac(ac);
  return [&cpu, context, from, stack, ac, pointer] {
    const std::uint32_t behind = (cpu.pc().bits() - from) & VirtualAddress::kMask;
    if (behind == 0 || behind > kFarthestReturn || contextOf(cpu) != context) return false;
    return !stack || cpu.ac(ac) == pointer;
  };
}

// Follows the calls and returns on one stack in one context; the first unmatched return ends the run.
class ReturnFinder {
 public:
  ReturnFinder(const Ka10& cpu, AcNo stack) : cpu_(cpu), stack_(stack), context_(contextOf(cpu)), depth_(depth()) {}

  bool returned() {
    const std::uint32_t before = std::exchange(depth_, depth());
    const HistoryEntry& last = cpu_.history().ago(0);
    if (last.instruction.ac() != stack_) return false;
    const Group group = groupOf(last.instruction);
    if (group == Group::Pushj && depth_ == ((before + 1) & VirtualAddress::kMask)) ++calls_;
    if (group != Group::Popj || contextOf(cpu_) != context_) return false;
    return calls_-- == 0;
  }

 private:
  std::uint32_t depth() const { return cpu_.ac(stack_).right().bits(); }
  const Ka10& cpu_;
  AcNo stack_;
  Context context_;
  std::uint32_t depth_;
  std::int64_t calls_ = 0;
};

// True at a word of a different source line from the one at which the run began.
std::function<bool()> otherLine(Debugger& debugger) {
  const auto lineHere = [&debugger] {
    return debugger.symbols().of(debugger.cpu().userMode()).line(debugger.cpu().pc());
  };
  const auto at = lineHere();
  const std::string file = at ? std::string{at->file} : "";
  const std::uint32_t line = at ? at->line : 0;
  return [lineHere, file, line] {
    const auto now = lineHere();
    return now && (now->line != line || now->file != file);
  };
}

void runToGoal(Debugger& debugger, Console& console, const RunRequest& request, std::string_view reached) {
  const RunOutcome outcome = debugger.run(request);
  if (outcome.conditionMet || (request.instructions == 1 && outcome.reason == StopReason::InstructionLimit))
    console.print("{}", nextInstruction(debugger));
  else
    console.print("{}: {}", whyStopped(outcome, request, reached), nextInstruction(debugger));
}

}  // namespace

void stepInstructions(Debugger& debugger, Console& console, std::uint64_t count) {
  RunRequest request;
  request.instructions = count;
  request.breakpoints = count > 1;
  const RunOutcome outcome = debugger.run(request);
  if (outcome.reason == StopReason::InstructionLimit)
    console.print("{}", nextInstruction(debugger));
  else
    console.print("{}: {}", whyStopped(outcome, request), nextInstruction(debugger));
}

void stepLine(Debugger& debugger, Console& console) {
  RunRequest request;
  request.goal = otherLine(debugger);
  runToGoal(debugger, console, request, "next line");
}

void stepOver(Debugger& debugger, Console& console) {
  RunRequest request;
  const auto w = instructionAtPc(debugger.cpu());
  if (w && isCall(*w))
    request.goal = comeBack(debugger, *w);
  else
    request.instructions = 1;
  runToGoal(debugger, console, request, "returned from the call");
}

AcNo stackPointer(Debugger& debugger) {
  const auto p = debugger.symbols().of(debugger.cpu().userMode()).value("P");
  return AcNo{p && p->bits() <= 017 && p->bits() != 0 ? static_cast<std::uint32_t>(p->bits()) : kStackDefault};
}

void finishRoutine(Debugger& debugger, Console& console, AcNo stack) {
  RunRequest request;
  const auto finder = std::make_shared<ReturnFinder>(debugger.cpu(), stack);
  request.goal = [finder] { return finder->returned(); };
  runToGoal(debugger, console, request, "returned");
}

void runTo(Debugger& debugger, Console& console, VirtualAddress address, std::optional<bool> user) {
  RunRequest request;
  const Ka10& cpu = debugger.cpu();
  request.goal = [&cpu, address, user] { return cpu.pc() == address && (!user || cpu.userMode() == *user); };
  runToGoal(debugger, console, request, "there");
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

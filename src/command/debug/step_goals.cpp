// Where steps end.
#include "command/debug/step_goals.hpp"

#include <memory>

#include "command/debug/debugger.hpp"
#include "utah10/word/isa.hpp"

namespace utah10 {

namespace {

constexpr std::uint32_t kFarthestReturn = 4;  // furthest word after a call to which it may return by skipping
constexpr std::uint32_t kStackDefault = 017;

Space spaceOfPc(const Ka10& cpu) { return cpu.userMode() ? Space::User : Space::Exec; }

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
  const StepContext context = stepContextOf(cpu);
  const std::uint32_t from = cpu.pc().bits();
  const bool stack = groupOf(call) == Group::Pushj;
  const AcNo ac = call.ac();
  const Word36 pointer = cpu.ac(ac);
  return [&cpu, context, from, stack, ac, pointer] {
    const std::uint32_t behind = (cpu.pc().bits() - from) & VirtualAddress::kMask;
    if (behind == 0 || behind > kFarthestReturn || stepContextOf(cpu) != context) return false;
    return !stack || cpu.ac(ac) == pointer;
  };
}

// Follows the calls and returns on one stack in one context; the first unmatched return ends the run.
class ReturnFinder {
 public:
  ReturnFinder(const Ka10& cpu, AcNo stack) : cpu_(cpu), stack_(stack), context_(stepContextOf(cpu)), depth_(depth()) {}

  bool returned() {
    const std::uint32_t before = std::exchange(depth_, depth());
    const HistoryEntry last = cpu_.history().ago(0);
    if (last.instruction.ac() != stack_ || stepContextOf(cpu_) != context_) return false;
    const Group group = groupOf(last.instruction);
    if (group == Group::Pushj && depth_ == ((before + 1) & VirtualAddress::kMask)) ++calls_;
    if (group != Group::Popj) return false;
    return calls_-- == 0;
  }

 private:
  std::uint32_t depth() const { return cpu_.ac(stack_).right().bits(); }
  const Ka10& cpu_;
  AcNo stack_;
  StepContext context_;
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

// Ends at a word of another line in the context where the step began, and passes over the rest.
class LineFinder {
 public:
  LineFinder(Debugger& debugger, bool calls)
      : debugger_(debugger), context_(stepContextOf(debugger.cpu())), other_(otherLine(debugger)), calls_(calls) {
    begin();
  }

  bool arrived() {
    if (back_ && !back_()) return false;
    back_ = {};
    if (stepContextOf(debugger_.cpu()) != context_) return false;
    if (other_()) return true;
    begin();
    return false;
  }

 private:
  // Asked before each instruction of the line.
  void begin() {
    if (!calls_) return;
    if (const auto next = instructionAtPc(debugger_.cpu()); next && isCall(*next)) back_ = comeBack(debugger_, *next);
  }

  Debugger& debugger_;
  StepContext context_;
  std::function<bool()> other_;
  bool calls_;
  std::function<bool()> back_;
};

}  // namespace

StepContext stepContextOf(const Ka10& cpu) { return {cpu.userMode(), cpu.level(), cpu.process()}; }

RunRequest instructionStep(std::uint64_t count) {
  RunRequest request;
  request.instructions = count;
  request.breakpoints = count > 1;
  return request;
}

RunRequest overStep(Debugger& debugger) {
  RunRequest request;
  const auto w = instructionAtPc(debugger.cpu());
  if (w && isCall(*w))
    request.goal = comeBack(debugger, *w);
  else
    request.instructions = 1;
  return request;
}

RunRequest lineStep(Debugger& debugger) {
  RunRequest request;
  request.goal = otherLine(debugger);
  return request;
}

RunRequest lineStepHere(Debugger& debugger, bool calls) {
  RunRequest request;
  const auto finder = std::make_shared<LineFinder>(debugger, calls);
  request.goal = [finder] { return finder->arrived(); };
  return request;
}

RunRequest returnStep(Debugger& debugger, AcNo stack) {
  RunRequest request;
  const auto finder = std::make_shared<ReturnFinder>(debugger.cpu(), stack);
  request.goal = [finder] { return finder->returned(); };
  return request;
}

RunRequest programStep(Debugger& debugger) {
  RunRequest request;
  const Ka10& cpu = debugger.cpu();
  request.goal = [&cpu, process = cpu.process()] { return cpu.userMode() && cpu.process() == process; };
  return request;
}

RunRequest addressStep(Debugger& debugger, VirtualAddress address, std::optional<bool> user) {
  RunRequest request;
  const Ka10& cpu = debugger.cpu();
  request.goal = [&cpu, address, user] { return cpu.pc() == address && (!user || cpu.userMode() == *user); };
  return request;
}

AcNo stackPointer(Debugger& debugger) {
  const auto p = debugger.symbols().of(debugger.cpu().userMode()).value("P");
  return AcNo{p && p->bits() <= 017 && p->bits() != 0 ? static_cast<std::uint32_t>(p->bits()) : kStackDefault};
}

}  // namespace utah10

// The commands step, next, finish, until and cycle.
#include <memory>

#include "command/console/numbers.hpp"
#include "command/prompt/handlers.hpp"
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

std::uint32_t stackPointer(Session& session) {
  const auto p = session.symbols().of(session.cpu().userMode()).value("P");
  return p && p->bits() <= 017 && p->bits() != 0 ? static_cast<std::uint32_t>(p->bits()) : kStackDefault;
}

// True after the call, in the same context and, after a PUSHJ, at the same stack depth.
std::function<bool()> comeBack(Session& session, Instruction call) {
  const Ka10& cpu = session.cpu();
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
std::function<bool()> otherLine(Session& session) {
  const auto lineHere = [&session] { return session.symbols().of(session.cpu().userMode()).line(session.cpu().pc()); };
  const auto at = lineHere();
  const std::string file = at ? std::string{at->file} : "";
  const std::uint32_t line = at ? at->line : 0;
  return [lineHere, file, line] {
    const auto now = lineHere();
    return now && (now->line != line || now->file != file);
  };
}

Expected<void> runToGoal(Session& session, RunRequest request, std::string_view reached) {
  const RunOutcome outcome = session.run(request);
  if (outcome.conditionMet || (request.instructions == 1 && outcome.reason == StopReason::InstructionLimit))
    session.print("{}", nextInstruction(session));
  else
    session.print("{}: {}", whyStopped(outcome, request, reached), nextInstruction(session));
  return {};
}

// Parses [COUNT] and repeats the step.
template <class Step>
Expected<void> repeat(Arguments& arguments, Step step) {
  std::uint64_t times = 1;
  if (!arguments.atEnd()) {
    const auto n = parseCount(arguments.takeRest());
    if (!n) return tl::unexpected(n.error());
    times = *n;
  }
  for (; times > 0; --times)
    if (auto ok = step(); !ok) return ok;
  return {};
}

}  // namespace

Expected<void> stepCommand(Session& session, Arguments& arguments) {
  if (arguments.take("line"))
    return repeat(arguments, [&] {
      RunRequest request;
      request.goal = otherLine(session);
      return runToGoal(session, std::move(request), "next line");
    });
  RunRequest request;
  request.instructions = 1;
  request.breakpoints = false;
  if (!arguments.atEnd()) {
    const auto n = parseCount(arguments.takeRest());
    if (!n) return tl::unexpected(n.error());
    request.instructions = *n;
    request.breakpoints = *n > 1;
  }
  const RunOutcome outcome = session.run(request);
  if (outcome.reason == StopReason::InstructionLimit)
    session.print("{}", nextInstruction(session));
  else
    session.print("{}: {}", whyStopped(outcome, request), nextInstruction(session));
  return {};
}

Expected<void> nextCommand(Session& session, Arguments& arguments) {
  return repeat(arguments, [&] {
    RunRequest request;
    const auto w = instructionAtPc(session.cpu());
    if (w && isCall(*w))
      request.goal = comeBack(session, *w);
    else
      request.instructions = 1;
    return runToGoal(session, std::move(request), "returned from the call");
  });
}

Expected<void> finishCommand(Session& session, Arguments& arguments) {
  std::uint32_t stack = stackPointer(session);
  if (!arguments.atEnd()) {
    const auto n = evaluate(session, arguments.takeRest());
    if (!n) return tl::unexpected(n.error());
    if (n->bits() > 017) return fail("", fmt::format("there is no accumulator {:o}", n->bits()), "finish 17");
    stack = static_cast<std::uint32_t>(n->bits());
  }
  RunRequest request;
  const auto finder = std::make_shared<ReturnFinder>(session.cpu(), AcNo{stack});
  request.goal = [finder] { return finder->returned(); };
  return runToGoal(session, std::move(request), "returned");
}

Expected<void> untilCommand(Session& session, Arguments& arguments) {
  if (arguments.atEnd()) return fail("", "an address is missing", "until 105");
  std::string_view text = arguments.takeRest();
  const auto space = takeSpace(text);
  if (!space) return tl::unexpected(space.error());
  const auto places = placesNamed(session, text, space->user());
  if (!places) return tl::unexpected(places.error());
  RunRequest request;
  const Ka10& cpu = session.cpu();
  request.goal = [&cpu, to = places->front(), space = *space] {
    return cpu.pc() == to && (!space.spaceGiven || cpu.userMode() == space.user());
  };
  return runToGoal(session, std::move(request), "there");
}

// Runs for one memory cycle with the SING CYCLE switch.
Expected<void> cycleCommand(Session& session, Arguments& arguments) {
  return repeat(arguments, [&]() -> Expected<void> {
    Ka10& cpu = session.cpu();
    const bool before = std::exchange(cpu.switches().singleCycle, true);
    RunRequest request;
    request.breakpoints = false;
    const RunOutcome outcome = session.run(request);
    cpu.switches().singleCycle = before;
    if (outcome.reason != StopReason::SingleCycle)
      session.print("{}: {}", whyStopped(outcome, request), nextInstruction(session));
    else
      session.print("MA {}  MI {}  PC {}", octal(cpu.memoryAddress()), octal(cpu.memoryIndicator()),
                    placeName(session, cpu.pc(), cpu.userMode()));
    return {};
  });
}

}  // namespace utah10

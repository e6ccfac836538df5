#include "command/debug/reverse.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "command/debug/debugger.hpp"
#include "command/debug/event_matcher.hpp"
#include "command/debug/finders.hpp"
#include "command/debug/step_goals.hpp"
#include "utah10/word/isa.hpp"

namespace utah10 {

namespace {

// Finds the last event of a breakpoint. What an instruction causes is found before that instruction.
class BreakpointFinder final : public PlacedFinder {
 public:
  explicit BreakpointFinder(Debugger& debugger)
      : PlacedFinder(debugger), events_(debugger, [this](Breakpoint& b, const auto&) { event(b); }) {}

  const std::vector<unsigned>& numbers() const { return numbers_; }

  void begin(std::uint64_t position) override {
    events_.begin();
    began_ = position;
  }
  bool stopBefore(VirtualAddress pc) override {
    began_ = debugger_.recorder().underway();
    for (Breakpoint& b : debugger_.breakpoints().all())
      if (b.enabled && b.trigger == Breakpoint::Trigger::Address && b.standsAt(pc, debugger_.cpu())) event(b);
    return false;
  }
  void instruction(const InstructionRecord& r) override { events_.instruction(r); }
  void abandoned(const AbandonRecord& r) override { events_.abandoned(r); }
  void memory(const MemoryRecord& r) override { events_.memory(r); }
  void io(const IoRecord& r) override { events_.io(r); }
  void interrupt(const InterruptRecord& r) override { events_.interrupt(r); }
  void pager(const PagerRecord& r) override { events_.pager(r); }

 private:
  void event(const Breakpoint& b) {
    if (!b.message.empty() || !b.applies(debugger_.cpu())) return;
    if (found() != began_) numbers_.clear();
    numbers_.push_back(b.number);
    matchAt(began_);
  }

  EventMatcher events_;
  std::uint64_t began_ = 0;  // position of the instruction under way
  std::vector<unsigned> numbers_;
};

// Finds where a line of the present routine, or of one of its callers, began. Depth counts calls and returns by the
// stack, from the beginning of a segment; segments come from last to first.
class LineStartFinder final : public PlacedFinder {
 public:
  explicit LineStartFinder(Debugger& debugger)
      : PlacedFinder(debugger), context_(stepContextOf(debugger.cpu())), stack_(stackPointer(debugger)) {}

  void begin(std::uint64_t) override {
    later_ += depth_;
    depth_ = 0;
    last_.clear();
    line_.reset();
  }
  bool stopBefore(VirtualAddress pc) override {
    if (stepContextOf(debugger_.cpu()) != context_) return false;
    const auto line = debugger_.symbols().of(context_.user).line(pc);
    if (line && (!line_ || line_->first != depth_ || line_->second != *line))
      last_[depth_] = debugger_.recorder().underway();
    if (line) line_ = {depth_, *line};
    return false;
  }
  void instruction(const InstructionRecord& r) override {
    if (r.process != context_.process || r.level != context_.level || r.entry.instruction.ac() != stack_) return;
    const Group group = groupOf(r.entry.instruction);
    if (group == Group::Pushj) ++depth_;
    if (group == Group::Popj) --depth_;
  }
  std::optional<std::uint64_t> found() const override {
    std::optional<std::uint64_t> last;
    for (const auto& [depth, position] : last_)
      if (depth <= depth_ + later_ && (!last || position > *last)) last = position;
    return last;
  }

 private:
  StepContext context_;
  AcNo stack_;
  std::int64_t depth_ = 0, later_ = 0;
  std::map<std::int64_t, std::uint64_t> last_;  // where a line began last, by depth
  std::optional<std::pair<std::int64_t, SourceLine>> line_;
};

// Finds where the process whose pages are mapped was last in its program.
class ProgramFinder final : public PlacedFinder {
 public:
  explicit ProgramFinder(Debugger& debugger) : PlacedFinder(debugger), process_(debugger.cpu().process()) {}

  bool stopBefore(VirtualAddress) override {
    const Ka10& cpu = debugger_.cpu();
    if (cpu.userMode() && cpu.process() == process_) match();
    return false;
  }

 private:
  ProcessId process_;
};

Expected<Reversed> toPosition(Debugger& debugger, std::uint64_t position) {
  if (auto done = debugger.recorder().goTo(position); !done) return tl::unexpected(done.error());
  debugger.arrived();
  return Reversed{.stops = {}, .interrupted = debugger.recorder().interrupted()};
}

Expected<Reversed> toBeginning(Debugger& debugger) {
  auto beginning = toPosition(debugger, debugger.recorder().first());
  if (beginning) beginning->atBeginning = !beginning->interrupted;
  return beginning;
}

// To what the finder finds; nothing: to the beginning.
Expected<Reversed> toLast(Debugger& debugger, PlacedFinder& finder) {
  const auto found = debugger.recorder().goToLast(finder);
  if (!found) return tl::unexpected(found.error());
  const bool interrupted = debugger.recorder().interrupted();
  if (!*found && !interrupted) return toBeginning(debugger);
  debugger.arrived();
  return Reversed{.stops = {}, .interrupted = interrupted};
}

}  // namespace

Expected<Reversed> backOneInstruction(Debugger& debugger) {
  Recorder& r = debugger.recorder();
  if (r.position() <= r.first()) return toBeginning(debugger);
  return toPosition(debugger, r.position() - 1);
}

Expected<Reversed> backOneLine(Debugger& debugger) {
  if (!debugger.symbols().of(debugger.cpu().userMode()).line(debugger.cpu().pc())) return backOneInstruction(debugger);
  LineStartFinder finder{debugger};
  return toLast(debugger, finder);
}

Expected<Reversed> backToProgram(Debugger& debugger) {
  ProgramFinder finder{debugger};
  return toLast(debugger, finder);
}

Expected<Reversed> backToBreakpoint(Debugger& debugger) {
  BreakpointFinder finder{debugger};
  auto reversed = toLast(debugger, finder);
  if (reversed && !reversed->atBeginning && !reversed->interrupted) reversed->stops = finder.numbers();
  return reversed;
}

}  // namespace utah10

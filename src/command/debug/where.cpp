// The command where: the calls that have led to the present instruction, found by repeating the recorded history.
#include "command/console/arguments.hpp"
#include "command/console/console.hpp"
#include "command/console/numbers.hpp"
#include "command/debug/commands.hpp"
#include "command/debug/debugger.hpp"
#include "command/debug/expressions.hpp"
#include "command/debug/finders.hpp"
#include "trace/call_chain.hpp"
#include "trace/jsys_names.hpp"

namespace utah10 {

namespace {

// About ten seconds of virtual time, and less than a second of the host's.
constexpr std::uint64_t kInstructions = 4'000'000;

// Lets a call chain follow what the recorder replays.
class CallFinder final : public PlacedFinder {
 public:
  explicit CallFinder(Debugger& debugger) : PlacedFinder(debugger) {}

  std::vector<OpenRoutine> routines() {
    const Ka10& cpu = debugger_.cpu();
    return chain_.routines(PcWord{cpu.flags(), cpu.pc()}, cpu.process(), cpu.level());
  }
  void instruction(const InstructionRecord& r) override { chain_.probe().instruction(r); }
  void abandoned(const AbandonRecord& r) override { chain_.probe().abandoned(r); }
  void interrupt(const InterruptRecord& r) override { chain_.probe().interrupt(r); }
  void pager(const PagerRecord& r) override { chain_.probe().pager(r); }
  void started(Instant at) override { chain_.probe().started(at); }
  void stopped(Instant at, StopReason why) override { chain_.probe().stopped(at, why); }

 private:
  CallChain chain_;
};

std::string nameOf(Debugger& debugger, const Routine& r) {
  switch (r.kind) {
    case RoutineKind::Code:
      return debugger.symbols().of(r.user).text(VirtualAddress{r.number});
    case RoutineKind::Jsys:
      return jsysName(r.number);
    case RoutineKind::Interrupt:
      return fmt::format("interrupt on level {}", r.number);
    case RoutineKind::PageTrap:
      break;
  }
  return "page trap";
}

// How the routine was entered, where its name does not say it.
std::string_view textOf(Link link) {
  switch (link) {
    case Link::Pushj:
      return "PUSHJ";
    case Link::Jsp:
      return "JSP";
    case Link::Jsr:
      return "JSR";
    case Link::Jsa:
      return "JSA";
    case Link::Jsys:
      return "JSYS";
    case Link::User:
      return "user program";
    default:
      return "";
  }
}

// `place` is where the routine stands: PC, or where it made the call above it.
void showCall(Debugger& debugger, Console& console, std::size_t n, CodePlace place, const OpenRoutine& r) {
  const VirtualAddress a{place.address};
  std::string line = fmt::format("#{:<3}{:<2}{:<22}", n, place.user ? "u:" : "", placeName(debugger, a, place.user));
  if (r.seen) {
    const std::string_view how = textOf(r.link);
    line += fmt::format(" in {}{}", nameOf(debugger, r.routine), how.empty() ? "" : fmt::format(" ({})", how));
  } else {
    line += " entered before the recording that was repeated";
  }
  const std::string source = sourceText(debugger, a, place.user);
  console.print("{}{}", line, source.empty() ? "" : "\n     " + source);
}

}  // namespace

Expected<void> whereCommand(Debugger& debugger, Console& console, Arguments& arguments) {
  const bool all = arguments.take("all") || arguments.take("full");
  if (auto end = arguments.finish(); !end) return end;
  CallFinder finder{debugger};
  Recorder& recorder = debugger.recorder();
  if (auto done = recorder.retrace(all ? recorder.position() : kInstructions, finder); !done)
    return fail("", done.error().what, done.error().hint);
  const Ka10& cpu = debugger.cpu();
  CodePlace place{cpu.userMode(), cpu.pc().bits()};
  const std::vector<OpenRoutine> routines = finder.routines();
  if (routines.empty()) showCall(debugger, console, 0, place, {{}, Link::Base, false, {}});
  for (std::size_t n = 0; n < routines.size(); ++n) {
    showCall(debugger, console, n, place, routines[n]);
    if (!routines[n].seen) break;  // what is below it was not seen, either
    place = routines[n].site;
  }
  return {};
}

}  // namespace utah10

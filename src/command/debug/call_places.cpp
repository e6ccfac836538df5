#include "command/debug/call_places.hpp"

#include <fmt/format.h>

#include "command/debug/debugger.hpp"
#include "command/debug/finders.hpp"
#include "trace/jsys_names.hpp"

namespace utah10 {

namespace {

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

}  // namespace

Expected<std::vector<CallPlace>> callPlaces(Debugger& debugger, std::uint64_t instructions) {
  CallFinder finder{debugger};
  if (auto done = debugger.recorder().retrace(instructions, finder); !done)
    return fail("", done.error().what, done.error().hint);
  const Ka10& cpu = debugger.cpu();
  CodePlace at{cpu.userMode(), cpu.pc().bits()};
  std::vector<CallPlace> places;
  for (OpenRoutine& r : finder.routines()) {
    const CodePlace site = r.site;
    places.push_back({at, std::move(r)});
    if (!places.back().in.seen) break;  // what is below it was not seen, either
    at = site;
  }
  if (places.empty()) places.push_back({at, {{}, Link::Base, false, {}}});
  return places;
}

std::string routineName(Debugger& debugger, const Routine& r) {
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

}  // namespace utah10

// The commands break, tbreak, watch, nobreak, enable, disable and assert.
#include <algorithm>

#include "command/console/arguments.hpp"
#include "command/console/console.hpp"
#include "command/console/numbers.hpp"
#include "command/debug/breakpoint_parse.hpp"
#include "command/debug/commands.hpp"
#include "command/debug/debugger.hpp"
#include "command/debug/expressions.hpp"
#include "command/debug/places.hpp"
#include "command/debug/reports.hpp"
#include "command/debug/stop_condition.hpp"

namespace utah10 {

namespace {

void add(Debugger& debugger, Console& console, Breakpoint b) {
  const unsigned number = debugger.breakpoints().set(std::move(b));
  console.say("break {}", debugger.breakpoints().numbered(number)->text());
}

Expected<void> addBreaks(Debugger& debugger, Console& console, Arguments& arguments, bool temporary) {
  auto breaks = parseBreak(debugger, arguments);
  if (!breaks) return tl::unexpected(breaks.error());
  for (Breakpoint& b : *breaks) {
    b.temporary = temporary;
    add(debugger, console, std::move(b));
  }
  return {};
}

// Takes a breakpoint number: `#3`, or `3` where only a number is possible.
Expected<Breakpoint*> takeNumbered(Debugger& debugger, Arguments& arguments) {
  std::string text = arguments.atEnd() ? "" : arguments.next()->text;
  if (text.starts_with('#')) text.erase(0, 1);
  const auto n = parseCount(text);
  if (!n) return fail("", "the number of a breakpoint is missing", "break lists them");
  Breakpoint* b = debugger.breakpoints().numbered(static_cast<unsigned>(*n));
  if (b == nullptr) return fail("", fmt::format("there is no breakpoint number {}", *n), "break lists them");
  return b;
}

Expected<void> setEnabled(Debugger& debugger, Console& console, Arguments& arguments, bool enabled) {
  if (arguments.take("all") || arguments.atEnd()) {
    if (auto end = arguments.finish(); !end) return end;
    debugger.breakpoints().enableAll(enabled);
    return {};
  }
  const auto b = takeNumbered(debugger, arguments);
  if (!b) return tl::unexpected(b.error());
  if (auto end = arguments.finish(); !end) return end;
  debugger.breakpoints().enable(**b, enabled);
  console.say("break {}", (*b)->text());
  return {};
}

}  // namespace

void listBreakpoints(Debugger& debugger, Console& console) {
  if (debugger.breakpoints().empty()) console.print("no breakpoints");
  for (const Breakpoint& b : debugger.breakpoints().all()) console.print("break {}", b.text());
}

Expected<void> breakCommand(Debugger& debugger, Console& console, Arguments& arguments) {
  if (!arguments.atEnd()) return addBreaks(debugger, console, arguments, false);
  listBreakpoints(debugger, console);
  return {};
}

Expected<void> tbreakCommand(Debugger& debugger, Console& console, Arguments& arguments) {
  if (arguments.atEnd()) return fail("", "the address or event is missing", "tbreak 102");
  return addBreaks(debugger, console, arguments, true);
}

Expected<void> watchCommand(Debugger& debugger, Console& console, Arguments& arguments) {
  if (arguments.atEnd()) {
    listBreakpoints(debugger, console);
    return {};
  }
  auto b = parseWatch(debugger, arguments);
  if (!b) return tl::unexpected(b.error());
  add(debugger, console, std::move(*b));
  return {};
}

Expected<void> enableCommand(Debugger& debugger, Console& console, Arguments& arguments) {
  return setEnabled(debugger, console, arguments, true);
}
Expected<void> disableCommand(Debugger& debugger, Console& console, Arguments& arguments) {
  return setEnabled(debugger, console, arguments, false);
}

Expected<void> deleteCommand(Debugger& debugger, Console& console, Arguments& arguments) {
  const auto b = takeNumbered(debugger, arguments);
  if (!b) return tl::unexpected(b.error());
  if (auto end = arguments.finish(); !end) return end;
  const unsigned number = (*b)->number;
  debugger.breakpoints().removeNumber(number);
  console.say("breakpoint number {} removed", number);
  return {};
}

Expected<void> noBreakCommand(Debugger& debugger, Console& console, Arguments& arguments) {
  if (arguments.peek().starts_with('#')) return deleteCommand(debugger, console, arguments);
  if (arguments.atEnd() || arguments.take("all")) {
    if (auto end = arguments.finish(); !end) return end;
    console.say("{} removed", counted(debugger.breakpoints().all().size(), "breakpoint"));
    debugger.breakpoints().clear();
    return {};
  }
  std::string_view text = arguments.takeRest();
  const auto space = takeSpace(text);
  if (!space) return tl::unexpected(space.error());
  const auto places = placesNamed(debugger, text, space->user());
  if (!places) return tl::unexpected(places.error());
  const VirtualAddress address = places->front();
  if (!debugger.breakpoints().remove(address))
    return fail("", fmt::format("there is no breakpoint at {}", octal(address)), "break lists them");
  console.say("breakpoint at {} removed", octal(address));
  return {};
}

Expected<void> assertCommand(Debugger& debugger, Arguments& arguments) {
  const auto condition = parseStopCondition(debugger, arguments);
  if (!condition) return tl::unexpected(condition.error());
  if (auto end = arguments.finish(); !end) return end;
  if (condition->comparisons.empty()) return fail("", "only comparisons can be asserted", "assert word 1000 = 5");
  if (condition->changes()) return fail("", "nothing changes while the machine is stopped");
  if (condition->holds(debugger.cpu())) return {};
  // Report the first comparison that fails; if none does (under `not`), the first one.
  const auto& all = condition->comparisons;
  auto wrong = std::ranges::find_if(all, [&](const Comparison& c) { return !c.holds(debugger.cpu()); });
  if (wrong == all.end()) wrong = all.begin();
  return fail("", fmt::format("{} does not hold", condition->text),
              fmt::format("the left side is {}", octal(wrong->left.value(debugger.cpu()))));
}

}  // namespace utah10

// The commands break, tbreak, watch, nobreak, enable, disable and assert.
#include <algorithm>

#include "command/console/numbers.hpp"
#include "command/debug/breakpoint_parse.hpp"
#include "command/prompt/handlers.hpp"

namespace utah10 {

namespace {

void listBreakpoints(Session& session) {
  if (session.breakpoints().empty()) session.print("no breakpoints");
  for (const Breakpoint& b : session.breakpoints().all()) session.print("break {}", b.text());
}

void add(Session& session, Breakpoint b) {
  const unsigned number = session.breakpoints().set(std::move(b));
  session.say("break {}", session.breakpoints().numbered(number)->text());
}

Expected<void> addBreaks(Session& session, Arguments& arguments, bool temporary) {
  auto breaks = parseBreak(session, arguments);
  if (!breaks) return tl::unexpected(breaks.error());
  for (Breakpoint& b : *breaks) {
    b.temporary = temporary;
    add(session, std::move(b));
  }
  return {};
}

// Takes a breakpoint number: `#3`, or `3` where only a number is possible.
Expected<Breakpoint*> takeNumbered(Session& session, Arguments& arguments) {
  std::string text = arguments.atEnd() ? "" : arguments.next()->text;
  if (text.starts_with('#')) text.erase(0, 1);
  const auto n = parseCount(text);
  if (!n) return fail("", "the number of a breakpoint is missing", "break lists them");
  Breakpoint* b = session.breakpoints().numbered(static_cast<unsigned>(*n));
  if (b == nullptr) return fail("", fmt::format("there is no breakpoint number {}", *n), "break lists them");
  return b;
}

Expected<void> setEnabled(Session& session, Arguments& arguments, bool enabled) {
  if (arguments.take("all") || arguments.atEnd()) {
    if (auto end = arguments.finish(); !end) return end;
    for (Breakpoint& b : session.breakpoints().all()) b.enabled = enabled;
    session.breakpoints().note();
    return {};
  }
  const auto b = takeNumbered(session, arguments);
  if (!b) return tl::unexpected(b.error());
  if (auto end = arguments.finish(); !end) return end;
  (*b)->enabled = enabled;
  session.breakpoints().note();
  session.say("break {}", (*b)->text());
  return {};
}

}  // namespace

Expected<void> breakCommand(Session& session, Arguments& arguments) {
  if (!arguments.atEnd()) return addBreaks(session, arguments, false);
  listBreakpoints(session);
  return {};
}

Expected<void> tbreakCommand(Session& session, Arguments& arguments) {
  if (arguments.atEnd()) return fail("", "the address or event is missing", "tbreak 102");
  return addBreaks(session, arguments, true);
}

Expected<void> watchCommand(Session& session, Arguments& arguments) {
  if (arguments.atEnd()) {
    listBreakpoints(session);
    return {};
  }
  auto b = parseWatch(session, arguments);
  if (!b) return tl::unexpected(b.error());
  add(session, std::move(*b));
  return {};
}

Expected<void> enableCommand(Session& session, Arguments& arguments) { return setEnabled(session, arguments, true); }
Expected<void> disableCommand(Session& session, Arguments& arguments) { return setEnabled(session, arguments, false); }

Expected<void> deleteCommand(Session& session, Arguments& arguments) {
  const auto b = takeNumbered(session, arguments);
  if (!b) return tl::unexpected(b.error());
  if (auto end = arguments.finish(); !end) return end;
  const unsigned number = (*b)->number;
  session.breakpoints().removeNumber(number);
  session.say("breakpoint number {} removed", number);
  return {};
}

Expected<void> noBreakCommand(Session& session, Arguments& arguments) {
  if (arguments.peek().starts_with('#')) return deleteCommand(session, arguments);
  if (arguments.atEnd() || arguments.take("all")) {
    if (auto end = arguments.finish(); !end) return end;
    session.say("{} removed", counted(session.breakpoints().all().size(), "breakpoint"));
    session.breakpoints().clear();
    return {};
  }
  std::string_view text = arguments.takeRest();
  const auto space = takeSpace(text);
  if (!space) return tl::unexpected(space.error());
  const auto places = placesNamed(session, text, space->user());
  if (!places) return tl::unexpected(places.error());
  const VirtualAddress address = places->front();
  if (!session.breakpoints().remove(address))
    return fail("", fmt::format("there is no breakpoint at {}", octal(address)), "break lists them");
  session.say("breakpoint at {} removed", octal(address));
  return {};
}

Expected<void> assertCommand(Session& session, Arguments& arguments) {
  const auto condition = parseStopCondition(session, arguments);
  if (!condition) return tl::unexpected(condition.error());
  if (auto end = arguments.finish(); !end) return end;
  if (condition->comparisons.empty()) return fail("", "only comparisons can be asserted", "assert word 1000 = 5");
  if (condition->changes()) return fail("", "nothing changes while the machine is stopped");
  if (condition->holds(session.cpu())) return {};
  // Report the first comparison that fails; if none does (under `not`), the first one.
  const auto& all = condition->comparisons;
  auto wrong = std::ranges::find_if(all, [&](const Comparison& c) { return !c.holds(session.cpu()); });
  if (wrong == all.end()) wrong = all.begin();
  return fail("", fmt::format("{} does not hold", condition->text),
              fmt::format("the left side is {}", octal(wrong->left.value(session.cpu()))));
}

}  // namespace utah10

// break, nobreak and assert.
#include "handlers.hpp"
#include "values.hpp"

namespace utah10 {

namespace {

void listBreakpoints(Session& session) {
  if (session.breakpoints().empty()) session.print("no breakpoints");
  for (const Breakpoint& b : session.breakpoints().all()) session.print("break {}", b.text());
}

// [count] [if condition]
Expected<void> takeTerms(Session& session, Arguments& arguments, Breakpoint& b) {
  if (!arguments.atEnd() && !sameWord(arguments.peek(), "if")) {
    const auto count = parseCount(arguments.next()->text);
    if (!count) return tl::unexpected(count.error());
    if (*count == 0) return fail("", "a count of 0 never stops", "nobreak removes a breakpoint");
    b.count = *count;
  }
  if (arguments.take("if")) {
    auto condition = parseStopCondition(session, arguments);
    if (!condition) return tl::unexpected(condition.error());
    if (condition->all.empty()) return fail("", "a breakpoint compares words", "break 1000 if ac1 = 5");
    for (const Comparison& c : condition->all)
      if (c.relation == Relation::Changes)
        return fail("", "a breakpoint compares words", "run until word 1000 changes");
    b.condition = std::move(*condition);
  }
  return arguments.finish();
}

}  // namespace

Expected<void> breakCommand(Session& session, Arguments& arguments) {
  if (arguments.atEnd()) {
    listBreakpoints(session);
    return {};
  }
  const auto word = arguments.next();
  if (!word) return tl::unexpected(word.error());
  const auto address = evaluateAddress(session, word->text);
  if (!address) return tl::unexpected(address.error());
  Breakpoint b;
  b.address = *address;
  if (auto ok = takeTerms(session, arguments, b); !ok) return ok;
  session.say("break {}", b.text());
  session.breakpoints().set(std::move(b));
  return {};
}

Expected<void> noBreakCommand(Session& session, Arguments& arguments) {
  if (arguments.atEnd() || arguments.take("all")) {
    if (auto end = arguments.finish(); !end) return end;
    session.say("{} removed", counted(session.breakpoints().all().size(), "breakpoint"));
    session.breakpoints().clear();
    return {};
  }
  const auto address = evaluateAddress(session, arguments.takeRest());
  if (!address) return tl::unexpected(address.error());
  if (!session.breakpoints().remove(*address))
    return fail("", fmt::format("there is no breakpoint at {}", octal(*address)), "break lists them");
  session.say("breakpoint at {} removed", octal(*address));
  return {};
}

Expected<void> assertCommand(Session& session, Arguments& arguments) {
  const auto condition = parseStopCondition(session, arguments);
  if (!condition) return tl::unexpected(condition.error());
  if (auto end = arguments.finish(); !end) return end;
  if (condition->all.empty()) return fail("", "only comparisons can be asserted", "assert word 1000 = 5");
  for (const Comparison& c : condition->all) {
    if (c.relation == Relation::Changes) return fail("", "nothing changes while the machine stands");
    if (c.holds(session.cpu())) continue;
    return fail("", fmt::format("{} does not hold", condition->text),
                fmt::format("the left side is {}", octal(c.left.value(session.cpu()))));
  }
  return {};
}

}  // namespace utah10

// The command where: the calls that have led to the present instruction, found by repeating the recorded history.
#include <algorithm>
#include <limits>

#include "command/console/arguments.hpp"
#include "command/console/console.hpp"
#include "command/console/numbers.hpp"
#include "command/debug/call_places.hpp"
#include "command/debug/commands.hpp"
#include "command/debug/debugger.hpp"
#include "command/debug/expressions.hpp"

namespace utah10 {

namespace {

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
    line += fmt::format(" in {}{}", routineName(debugger, r.routine), how.empty() ? "" : fmt::format(" ({})", how));
  } else {
    line += " entered before the recording that was repeated";
  }
  const std::string source = sourceText(debugger, a, place.user);
  console.print("{}{}", line, source.empty() ? "" : "\n     " + source);
}

}  // namespace

// [all] [COUNT]
Expected<void> whereCommand(Debugger& debugger, Console& console, Arguments& arguments) {
  const bool all = arguments.take("all") || arguments.take("full");
  std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  if (!arguments.atEnd()) {
    const auto count = parseCount(arguments.takeRest());
    if (!count) return tl::unexpected(count.error());
    most = *count;
  }
  const auto places = callPlaces(debugger, all ? debugger.recorder().position() : kInstructionsForCalls);
  if (!places) return tl::unexpected(places.error());
  for (std::size_t n = 0; n < std::min<std::uint64_t>(most, places->size()); ++n)
    showCall(debugger, console, n, (*places)[n].at, (*places)[n].in);
  return {};
}

}  // namespace utah10

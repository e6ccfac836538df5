// The commands back, forward, timeline and set record.
#include <memory>

#include "command/console/arguments.hpp"
#include "command/console/console.hpp"
#include "command/console/numbers.hpp"
#include "command/console/transcript.hpp"
#include "command/debug/commands.hpp"
#include "command/debug/debugger.hpp"
#include "command/debug/expressions.hpp"
#include "command/debug/finders.hpp"
#include "command/debug/places.hpp"
#include "command/debug/stop_condition.hpp"
#include "command/debug/time_travel.hpp"

namespace utah10 {

namespace {

Expected<Place> onePlace(Debugger& debugger, Arguments& arguments) {
  if (arguments.atEnd()) return fail("", "a place is missing", "back until write 1000");
  const auto place = parsePlace(debugger, arguments.takeRest());
  if (!place) return place;
  const bool word = place->memory() || place->kind == PlaceKind::Ac;
  if (!word || place->first != place->last)
    return fail("", "the place must be one word", "1000, u:1000, p:1000 or ac5");
  // Locations 0-17 of a space are the accumulators.
  const bool fast = place->kind != PlaceKind::Physical && place->first < 020 && debugger.cpu().switches().fastMemory;
  return fast ? Place{PlaceKind::Ac, place->first, place->last} : *place;
}

Expected<std::unique_ptr<PlacedFinder>> outputFinder(Debugger& debugger, Console& console, Arguments& arguments) {
  const auto text = arguments.next();
  if (!text || text->text.empty()) return fail("", "the text is missing", "back until output \"ok\"");
  if (auto end = arguments.finish(); !end) return tl::unexpected(end.error());
  std::size_t last = Transcript::npos;
  for (std::size_t at = 0; (at = console.transcript().find(text->text, at)) != Transcript::npos;) {
    last = at;
    at -= text->text.size() - 1;  // occurrences may overlap
  }
  if (last == Transcript::npos) return fail("", fmt::format("\"{}\" was not printed", escaped(text->text)));
  return std::make_unique<OutputFinder>(debugger, last);
}

Expected<std::unique_ptr<PlacedFinder>> parseFinder(Debugger& debugger, Console& console, Arguments& arguments) {
  if (arguments.take("output")) return outputFinder(debugger, console, arguments);
  if (arguments.take("write")) {
    const auto place = onePlace(debugger, arguments);
    if (!place) return tl::unexpected(place.error());
    return std::make_unique<WriteFinder>(debugger, *place);
  }
  if (arguments.take("read")) {
    const auto place = onePlace(debugger, arguments);
    if (!place) return tl::unexpected(place.error());
    return std::make_unique<ReadFinder>(debugger, *place);
  }
  const std::string rest{arguments.rest()};
  if (sameWord(arguments.peek(), "pc") && rest.find_first_of("=#<>!") == std::string::npos) {
    arguments.take("pc");
    const auto pc = evaluateAddress(debugger, arguments.takeRest());
    if (!pc) return tl::unexpected(pc.error());
    return std::make_unique<PcFinder>(debugger, *pc);
  }
  auto condition = parseStopCondition(debugger, arguments);
  if (!condition) return tl::unexpected(condition.error());
  if (auto end = arguments.finish(); !end) return tl::unexpected(end.error());
  if (condition->halt) return fail("", "halts are not recorded", "back until pc ADDRESS");
  return std::make_unique<ConditionFinder>(debugger, std::move(*condition));
}

Expected<void> backUntil(Debugger& debugger, Console& console, Arguments& arguments) {
  const std::string what{arguments.rest()};
  const auto finder = parseFinder(debugger, console, arguments);
  if (!finder) return tl::unexpected(finder.error());
  return goBackTo(debugger, console, **finder, what);
}

std::int64_t inNanoseconds(Instant at) { return (at - kPowerOn).count(); }

void timelineCsv(Debugger& debugger, Console& console) {
  const Recorder& r = debugger.recorder();
  console.print("position,time_ns,events,here");
  for (const Recorder::Checkpoint& c : r.checkpoints())
    console.print("{},{},{},{}", c.position, inNanoseconds(c.at), c.event, c.position == r.position() ? 1 : 0);
}

void timelineJson(Debugger& debugger, Console& console) {
  const Recorder& r = debugger.recorder();
  std::string list;
  for (const Recorder::Checkpoint& c : r.checkpoints())
    list += fmt::format("{}{{\"position\": {}, \"time_ns\": {}, \"events\": {}}}", list.empty() ? "" : ", ", c.position,
                        inNanoseconds(c.at), c.event);
  console.print("{{\"position\": {}, \"first\": {}, \"last\": {}, \"bytes\": {}, \"checkpoints\": [{}]}}", r.position(),
                r.first(), r.last(), r.bytes(), list);
}

void timelineText(Debugger& debugger, Console& console) {
  const Recorder& r = debugger.recorder();
  if (r.checkpoints().empty())
    return console.print("nothing has been recorded: {}",
                         r.settings().on ? "the machine has not run yet" : "set record on");
  for (const Recorder::Checkpoint& c : r.checkpoints())
    console.print("{:>14}. {}{}{}", c.position, timeText(c.at - kPowerOn),
                  c.event == 0 ? "" : "  after " + counted(c.event, "event"),
                  c.position == r.position() ? "  <- here" : "");
  console.print("here: {}. of {}.; {}, {} in {}. KB; it begins with: {}", r.position(), r.last(),
                counted(r.events(), "event"), counted(r.checkpoints().size(), "checkpoint"), r.bytes() / 1024,
                r.beginning());
}

}  // namespace

Expected<void> backCommand(Debugger& debugger, Console& console, Arguments& arguments) {
  if (arguments.atEnd()) return goBack(debugger, console, 1);
  if (arguments.take("until")) return backUntil(debugger, console, arguments);
  const std::string_view text = arguments.takeRest();
  if (looksLikeDuration(text)) {
    const auto d = parseDuration(text);
    return d ? goBackFor(debugger, console, *d) : tl::unexpected(d.error());
  }
  const auto n = parseCount(text);
  return n ? goBack(debugger, console, *n) : tl::unexpected(n.error());
}

Expected<void> forwardCommand(Debugger& debugger, Console& console, Arguments& arguments) {
  std::optional<std::uint64_t> instructions;
  if (!arguments.atEnd()) {
    const auto n = parseCount(arguments.takeRest());
    if (!n) return tl::unexpected(n.error());
    instructions = *n;
  }
  return goForward(debugger, console, instructions);
}

Expected<void> timelineCommand(Debugger& debugger, Console& console, Arguments& arguments) {
  const bool csv = arguments.take("--csv"), json = !csv && arguments.take("--json");
  if (auto end = arguments.finish(); !end) return end;
  if (csv)
    timelineCsv(debugger, console);
  else if (json)
    timelineJson(debugger, console);
  else
    timelineText(debugger, console);
  return {};
}

// on | off | every COUNT | limit MEGABYTES
Expected<void> setRecord(Debugger& debugger, Console& console, Arguments& arguments) {
  Recorder::Settings settings = debugger.recorder().settings();
  const bool every = arguments.take("every");
  const bool limit = !every && arguments.take("limit");
  if (every || limit) {
    const auto n = parseCount(arguments.takeRest());
    if (!n) return tl::unexpected(n.error());
    if (*n == 0 || (limit && *n > 65536)) return fail("", limit ? "1 to 65536 megabytes" : "at least one instruction");
    if (every)
      settings.every = *n;
    else
      settings.limit = static_cast<std::size_t>(*n) << 20;
  } else if (arguments.take("on")) {
    settings.on = true;
  } else if (arguments.take("off")) {
    settings.on = false;
  } else {
    return fail("", "use on, off, every COUNT or limit MEGABYTES", "set record on");
  }
  if (auto end = arguments.finish(); !end) return end;
  debugger.recorder().set(settings);
  console.say("recording is {}: a checkpoint every {}, at most {}. MB", settings.on ? "on" : "off",
              counted(settings.every, "instruction"), settings.limit >> 20);
  return {};
}

}  // namespace utah10

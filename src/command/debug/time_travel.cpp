// The commands back, forward and timeline.
#include <memory>

#include "command/debug/finders.hpp"
#include "command/prompt/handlers.hpp"

namespace utah10 {

namespace {

// Reports the position after back or forward.
Expected<void> arrived(Session& session) {
  session.arrived();
  session.say("after {} at {}: {}", counted(session.recorder().position(), "instruction"),
              timeText(session.machine().now() - kPowerOn), nextInstruction(session));
  return {};
}

std::string reach(const Recorder& r) {
  return fmt::format("the recording begins {} earlier: {}", counted(r.position() - r.first(), "instruction"),
                     r.beginning());
}

Expected<void> goBack(Session& session, std::uint64_t instructions) {
  Recorder& r = session.recorder();
  if (instructions > r.position() || (r.first() != r.position() && r.position() - instructions < r.first()))
    return fail("", fmt::format("{} back is too far", counted(instructions, "instruction")), reach(r));
  if (auto done = r.goTo(r.position() - instructions); !done) return done;
  return arrived(session);
}

Expected<void> goBackFor(Session& session, Duration d) {
  Recorder& r = session.recorder();
  const Instant at = session.machine().now() - d;
  if (!r.checkpoints().empty() && at < r.checkpoints().front().at)
    return fail("", fmt::format("{} back is too far", timeText(d)), reach(r));
  if (auto done = r.goToTime(at); !done) return done;
  return arrived(session);
}

Expected<Place> onePlace(Session& session, Arguments& arguments) {
  if (arguments.atEnd()) return fail("", "a place is missing", "back until write 1000");
  const auto place = parsePlace(session, arguments.takeRest());
  if (!place) return place;
  const bool word = place->memory() || place->kind == Place::Kind::Ac;
  if (!word || place->first != place->last)
    return fail("", "the place must be one word", "1000, u:1000, p:1000 or ac5");
  // Locations 0-17 of a space are the accumulators.
  const bool fast = place->kind != Place::Kind::Physical && place->first < 020 && session.cpu().switches().fastMemory;
  return fast ? Place{Place::Kind::Ac, place->first, place->last} : *place;
}

Expected<std::unique_ptr<PlacedFinder>> outputFinder(Session& session, Arguments& arguments) {
  const auto text = arguments.next();
  if (!text || text->text.empty()) return fail("", "the text is missing", "back until output \"ok\"");
  if (auto end = arguments.finish(); !end) return tl::unexpected(end.error());
  std::size_t last = Transcript::npos;
  for (std::size_t at = 0; (at = session.transcript().find(text->text, at)) != Transcript::npos;) {
    last = at;
    at -= text->text.size() - 1;  // occurrences may overlap
  }
  if (last == Transcript::npos) return fail("", fmt::format("\"{}\" was not printed", escaped(text->text)));
  return std::make_unique<OutputFinder>(session, last);
}

Expected<std::unique_ptr<PlacedFinder>> parseFinder(Session& session, Arguments& arguments) {
  if (arguments.take("output")) return outputFinder(session, arguments);
  if (arguments.take("write")) {
    const auto place = onePlace(session, arguments);
    if (!place) return tl::unexpected(place.error());
    return std::make_unique<WriteFinder>(session, *place);
  }
  if (arguments.take("read")) {
    const auto place = onePlace(session, arguments);
    if (!place) return tl::unexpected(place.error());
    return std::make_unique<ReadFinder>(session, *place);
  }
  const std::string rest{arguments.rest()};
  if (sameWord(arguments.peek(), "pc") && rest.find_first_of("=#<>!") == std::string::npos) {
    arguments.take("pc");
    const auto pc = evaluateAddress(session, arguments.takeRest());
    if (!pc) return tl::unexpected(pc.error());
    return std::make_unique<PcFinder>(session, *pc);
  }
  auto condition = parseStopCondition(session, arguments);
  if (!condition) return tl::unexpected(condition.error());
  if (auto end = arguments.finish(); !end) return tl::unexpected(end.error());
  if (condition->halt) return fail("", "halts are not recorded", "back until pc ADDRESS");
  return std::make_unique<ConditionFinder>(session, std::move(*condition));
}

Expected<void> goBackUntil(Session& session, Arguments& arguments) {
  const std::string what{arguments.rest()};
  const auto finder = parseFinder(session, arguments);
  if (!finder) return tl::unexpected(finder.error());
  const auto found = session.recorder().goToLast(**finder);
  if (!found) return tl::unexpected(found.error());
  if (!*found) return fail("", fmt::format("no {} since the beginning", what), reach(session.recorder()));
  if (const std::string story = (*finder)->story(); !story.empty()) session.print("{}", story);
  return arrived(session);
}

std::int64_t inNanoseconds(Instant at) { return (at - kPowerOn).count(); }

void timelineCsv(Session& session) {
  const Recorder& r = session.recorder();
  session.print("position,time_ns,events,here");
  for (const Recorder::Checkpoint& c : r.checkpoints())
    session.print("{},{},{},{}", c.position, inNanoseconds(c.at), c.event, c.position == r.position() ? 1 : 0);
}

void timelineJson(Session& session) {
  const Recorder& r = session.recorder();
  std::string list;
  for (const Recorder::Checkpoint& c : r.checkpoints())
    list += fmt::format("{}{{\"position\": {}, \"time_ns\": {}, \"events\": {}}}", list.empty() ? "" : ", ", c.position,
                        inNanoseconds(c.at), c.event);
  session.print("{{\"position\": {}, \"first\": {}, \"last\": {}, \"bytes\": {}, \"checkpoints\": [{}]}}", r.position(),
                r.first(), r.last(), r.bytes(), list);
}

void timelineText(Session& session) {
  const Recorder& r = session.recorder();
  if (r.checkpoints().empty())
    return session.print("nothing has been recorded: {}",
                         r.settings().on ? "the machine has not run yet" : "set record on");
  for (const Recorder::Checkpoint& c : r.checkpoints())
    session.print("{:>14}. {}{}{}", c.position, timeText(c.at - kPowerOn),
                  c.event == 0 ? "" : "  after " + counted(c.event, "event"),
                  c.position == r.position() ? "  <- here" : "");
  session.print("here: {}. of {}.; {}, {} in {}. KB; it begins with: {}", r.position(), r.last(),
                counted(r.events(), "event"), counted(r.checkpoints().size(), "checkpoint"), r.bytes() / 1024,
                r.beginning());
}

}  // namespace

Expected<void> backCommand(Session& session, Arguments& arguments) {
  if (arguments.atEnd()) return goBack(session, 1);
  if (arguments.take("until")) return goBackUntil(session, arguments);
  const std::string_view text = arguments.takeRest();
  if (looksLikeDuration(text)) {
    const auto d = parseDuration(text);
    return d ? goBackFor(session, *d) : tl::unexpected(d.error());
  }
  const auto n = parseCount(text);
  return n ? goBack(session, *n) : tl::unexpected(n.error());
}

// Re-executes with all probes connected, so that output is printed as in the first run.
Expected<void> forwardCommand(Session& session, Arguments& arguments) {
  Recorder& r = session.recorder();
  std::uint64_t target = r.last();
  if (!arguments.atEnd()) {
    const auto n = parseCount(arguments.takeRest());
    if (!n) return tl::unexpected(n.error());
    target = r.position() + *n;
  }
  if (!r.ahead()) return fail("", "this is the end of the recorded history", "use run to go on");
  if (target > r.last())
    return fail("", fmt::format("the recorded history ends {} ahead", counted(r.last() - r.position(), "instruction")),
                "forward alone goes to its end");
  while (r.position() < target) {
    RunRequest request;
    request.instructions = target - r.position();
    request.breakpoints = false;
    const std::uint64_t before = r.position();
    const RunOutcome outcome = session.run(request);
    if (outcome.interrupted || (r.position() == before && r.toNext() != 0)) break;
  }
  return arrived(session);
}

Expected<void> timelineCommand(Session& session, Arguments& arguments) {
  const bool csv = arguments.take("--csv"), json = !csv && arguments.take("--json");
  if (auto end = arguments.finish(); !end) return end;
  if (csv)
    timelineCsv(session);
  else if (json)
    timelineJson(session);
  else
    timelineText(session);
  return {};
}

// on | off | every COUNT | limit MEGABYTES
Expected<void> setRecord(Session& session, Arguments& arguments) {
  Recorder::Settings settings = session.recorder().settings();
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
  session.recorder().set(settings);
  session.say("recording is {}: a checkpoint every {}, at most {}. MB", settings.on ? "on" : "off",
              counted(settings.every, "instruction"), settings.limit >> 20);
  return {};
}

}  // namespace utah10

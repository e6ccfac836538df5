#include "command/debug/breakpoint_parse.hpp"

#include <algorithm>
#include <charconv>

#include "command/console/arguments.hpp"
#include "command/console/numbers.hpp"
#include "command/console/suggestion.hpp"
#include "command/debug/debugger.hpp"
#include "command/debug/expressions.hpp"
#include "command/debug/places.hpp"
#include "command/debug/stop_condition.hpp"
#include "trace/jsys_names.hpp"
#include "trace/pager_names.hpp"
#include "utah10/word/isa.hpp"

namespace utah10 {

namespace {

using Trigger = Breakpoint::Trigger;
using Where = Breakpoint::Where;

constexpr std::uint32_t kMostWords = 01000;  // most words in one watch
constexpr std::string_view kTerms[] = {"process", "job", "fork", "if", "do"};

bool isTerm(std::string_view word) {
  return std::ranges::any_of(kTerms, [&](std::string_view t) { return sameWord(word, t); });
}
// The next argument belongs to the event, not to the terms that follow it.
bool more(const Arguments& arguments) { return !arguments.atEnd() && !isTerm(arguments.peek()); }

Expected<std::uint32_t> octalNumber(std::string_view text, std::uint32_t most, std::string_view what) {
  std::uint32_t n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n, 8);
  if (error == std::errc{} && end == text.data() + text.size() && n <= most) return n;
  return fail("", fmt::format("\"{}\" is not {}", text, what), fmt::format("octal, at most {:o}", most));
}

// Decimal, as the EXEC prints it.
Expected<std::uint32_t> jobNumber(std::string_view text) {
  constexpr std::uint32_t kMost = 511;
  if (const auto n = parseCount(text); n && *n <= kMost) return static_cast<std::uint32_t>(*n);
  return fail("", fmt::format("\"{}\" is not a job", text), fmt::format("decimal, at most {}; show forks", kMost));
}

Expected<std::uint32_t> opcodeNamed(std::string_view text) {
  for (std::uint32_t op = 0; op < 512; ++op)
    if (!kInsnTable[op].mnemonic.view().empty() && sameWord(kInsnTable[op].mnemonic.view(), text)) return op;
  for (const std::string_view io : kIoMnemonic)
    if (sameWord(io, text))
      return fail("", fmt::format("{} is an I/O instruction, not an opcode", io),
                  fmt::format("break device tty {}", lowerCase(io)));
  return octalNumber(text, 0777, "an opcode");
}

Expected<Breakpoint> opcodeBreak(Arguments& arguments) {
  const auto word = arguments.next();
  if (!word) return fail("", "an opcode is missing", "break opcode JFFO");
  const auto op = opcodeNamed(word->text);
  if (!op) return tl::unexpected(op.error());
  Breakpoint b;
  b.trigger = Trigger::Opcode;
  b.first = b.last = *op;
  const std::string_view name = kInsnTable[*op].mnemonic.view();
  b.what = fmt::format("opcode {:03o}{}{}", *op, name.empty() ? "" : " ", name);
  return b;
}

// A number, the name of a call, or a symbol whose value is the JSYS or its number.
Expected<Breakpoint> jsysBreak(Debugger& debugger, Arguments& arguments) {
  Breakpoint b;
  b.trigger = Trigger::Jsys;
  b.last = VirtualAddress::kMask;
  b.what = "any JSYS";
  if (!more(arguments)) return b;
  const std::string text = arguments.next()->text;
  const JsysCall* call = jsysCall(text);
  const auto value = call != nullptr ? Expected<Word36>{Word36{call->number}} : evaluate(debugger, text);
  if (!value) return fail("", fmt::format("there is no JSYS \"{}\"", text), "break jsys 21, break jsys BOUT");
  b.first = b.last = value->right().bits();
  b.what = call != nullptr ? fmt::format("JSYS {:o} ({})", b.first, call->name) : fmt::format("JSYS {:o}", b.first);
  return b;
}

Expected<Breakpoint> deviceBreak(Debugger& debugger, Arguments& arguments) {
  const auto word = arguments.next();
  if (!word) return fail("", "a device is missing", "break device tty cono");
  const auto code = deviceCode(debugger, word->text);
  if (!code) return tl::unexpected(code.error());
  Breakpoint b;
  b.trigger = Trigger::Device;
  b.device = *code;
  b.what = fmt::format("device {}", lowerCase(word->text));
  for (bool known = true; known && more(arguments);) {
    known = false;
    for (unsigned f = 0; f < kIoMnemonic.size(); ++f) {
      if (!arguments.take(kIoMnemonic[f])) continue;
      b.functions |= 1u << f;
      b.what += fmt::format(" {}", lowerCase(kIoMnemonic[f]));
      known = true;
      break;
    }
  }
  if (b.functions == 0) b.functions = 0377;
  // Without `bits`, a word of zeros matches too.
  if (!arguments.take("bits")) {
    b.bits = Word36{};
    return b;
  }
  const auto mask = evaluate(debugger, arguments.atEnd() ? "" : arguments.next()->text);
  if (!mask || mask->zero()) return fail("", "bits are missing", "break device tty cono bits 10");
  b.bits = *mask;
  b.what += fmt::format(" bits {:o}", mask->bits());
  return b;
}

Expected<Breakpoint> faultBreak(Arguments& arguments) {
  Breakpoint b;
  b.trigger = Trigger::Fault;
  b.what = "page fault";
  while (more(arguments) && (arguments.peek()[0] < '0' || arguments.peek()[0] > '9')) {
    const std::string name = arguments.next()->text;
    const auto all = pageFaultReasons();
    const auto reason = std::ranges::find_if(all, [&](const PageFaultReason& r) { return sameWord(r.word, name); });
    if (reason == all.end()) {
      std::vector<std::string_view> words;
      for (const PageFaultReason& r : all) words.push_back(r.word);
      const std::string_view near = nearest(name, words);
      return fail("", fmt::format("there is no page fault reason \"{}\"", name),
                  near.empty() ? "break fault not-in-core" : fmt::format("did you mean {}?", near));
    }
    b.reasons.push_back(reason->group << 7 | (0400u >> reason->bit));
    b.what += fmt::format(" {}", reason->word);
  }
  return b;
}

Expected<Breakpoint> levelBreak(Arguments& arguments) {
  Breakpoint b;
  b.trigger = Trigger::Level;
  b.first = 1;
  b.last = 7;
  b.what = "interrupt on any level";
  if (!more(arguments)) return b;
  const auto n = octalNumber(arguments.next()->text, 7, "a level");
  if (!n || *n == 0) return fail("", "levels are 1 to 7", "break level 3");
  b.first = b.last = *n;
  b.what = fmt::format("interrupt on level {}", *n);
  return b;
}

Where whereOf(const Place& place) {
  switch (place.kind) {
    case PlaceKind::User:
      return Where::User;
    case PlaceKind::Physical:
      return Where::Physical;
    case PlaceKind::Ac:
      return Where::Ac;
    case PlaceKind::Flags:
      return Where::Flags;
    default:
      return place.spaceGiven ? Where::Exec : Where::Any;
  }
}

std::string rangeText(Debugger& debugger, const Place& place) {
  std::string text = place.spaceGiven && place.kind == PlaceKind::Exec ? "e:" : "";
  text += placeText(place, place.first);
  if (place.last != place.first) return text + "-" + placeText(place, place.last);
  const SymbolMap& map = debugger.symbols().of(place.user());
  const VirtualAddress a{place.first};
  const bool named = place.kind == PlaceKind::Exec || place.kind == PlaceKind::User;
  return named && map.nearest(a) ? text + " " + map.text(a) : text;
}

Expected<std::vector<Breakpoint>> addressBreaks(Debugger& debugger, Arguments& arguments) {
  const auto word = arguments.next();
  if (!word) return tl::unexpected(word.error());
  std::string_view text = word->text;
  const auto space = takeSpace(text);
  if (!space) return tl::unexpected(space.error());
  std::vector<Place> places;
  if (text.find(':') != std::string_view::npos) {
    const auto all = placesNamed(debugger, text, space->user());
    if (!all) return tl::unexpected(all.error());
    Place place = *space;
    place.first = place.last = all->front().bits();  // the first word of the line
    places.push_back(place);
  } else {
    const auto place = parsePlace(debugger, word->text);
    if (!place) return tl::unexpected(place.error());
    places.push_back(*place);
  }
  std::vector<Breakpoint> breaks;
  for (const Place& place : places) {
    if (!place.memory() || place.kind == PlaceKind::Previous || place.kind == PlaceKind::Psb ||
        place.kind == PlaceKind::Upt)
      return fail("", fmt::format("no instruction is fetched from {}", word->text), "watch change works on registers");
    Breakpoint b;
    b.where = whereOf(place);
    b.first = place.first;
    b.last = place.last;
    b.what = rangeText(debugger, place);
    breaks.push_back(std::move(b));
  }
  return breaks;
}

Expected<Breakpoint> eventBreak(Debugger& debugger, Arguments& arguments) {
  if (arguments.take("opcode")) return opcodeBreak(arguments);
  if (arguments.take("jsys")) return jsysBreak(debugger, arguments);
  if (arguments.take("device")) return deviceBreak(debugger, arguments);
  if (arguments.take("fault")) return faultBreak(arguments);
  if (arguments.take("level")) return levelBreak(arguments);
  Breakpoint b;
  b.trigger = Trigger::Reload;
  b.what = "pager reload";
  arguments.take("reload");
  return b;
}

Expected<void> takeCondition(Debugger& debugger, Arguments& arguments, Breakpoint& b) {
  auto condition = parseStopCondition(debugger, arguments);
  if (!condition) return tl::unexpected(condition.error());
  if (condition->comparisons.empty())
    return fail("", "a breakpoint condition must compare words", "break 1000 if ac1 = 5");
  if (condition->changes()) return fail("", "a breakpoint condition cannot test for changes", "watch change 1000");
  b.condition = std::move(*condition);
  return {};
}

// [job N] [fork N]
Expected<void> takeForkLimit(Debugger& debugger, Arguments& arguments, Breakpoint& b) {
  for (;;) {
    const bool job = arguments.take("job");
    if (!job && !arguments.take("fork")) return {};
    const std::string text = arguments.atEnd() ? "" : arguments.next()->text;
    const auto n = job ? jobNumber(text) : octalNumber(text, 0777, "a fork");
    if (!n) return tl::unexpected(n.error());
    const auto tables = ForkTables::of(debugger.symbols().exec);
    if (!tables) return tl::unexpected(tables.error());
    if (!b.whose) b.whose = ForkLimit{*tables, {}, {}};
    (job ? b.whose->job : b.whose->fork) = *n;
  }
}

// [process N] [job N] [fork N] [count] [if condition] [do commands]
Expected<void> takeTerms(Debugger& debugger, Arguments& arguments, Breakpoint& b) {
  if (arguments.take("process")) {
    const auto n = octalNumber(arguments.atEnd() ? "" : arguments.next()->text, 03777, "a process");
    if (!n) return tl::unexpected(n.error());
    b.process = static_cast<ProcessId>(*n);
  }
  if (auto ok = takeForkLimit(debugger, arguments, b); !ok) return ok;
  if (more(arguments)) {
    const auto count = parseCount(arguments.next()->text);
    if (!count) return tl::unexpected(count.error());
    if (*count == 0) return fail("", "a count of 0 never stops", "nobreak removes a breakpoint");
    b.count = *count;
  }
  if (arguments.take("if"))
    if (auto ok = takeCondition(debugger, arguments, b); !ok) return ok;
  if (arguments.take("do")) {
    if (arguments.atEnd()) return fail("", "commands are missing", "break 1000 do \"examine ac1; continue\"");
    b.commands = arguments.peek().starts_with('"') ? arguments.next()->text : std::string{arguments.takeRest()};
  }
  return arguments.finish();
}

Expected<Breakpoint> coniWatch(Debugger& debugger, Arguments& arguments) {
  const auto word = arguments.next();
  if (!word) return fail("", "a device is missing", "watch coni tty 10");
  const auto code = deviceCode(debugger, word->text);
  if (!code) return tl::unexpected(code.error());
  Breakpoint b;
  b.trigger = Trigger::Coni;
  b.device = *code;
  b.what = fmt::format("watch CONI {}", lowerCase(word->text));
  if (!more(arguments)) return b;
  const auto bits = evaluate(debugger, arguments.next()->text);
  if (!bits) return tl::unexpected(bits.error());
  b.bits = *bits;
  b.what += fmt::format(" bits {:o}", bits->bits());
  return b;
}

Expected<Breakpoint> wordWatch(Debugger& debugger, Arguments& arguments, Trigger trigger) {
  const auto word = arguments.next();
  if (!word) return fail("", "a place is missing", "watch change 1000");
  const auto place = parsePlace(debugger, word->text);
  if (!place) return tl::unexpected(place.error());
  Breakpoint b;
  b.trigger = trigger;
  b.where = whereOf(*place);
  b.first = place->first;
  b.last = place->last;
  const bool memory = b.where != Where::Ac && b.where != Where::Flags;
  const bool known =
      place->kind == PlaceKind::Exec || place->kind == PlaceKind::User || place->kind == PlaceKind::Physical || !memory;
  if (!known || place->kind == PlaceKind::Pc || place->kind == PlaceKind::Switches)
    return fail("", fmt::format("{} cannot be watched", word->text), "words of memory, accumulators and flags can");
  if (!memory && trigger != Trigger::Change)
    return fail("", "accumulators and flags can be watched for changes only", "watch change ac5");
  if (b.last - b.first >= kMostWords) return fail("", fmt::format("a watch covers at most {:o} words", kMostWords));
  const std::string_view verb = trigger == Trigger::Write ? "write" : trigger == Trigger::Read ? "read" : "change";
  b.what = fmt::format("watch {} {}", verb, rangeText(debugger, *place));
  return b;
}

}  // namespace

Expected<std::vector<Breakpoint>> parseBreak(Debugger& debugger, Arguments& arguments) {
  constexpr std::string_view events[] = {"opcode", "jsys", "device", "fault", "level", "reload"};
  std::vector<Breakpoint> breaks;
  if (std::ranges::any_of(events, [&](std::string_view e) { return sameWord(arguments.peek(), e); })) {
    auto b = eventBreak(debugger, arguments);
    if (!b) return tl::unexpected(b.error());
    breaks.push_back(std::move(*b));
  } else {
    auto all = addressBreaks(debugger, arguments);
    if (!all) return all;
    breaks = std::move(*all);
  }
  Breakpoint terms;
  if (auto ok = takeTerms(debugger, arguments, terms); !ok) return tl::unexpected(ok.error());
  for (Breakpoint& b : breaks) {
    b.process = terms.process;
    b.whose = terms.whose;
    b.count = terms.count;
    b.condition = terms.condition;
    b.commands = terms.commands;
  }
  return breaks;
}

Expected<Breakpoint> parseWatch(Debugger& debugger, Arguments& arguments) {
  auto b = arguments.take("coni")     ? coniWatch(debugger, arguments)
           : arguments.take("write")  ? wordWatch(debugger, arguments, Trigger::Write)
           : arguments.take("read")   ? wordWatch(debugger, arguments, Trigger::Read)
           : arguments.take("change") ? wordWatch(debugger, arguments, Trigger::Change)
                                      : wordWatch(debugger, arguments, Trigger::Change);
  if (!b) return b;
  if (auto ok = takeTerms(debugger, arguments, *b); !ok) return tl::unexpected(ok.error());
  return b;
}

}  // namespace utah10

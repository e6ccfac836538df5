#include "command/dap/editor_breakpoints.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "command/console/arguments.hpp"
#include "command/console/suggestion.hpp"
#include "command/debug/debugger.hpp"
#include "command/debug/expressions.hpp"
#include "command/debug/places.hpp"
#include "trace/jsys_names.hpp"
#include "trace/pager_names.hpp"
#include "word/whole_number.hpp"

namespace utah10 {

namespace {

using Trigger = Breakpoint::Trigger;
using Where = Breakpoint::Where;

// How far behind its line a breakpoint is placed if the line has no words.
constexpr std::uint32_t kLinesToSearch = 200;
constexpr std::string_view kChanges = "changes";

constexpr ExceptionFilter kFilters[] = {
    {"halt", "Halt", "JRST 4 on the bare machine, HALTF of the program under TENEX; if off, it ends the session", "",
     true},
    {"illegal", "Illegal instruction", "An operation code that means nothing", "", true},
    {"jsys-error", "Monitor call fails", "A JSYS of a user returns +1 with an error, or its error is an interrupt",
     "the name of a call: GTJFN"},
    {"jsys", "Monitor call", "A JSYS is executed", "the name of a call: GTJFN"},
    {"page-fault", "Page fault", "The pager refuses a reference", "reasons: not-in-core"},
    {"pi-level", "Interrupt", "A priority interrupt is accepted", "its level: 5"}};

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

Expected<void> countAs(Breakpoint& b, std::string_view text) {
  using Counting = Breakpoint::Counting;
  text = trimmed(text);
  const std::string_view digits = trimmed(text.substr(std::min(text.find_first_not_of("=<>%"), text.size())));
  const std::string_view sign = trimmed(text.substr(0, text.size() - digits.size()));
  const auto n = wholeNumber(digits);
  const bool known = sign.empty() || sign == ">=" || sign == ">" || sign == "=" || sign == "==" || sign == "%";
  if (!n || *n == 0 || !known) return fail("", fmt::format("\"{}\" is no hit condition", text), "5, >=5, >5, =5 or %5");
  b.count = *n + (sign == ">" ? 1 : 0);
  b.counting = sign.starts_with('=') ? Counting::Only : sign == "%" ? Counting::Every : Counting::From;
  return {};
}

Expected<void> conditionAs(Debugger& debugger, Breakpoint& b, std::string_view text) {
  Arguments arguments{text};
  auto condition = parseStopCondition(debugger, arguments);
  if (!condition) return tl::unexpected(condition.error());
  if (auto end = arguments.finish(); !end) return end;
  if (condition->comparisons.empty() || condition->changes())
    return fail("", "a breakpoint condition must compare words", "ac1 = 5, word SUM > 100");
  b.condition = std::move(*condition);
  return {};
}

Expected<Breakpoint> watchOf(Debugger& debugger, const std::string& text, Trigger trigger) {
  const auto place = parsePlace(debugger, text);
  if (!place) return tl::unexpected(place.error());
  Breakpoint b;
  b.trigger = trigger;
  b.first = place->first;
  b.last = place->last;
  switch (place->kind) {
    case PlaceKind::Exec:
      b.where = Where::Exec;
      break;
    case PlaceKind::User:
      b.where = Where::User;
      break;
    case PlaceKind::Physical:
      b.where = Where::Physical;
      break;
    case PlaceKind::Ac:
      b.where = Where::Ac;
      break;
    case PlaceKind::Flags:
      b.where = Where::Flags;
      break;
    default:
      return fail("", fmt::format("{} cannot be watched", text), "words of memory, accumulators and flags can");
  }
  if ((b.where == Where::Ac || b.where == Where::Flags) && trigger != Trigger::Change)
    return fail("", "accumulators and flags can be watched for changes only");
  const std::string_view verb = trigger == Trigger::Write ? "write" : trigger == Trigger::Read ? "read" : "change";
  b.what = fmt::format("watch {} {}", verb, text);
  return b;
}

Expected<std::vector<std::uint32_t>> faultReasons(std::string_view text) {
  std::vector<std::uint32_t> reasons;
  for (const std::string_view name : wordsOf(text)) {
    const auto all = pageFaultReasons();
    const auto reason = std::ranges::find_if(all, [&](const PageFaultReason& r) { return sameWord(r.word, name); });
    if (reason == all.end()) return fail("", fmt::format("there is no page fault reason \"{}\"", name), "not-in-core");
    reasons.push_back(reason->group << 7 | (0400u >> reason->bit));
  }
  return reasons;
}

Expected<Breakpoint> exceptionOf(const std::string& filter, std::string_view condition) {
  Breakpoint b;
  b.what = filter;
  b.last = VirtualAddress::kMask;
  if (!condition.empty()) b.what += fmt::format(" {}", condition);
  if (filter == "jsys-error" || filter == "jsys") {
    b.trigger = filter == "jsys" ? Trigger::Jsys : Trigger::JsysError;
    if (condition.empty()) return b;
    const JsysCall* call = jsysCall(condition);
    if (call == nullptr) return fail("", fmt::format("there is no JSYS \"{}\"", condition), "GTJFN");
    b.first = b.last = call->number;
  } else if (filter == "page-fault") {
    b.trigger = Trigger::Fault;
    auto reasons = faultReasons(condition);
    if (!reasons) return tl::unexpected(reasons.error());
    b.reasons = std::move(*reasons);
  } else if (filter == "pi-level") {
    b.trigger = Trigger::Level;
    const auto level = condition.empty() ? std::optional<std::uint32_t>{0} : wholeNumber<std::uint32_t>(condition);
    if (!level || *level > 7) return fail("", fmt::format("\"{}\" is no level", condition), "1 to 7");
    b.first = std::max(*level, 1u);
    b.last = *level == 0 ? 7 : *level;
  } else if (filter == "illegal") {
    b.trigger = Trigger::Illegal;
  } else {
    return fail("", fmt::format("there is no exception filter \"{}\"", filter));
  }
  return b;
}

}  // namespace

std::span<const ExceptionFilter> exceptionFilters() { return kFilters; }

void EditorBreakpoints::clearAll() {
  for (const Owned& o : owned_) debugger_.breakpoints().removeNumber(o.number);
  owned_.clear();
}

void EditorBreakpoints::clear(Kind kind, const std::string& group) {
  std::erase_if(owned_, [&](const Owned& o) {
    const bool gone = o.kind == kind && o.group == group;
    if (gone) debugger_.breakpoints().removeNumber(o.number);
    return gone;
  });
  if (kind == Kind::Exception) stopsAtHalt_ = false;
}

Expected<void> EditorBreakpoints::limit(Breakpoint& b, const BreakpointTerms& terms) const {
  if (!trimmed(terms.hitCondition).empty())
    if (auto ok = countAs(b, terms.hitCondition); !ok) return ok;
  if (const std::string_view text = trimmed(terms.condition); !text.empty() && text != kChanges)
    if (auto ok = conditionAs(debugger_, b, text); !ok) return ok;
  b.message = terms.logMessage;
  return {};
}

PlacedBreakpoint EditorBreakpoints::add(Breakpoint b, const BreakpointTerms& terms, Kind kind,
                                        const std::string& group) {
  if (auto ok = limit(b, terms); !ok) return {0, ok.error().text(), 0, {}, false};
  if (b.where == Where::User) b.whose = fork_;
  b.owner = group.empty() ? "editor" : fmt::format("editor in {}", group);
  const unsigned number = debugger_.breakpoints().set(std::move(b));
  owned_.push_back({number, kind, group});
  return {number, {}, 0, {}, false};
}

PlacedBreakpoint EditorBreakpoints::atInstruction(VirtualAddress address, bool user, const BreakpointTerms& terms,
                                                  Kind kind, const std::string& group) {
  Breakpoint b;
  b.where = user ? Where::User : debugger_.symbols().monitor ? Where::Exec : Where::Any;
  b.first = b.last = address.bits();
  b.what = placeName(debugger_, address, user);
  PlacedBreakpoint placed = add(std::move(b), terms, kind, group);
  placed.address = address;
  placed.user = user;
  return placed;
}

PlacedBreakpoint EditorBreakpoints::atLine(const std::string& group, const std::string& file, std::uint32_t line,
                                           const BreakpointTerms& terms) {
  for (std::uint32_t n = line; n < line + kLinesToSearch; ++n)
    for (const bool user : {true, false}) {
      const SymbolMap& map = user ? debugger_.symbols().user : debugger_.symbols().exec;
      const auto words = map.addresses(file, n);
      if (words.empty()) continue;
      PlacedBreakpoint placed = atInstruction(words.front(), user, terms, Kind::Line, group);
      placed.line = n;
      return placed;
    }
  return {0, fmt::format("line {} of {}, and those behind it, make no words", line, file), line, {}, false};
}

PlacedBreakpoint EditorBreakpoints::atFunction(const std::string& name, const BreakpointTerms& terms) {
  for (const bool user : {true, false}) {
    const SymbolMap& map = user ? debugger_.symbols().user : debugger_.symbols().exec;
    if (const auto value = map.value(upperCase(name)))
      return atInstruction(VirtualAddress{value->right()}, user, terms, Kind::Function);
  }
  const auto address = evaluateAddress(debugger_, name);
  if (!address) return {0, address.error().text(), 0, {}, false};
  return atInstruction(*address, debugger_.cpu().userMode(), terms, Kind::Function);
}

PlacedBreakpoint EditorBreakpoints::onData(const std::string& place, const std::string& access,
                                           const BreakpointTerms& terms) {
  const bool registers = place.starts_with("ac") || place == "flags";
  const bool changes = registers || trimmed(terms.condition) == kChanges;
  std::vector<Trigger> triggers;
  if (access != "write" && !registers) triggers.push_back(Trigger::Read);
  if (access != "read" || registers) triggers.push_back(changes ? Trigger::Change : Trigger::Write);
  PlacedBreakpoint placed;
  for (const Trigger trigger : triggers) {
    auto b = watchOf(debugger_, place, trigger);
    if (!b) return {0, b.error().text(), 0, {}, false};
    placed = add(std::move(*b), terms, Kind::Data, {});
    if (placed.number == 0) return placed;
  }
  return placed;
}

PlacedBreakpoint EditorBreakpoints::onException(const std::string& filter, const std::string& condition) {
  if (filter == "halt") {
    stopsAtHalt_ = true;
    return {.number = 0, .message = {}, .line = 0, .address = {}, .user = false};
  }
  auto b = exceptionOf(filter, trimmed(condition));
  if (!b) return {0, b.error().text(), 0, {}, false};
  if (fork_ && filter != "pi-level") b->whose = fork_;
  return add(std::move(*b), {}, Kind::Exception, {});
}

void EditorBreakpoints::onEndOf(const ForkLimit& fork) {
  constexpr std::string_view kHaltf = "HALTF";
  Breakpoint b;
  b.trigger = Trigger::Jsys;
  b.first = b.last = jsysCall(kHaltf)->number;
  b.whose = fork;
  b.what = "end of the program";
  add(std::move(b), {}, Kind::Internal, {});
}

std::optional<EditorBreakpoints::Kind> EditorBreakpoints::kindOf(unsigned number) const {
  const auto o = std::ranges::find(owned_, number, &Owned::number);
  return o == owned_.end() ? std::nullopt : std::optional{o->kind};
}

}  // namespace utah10

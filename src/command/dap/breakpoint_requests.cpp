#include "command/dap/breakpoint_requests.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "command/dap/memory_reference.hpp"
#include "command/debug/debugger.hpp"
#include "command/debug/expressions.hpp"

namespace utah10 {

namespace {

using Kind = EditorBreakpoints::Kind;

BreakpointTerms termsOf(const JsonValue& b) {
  return {b.value("condition", ""), b.value("hitCondition", ""), b.value("logMessage", "")};
}

// Breakpoints of a source, as one list that replaces another.
std::string groupOf(const JsonValue& source) {
  const int reference = source.value("sourceReference", 0);
  return reference != 0 ? fmt::format("source {}", reference) : source.value("path", source.value("name", ""));
}

}  // namespace

JsonValue BreakpointRequests::json(const PlacedBreakpoint& placed) const {
  JsonValue b{{"verified", placed.number != 0}};
  if (placed.number != 0) b["id"] = placed.number;
  if (!placed.message.empty()) b["message"] = placed.message;
  if (placed.line != 0) b["line"] = client_.lineForClient(placed.line);
  if (placed.address)
    b["instructionReference"] = fmt::format("{}:{:06o}", placed.user ? 'u' : 'e', placed.address->bits());
  return b;
}

Expected<JsonValue> BreakpointRequests::setOnLines(const JsonValue& a) {
  const JsonValue& source = a.at("source");
  const std::string group = groupOf(source);
  const int reference = source.value("sourceReference", 0);
  breakpoints_.clear(Kind::Line, group);
  const auto file = sources_.fileOf(source.value("path", ""), reference);
  JsonValue all = JsonValue::array();
  for (const JsonValue& b : a.value("breakpoints", JsonValue::array())) {
    const auto line = client_.lineOfFile(b.at("line").get<int>());
    PlacedBreakpoint placed;
    bool user = false;
    if (const auto at = sources_.listed(reference, line, user)) {
      placed = breakpoints_.atInstruction(*at, user, termsOf(b), Kind::Line, group);
      placed.line = line;
    } else if (file) {
      placed = breakpoints_.atLine(group, *file, line, termsOf(b));
    } else {
      placed.message = "no program that is loaded was made from this file, with source lines";
      placed.line = line;
    }
    all.push_back(json(placed));
  }
  return JsonValue{{"breakpoints", std::move(all)}};
}

Expected<JsonValue> BreakpointRequests::setOnFunctions(const JsonValue& a) {
  breakpoints_.clear(Kind::Function);
  JsonValue all = JsonValue::array();
  for (const JsonValue& b : a.at("breakpoints"))
    all.push_back(json(breakpoints_.atFunction(b.at("name").get<std::string>(), termsOf(b))));
  return JsonValue{{"breakpoints", std::move(all)}};
}

Expected<JsonValue> BreakpointRequests::setOnInstructions(const JsonValue& a) {
  breakpoints_.clear(Kind::Instruction);
  JsonValue all = JsonValue::array();
  for (const JsonValue& b : a.at("breakpoints")) {
    PlacedBreakpoint placed;
    const auto place = referredPlace(debugger_, b.at("instructionReference").get<std::string>());
    const auto at = place ? movedBy(*place, b.value("offset", std::int64_t{0}) / kBytesOfWord) : std::nullopt;
    if (!place)
      placed.message = place.error().text();
    else if (at && (at->kind == PlaceKind::Exec || at->kind == PlaceKind::User))
      placed = breakpoints_.atInstruction(VirtualAddress{at->first}, at->user(), termsOf(b), Kind::Instruction);
    else
      placed.message = "no instruction is fetched from there";
    all.push_back(json(placed));
  }
  return JsonValue{{"breakpoints", std::move(all)}};
}

Expected<JsonValue> BreakpointRequests::setOnData(const JsonValue& a) {
  breakpoints_.clear(Kind::Data);
  JsonValue all = JsonValue::array();
  for (const JsonValue& b : a.at("breakpoints"))
    all.push_back(
        json(breakpoints_.onData(b.at("dataId").get<std::string>(), b.value("accessType", "write"), termsOf(b))));
  return JsonValue{{"breakpoints", std::move(all)}};
}

Expected<JsonValue> BreakpointRequests::setOnExceptions(const JsonValue& a) {
  breakpoints_.clear(Kind::Exception);
  JsonValue all = JsonValue::array();
  const auto add = [&](const std::string& filter, const std::string& condition) {
    const PlacedBreakpoint placed = breakpoints_.onException(filter, condition);
    JsonValue b = json(placed);
    b["verified"] = placed.message.empty();
    all.push_back(std::move(b));
  };
  for (const JsonValue& filter : a.value("filters", JsonValue::array())) add(filter.get<std::string>(), "");
  for (const JsonValue& option : a.value("filterOptions", JsonValue::array()))
    add(option.at("filterId").get<std::string>(), option.value("condition", ""));
  return JsonValue{{"breakpoints", std::move(all)}};
}

// A variable of a list, or an expression that names a place.
Expected<JsonValue> BreakpointRequests::dataInfo(const JsonValue& a) {
  const std::string name = a.at("name").get<std::string>();
  const auto reference = a.value("variablesReference", std::size_t{0});
  std::optional<Place> place;
  if (const VariableList list = references_.list(reference)) {
    const auto all = list();
    if (const auto v = std::ranges::find(all, name, &Variable::name); v != all.end()) place = v->place;
  } else {
    place = placeShown(debugger_, name);
  }
  const bool word =
      place && (place->kind == PlaceKind::Exec || place->kind == PlaceKind::User || place->kind == PlaceKind::Physical);
  const bool registers = place && (place->kind == PlaceKind::Ac || place->kind == PlaceKind::Flags);
  if (!word && !registers) return JsonValue{{"dataId", nullptr}, {"description", name + " cannot be watched"}};
  const std::string id = placeText(*place, place->first);
  return JsonValue{
      {"dataId", id},
      {"description", id == name ? name : fmt::format("{} ({})", name, id)},
      {"accessTypes", word ? JsonValue::array({"read", "write", "readWrite"}) : JsonValue::array({"write"})},
      {"canPersist", false}};
}

Expected<JsonValue> BreakpointRequests::locations(const JsonValue& a) {
  const JsonValue& source = a.at("source");
  const int first = a.at("line").get<int>(), last = a.value("endLine", first);
  const auto file = sources_.fileOf(source.value("path", ""), source.value("sourceReference", 0));
  JsonValue all = JsonValue::array();
  for (int line = first; file && line <= last; ++line) {
    const auto n = client_.lineOfFile(line);
    if (!debugger_.symbols().exec.addresses(*file, n).empty() || !debugger_.symbols().user.addresses(*file, n).empty())
      all.push_back({{"line", line}});
  }
  return JsonValue{{"breakpoints", std::move(all)}};
}

}  // namespace utah10

// Expressions, commands of the prompt, and keys for the guest.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "command/console/console.hpp"
#include "command/console/numbers.hpp"
#include "command/dap/adapter.hpp"
#include "command/debug/debugger.hpp"
#include "command/debug/expressions.hpp"
#include "command/prompt/command_table.hpp"
#include "command/prompt/completion.hpp"
#include "command/terminals/expect.hpp"
#include "trace/state_hash.hpp"

namespace utah10 {

namespace {

constexpr char kTypeMark = '>';  // what follows is typed on the guest's console
constexpr std::size_t kMostCompletions = 200;

bool isCommand(Debugger& debugger, std::string_view text) {
  const CommandLine line = dividedCommand(text);
  const bool symbol = line.arguments.empty() && placeShown(debugger, line.name).has_value();
  return !symbol && findCommand(line.name).has_value();
}

}  // namespace

JsonValue Adapter::wordJson(Word36 w, const std::optional<Place>& place) {
  JsonValue body{{"result", wordSummary(w)}, {"type", "word"}, {"variablesReference", 0}};
  if (!place) return body;
  body["variablesReference"] = references_.keep(wordVariable(debugger(), "", *place).children);
  if (place->memory()) body["memoryReference"] = placeText(*place, place->first);
  return body;
}

// Commands may move the machine, and then everything that the editor shows is of another time.
Expected<std::string> Adapter::performed(std::string_view commands) {
  const Instant before = debugger().machine().now();
  const VirtualAddress pc = debugger().cpu().pc();
  terminal_.keep(true);
  const auto done = session().performAll(commands);
  terminal_.keep(false);
  std::string text = terminal_.take();
  const bool moved = debugger().machine().now() != before || debugger().cpu().pc() != pc;
  after_ = [this, moved] {
    if (session().quitCode()) return end(*session().quitCode());
    if (run_) return;
    if (moved) return tellStopped("pause", "moved by a command");
    if (client_.refreshes) wire_.event("invalidated", {{"areas", JsonValue::array({"variables"})}});
  };
  if (!done) return fail("", text + done.error().text());
  return text;
}

Expected<JsonValue> Adapter::evaluateText(const JsonValue& a) {
  std::string text = a.at("expression").get<std::string>();
  while (text.ends_with(' ') || text.ends_with('\n')) text.pop_back();
  const bool repl = a.value("context", "repl") == "repl";
  if (repl && text.starts_with(kTypeMark)) {
    typeKeys(debugger(), text.substr(1) + "\r");
    return JsonValue{{"result", ""}, {"variablesReference", 0}};
  }
  if (repl && isCommand(debugger(), text)) {
    auto output = performed(text);
    if (!output) return tl::unexpected(output.error());
    while (output->ends_with('\n')) output->pop_back();
    return JsonValue{{"result", *output}, {"variablesReference", 0}};
  }
  const auto value = shownValue(debugger(), text);
  if (value) return wordJson(*value, placeShown(debugger(), text));
  if (!repl) return tl::unexpected(value.error());
  const auto instruction = instructionOrValue(debugger(), text, debugger().cpu().pc());
  return instruction ? wordJson(*instruction, {}) : Expected<JsonValue>{tl::unexpected(value.error())};
}

Expected<JsonValue> Adapter::setExpression(const JsonValue& a) {
  const std::string text = a.at("expression").get<std::string>();
  const auto place = placeShown(debugger(), text);
  if (!place) return fail("setExpression", fmt::format("{} is no place", text), "a register, a label, or u:1000");
  Variable v = wordVariable(debugger(), text, *place);
  const auto value = utah10::setVariable(debugger(), v, a.at("value").get<std::string>());
  if (!value) return tl::unexpected(value.error());
  return JsonValue{{"value", *value}, {"variablesReference", references_.keep(v.children)}};
}

// Of the last word before the column: commands and their words, and symbols.
Expected<JsonValue> Adapter::completions(const JsonValue& a) {
  const std::string text = a.at("text").get<std::string>();
  const auto column = static_cast<std::size_t>(std::max(0, a.at("column").get<int>() - client_.firstColumn));
  const std::string typed = text.substr(0, column);
  const Completion found = complete(typed);
  std::set<std::string> all{found.candidates.begin(), found.candidates.end()};
  const std::size_t start = typed.find_last_of(" +-*(,:") + 1;
  const std::string stem = upperCase(typed.substr(start));
  JsonValue targets = JsonValue::array();
  const auto add = [&](const std::string& label, std::size_t from, const char* kind) {
    if (targets.size() >= kMostCompletions) return;
    targets.push_back({{"label", label}, {"start", from}, {"length", typed.size() - from}, {"type", kind}});
  };
  for (const std::string& candidate : all) add(candidate, found.start, "keyword");
  if (stem.empty()) return JsonValue{{"targets", std::move(targets)}};
  for (const bool user : {true, false})
    for (const auto& [name, symbol] : (user ? debugger().symbols().user : debugger().symbols().exec).all())
      if (name.starts_with(stem) && symbol.kind != SymbolKind::Hidden) add(name, start, "variable");
  return JsonValue{{"targets", std::move(targets)}};
}

Expected<JsonValue> Adapter::command(const JsonValue& a) {
  const auto output = performed(a.at("command").get<std::string>());
  if (!output) return tl::unexpected(output.error());
  return JsonValue{{"output", *output}};
}

Expected<JsonValue> Adapter::type(const JsonValue& a) {
  typeKeys(debugger(), a.at("keys").get<std::string>());
  return JsonValue{};
}

// What a program wants to know that runs the machine.
Expected<JsonValue> Adapter::state(const JsonValue& a) {
  Ka10& cpu = debugger().cpu();
  std::uint64_t instructions = 0;
  for (const auto& mode : cpu.counters().instructions)
    for (const std::uint64_t count : mode) instructions += count;
  JsonValue body{{"running", run_.has_value()},  {"timeNs", (debugger().machine().now() - kPowerOn).count()},
                 {"instructions", instructions}, {"position", debugger().recorder().position()},
                 {"pc", octal(cpu.pc())},        {"user", cpu.userMode()},
                 {"level", cpu.level()}};
  JsonValue accumulators = JsonValue::array();
  for (std::uint32_t n = 0; n < 020; ++n) accumulators.push_back(cpu.ac(AcNo{n}).bits());
  body["accumulators"] = std::move(accumulators);
  if (a.value("hash", false)) body["hash"] = stateHash(debugger().machine()).text();
  return body;
}

}  // namespace utah10

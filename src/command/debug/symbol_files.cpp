// The commands symbol, symbols and evaluate.
#include "command/debug/symbol_files.hpp"

#include <algorithm>

#include "command/console/arguments.hpp"
#include "command/console/console.hpp"
#include "command/console/numbers.hpp"
#include "command/console/suggestion.hpp"
#include "command/debug/commands.hpp"
#include "command/debug/debugger.hpp"
#include "command/debug/expressions.hpp"
#include "command/debug/reports.hpp"
#include "trace/symbol_files.hpp"
#include "word/letters.hpp"

namespace utah10 {

namespace {

bool isSymbol(std::string_view name) {
  if (name.empty() || (name[0] >= '0' && name[0] <= '9')) return false;
  for (const char c : name) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (!letter && c != '.' && c != '$' && c != '%') return false;
  }
  return true;
}

void list(Console& console, const SymbolMap& map) {
  for (const auto& [name, symbol] : map.all()) console.print("{:<8} {}", name, octal(symbol.value));
}

// GDB's `print/o X`: every form is shown, so that the letter has no effect.
std::string_view withoutFormat(std::string_view text) {
  if (!text.starts_with('/')) return text;
  text.remove_prefix(std::min(text.find(' '), text.size()));
  return text.substr(std::min(text.find_first_not_of(' '), text.size()));
}

SymbolMap& mapOf(Debugger& debugger, bool user) { return user ? debugger.symbols().user : debugger.symbols().exec; }

}  // namespace

void takeSymbols(Debugger& debugger, Console& console, LoadedSymbols loaded, const std::filesystem::path& file,
                 bool user) {
  console.say("symbols from {}", loaded.text());
  debugger.sources().look(file.has_parent_path() ? file.parent_path() : std::filesystem::path{"."});
  mapOf(debugger, user) = std::move(loaded.map);
}

Expected<void> loadSymbolFile(Debugger& debugger, Console& console, const std::filesystem::path& file, bool user) {
  auto loaded = loadSymbols(file);
  if (!loaded) return tl::unexpected(loaded.error());
  takeSymbols(debugger, console, std::move(*loaded), file, user);
  return {};
}

Expected<void> loadMonitorSymbols(Debugger& debugger, Console& console, const std::filesystem::path& file) {
  debugger.symbols().monitor = true;
  return loadSymbolFile(debugger, console, file, false);
}

void listSymbols(Debugger& debugger, Console& console) {
  const Symbols& symbols = debugger.symbols();
  if (symbols.exec.empty() && symbols.user.empty()) console.print("no symbols");
  list(console, symbols.exec);
  if (!symbols.user.empty()) console.print("user space:");
  list(console, symbols.user);
}

void defineSymbol(Debugger& debugger, std::string_view name, Word36 value) {
  const bool label = value.bits() > 017 && value.bits() <= VirtualAddress::kMask;
  debugger.symbols().exec.add(name, value, label ? SymbolKind::Label : SymbolKind::Value);
}

Expected<void> symbolsCommand(Debugger& debugger, Console& console, Arguments& arguments) {
  const auto name = arguments.next();
  if (!name) return fail("", "a file name is missing", "symbols FILE [user]");
  const bool user = arguments.take("user");
  if (auto end = arguments.finish(); !end) return end;
  if (name->text == "none") {
    mapOf(debugger, user).clear();
    return {};
  }
  return loadSymbolFile(debugger, console, name->text, user);
}

Expected<void> symbolCommand(Debugger& debugger, Console& console, Arguments& arguments) {
  if (arguments.atEnd()) {
    listSymbols(debugger, console);
    return {};
  }
  const std::string name = upperCase(arguments.next()->text);
  if (!isSymbol(name)) return fail("", fmt::format("\"{}\" is not a symbol", name), "letters, digits, . $ %");
  if (arguments.atEnd()) {
    const auto value = evaluate(debugger, name);
    if (!value) return fail("", fmt::format("{} is not defined", name));
    console.print("{:<8} {}", name, octal(*value));
    return {};
  }
  const auto value = evaluate(debugger, arguments.takeRest());
  if (!value) return tl::unexpected(value.error());
  defineSymbol(debugger, name, *value);
  return {};
}

Expected<void> evaluateCommand(Debugger& debugger, Console& console, Arguments& arguments) {
  const std::string_view text = withoutFormat(arguments.takeRest());
  if (text.empty()) return fail("", "an expression is missing", "evaluate MOVEI 1,5");
  auto w = evaluateWithRegisters(debugger, text);
  if (!w) w = instructionOrValue(debugger, text, debugger.cpu().pc());
  if (!w) return tl::unexpected(w.error());
  const bool address = w->bits() > 017 && w->bits() <= VirtualAddress::kMask;
  const VirtualAddress a{w->right()};
  const SymbolMap& map = debugger.symbols().exec;
  console.print("{}  {}  {}.  {}{}", octal(*w), halves(*w), w->value(), disassembled(debugger, *w, {}),
                address && map.nearest(a) ? "  " + map.text(a) : "");
  return {};
}

}  // namespace utah10

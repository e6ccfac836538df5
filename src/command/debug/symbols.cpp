// The commands symbol, symbols and evaluate.
#include "command/console/numbers.hpp"
#include "command/prompt/handlers.hpp"
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

void listSymbols(Session& session, const SymbolMap& map) {
  for (const auto& [name, symbol] : map.all()) session.print("{:<8} {}", name, octal(symbol.value));
}

}  // namespace

void takeSymbols(Session& session, LoadedSymbols loaded, const std::filesystem::path& file, bool user) {
  session.say("symbols from {}", loaded.text());
  session.sources().look(file.has_parent_path() ? file.parent_path() : std::filesystem::path{"."});
  (user ? session.symbols().user : session.symbols().exec) = std::move(loaded.map);
}

Expected<void> symbolsCommand(Session& session, Arguments& arguments) {
  const auto name = arguments.next();
  if (!name) return fail("", "a file name is missing", "symbols FILE [user]");
  const bool user = arguments.take("user");
  if (auto end = arguments.finish(); !end) return end;
  if (name->text == "none") {
    (user ? session.symbols().user : session.symbols().exec).clear();
    return {};
  }
  auto loaded = loadSymbols(name->text);
  if (!loaded) return tl::unexpected(loaded.error());
  takeSymbols(session, std::move(*loaded), name->text, user);
  return {};
}

Expected<void> symbolCommand(Session& session, Arguments& arguments) {
  Symbols& symbols = session.symbols();
  if (arguments.atEnd()) {
    if (symbols.exec.empty() && symbols.user.empty()) session.print("no symbols");
    listSymbols(session, symbols.exec);
    if (!symbols.user.empty()) session.print("user space:");
    listSymbols(session, symbols.user);
    return {};
  }
  const std::string name = upperCase(arguments.next()->text);
  if (!isSymbol(name)) return fail("", fmt::format("\"{}\" is not a symbol", name), "letters, digits, . $ %");
  if (arguments.atEnd()) {
    const auto value = evaluate(session, name);
    if (!value) return fail("", fmt::format("{} is not defined", name));
    session.print("{:<8} {}", name, octal(*value));
    return {};
  }
  const auto value = evaluate(session, arguments.takeRest());
  if (!value) return tl::unexpected(value.error());
  const bool label = value->bits() > 017 && value->bits() <= VirtualAddress::kMask;
  symbols.exec.add(name, *value, label ? SymbolMap::Kind::Label : SymbolMap::Kind::Value);
  return {};
}

Expected<void> evaluateCommand(Session& session, Arguments& arguments) {
  if (arguments.atEnd()) return fail("", "an expression is missing", "evaluate MOVEI 1,5");
  const auto w = instructionOrValue(session, arguments.takeRest(), session.cpu().pc());
  if (!w) return tl::unexpected(w.error());
  const bool address = w->bits() > 017 && w->bits() <= VirtualAddress::kMask;
  const VirtualAddress a{w->right()};
  const SymbolMap& map = session.symbols().exec;
  session.print("{}  {}  {}.  {}{}", octal(*w), halves(*w), w->value(), disassembled(session, *w, {}),
                address && map.nearest(a) ? "  " + map.text(a) : "");
  return {};
}

}  // namespace utah10

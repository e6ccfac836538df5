// symbol and evaluate.
#include "handlers.hpp"
#include "values.hpp"

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

std::string upperCase(std::string s) {
  for (char& c : s)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return s;
}

}  // namespace

Expected<void> symbolCommand(Session& session, Arguments& arguments) {
  if (arguments.atEnd()) {
    if (session.symbols().empty()) session.print("no symbols");
    for (const auto& [name, value] : session.symbols()) session.print("{:<8} {}", name, octal(value));
    return {};
  }
  const std::string name = upperCase(arguments.next()->text);
  if (!isSymbol(name)) return fail("", fmt::format("\"{}\" is not a symbol", name), "letters, digits, . $ %");
  if (arguments.atEnd()) {
    const auto at = session.symbols().find(name);
    if (at == session.symbols().end()) return fail("", fmt::format("{} is not defined", name));
    session.print("{:<8} {}", name, octal(at->second));
    return {};
  }
  const auto value = evaluate(session, arguments.takeRest());
  if (!value) return tl::unexpected(value.error());
  session.symbols()[name] = *value;
  return {};
}

Expected<void> evaluateCommand(Session& session, Arguments& arguments) {
  if (arguments.atEnd()) return fail("", "an expression is missing", "evaluate MOVEI 1,5");
  const auto w = instructionOrValue(session, arguments.takeRest(), session.cpu().pc());
  if (!w) return tl::unexpected(w.error());
  session.print("{}  {}  {}.  {}", octal(*w), halves(*w), w->value(), disassembled(session, *w, {}));
  return {};
}

}  // namespace utah10

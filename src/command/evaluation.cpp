// Expressions and instructions at the prompt: the toolchain's, with the session's symbols.
#include <fmt/format.h>

#include "utah10/toolchain/symbolic.hpp"
#include "values.hpp"

namespace utah10 {

namespace {

// The session's symbols, and "." for the location at hand.
SymbolLookup lookup(Session& session, VirtualAddress at) {
  return [&session, at](std::string_view name) -> std::optional<Word36> {
    if (name == ".") return Word36{at.bits()};
    const auto it = session.symbols().find(std::string(name));
    if (it == session.symbols().end()) return std::nullopt;
    return it->second;
  };
}

}  // namespace

Expected<Word36> evaluate(Session& session, std::string_view text) {
  return evaluate(text, lookup(session, session.cpu().pc()));
}

Expected<VirtualAddress> evaluateAddress(Session& session, std::string_view text) {
  const auto w = evaluate(session, text);
  if (!w) return tl::unexpected(w.error());
  if (w->bits() > VirtualAddress::kMask)
    return fail("", fmt::format("{} is not an address", text), "the last address is 777777");
  return VirtualAddress{w->right()};
}

Expected<Word36> instructionOrValue(Session& session, std::string_view text, VirtualAddress at) {
  return assembleLine(text, lookup(session, at));
}

std::string disassembled(Session&, Word36 w, VirtualAddress) { return disassemble(w); }

}  // namespace utah10

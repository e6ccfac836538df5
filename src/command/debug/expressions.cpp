// Expressions and instructions at the prompt: evaluation with the session's symbols, and symbolic output.
#include <fmt/format.h>

#include <charconv>

#include "command/console/numbers.hpp"
#include "utah10/toolchain/symbolic.hpp"
#include "word/operand_use.hpp"

namespace utah10 {

namespace {

// Looks up the session's symbols, those of exec space first; "." is the current location.
SymbolLookup lookup(Session& session, VirtualAddress at) {
  return [&session, at](std::string_view name) -> std::optional<Word36> {
    if (name == ".") return Word36{at.bits()};
    if (const auto value = session.symbols().exec.value(name)) return value;
    return session.symbols().user.value(name);
  };
}

// A memory operand is written relative to the preceding label; any other use of E gets a name only if it equals the
// value of a label.
std::string operandName(const SymbolMap& map, Word36 w) {
  const Instruction i{w};
  const bool memory = operandUse(i) == OperandUse::Memory;
  const VirtualAddress e = i.address();
  const auto near = e.isAc() ? std::nullopt : map.nearest(e);
  const bool plain = !i.indexed() && memory;
  if (near && (near->offset == 0 || plain)) return map.text(e);
  if (e.isAc() && memory && i.direct())
    if (const auto name = map.valueName(Word36{e.bits()})) return std::string{*name};
  return fmt::format("{:o}", e.bits());
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

Expected<std::vector<VirtualAddress>> placesNamed(Session& session, std::string_view text, bool user) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0) {
    const auto address = evaluateAddress(session, text);
    if (!address) return tl::unexpected(address.error());
    return std::vector{*address};
  }
  const std::string_view file = text.substr(0, colon), digits = text.substr(colon + 1);
  std::uint32_t line = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), line);
  if (error != std::errc{} || end != digits.data() + digits.size())
    return fail("", fmt::format("\"{}\" is not FILE:LINE", text), "lines are decimal: pi.mac:120");
  auto places = session.symbols().of(user).addresses(file, line);
  if (places.empty())
    return fail("", fmt::format("line {} of {} generates no words", line, file), "list shows which lines have words");
  return places;
}

Expected<Word36> instructionOrValue(Session& session, std::string_view text, VirtualAddress at) {
  return assembleLine(text, lookup(session, at));
}

std::string disassembled(Session& session, Word36 w, VirtualAddress, bool user) {
  const SymbolMap& map = session.symbols().of(user);
  if (map.empty()) return disassemble(w);
  OperandNames names;
  names.address = [&map](Word36 word) { return operandName(map, word); };
  names.accumulator = [&map](std::uint32_t n) {
    const auto name = map.valueName(Word36{n});
    return name ? std::string{*name} : fmt::format("{:o}", n);
  };
  return disassemble(w, names);
}

std::string placeName(Session& session, VirtualAddress a, bool user) {
  const SymbolMap& map = session.symbols().of(user);
  return map.nearest(a) ? fmt::format("{} {}", octal(a), map.text(a)) : octal(a);
}

std::string sourceText(Session& session, VirtualAddress a, bool user) {
  const auto at = session.symbols().of(user).line(a);
  if (!at) return {};
  const std::string name = std::filesystem::path{at->file}.filename().string();
  return fmt::format("{}({}): {}", name, at->line, session.sources().line(at->file, at->line).value_or(""));
}

}  // namespace utah10

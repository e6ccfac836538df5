#include "command/debug/expressions.hpp"

#include <fmt/format.h>

#include <charconv>

#include "command/console/numbers.hpp"
#include "command/console/suggestion.hpp"
#include "command/debug/debugger.hpp"
#include "command/debug/places.hpp"
#include "toolchain/device_names.hpp"
#include "utah10/toolchain/symbolic.hpp"
#include "word/operand_use.hpp"
#include "word/whole_number.hpp"

namespace utah10 {

namespace {

// Looks up the debugger's symbols, those of exec space first; "." is the current location.
SymbolLookup lookup(Debugger& debugger, VirtualAddress at) {
  return [&debugger, at](std::string_view name) -> std::optional<Word36> {
    if (name == ".") return Word36{at.bits()};
    if (const auto value = debugger.symbols().exec.value(name)) return value;
    return debugger.symbols().user.value(name);
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

Expected<Word36> evaluate(Debugger& debugger, std::string_view text) {
  return evaluate(text, lookup(debugger, debugger.cpu().pc()));
}

Expected<Word36> evaluateWithRegisters(Debugger& debugger, std::string_view text) {
  const SymbolLookup symbols = lookup(debugger, debugger.cpu().pc());
  return evaluate(text, [&](std::string_view name) {
    const auto value = symbols(name);
    return value ? value : registerValue(debugger.machine(), name);
  });
}

Expected<VirtualAddress> evaluateAddress(Debugger& debugger, std::string_view text) {
  const auto w = evaluate(debugger, text);
  if (!w) return tl::unexpected(w.error());
  if (w->bits() > VirtualAddress::kMask)
    return fail("", fmt::format("{} is not an address", text), "the last address is 777777");
  return VirtualAddress{w->right()};
}

Expected<std::vector<VirtualAddress>> placesNamed(Debugger& debugger, std::string_view text, bool user) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0) {
    const auto address = evaluateAddress(debugger, text);
    if (!address) return tl::unexpected(address.error());
    return std::vector{*address};
  }
  const std::string_view file = text.substr(0, colon), digits = text.substr(colon + 1);
  std::uint32_t line = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), line);
  if (error != std::errc{} || end != digits.data() + digits.size())
    return fail("", fmt::format("\"{}\" is not FILE:LINE", text), "lines are decimal: pi.mac:120");
  auto places = debugger.symbols().of(user).addresses(file, line);
  if (places.empty())
    return fail("", fmt::format("line {} of {} generates no words", line, file), "list shows which lines have words");
  return places;
}

Expected<Word36> instructionOrValue(Debugger& debugger, std::string_view text, VirtualAddress at) {
  return assembleLine(text, lookup(debugger, at));
}

std::string disassembled(Debugger& debugger, Word36 w, VirtualAddress, bool user) {
  const SymbolMap& map = debugger.symbols().of(user);
  if (map.empty()) return disassemble(w);
  OperandNames names;
  names.address = [&map](Word36 word) { return operandName(map, word); };
  names.accumulator = [&map](std::uint32_t n) {
    const auto name = map.valueName(Word36{n});
    return name ? std::string{*name} : fmt::format("{:o}", n);
  };
  return disassemble(w, names);
}

std::string placeName(Debugger& debugger, VirtualAddress a, bool user) {
  const SymbolMap& map = debugger.symbols().of(user);
  return map.nearest(a) ? fmt::format("{} {}", octal(a), map.text(a)) : octal(a);
}

std::string sourceText(Debugger& debugger, VirtualAddress a, bool user) {
  const auto at = debugger.symbols().of(user).line(a);
  if (!at) return {};
  const std::string name = std::filesystem::path{at->file}.filename().string();
  return fmt::format("{}({}): {}", name, at->line, debugger.sources().line(at->file, at->line).value_or(""));
}

// The instruction at PC as one line, `000105/ 254200000105  JRST 4,105`, followed by its source line if it is known.
std::string nextInstruction(Debugger& debugger) {
  const VirtualAddress pc = debugger.cpu().pc();
  const bool user = debugger.cpu().userMode();
  const std::string place = placeName(debugger, pc, user);
  const auto w = debugger.cpu().peek(user ? Space::User : Space::Exec, pc);
  if (!w) return place + "/ ??";
  const std::string source = sourceText(debugger, pc, user);
  return fmt::format("{}/ {}  {}{}", place, octal(*w), disassembled(debugger, *w, pc, user),
                     source.empty() ? "" : "\n" + source);
}

Expected<Word36> shownValue(Debugger& debugger, std::string_view text) {
  if (const auto place = placeShown(debugger, text)) {
    const auto w = readPlace(debugger.machine(), *place, place->first);
    if (!w) return fail("", fmt::format("there is no word at {}", placeText(*place, place->first)));
    return *w;
  }
  return evaluateWithRegisters(debugger, text.substr(text.starts_with('=') ? 1 : 0));
}

std::string messageText(Debugger& debugger, std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t open = text.find('{'), close = text.find('}', std::min(open, text.size()));
    if (close == std::string_view::npos) return out + std::string{text};
    const std::string_view inside = text.substr(open + 1, close - open - 1);
    const auto value = shownValue(debugger, inside);
    out += std::string{text.substr(0, open)} + (value ? octal(*value) : fmt::format("{{{}}}", inside));
    text.remove_prefix(close + 1);
  }
  return out;
}

Expected<DeviceCode> deviceCode(Debugger& debugger, std::string_view text) {
  const std::string name = lowerCase(text);
  std::vector<std::string_view> names;
  for (const IoBus::Connection& c : debugger.machine().bus().connections()) {
    if (c.device->name() == name) return c.code;
    names.push_back(c.device->name());
  }
  if (const auto code = wholeNumber<std::uint32_t>(name, 8); code && *code <= 0774 && *code % 4 == 0)
    return DeviceCode::written(*code);
  if (const auto standard = deviceNamed(name)) return *standard;
  const std::string_view near = nearest(name, names);
  return fail("", fmt::format("there is no device \"{}\"", text),
              near.empty() ? "show devices lists them" : fmt::format("did you mean {}?", near));
}

}  // namespace utah10

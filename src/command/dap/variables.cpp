#include "command/dap/variables.hpp"

#include <fmt/format.h>

#include "command/console/arguments.hpp"
#include "command/console/numbers.hpp"
#include "command/debug/debugger.hpp"
#include "command/debug/expressions.hpp"
#include "word/whole_number.hpp"

namespace utah10 {

namespace {

// Nothing if the word is no name: numbers and instructions are seldom one.
std::string sixbitText(Word36 w) {
  std::string name = sixbitName(w);
  const auto ofNames = [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '$' || c == '%';
  };
  return name.size() > 1 && std::ranges::all_of(name, ofNames) ? name : "";
}
// Nothing if the word is not all printable text.
std::string asciiText(Word36 w) {
  std::string text = unpackAscii(w);
  text.erase(text.find_last_not_of('\0') + 1);
  return std::ranges::all_of(text, isPrintable) ? text : "";
}

constexpr std::pair<WordForm, std::string_view> kForms[] = {{WordForm::Octal, "octal"},
                                                            {WordForm::Decimal, "decimal"},
                                                            {WordForm::Sixbit, "sixbit"},
                                                            {WordForm::Ascii, "ascii"},
                                                            {WordForm::Instruction, "instruction"}};

std::vector<Variable> formsOf(Debugger& debugger, const Place& place) {
  std::vector<Variable> forms;
  const auto w = readPlace(debugger.machine(), place, place.first);
  if (!w) return forms;
  for (const auto& [form, name] : kForms) {
    Variable v;
    v.name = name;
    v.value = wordText(debugger, *w, form, VirtualAddress{place.first & VirtualAddress::kMask}, place.user());
    v.type = "word";
    v.place = place;
    v.form = form;
    forms.push_back(std::move(v));
  }
  return forms;
}

std::string unquoted(std::string_view text, char quote) {
  const bool quoted = text.size() >= 2 && text.front() == quote && text.back() == quote;
  return std::string{quoted ? text.substr(1, text.size() - 2) : text};
}

Expected<Word36> parseDecimal(std::string_view text) {
  if (text.ends_with('.')) text.remove_suffix(1);
  const auto n = wholeNumber<std::int64_t>(text);
  constexpr std::int64_t kMost = std::int64_t{1} << 35;
  if (!n || *n < -kMost || *n >= 2 * kMost) return fail("", fmt::format("{} is no decimal number of 36 bits", text));
  return Word36{static_cast<std::uint64_t>(*n) & Word36::kMask};
}

}  // namespace

std::string wordSummary(Word36 w) {
  std::string text = fmt::format("{}  {}.", octal(w), w.value());
  if (const std::string six = sixbitText(w); !six.empty()) text += fmt::format("  '{}'", six);
  if (const std::string ascii = asciiText(w); ascii.size() > 1) text += fmt::format("  \"{}\"", ascii);
  return text;
}

std::string wordText(Debugger& debugger, Word36 w, WordForm form, VirtualAddress at, bool user) {
  switch (form) {
    case WordForm::Octal:
      return halves(w);
    case WordForm::Decimal:
      return fmt::format("{}.", w.value());
    case WordForm::Sixbit:
      return fmt::format("'{}'", unpackSixbit(w));
    case WordForm::Ascii:
      return fmt::format("\"{}\"", escaped(unpackAscii(w)));
    case WordForm::Instruction:
      return disassembled(debugger, w, at, user);
    default:
      return wordSummary(w);
  }
}

Variable wordVariable(Debugger& debugger, std::string name, const Place& place) {
  Variable v;
  v.name = std::move(name);
  v.type = "word";
  v.evaluateName = placeText(place, place.first);
  v.place = place;
  const auto w = readPlace(debugger.machine(), place, place.first);
  v.value = w ? wordSummary(*w) : "not mapped";
  if (w) v.children = [&debugger, place] { return formsOf(debugger, place); };
  return v;
}

Expected<Word36> parseValue(Debugger& debugger, std::string_view text, WordForm form, VirtualAddress at) {
  if (text.starts_with('\'') || form == WordForm::Sixbit) return packSixbit(upperCase(unquoted(text, '\'')));
  if (text.starts_with('"') || form == WordForm::Ascii) {
    const auto plain = unescape(unquoted(text, '"'));
    return plain ? packAscii(*plain) : tl::unexpected(plain.error());
  }
  if (form == WordForm::Decimal) return parseDecimal(text);
  if (const auto value = evaluateWithRegisters(debugger, text)) return value;
  return instructionOrValue(debugger, text, at);
}

Expected<std::string> setVariable(Debugger& debugger, const Variable& v, std::string_view text) {
  Ka10& cpu = debugger.cpu();
  if (v.flag) {
    if (text != "0" && text != "1") return fail("", fmt::format("a flag is 0 or 1, not {}", text));
    debugger.recorder().touched();
    cpu.setFlags(text == "1" ? cpu.flags() | *v.flag : cpu.flags() & ~*v.flag);
    return std::string{text};
  }
  if (!v.place) return fail("", fmt::format("{} cannot be changed", v.name));
  const VirtualAddress at{v.place->first & VirtualAddress::kMask};
  const auto w = parseValue(debugger, text, v.form, at);
  if (!w) return tl::unexpected(w.error());
  if (auto there = checkPlace(debugger.machine(), *v.place); !there) return tl::unexpected(there.error());
  debugger.recorder().touched();
  writePlace(debugger.machine(), *v.place, v.place->first, *w);
  return wordText(debugger, *w, v.form, at, v.place->user());
}

}  // namespace utah10

#include "toolchain/image_symbols.hpp"

#include <algorithm>
#include <map>

#include "toolchain/mnemonic_text.hpp"
#include "toolchain/octal.hpp"
#include "toolchain/radix50.hpp"
#include "toolchain/statement_lines.hpp"

namespace utah10 {

namespace {

constexpr std::uint32_t kJobSym = 0116;  // .JBSYM of JOBDAT

// Fills in the program of the symbols collected before the program's own entry is reached.
void closeProgram(std::vector<ImageSymbol>& symbols, std::size_t first, const std::string& program, Word36 value) {
  for (std::size_t i = first; i < symbols.size(); ++i) {
    symbols[i].program = program;
    symbols[i].origin = VirtualAddress{value.right()};
  }
}

// The table that follows an ITS program. A program's name stands beside its symbols, but not always on the same side.
std::vector<ImageSymbol> itsSymbols(std::span<const Word36> table) {
  std::vector<ImageSymbol> symbols;
  for (std::size_t i = 0; i + 1 < table.size(); i += 2) {
    const std::string text = radix50Name(table[i]);
    const unsigned code = radix50Code(table[i]);
    if (isRadix50Name(text) && code != 0) symbols.push_back({text, code, table[i + 1], {}, {}});
  }
  return symbols;
}

}  // namespace

std::vector<Segment> mergedSegments(const CoreImage& image) {
  std::vector<Segment> merged;
  for (const AddressRange& range : image.ranges())
    merged.push_back({range.first, std::vector<Word36>(range.last.bits() - range.first.bits() + std::size_t{1})});
  for (const Segment& s : image.segments) {
    if (s.words.empty()) continue;
    auto holder = std::upper_bound(merged.begin(), merged.end(), s.first,
                                   [](VirtualAddress a, const Segment& m) { return a < m.first; });
    --holder;
    std::copy(s.words.begin(), s.words.end(), holder->words.begin() + (s.first.bits() - holder->first.bits()));
  }
  return merged;
}

std::optional<Word36> wordAt(const std::vector<Segment>& merged, VirtualAddress a) {
  auto holder =
      std::upper_bound(merged.begin(), merged.end(), a, [](VirtualAddress x, const Segment& m) { return x < m.first; });
  if (holder == merged.begin()) return std::nullopt;
  --holder;
  const std::size_t offset = a.bits() - holder->first.bits();
  return offset < holder->words.size() ? std::optional{holder->words[offset]} : std::nullopt;
}

Expected<std::vector<ImageSymbol>> imageSymbols(const CoreImage& image) {
  if (!image.symbolTable.empty()) return itsSymbols(image.symbolTable);
  const auto merged = mergedSegments(image);
  std::vector<ImageSymbol> symbols;
  const auto pointer = wordAt(merged, VirtualAddress{kJobSym});
  if (!pointer || !pointer->sign() || pointer->left().bits() % 2 != 0) return symbols;
  const std::uint32_t words = 01000000 - pointer->left().bits();
  std::size_t first = 0;
  for (std::uint32_t i = 0; i < words; i += 2) {
    const VirtualAddress at{pointer->right().bits() + i};
    const auto name = wordAt(merged, at);
    const auto value = wordAt(merged, at.next());
    if (!name || !value) {
      return fail("location 116", fmt::format("the symbol table is not in the image: nothing at {}", octalAddress(at)));
    }
    const std::string text = radix50Name(*name);
    if (!isRadix50Name(text)) continue;
    if (radix50Code(*name) == 0) {
      closeProgram(symbols, first, text, *value);
      first = symbols.size();
      continue;
    }
    symbols.push_back({text, radix50Code(*name), *value, {}, {}});
  }
  return symbols;
}

Expected<std::vector<ImageSymbol>> parseSymbolList(std::string_view name, std::string_view text) {
  std::vector<ImageSymbol> symbols;
  for (std::size_t line = 1; !text.empty(); ++line) {
    std::string_view content = takeStatement(text);
    if (content.empty()) continue;
    const auto where = fmt::format("{}({})", name, line);
    const std::string_view symbol = takeField(content);
    const auto value = parseOctalWord(takeField(content));
    const std::string_view codeText = takeField(content);
    const auto code = codeText.empty() ? std::optional<std::uint64_t>{010} : parseOctal(codeText, 2);
    if (!isRadix50Name(symbol)) {
      return fail(where, fmt::format("\"{}\" is not a symbol", symbol), "at most six letters, digits, . $ %");
    }
    if (!value || !code || !trimmed(content).empty()) return fail(where, "expected NAME value", "START 140");
    std::string upperName;
    for (const char c : symbol) upperName += upper(c);
    symbols.push_back({upperName, static_cast<unsigned>(*code), *value, {}, {}});
  }
  return symbols;
}

}  // namespace utah10

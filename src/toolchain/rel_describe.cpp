// REL items as text: for dumps, and for seeing where two files differ.
#include <fmt/format.h>

#include "toolchain/link10/polish.hpp"
#include "toolchain/octal.hpp"
#include "toolchain/radix50.hpp"
#include "utah10/toolchain/rel_file.hpp"
#include "utah10/word/text.hpp"

namespace utah10 {

namespace {

struct NamedType {
  RelType type;
  std::string_view name;
};
constexpr NamedType kNames[] = {{RelType::Data, "DATA"},           {RelType::Code, "CODE"},
                                {RelType::Symbols, "SYMBOLS"},     {RelType::HighSegment, "HISEG"},
                                {RelType::Entry, "ENTRY"},         {RelType::End, "END"},
                                {RelType::Name, "NAME"},           {RelType::Start, "START"},
                                {RelType::Local, "LOCAL"},         {RelType::Polish, "POLISH"},
                                {RelType::Link, "LINK"},           {RelType::LVar, "LVAR"},
                                {RelType::Index, "INDEX"},         {RelType::AlgolOwn, "OWN"},
                                {RelType::RequestLoad, "REQUIRE"}, {RelType::RequestLibrary, "REQUEST"},
                                {RelType::Common, "COMMON"},       {RelType::Sparse, "SPARSE"},
                                {RelType::PsectName, "PSECT"},     {RelType::PsectLength, "PSECT-LENGTH"},
                                {RelType::CobolSymbols, "COBOL"},  {RelType::Assign, "ASSIGN"}};

// Which words of an item are symbols: within each group of `period` words, those whose bit is set, from bit 0.
struct SymbolWords {
  std::size_t period = 1;
  unsigned which = 0;
};

SymbolWords symbolWords(const RelItem& item) {
  switch (static_cast<RelType>(item.type)) {
    case RelType::Entry:
      return {1, 1};
    case RelType::Symbols:
    case RelType::Common:
      return {2, 1};
    case RelType::Assign:
      return {3, 3};
    default:
      return {};
  }
}

bool isSymbol(const RelItem& item, std::size_t index) {
  if (item.is(RelType::Name)) return index == 0;
  const SymbolWords words = symbolWords(item);
  return (words.which >> index % words.period & 1) != 0;
}

std::string wordText(Word36 w, unsigned relocation) {
  const char* left = (relocation & kRelLeft) != 0 ? "'" : "";
  const char* right = (relocation & kRelRight) != 0 ? "'" : "";
  return fmt::format("{:06o}{},,{:06o}{}", w.left().bits(), left, w.right().bits(), right);
}

std::string symbolText(Word36 w) { return fmt::format("{:02o} {}", radix50Code(w), radix50Name(w)); }

std::string asciiText(const RelItem& item) {
  std::string text;
  for (const Word36 w : item.words) {
    for (const char c : unpackAscii(w)) text += isPrintable(c) ? c : ' ';
  }
  return text;
}

}  // namespace

std::string relTypeName(unsigned type) {
  for (const NamedType& n : kNames) {
    if (static_cast<unsigned>(n.type) == type) return std::string{n.name};
  }
  return type >= kRelText ? "TEXT" : fmt::format("type {:o}", type);
}

std::string describeRel(const RelItem& item) {
  std::string text = fmt::format("{} {}\n", relTypeName(item.type), octalCount(item.words.size()));
  if (item.type >= kRelText) return text + "  " + asciiText(item) + "\n";
  if (item.is(RelType::Polish)) {
    if (const auto polish = link::parsePolish(item)) return text + link::polishText(*polish);
  }
  for (std::size_t i = 0; i < item.words.size(); ++i) {
    const bool plain = !isSymbol(item, i) || item.relocationOf(i) != 0;
    text += "  " + (plain ? wordText(item.words[i], item.relocationOf(i)) : symbolText(item.words[i])) + "\n";
  }
  return text;
}

}  // namespace utah10

// Polish items: expressions that the assembler left to the loader. Private to the linker and the dump of REL items.
//
// Half words in prefix order: operators and operands, then one store operator with its target (LOADER V.057, POLFIX).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "utah10/toolchain/rel_file.hpp"

namespace utah10::link {

enum class PolishTokenKind { Operator, Value, Global };
struct PolishToken {
  PolishTokenKind kind = PolishTokenKind::Value;
  unsigned op = 0;    // 3 + 4 - 5 * 6 / 7 and 10 or 11 shift 12 xor 13 not 14 negate
  Word36 value;       // Value
  bool half = false;  // Value: 18 bits
  std::uint8_t relocation = 0;
  std::uint32_t name = 0;  // Global
};

// The target of the value. Right, Left and Word store into core and follow a chain.
enum class PolishStore { Right = 1, Left, Word, SymbolRight, SymbolLeft, Symbol };

struct Polish {
  std::vector<PolishToken> tokens;
  PolishStore store = PolishStore::Right;
  Word36 address;  // right half, stores into core
  std::uint8_t relocation = 0;
  std::uint32_t symbol = 0, block = 0;  // stores into a symbol
  unsigned code = 0;                    // of the symbol
};

// Errors carry no position; the caller knows the item.
Expected<Polish> parsePolish(const RelItem& item);

using GlobalValue = std::function<std::optional<Word36>(std::uint32_t name)>;
// All values must be relocated and every global must have a value.
Expected<Word36> evaluatePolish(const std::vector<PolishToken>& tokens, const GlobalValue& global);

std::string polishText(const Polish& polish);

}  // namespace utah10::link

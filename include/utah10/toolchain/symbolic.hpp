// Converts one word to text and back: symbolic instructions, and the expressions allowed wherever a number is.
//
// Instructions are written as in MACRO-10 and DDT: `MOVE 1,@1234(5)`, `CONO APR,200000`. Expressions: octal numbers,
// decimal numbers with a point (`100.`), ^D ^O ^B, `LH,,RH`, SIXBIT/ABC/ and ASCII/AB/ (any delimiter), symbols, unary
// minus, & and ! (or), * and /, + and - (in this order of precedence, as in MACRO-10), parentheses.
// Errors: one line.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "utah10/word/address.hpp"
#include "utah10/word/error.hpp"
#include "utah10/word/word36.hpp"

namespace utah10 {

// Returns the value of a symbol, if it has one. Names are passed in upper case.
using SymbolLookup = std::function<std::optional<Word36>(std::string_view)>;

// The word as an instruction, or LH,,RH if its opcode has no name. The text always assembles to the same word.
std::string disassemble(Word36 w);

// Replacements for the numbers of an instruction; an empty function leaves the number.
struct OperandNames {
  std::function<std::string(Word36)> address;                  // for the right half of this instruction
  std::function<std::string(DeviceCode)> device;               // for the device of an I/O instruction
  std::function<std::string(std::uint32_t)> accumulator = {};  // for an accumulator as AC or index
};
std::string disassemble(Word36 w, const OperandNames& names);

// An instruction (also HALT, JRSTF, JEN, NOP, JOV, JCRY0, JCRY1, JCRY, JFOV, Z), or an expression.
Expected<Word36> assembleLine(std::string_view text, const SymbolLookup& symbols = {});

Expected<Word36> evaluate(std::string_view text, const SymbolLookup& symbols = {});

// True if `name` is an instruction mnemonic, which an expression cannot use as a symbol.
bool isMnemonic(std::string_view name);

}  // namespace utah10

// One word as text and back: instructions in symbols, and the expressions that stand wherever a number may.
//
// Instructions look as in MACRO-10 and DDT: `MOVE 1,@1234(5)`, `CONO APR,200000`. Expressions: octal numbers, decimal
// with a point (`100.`), ^D ^O ^B, `LH,,RH`, SIXBIT/ABC/ and ASCII/AB/ (any delimiter), symbols, + - * / & ! (or),
// unary minus, parentheses; operators have equal rank and are taken from the left, as in MACRO-10. Errors: one line.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "utah10/word/address.hpp"
#include "utah10/word/error.hpp"
#include "utah10/word/word36.hpp"

namespace utah10 {

// The value of a symbol, if it has one. Names arrive in upper case.
using SymbolLookup = std::function<std::optional<Word36>(std::string_view)>;

// The word as an instruction; a word whose opcode has no name is written LH,,RH. What is written assembles to the word.
std::string disassemble(Word36 w);

// What stands for the numbers of an instruction; a function that is empty leaves the number.
struct OperandNames {
  std::function<std::string(Word36)> address;                  // of the right half of this instruction
  std::function<std::string(DeviceCode)> device;               // of an I/O instruction
  std::function<std::string(std::uint32_t)> accumulator = {};  // as AC or index
};
std::string disassemble(Word36 w, const OperandNames& names);

// An instruction (also HALT, JRSTF, JEN, NOP, JOV, JCRY0, JCRY1, JCRY, JFOV, Z), or an expression.
Expected<Word36> assembleLine(std::string_view text, const SymbolLookup& symbols = {});

Expected<Word36> evaluate(std::string_view text, const SymbolLookup& symbols = {});

// True if `name` is an instruction's name: what an expression may not use as a symbol.
bool isMnemonic(std::string_view name);

}  // namespace utah10

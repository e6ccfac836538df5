// Universal (.UNV) files: the symbol table of a UNIVERSAL program, with its macros.
//
// Layout (MACRO 50, UNVOUT; versions 4, 5 and those of MACRO 53): 777,,version, [assembler version], count; then for
// each symbol a name, flags,,value and the data that the flags indicate. Macros are leaves of four words: a link,
// counts, text.
#pragma once

#include <span>
#include <vector>

#include "toolchain/macro10/symbols/symbol_table.hpp"
#include "utah10/word/error.hpp"

namespace utah10::macro10 {

std::vector<Word36> writeUniversal(const Universal& u, unsigned macroVersion);
Expected<Universal> readUniversal(Name name, std::span<const Word36> words);

}  // namespace utah10::macro10

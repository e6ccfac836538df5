// The line table that macro10 writes with a relocatable file: the source line of every word, and which symbols are
// labels.
//
// Text: `; utah10 line table 2`, `file N PATH` for each source, then for each program `program NAME`, one line per word
// (location in octal, ' if relocatable, file number, line), and `label NAME` for each symbol defined with a colon.
// Version 1 had neither programs nor labels. Errors: `file(line)`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "utah10/toolchain/assembler.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

struct LineTable {
  struct Program {
    std::string name;
    std::vector<LineEntry> lines;
    std::vector<std::string> labels;
  };
  std::vector<std::string> files;
  std::vector<Program> programs;
};

LineTable lineTableOf(const AssemblyResult& result);
std::string writeLineTable(const LineTable& table);
Expected<LineTable> parseLineTable(std::string_view name, std::string_view text);

}  // namespace utah10

// The debug file that link10 writes with an image: the symbols of every program and the source line of every word, at
// their final addresses.
//
// Text, addresses absolute: `; utah10 debug file 1`; `file N PATH` for each source; for each program `program NAME
// FILE`, then `label SCOPE NAME ADDRESS` and `value SCOPE NAME WORD`, in octal; SCOPE is global, local or hidden
// (suppressed in DDT); `line ADDRESS N LINE` for each word. Errors: `file(line)`.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "toolchain/line_table.hpp"
#include "utah10/toolchain/linker.hpp"
#include "utah10/word/address.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

struct DebugSymbol {
  enum class Scope : std::uint8_t { Global, Local, Hidden };
  std::string name;
  Word36 value;
  bool label = false;  // the symbol names an address
  Scope scope = Scope::Local;
  bool operator==(const DebugSymbol&) const = default;
};

struct DebugFile {
  struct Program {
    std::string name;
    std::string file;  // relocatable file
    std::vector<DebugSymbol> symbols;
    bool operator==(const Program&) const = default;
  };
  struct Line {
    VirtualAddress address;
    std::size_t file = 0;  // index into files
    std::uint32_t line = 0;
    bool operator==(const Line&) const = default;
  };
  std::vector<std::string> files;
  std::vector<Program> programs;
  std::vector<Line> lines;
  bool operator==(const DebugFile&) const = default;
};

// `tables` is keyed by relocatable file; a file without a table contributes symbols only.
DebugFile debugFileOf(std::span<const LinkedProgram> programs, const std::map<std::string, LineTable>& tables);
std::string writeDebugFile(const DebugFile& file);
// Checks the first line.
bool isDebugFile(std::string_view text);
Expected<DebugFile> parseDebugFile(std::string_view name, std::string_view text);

}  // namespace utah10

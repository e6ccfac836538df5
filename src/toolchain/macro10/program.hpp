// Data kept per program and per line: location counters, literal areas, error letters with their reasons.
#pragma once

#include <array>
#include <initializer_list>
#include <string>
#include <unordered_map>
#include <vector>

#include "toolchain/macro10/listing.hpp"
#include "toolchain/macro10/polish.hpp"
#include "toolchain/macro10/reader.hpp"
#include "toolchain/macro10/symbol_table.hpp"
#include "toolchain/macro10/value.hpp"

namespace utah10::macro10 {

// How the fields of a word are printed: a one bit at the right end of each field.
constexpr Form formOf(std::initializer_list<int> widths) {
  Form form = 0;
  int end = 36;
  for (const int w : widths) form |= Form{1} << (end -= w);
  return form;
}
inline constexpr Form kHalfForm = formOf({18, 18});
inline constexpr Form kInstructionForm = formOf({9, 4, 1, 4, 18});
inline constexpr Form kInOutForm = formOf({3, 7, 3, 1, 4, 18});
inline constexpr Form kPointerForm = formOf({6, 6, 2, 4, 18});
inline constexpr Form kAsciiForm = formOf({7, 7, 7, 7, 7});
inline constexpr Form kSixbitForm = formOf({6, 6, 6, 6, 6, 6});

// Location counters. `assembly` gives labels their values, `output` says where words go; PHASE makes them differ.
struct Counters {
  std::uint32_t assembly = 0;
  unsigned assemblyMode = 1;  // 0 absolute, 1 relocatable
  std::uint32_t output = 0;
  unsigned outputMode = 1;
  std::array<std::uint32_t, 2> saved{};  // by mode: where LOC and RELOC without an argument continue
  unsigned savedMode = 0;
  std::uint32_t highestAbsolute = 0;
  std::uint32_t high = 0;      // relocatable break
  std::uint32_t highHigh = 0;  // break of the high segment
  std::uint32_t highStart = 0;
};

// A literal or variable area: its size and location on pass 1, which pass 2 must match.
struct Area {
  std::uint32_t size = 0;
  std::uint32_t start = 0;
  unsigned mode = 0;
};

// Data of a program kept from pass 1 to pass 2.
struct Program {
  std::string title = ".MAIN";
  bool titled = false;
  bool universal = false;
  bool universalKept = false;
  SymbolTable symbols;
  std::vector<ExternalCell> externals;
  std::unordered_map<Name, std::uint32_t> handles;  // of the externals
  std::vector<Area> literals;
  std::vector<Area> variables;
  bool twoSegments = false;  // TWOSEG or HISEG seen
  Word36 segmentWord;        // its argument; bit 0 for TWOSEG
  std::uint32_t highBreak = 0;
};

// Appended to the U message when V reports a symbol whose value determines a location.
inline constexpr std::string_view kNeededHere = " before its value is needed here";

// The reason for an error letter of the line.
struct Why {
  std::uint32_t bit;
  std::string text;
  Name undefined = 0;              // instead of a text, because most of these are never reported
  Place place;                     // needed because a statement may span many lines
  std::vector<MacroCall> callers;  // saved because the macro may have ended before the line does
  std::size_t calls = 0;           // total number, possibly more than in `callers`
  std::string message() const;
};

}  // namespace utah10::macro10

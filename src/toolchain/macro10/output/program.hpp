// A program: what pass 1 finds out about it for pass 2.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "toolchain/macro10/symbols/symbols.hpp"

namespace utah10::macro10 {

struct ProgramTitle {
  std::string text = ".MAIN";
  bool given = false;
  bool universal = false;
  bool universalKept = false;

  // The first six characters, as a symbol.
  Name name() const;
};

// A literal or variable area: its size and location on pass 1, which pass 2 must match.
struct Area {
  std::uint32_t size = 0;
  std::uint32_t start = 0;
  unsigned mode = 0;
};

struct ProgramLayout {
  std::vector<Area> literals;
  std::vector<Area> variables;
  bool twoSegments = false;  // TWOSEG or HISEG seen
  Word36 segmentWord;        // its argument; bit 0 for TWOSEG
  std::uint32_t highBreak = 0;
};

struct Program {
  ProgramTitle title;
  ProgramSymbols symbols;
  ProgramLayout layout;
};

// Set by .DIRECTIVE and similar for the rest of the assembly.
struct AssemblyModes {
  bool noBinary = false;           // .NOBIN
  bool tabsInArguments = false;    // .ITABM
  bool unpairedArguments = false;  // NO MACMPD: version 53 reads arguments as earlier ones did
  unsigned processor = 0;          // as in the NAME block
  bool multiWordLiterals = true;   // MLON
};

}  // namespace utah10::macro10

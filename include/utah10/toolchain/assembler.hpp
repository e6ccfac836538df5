// MACRO-10: the PDP-10 assembler, as the versions that TENEX used.
//
// Sources: MACRO 50(334) as adapted for TENEX, MACRO 47 as modified at BBN, release note of version 50; where they
// differ AssemblerOptions::version decides. Shapes: sources in, REL items, listing, messages, universals and line
// tables out; nothing here reads a clock or a file except through the options. Errors: an assembly always ends with a
// result; what was wrong with the program is in `messages`.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "utah10/toolchain/rel_file.hpp"
#include "utah10/word/error.hpp"
#include "utah10/word/word36.hpp"

namespace utah10 {

// One input file as read from the host.
struct SourceText {
  std::string name;
  std::string text;
};

enum class MacroVersion : std::uint8_t { V47 = 47, V50 = 50, V53 = 53 };

struct AssemblerOptions {
  MacroVersion version = MacroVersion::V50;
  bool listing = false;
  bool crossReference = false;   // CREF codes in the listing, and a table after it
  bool expandMacros = false;     // /E: as if LALL stood at the head
  bool tabsInArguments = false;  // /D: DEC's way with tabs in macro arguments
  bool warnings = true;          // /Q turns Q off
  unsigned pageLines = 57;       // decimal, without the two title lines
  unsigned width = 132;          // columns
  std::string time = "00:00";    // printed in the title line
  std::string date = " 1-JAN-70";
  std::optional<unsigned> sourceVersion;                  // .DIRECTIVE XSRCVN; else from the head of the file
  std::vector<std::string> preload;                       // universals searched without SEARCH
  std::uint64_t characterLimit = std::uint64_t{1} << 28;  // read in all: what stops a REPEAT that never ends
  // The words of NAME.UNV, nothing if there is none.
  std::function<Expected<std::optional<std::vector<Word36>>>(std::string_view name)> findUniversal;
};

// What went wrong, and where.
struct AssemblyMessage {
  char letter = ' ';  // as printed left of the line; ' ' for messages without one
  bool warning = false;
  std::string file;
  unsigned line = 0;
  std::string text;                  // lower case, one line
  std::vector<std::string> callers;  // `in macro SEND, called at rjs.mac(198)`, innermost first

  // rjs.mac(214): error U: symbol SNDBLK is not defined, and the callers on lines of their own.
  std::string format() const;
};

// The source line that made the word at a location.
struct LineEntry {
  std::uint32_t location = 0;
  bool relocatable = false;
  unsigned file = 0;  // index into AssemblyResult::files
  unsigned line = 0;
  std::size_t program = 0;  // index into AssemblyResult::programs
};

// A symbol that was defined with a colon: it names a place, also where its value is absolute.
struct LabelEntry {
  std::string name;
  std::size_t program = 0;
};

struct UniversalFile {
  std::string name;
  std::vector<Word36> words;
};

struct AssemblyResult {
  std::vector<std::string> programs;  // names, in order
  std::vector<RelItem> rel;           // empty when the source asked for none (.NOBIN)
  std::vector<Word36> tape;           // RIM, RIM10, RIM10B: words for paper tape, in place of rel
  std::vector<UniversalFile> universals;
  std::string listing;
  std::string typed;  // PRINTX and the closing lines
  std::vector<AssemblyMessage> messages;
  std::vector<std::string> files;
  std::vector<LineEntry> lines;
  std::vector<LabelEntry> labels;
  unsigned errors = 0;
  unsigned warnings = 0;
};

AssemblyResult assemble(std::span<const SourceText> sources, const AssemblerOptions& options);

}  // namespace utah10

// MACRO-10: the PDP-10 assembler, in the versions that TENEX used.
//
// Sources: MACRO 50(334) as adapted for TENEX, MACRO 47 as modified at BBN, release notes of version 50; where they
// differ, AssemblerOptions::version selects the behaviour. Input: source texts and options. Output: REL items, listing,
// messages, universal files and line tables. The assembler itself reads no clock and no file; both come through the
// options. Errors: an assembly always returns a result; `messages` lists the errors in the source.
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
  bool crossReference = false;   // adds CREF codes to the listing and a cross-reference table at its end
  bool expandMacros = false;     // /E: as if the source began with LALL
  bool tabsInArguments = false;  // /D: DEC's treatment of tabs in macro arguments
  bool warnings = true;          // /Q suppresses Q warnings
  unsigned pageLines = 57;       // decimal, without the two title lines
  unsigned width = 132;          // columns
  std::string time = "00:00";    // printed in the title line of each page
  std::string date = " 1-JAN-70";
  std::optional<unsigned> sourceVersion;                  // .DIRECTIVE XSRCVN; default: from the head of the file
  std::vector<std::string> preload;                       // universals searched without SEARCH
  std::uint64_t characterLimit = std::uint64_t{1} << 28;  // limit on characters read; stops an endless REPEAT
  // Returns the words of NAME.UNV, or nothing if there is no such file.
  std::function<Expected<std::optional<std::vector<Word36>>>(std::string_view name)> findUniversal;
};

// One diagnostic: what is wrong, and where.
struct AssemblyMessage {
  char letter = ' ';  // error letter in the left margin of the line; ' ' if there is none
  bool warning = false;
  std::string file;
  unsigned line = 0;
  std::string text;                  // lower case, one line
  std::vector<std::string> callers;  // `in macro SEND, called at rjs.mac(198)`, innermost first

  // `rjs.mac(214): error U: symbol SNDBLK is not defined`, then the callers, one per line.
  std::string format() const;
};

// The source line that produced the word at a location.
struct LineEntry {
  std::uint32_t location = 0;
  bool relocatable = false;
  unsigned file = 0;  // index into AssemblyResult::files
  unsigned line = 0;
  std::size_t program = 0;  // index into AssemblyResult::programs
};

// A symbol defined with a colon. It names a location, even if its value is absolute.
struct LabelEntry {
  std::string name;
  std::size_t program = 0;
};

struct UniversalFile {
  std::string name;
  std::vector<Word36> words;
};

struct AssemblyResult {
  std::vector<std::string> programs;  // in source order
  std::vector<RelItem> rel;           // empty if the source suppressed the REL file (.NOBIN)
  std::vector<Word36> tape;           // RIM, RIM10, RIM10B: words for paper tape, instead of rel
  std::vector<UniversalFile> universals;
  std::string listing;
  std::string typed;  // PRINTX output and the closing lines
  std::vector<AssemblyMessage> messages;
  std::vector<std::string> files;
  std::vector<LineEntry> lines;
  std::vector<LabelEntry> labels;
  unsigned errors = 0;
  unsigned warnings = 0;
};

AssemblyResult assemble(std::span<const SourceText> sources, const AssemblerOptions& options);

}  // namespace utah10

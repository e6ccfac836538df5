// Case files of the assembler: cases/TOPIC.txt holds several small programs, each followed by what it assembles to.
//
//   === NAME: OPTIONS            a case: its source follows; the colon and the options may be missing
//   --- file OTHER.mac           a further source file of this case
//   --- messages                 the diagnostics, and what the assembler types
//   --- listing                  the listing
//   --- rel                      the relocatable items, the paper tape, the heads of the universal files
//   === file OTHER.mac           a source file that several cases of the topic use
//
// A missing section is empty. One empty line separates two cases and belongs to neither. OPTIONS are those of the
// program macro10, and `+OTHER.mac` for a further input, `before:OTHER.mac` for a preceding assembly whose universals
// the case may search. Control characters other than tab and line feed are written {CR}, {FF}, {VT}, {SUB}, {DEL} or in
// octal, {001}; {END} in place of a final line feed says that there is none.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace utah10::test {

struct Expectation {
  std::string messages;
  std::string listing;
  std::string rel;
};

struct AssemblyCase {
  std::string name;
  std::string options;
  std::string source;
  std::map<std::string, std::string> files;  // by name
  Expectation expected;
};

struct CaseFile {
  std::string topic;
  std::map<std::string, std::string> files;  // shared by the cases, by name
  std::vector<AssemblyCase> cases;
  std::vector<std::string> errors;  // lines that are in no section
};

CaseFile parseCases(std::string topic, std::string_view text);
std::string formatCases(const CaseFile& file);

// The files of a folder, in order.
std::vector<CaseFile> readCases(const std::filesystem::path& folder);
std::string contents(const std::filesystem::path& path);

}  // namespace utah10::test

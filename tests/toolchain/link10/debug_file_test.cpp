// Line tables, and the debug file that link10 makes from them: which symbols are labels, and where lines were loaded.
#include "toolchain/debug_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rel_builder.hpp"

namespace utah10 {
namespace {

using namespace test;
using testing::HasSubstr;

// Runs macro10 on one source and returns the file it would write for NAME.rel.
struct Assembled {
  WordFile rel;
  LineTable lines;
};
Assembled assembled(const std::string& name, const std::string& text) {
  const SourceText source{name + ".mac", text};
  const AssemblyResult r = assemble(std::span{&source, 1}, AssemblerOptions{});
  EXPECT_EQ(r.errors, 0U) << (r.messages.empty() ? "" : r.messages.front().format());
  const std::string table = writeLineTable(lineTableOf(r));
  const auto parsed = parseLineTable("t", table);
  EXPECT_TRUE(parsed.has_value()) << table;
  return {relFile(name + ".rel", r.rel), parsed.value_or(LineTable{})};
}

std::string debugText(const std::vector<Assembled>& files) {
  Linker linker;
  std::map<std::string, LineTable> tables;
  for (const Assembled& a : files) {
    linker.load(a.rel);
    tables.emplace(a.rel.name(), a.lines);
  }
  const LinkResult r = linker.finish(plain());
  EXPECT_EQ(errorsOf(r), "");
  const DebugFile file = debugFileOf(r.programs, tables);
  const std::string text = writeDebugFile(file);
  const auto again = parseDebugFile("t", text);
  EXPECT_TRUE(again.has_value()) << again.error().text();
  EXPECT_TRUE(again.has_value() && *again == file) << text;
  return text;
}

// A lies at 140: START, LOOP+1, the literal. Its LOC 50 stays where it is.
const char* const kFirst =
    "\tTITLE\tFIRST\nP=17\nMASK==777\n\tLOC 50\nTRAP:\tJRST START\n\tRELOC\nSTART::\tMOVE 1,[5]\nLOOP:\tJRST LOOP\n"
    "TOP=LOOP+1\n\tEND START\n";

TEST(DebugFile, MovesLinesAndTellsLabelsFromValues) {
  EXPECT_EQ(debugText({assembled("first", kFirst)}),
            "; utah10 debug file 1\n"
            "file 0 first.mac\n"
            "program FIRST first.rel\n"
            "label local LOOP 000141\n"
            "value hidden MASK 000000000777\n"
            "value local P 000000000017\n"
            "label global START 000140\n"
            "label local TOP 000142\n"
            "label local TRAP 000050\n"
            "line 000050 0 5\n"
            "line 000140 0 7\n"
            "line 000141 0 8\n"
            "line 000142 0 7\n");
}

// The second program follows the first at 143; its high segment is at 400010, after the segment's job data.
TEST(DebugFile, TwoProgramsAndAHighSegment) {
  const Assembled second = assembled(
      "second",
      "\tTITLE\tSECOND\n\tTWOSEG\n\tRELOC 0\nDATA:\tBLOCK 2\n\tRELOC 400000\nCODE:\tMOVE 2,DATA\n\tJRST CODE\n"
      "LOOP:\tHALT .\n\tEND\n");
  const std::string text = debugText({assembled("first", kFirst), second});
  for (const char* line : {"program SECOND second.rel\n", "label local DATA 000143\n", "label local CODE 400010\n",
                           "label local LOOP 400012\n", "label local LOOP 000141\n", "file 1 second.mac\n",
                           "line 400010 1 6\n", "line 400011 1 7\n", "line 400012 1 8\n", "line 000140 0 7\n"})
    EXPECT_THAT(text, HasSubstr(line));
}

// Only the second program of a library is loaded: its lines are those of the table's second program.
TEST(DebugFile, ALibrarysProgramsKeepTheirOwnLines) {
  const Assembled library =
      assembled("lib", "\tTITLE\tONE\n\tENTRY A1\nA1:\tEXP 1\n\tPRGEND\n\tTITLE\tTWO\n\tENTRY B1\nB1:\tEXP 2\n\tEND\n");
  ASSERT_EQ(library.lines.programs.size(), 2U);
  const Assembled first = assembled("main", "\tTITLE\tMAIN\n\tEXTERN B1\n\tEXP B1\n\tEND\n");
  Linker linker;
  linker.load(first.rel);
  linker.search(library.rel);
  const LinkResult r = linker.finish(plain());
  ASSERT_EQ(errorsOf(r), "");
  const std::string text =
      writeDebugFile(debugFileOf(r.programs, {{"main.rel", first.lines}, {"lib.rel", library.lines}}));
  EXPECT_THAT(text, HasSubstr("program TWO lib.rel\nlabel global B1 000141\n"));
  EXPECT_THAT(text, HasSubstr("line 000141 1 7\n"));
  EXPECT_THAT(text, testing::Not(HasSubstr("ONE")));
}

// As FAIL writes them, and MACRO of DEC: a label of absolute code has no relocation.
TEST(DebugFile, WithoutALineTableLabelsAreWhatMovesAndWhereAbsoluteCodeIs) {
  Linker linker;
  linker.load(assembled("other", "\tTITLE\tOTHER\n\tLOC 60\n\tEXP 1,2\n\tRELOC\n\tEND\n").rel);
  linker.load(
      assembled("first",
                "\tTITLE\tFIRST\nP=17\nMASK==51\nTWO=61\nBEHIND=52\n\tLOC 10\n\tEXP 1,2,3,4,5,6,7,10\n\tLOC 50\n"
                "TRAP:\tJRST START\nGTRAP::\tJRST START\n\tRELOC\nSTART::\tMOVE 1,[5]\n\tEND START\n")
          .rel);
  const std::string text = writeDebugFile(debugFileOf(linker.finish(plain()).programs, {}));
  for (const char* line : {"label local TRAP 000050\n", "label global GTRAP 000051\n", "label global START 000140\n",
                           "value hidden MASK 000000000051\n",    // suppressed
                           "value local P 000000000017\n",        // an accumulator
                           "value local TWO 000000000061\n",      // in another program's code
                           "value local BEHIND 000000000052\n"})  // behind the code
    EXPECT_THAT(text, HasSubstr(line));
  EXPECT_THAT(text, testing::Not(HasSubstr("line ")));
}

TEST(DebugFile, DamagedFilesSayWhere) {
  const std::string head = "; utah10 debug file 1\n";
  const std::pair<std::string, std::string> cases[] = {
      {"", "d(1): not a debug file of link10"},
      {"; utah10 debug file 2\n", "d(1): not a debug file"},
      {head + "label local A 140\n", "d(2): not a line"},  // no program yet
      {head + "program P p.rel\nlabel local A 1000000\n", "d(3): not a line"},
      {head + "program P p.rel\nvalue none A 1\n", "d(3): not a line"},
      {head + "program P p.rel\nvalue local TOOLONG 1\n", "d(3): not a line"},
      {head + "program P p.rel\nvalue local A 8\n", "d(3): not a line"},
      {head + "line 140 0 1\n", "d(2): not a line"},  // no such file
      {head + "file 1 a.mac\n", "d(2): not a line"},
      {head + "file 0 a.mac\nline 140 0 1 2\n", "d(3): not a line"},
      {head + "file 0 a.mac\nline 140 0 -1\n", "d(3): not a line"},
      {head + "rubbish\n", "d(2): not a line"}};
  for (const auto& [text, message] : cases) {
    const auto r = parseDebugFile("d", text);
    ASSERT_FALSE(r.has_value()) << text;
    EXPECT_THAT(r.error().text(), testing::StartsWith(message)) << text;
  }
  EXPECT_FALSE(parseLineTable("l", "; utah10 line table 2\nfile 0 a\n000008 0 1\n").has_value());
  EXPECT_FALSE(parseLineTable("l", "; utah10 line table 2\nfile 0 a\n000007 1 1\n").has_value());
  EXPECT_TRUE(parseLineTable("l", "; utah10 line table 1\nfile 0 a\n000007' 0 1\n").has_value());
}

}  // namespace
}  // namespace utah10

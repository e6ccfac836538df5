// Source lines of a diagnostic in the profile, in Callgrind's file and in the coverage; and symbols for `utah10 run`.
//
// basic.mac calls SUB2 once, PUSHJ 10,SUB2, and SUB2 is one instruction, POPJ 10, at 214. Times in ns on MA10 memory
// (parts as in ledger_test.cpp): the box is busy with PUSHJ's store for another 500 when the fetch is requested at 170.
// Access 610, 170 after it, address 110: 1560. POPJ has AC 10 after 140 + 30 and requests the word at 170; the box is
// free. The trace agrees: fetch at 670, read at 1980 of 3580.
#include <gmock/gmock.h>

#include <algorithm>

#include "program_support.hpp"
#include "support/binary_dir.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string kSource = UTAH10_SOURCE_DIR "/roms/diag/basic.mac";
const std::string kBasic = binaryDir() + "/roms/basic.sav";

// The number, from 1, of the line that begins with the text.
std::string lineOf(std::string_view beginning) {
  std::ifstream in{kSource};
  int n = 1;
  for (std::string line; std::getline(in, line); ++n)
    if (line.starts_with(beginning)) return std::to_string(n);
  ADD_FAILURE() << beginning << " is not in " << kSource;
  return "?";
}

class SourceLines : public ProgramTest {
 protected:
  std::string command(const std::string& commands) {
    const Result r = run("--quiet -c \"load " + kBasic + "; " + commands + "\"");
    EXPECT_EQ(r.code, 0) << r.err;
    return r.out;
  }
  const std::string routine = lineOf("SUB2:"), call = lineOf("\tPUSHJ\t10,SUB2");
};

TEST_F(SourceLines, InTheProfile) {
  const std::string rows = command("profile on; start; profile by line --csv");
  EXPECT_THAT(rows, HasSubstr(kSource + "(" + routine + "),exec,,3580,1\n"));
  EXPECT_THAT(rows, ::testing::ContainsRegex("basic.mac\\(" + call + "\\),exec,,[0-9]+,1\n"));
  EXPECT_THAT(command("profile on; start; profile --csv"), HasSubstr("\nSUB2,exec,,3580,"));
}

// SUB2 consists of POPJ; the call record states the calling line and the cost.
TEST_F(SourceLines, InCallgrindsFile) {
  command("profile on; start; profile callgrind b.out");
  const std::string file = read("b.out");
  EXPECT_THAT(file, HasSubstr("\nob=exec\nfl=" + kSource + "\nfn=SUB2\n0x8c " + routine + " 3580 1\n\n"));
  const std::size_t at = file.find("\ncob=exec\ncfi=" + kSource + "\ncfn=SUB2\ncalls=1 0x8c " + routine + "\n0x");
  ASSERT_NE(at, std::string::npos);
  const std::size_t site = file.find('\n', file.find("calls=1", at));
  EXPECT_THAT(file.substr(site, 40), HasSubstr(" " + call + " 3580 1\n"));
}

TEST_F(SourceLines, InTheCoverage) {
  const std::string lines = command("access on; start; coverage source " + kSource);
  EXPECT_THAT(lines, HasSubstr("\n        1.  SUB2:\tPOPJ\t10,\n"));
  EXPECT_THAT(lines, HasSubstr("\n        1.  \tPUSHJ\t10,SUB2\n"));
  EXPECT_THAT(lines, HasSubstr("\n            ; SUB2: PUSHJ 10,SUB2. Returns.\n"));
  EXPECT_THAT(lines, HasSubstr("\n  ########  TABLE:\t11\n"));  // data is never executed
  std::ifstream in{kSource};
  const auto number = std::count(std::istreambuf_iterator<char>{in}, {}, '\n');
  EXPECT_GE(std::count(lines.begin(), lines.end(), '\n'), number);
}

TEST_F(SourceLines, RunLoadsTheSymbols) {
  const Result r =
      run("--trace t.trace --trace-filter \"instruction & pc SUB2\" run --halt-at PASS --for 60s " + kBasic);
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_THAT(r.out, HasSubstr("symbols from "));
  const Result printed = runProgram(binaryDir() + "/trace10",
                                    "print t.trace --columns pc,insn --symbols " + binaryDir() + "/roms/basic.debug");
  EXPECT_THAT(printed.out, HasSubstr("POPJ"));
  EXPECT_EQ(std::count(printed.out.begin(), printed.out.end(), '\n'), 1) << printed.out;
  const Result bad = run("--trace u.trace --trace-filter \"pc NOWHERE\" run " + kBasic);
  EXPECT_EQ(bad.code, 1);
  EXPECT_THAT(bad.err, HasSubstr("NOWHERE"));
  EXPECT_THAT(bad.out, Not(HasSubstr("halt instruction")));
  EXPECT_FALSE(std::filesystem::exists(folder / "u.trace"));
}

}  // namespace
}  // namespace utah10

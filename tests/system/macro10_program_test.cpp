// macro10, run as a user runs it: joined inputs, universals, outputs written completely or not at all, exit codes.
#include <gmock/gmock.h>

#include "program_support.hpp"
#include "support/binary_dir.hpp"
#include "toolchain/input_file.hpp"
#include "utah10/toolchain/rel_file.hpp"

namespace utah10 {
namespace {

using testing::HasSubstr;

class Macro10Program : public ProgramTest {
 protected:
  Result assemble(const std::string& arguments) const { return runProgram(binaryDir() + "/macro10", arguments); }
  std::string items(const std::string& file) const {
    const auto words = readWordFile(folder / file);
    if (!words) return words.error().text();
    const auto decoded = decodeRel(*words);
    if (!decoded) return decoded.error().text();
    std::string text;
    for (const RelItem& item : *decoded) text += describeRel(item);
    return text;
  }
};

TEST_F(Macro10Program, JoinsInputsAndNamesTheOutputAfterTheLast) {
  write("a.mac", "\tTITLE JOIN\nA==5\n");
  write("b.mac", "\tEXP A\n\tEND\n");
  const Result r = assemble("a.mac+b.mac");
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_EQ(r.out + r.err, "");
  EXPECT_THAT(items("b.rel"), HasSubstr("CODE 2 words\n  000000,,000000'\n  000000,,000005\n"));
  ASSERT_EQ(assemble("--packing core-dump -o c.rel a.mac b.mac").code, 0);
  EXPECT_EQ(items("c.rel"), items("b.rel"));
  EXPECT_NE(read("c.rel").size(), read("b.rel").size());
}

TEST_F(Macro10Program, ErrorsKeepTheOldOutputButWriteTheListing) {
  write("a.mac", "\tEXP NONE\n\tEND\n");
  write("a.rel", "as it was");
  const Result r = assemble("-l a.lst a.mac");
  EXPECT_EQ(r.code, 1);
  EXPECT_EQ(r.err, "a.mac(1): error U: symbol NONE is not defined\n");
  EXPECT_EQ(r.out, "NONE\tUNASSIGNED, DEFINED AS IF EXTERNAL\n");
  EXPECT_EQ(read("a.rel"), "as it was");
  EXPECT_THAT(read("a.lst"), HasSubstr("?1 ERROR DETECTED"));
  EXPECT_EQ(assemble("--keep-going a.mac").code, 1);
  EXPECT_THAT(items("a.rel"), HasSubstr("60 NONE"));
}

TEST_F(Macro10Program, WritesUniversalsAndFindsThemInAnyCase) {
  write("defs.mac", "\tUNIVERSAL DEFS\nS==7\n\tEND\n");
  write("use.mac", "\tSEARCH DEFS\n\tEXP S\n\tEND\n");
  write("pre.mac", "\tEXP S\n\tEND\n");
  std::filesystem::create_directory(folder / "unv");
  ASSERT_EQ(assemble("--no-binary --unv-dir unv defs.mac").code, 0);
  std::filesystem::rename(folder / "unv/DEFS.UNV", folder / "unv/Defs.unv");
  EXPECT_EQ(assemble("use.mac").code, 1);
  EXPECT_EQ(assemble("-I unv use.mac").code, 0);
  EXPECT_THAT(items("use.rel"), HasSubstr("000000,,000007"));
  EXPECT_EQ(assemble("-I unv --preload defs pre.mac").code, 0);
  EXPECT_THAT(items("pre.rel"), HasSubstr("000000,,000007"));
  const Result r = assemble("--preload nodefs pre.mac");
  EXPECT_EQ(r.code, 1);
  EXPECT_EQ(r.err, "macro10: nodefs: no such universal to preload; name its directory with -I\n");
}

// STENEX comes with the programs; it is found wherever macro10 is called.
TEST_F(Macro10Program, FindsThePackagedUniversals) {
  write("hi.mac", "\tTITLE HI\n\tSEARCH STENEX\nSTART:\tHALTF\n\tEND START\n");
  const Result r = assemble("hi.mac");
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_THAT(items("hi.rel"), HasSubstr("104000,,000170"));
  write("no.mac", "\tSEARCH NOWHER\n\tEND\n");
  const Result lost = assemble("-I unv no.mac");
  EXPECT_EQ(lost.code, 1);
  EXPECT_THAT(lost.err, HasSubstr("no.mac(1): error: cannot find universal NOWHER\n"));
  EXPECT_THAT(lost.err, HasSubstr("macro10: universal files were looked for in ., unv, /"));
  EXPECT_THAT(lost.err, HasSubstr("/roms, "));
}

TEST_F(Macro10Program, TapesAndLineTables) {
  write("t.mac", "\tRIM10\n\tLOC 100\nA:\tJRST A\n\tEND A\n");
  ASSERT_EQ(assemble("--lines t.lin -o t.rim t.mac").code, 0);
  const auto tape = readWordFile(folder / "t.rim", Packing::PaperTape);
  ASSERT_TRUE(tape.has_value());
  ASSERT_EQ(tape->words().size(), 3U);
  EXPECT_EQ(tape->words()[0].bits(), 0254000000100U);
  EXPECT_EQ(read("t.lin"), "; utah10 line table 2\nfile 0 t.mac\nprogram .MAIN\n000100 0 3\nlabel A\n");
}

TEST_F(Macro10Program, TheRelocatableFileIsWrittenLast) {
  write("u.mac", "\tUNIVERSAL U\nA=1\n\tEND\n");
  std::filesystem::create_directory(folder / "U.UNV");
  for (const char* arguments : {"u.mac", "--lines none/u.lin --unv-dir . u.mac", "-l none/u.lst u.mac"}) {
    const Result r = assemble(arguments);
    EXPECT_EQ(r.code, 1) << arguments;
    EXPECT_THAT(r.err, testing::StartsWith("macro10: ")) << arguments;
    EXPECT_FALSE(std::filesystem::exists(folder / "u.rel")) << arguments;
    std::filesystem::remove_all(folder / "U.UNV");
  }
  EXPECT_EQ(assemble("u.mac").code, 0);
  EXPECT_TRUE(std::filesystem::exists(folder / "u.rel"));
}

TEST_F(Macro10Program, TheLineTableNamesTheLinesOfLiterals) {
  write("t.mac", "\tMOVE 1,[1]\n\tXCT [MOVE 2,3\n\tMOVE 4,[1]]\n\tEXP 2\n\tEND\n");
  ASSERT_EQ(assemble("--lines t.lin t.mac").code, 0);
  EXPECT_EQ(read("t.lin"),
            "; utah10 line table 2\nfile 0 t.mac\nprogram .MAIN\n"
            "000000' 0 1\n000001' 0 2\n000002' 0 4\n"
            "000003' 0 1\n000004' 0 2\n000005' 0 3\n");
}

// The guide's first program (docs/guide/programming.md), from the source to the printed line.
TEST_F(Macro10Program, TheExampleRuns) {
  ASSERT_EQ(assemble("-o hello.rel " UTAH10_SOURCE_DIR "/roms/example/hello.mac").code, 0);
  ASSERT_EQ(runProgram(binaryDir() + "/link10", "--format sav -o hello.sav hello.rel").code, 0);
  const Result r = run("run hello.sav");
  EXPECT_EQ(r.code, 0);
  EXPECT_THAT(r.out, HasSubstr("HELLO FROM A KA10"));
}

TEST_F(Macro10Program, WrongCommandLines) {
  write("a.mac", "\tEND\n");
  for (const char* arguments : {"", "--version-as 48 a.mac", "a.mac+", "--cref a.mac", "-o a.mac a.mac",
                                "--packing none a.mac", "--page-lines 1 a.mac"})
    EXPECT_EQ(assemble(arguments).code, 2) << arguments;
  const Result r = assemble("none.mac");
  EXPECT_EQ(r.code, 1);
  EXPECT_EQ(r.err, "macro10: none.mac: no such file\n");
  EXPECT_EQ(assemble("--help").code, 0);
}

}  // namespace
}  // namespace utah10

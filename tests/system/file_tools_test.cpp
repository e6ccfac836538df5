// The programs dis10 and pack10, run as a user runs them.
#include <gmock/gmock.h>

#include "program_support.hpp"
#include "support/binary_dir.hpp"

namespace utah10 {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

bool oneLine(const std::string& text) { return !text.empty() && text.find('\n') == text.size() - 1; }

class FileToolsTest : public ProgramTest {
 protected:
  Result tool(const std::string& name, const std::string& arguments) const {
    const std::string program = binaryDir() + "/" + name;
    const std::string command =
        "cd " + folder.string() + " && timeout 60 " + program + " " + arguments + " >stdout 2>stderr";
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read("stdout"), read("stderr")};
  }
  Result pack10(const std::string& arguments) const { return tool("pack10", arguments); }
  Result dis10(const std::string& arguments) const { return tool("dis10", arguments); }

  // A save file of MOVEI 1,5 and JRST 140 at 140 in octal digits, then packed.
  void writeSave(const std::string& name, const std::string& packing) const {
    write("save.oct", "777776000137\n201040000005\n254000000140\n254000000140\n");
    ASSERT_EQ(pack10("--to " + packing + " -o " + name + " save.oct").code, 0);
  }
};

TEST_F(FileToolsTest, HelpHasExamples) {
  for (const char* name : {"pack10", "dis10"}) {
    const Result help = tool(name, "--help");
    EXPECT_EQ(help.code, 0);
    EXPECT_THAT(help.out, AllOf(HasSubstr("Examples:"), HasSubstr("Exit codes:")));
    EXPECT_THAT(tool(name, "--version").out, StartsWith(std::string{name} + " 0."));
  }
  EXPECT_THAT(pack10("--help").out, AllOf(HasSubstr("core-dump"), HasSubstr("dld9"), HasSubstr("sail")));
}

TEST_F(FileToolsTest, EveryPackingIsReversible) {
  for (const char* packing : {"core-dump", "ansi-ascii", "alto", "high-density", "dld9", "its", "data8", "dectape",
                              "seven-track", "paper-tape"}) {
    SCOPED_TRACE(packing);
    writeSave("packed", packing);
    const Result back = pack10(std::string{"--from "} + packing + " --to octal packed");
    EXPECT_EQ(back.code, 0) << back.err;
    EXPECT_EQ(back.out, "777776000137\n201040000005\n254000000140\n254000000140\n");
  }
}

TEST_F(FileToolsTest, InfoReportsPackingAndEvidence) {
  writeSave("packed", "alto");
  const Result info = pack10("--info packed");
  EXPECT_EQ(info.code, 0) << info.err;
  EXPECT_THAT(info.out, StartsWith("packed: alto, 4 words in 20 bytes\n  packing: "));
  EXPECT_THAT(info.out, HasSubstr("\n  contents: 10/50 SAV: the first word is 777776,,000137, a block of 2 words for"));
}

TEST_F(FileToolsTest, TextConversionIsReversible) {
  write("a.mac", "START:\tMOVEI 1,5\n\tEND START\n");
  ASSERT_EQ(pack10("--to alto -o a.36 a.mac").code, 0);
  EXPECT_EQ(pack10("--to text a.36").out, "START:\tMOVEI 1,5\n\tEND START\n");
  EXPECT_EQ(pack10("--to text --crlf a.36").out, "START:\tMOVEI 1,5\r\n\tEND START\r\n");
  EXPECT_EQ(read("a.36").size() % 5, 0U);
}

TEST_F(FileToolsTest, AFailureIsOneLineAndKeepsTheOldFile) {
  write("out", "precious");
  write("bad", std::string("\0\0\0\0\1\0\0\0\0\377", 10));
  const Result bad = pack10("--from core-dump --to data8 -o out bad");
  EXPECT_EQ(bad.code, 1);
  EXPECT_EQ(bad.err, "bad: byte 5: not a word in core-dump packing\n");
  EXPECT_EQ(read("out"), "precious");
  write("half", std::string(13, '\0'));
  EXPECT_EQ(pack10("--from data8 --to octal half").err,
            "half: byte 13: the file ends inside a word: data8 packing has 8 bytes per word\n");
  const Result missing = pack10("--to octal nosuch");
  EXPECT_EQ(missing.code, 1);
  EXPECT_EQ(missing.err, "nosuch: no such file\n");
  const Result sail = pack10("--from sail --to text -o out bad");
  EXPECT_EQ(sail.code, 1);
  EXPECT_THAT(sail.err, HasSubstr("does not say what the words were"));
  EXPECT_TRUE(oneLine(sail.err));
}

TEST_F(FileToolsTest, WrongUsageIsOneLineAndExitCodeTwo) {
  write("x", "1\n");
  for (const char* arguments :
       {"", "x", "--to nosuch x", "--from nosuch --to octal x", "--info --to octal x", "--no"}) {
    const Result r = pack10(arguments);
    EXPECT_EQ(r.code, 2) << arguments;
    EXPECT_TRUE(oneLine(r.err)) << r.err;
    EXPECT_THAT(r.err, StartsWith("pack10: "));
    EXPECT_EQ(r.out, "");
  }
  for (const char* arguments : {"", "--from 9 x", "--from 1000000 x", "--from 2 --to 1 x", "--packing alto x",
                                "--raw --packing no x", "--origin 5 x", "--rel --raw x", "--no"}) {
    const Result r = dis10(arguments);
    EXPECT_EQ(r.code, 2) << arguments;
    EXPECT_TRUE(oneLine(r.err)) << r.err;
    EXPECT_THAT(r.err, StartsWith("dis10: "));
    EXPECT_EQ(r.out, "");
  }
}

TEST_F(FileToolsTest, Dis10WritesSource) {
  writeSave("try.sav", "high-density");
  write("names", "GO 140\n");
  const Result r = dis10("--symbols names try.sav");
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_EQ(
      r.out,
      "\tTITLE\tTRY\n; 10/50 SAV, high-density packing\n\n\tLOC\t140\nGO:\tMOVEI\t1,5\n\tJRST\tGO\n\n\tEND\tGO\n");
  EXPECT_EQ(dis10("--symbols names -o try.mac try.sav").out, "");
  EXPECT_EQ(read("try.mac"), r.out);
  EXPECT_THAT(dis10("--plain --from 141 try.sav").out, StartsWith("000141  254000,,000140  JRST 140 "));
}

TEST_F(FileToolsTest, Dis10AcceptsRawWords) {
  write("raw.oct", "201040000005\n777777777777\n");
  ASSERT_EQ(pack10("--to dld9 -o raw raw.oct").code, 0);
  const Result r = dis10("--raw --packing dld9 --origin 1000 raw");
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_EQ(r.out, "\tTITLE\tRAW\n; raw words, dld9 packing\n\n\tLOC\t1000\n\tMOVEI\t1,5\n\t-1\n\n\tEND\n");
  const Result far = dis10("--raw --packing dld9 --origin 777777 raw");
  EXPECT_EQ(far.code, 1);
  EXPECT_EQ(far.err, "raw: 2 words do not fit from 777777 on; use another --origin or shorten the file\n");
}

// TRY: a name item, one word of code, an end item.
TEST_F(FileToolsTest, Dis10PrintsRelItems) {
  write("rel.oct", "6,,1\n0\n000000140003\n1,,2\n200000000000\n0\n201040000005\n5,,1\n200000000000\n000000000001\n");
  ASSERT_EQ(pack10("--to core-dump -o try.rel rel.oct").code, 0);
  const Result r = dis10("--rel try.rel");
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_THAT(r.out, AllOf(HasSubstr("NAME"), HasSubstr("TRY"), HasSubstr("201040,,000005"), HasSubstr("END")));
  const Result image = dis10("try.rel");
  EXPECT_EQ(image.code, 1);
  EXPECT_TRUE(oneLine(image.err)) << image.err;
  EXPECT_THAT(image.err, StartsWith("try.rel: byte 0: a relocatable (REL) file"));
}

TEST_F(FileToolsTest, Dis10Refusals) {
  EXPECT_EQ(dis10("nosuch").err, "nosuch: no such file\n");
  writeSave("try.sav", "data8");
  const Result nothing = dis10("--from 1000 --to 2000 try.sav");
  EXPECT_EQ(nothing.code, 1);
  EXPECT_THAT(nothing.err,
              StartsWith("try.sav: no words from 001000 to 002000; 10/50 SAV (data8): 000140-000141, 2 words"));
  write("names", "GO 149\n");
  const Result r = dis10("--symbols names try.sav");
  EXPECT_EQ(r.code, 1);
  EXPECT_EQ(r.err, "names(1): expected NAME value; START 140\n");
}

}  // namespace
}  // namespace utah10

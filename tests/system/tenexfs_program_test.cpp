// The program tenexfs, run as a user runs it: lists of commands, conversions in every packing, errors in one line.
#include <gmock/gmock.h>

#include <algorithm>

#include "program_support.hpp"
#include "support/binary_dir.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class TenexfsProgram : public ProgramTest {
 protected:
  Result tenexfs(const std::string& arguments) const { return runProgram(binaryDir() + "/tenexfs", arguments); }
  std::string good(const std::string& arguments) const {
    const Result r = tenexfs(arguments);
    EXPECT_EQ(r.code, 0) << arguments << "\n" << r.err;
    EXPECT_EQ(r.err, "") << arguments;
    return r.out;
  }
  void bad(const std::string& arguments, int code, const std::string& message) const {
    const Result r = tenexfs(arguments);
    EXPECT_EQ(r.code, code) << arguments;
    EXPECT_THAT(r.err, HasSubstr(message)) << arguments;
    EXPECT_EQ(std::count(r.err.begin(), r.err.end(), '\n'), 1) << r.err;
  }
};

TEST_F(TenexfsProgram, PerformsAListCompletelyOrNotAtAll) {
  std::filesystem::create_directory(folder / "texts");
  write("texts/a.txt", "in the folder\n");
  write("b.txt", "here\n");
  write("list",
        "# users\nmkdir SMITH --password LAKE\n\nimport a.txt <SMITH>A.TXT  # a comment\n"
        "import b.txt <SMITH>B.TXT;7\n");
  good("make p.dsk");
  EXPECT_EQ(good("do p.dsk list --from texts"), "");
  EXPECT_EQ(good("export p.dsk '<SMITH>A.TXT'"), "in the folder\n");
  EXPECT_EQ(good("export p.dsk '<SMITH>B.TXT;7'"), "here\n");
  write("list", "mkdir JONES\nimport none.txt <JONES>A.TXT\n");
  const std::string before = read("p.dsk");
  bad("do p.dsk list", 1, "list(2): none.txt: ");
  EXPECT_TRUE(read("p.dsk") == before);
  write("list", "mkdir JONES\nmake p.dsk\n");
  bad("do p.dsk list", 2, "list(2): ");
  good("protect p.dsk smith 777760 --files 777700");
  good("import p.dsk b.txt '<SMITH>C.TXT'");
  EXPECT_THAT(good("list p.dsk SMITH"), HasSubstr("C.TXT;1  1 pages, 6 bytes of 7, P777700"));
  bad("do p.dsk nolist", 1, "nolist: cannot be read");
  EXPECT_THAT(good("list p.dsk"), Not(HasSubstr("JONES")));
}

TEST_F(TenexfsProgram, IsReproducible) {
  write("list", "mkdir SMITH\nimport list <SMITH>LIST\n");
  for (const char* name : {"a.dsk", "b.dsk"}) {
    good(std::string{"--date \"1972-10-01 12:00:00\" make "} + name);
    good(std::string{"--date \"1972-10-01 12:00:00\" do "} + name + " list");
  }
  EXPECT_TRUE(read("a.dsk") == read("b.dsk"));
}

// Words are preserved by every packing that can represent them.
TEST_F(TenexfsProgram, EveryPackingIsReversible) {
  std::string words;
  for (int i = 0; i < 600; ++i) words += "123456701234\n000000000001\n777777777776\n";
  write("w.oct", words);
  good("make p.dsk");
  for (const char* form : {"core-dump", "ansi-ascii", "alto", "high-density", "dld9", "its", "data8", "dectape",
                           "seven-track", "paper-tape", "octal"}) {
    const std::string name = std::string{"'<SYSTEM>X."} + std::string{form}.substr(0, 3) + "'";
    const Result packed =
        runProgram(binaryDir() + "/pack10", std::string{"--from octal --to "} + form + " -o w." + form + " w.oct");
    ASSERT_EQ(packed.code, 0) << packed.err;
    good(std::string{"import p.dsk w."} + form + " " + name + " --form " + form);
    good("export p.dsk " + name + " --out back --form " + form);
    EXPECT_TRUE(read("back") == read(std::string{"w."} + form)) << form;
    good("export p.dsk " + name + " --out back.oct --form octal");
    EXPECT_EQ(read("back.oct"), words) << form;
  }
  good("check p.dsk");
}

TEST_F(TenexfsProgram, ComplainsInOneLine) {
  write("a.txt", "text\n");
  write("eight.txt", "na\xc3\xafve\n");
  write("no.dsk", "no pack");
  good("make p.dsk");
  bad("make p.dsk", 1, "p.dsk: already exists; --force replaces it");
  bad("make q.dsk --drive RP04", 1, "RP04");
  bad("list no.dsk", 1, "no.dsk: ");
  bad("list none.dsk", 1, "none.dsk: ");
  bad("list p.dsk SMITH", 1, "SMITH");
  bad("import p.dsk none.txt '<SYSTEM>A.TXT'", 1, "none.txt");
  bad("import p.dsk a.txt '<SMITH>A.TXT'", 1, "SMITH");
  bad("import p.dsk a.txt 'A.TXT'", 1, "A.TXT");
  bad("import p.dsk eight.txt '<SYSTEM>A.TXT'", 1, "eight.txt");
  bad("import p.dsk a.txt '<SYSTEM>A.TXT' --form punched", 2, "punched is not a form");
  bad("import p.dsk a.txt '<SYSTEM>A.TXT' --protection 8", 2, "six octal digits");
  bad("import p.dsk a.txt '<SYSTEM>A.TXT' --byte-size 37", 2, "--byte-size");
  bad("export p.dsk '<SYSTEM>NONE.TXT'", 1, "NONE.TXT");
  bad("export p.dsk '<SYSTEM>INDEX.' --out none/x", 1, "none/x");
  bad("mkdir p.dsk SYSTEM", 1, "SYSTEM");
  bad("protect p.dsk SMITH 777740", 1, "SMITH");
  bad("protect p.dsk SYSTEM 777749", 2, "six octal digits");
  bad("delete p.dsk '<SYSTEM>NONE.TXT'", 1, "NONE.TXT");
  bad("--date yesterday list p.dsk", 2, "yesterday is not a date");
  bad("", 2, "tenexfs: ");
}

}  // namespace
}  // namespace utah10

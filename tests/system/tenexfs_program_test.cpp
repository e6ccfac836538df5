// The program tenexfs, run as a user runs it: lists of commands, conversions in every packing, errors in one line.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>

#include "devices/dectape_image.hpp"
#include "program_support.hpp"
#include "support/binary_dir.hpp"
#include "utah10/word/text.hpp"

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

// Words in data8, of a file of `pages` pages of zeros.
std::string data8(std::size_t pages, const std::vector<std::pair<std::size_t, std::uint64_t>>& words) {
  std::string bytes(pages * 512 * 8, '\0');
  for (const auto& [at, word] : words)
    for (std::size_t k = 0; k < 8; ++k) bytes[at * 8 + k] = static_cast<char>(word >> (8 * k));
  return bytes;
}

// A host without holes writes the pages.
TEST_F(TenexfsProgram, HolesOfAHostFileStayHoles) {
  good("make p.dsk");
  write("dense", data8(3, {{0, 1}}));
  good("import p.dsk dense '<SYSTEM>DENSE' --form data8");
  EXPECT_THAT(good("list p.dsk SYSTEM"), HasSubstr("<SYSTEM>DENSE.;1  3 pages, 1536 bytes of 36"));
  write("holes", data8(1, {{0, 1}}));
  std::filesystem::resize_file(folder / "holes", 3 * 4096);
  struct stat about {};
  ASSERT_EQ(::stat((folder / "holes").c_str(), &about), 0);
  const bool made = about.st_blocks * 512 < 2 * 4096;
  const std::string pages = made ? "1 pages" : "3 pages";
  good("import p.dsk holes '<SYSTEM>HOLES' --form data8");
  EXPECT_THAT(good("list p.dsk SYSTEM"), HasSubstr("<SYSTEM>HOLES.;1  " + pages + ", 1536 bytes of 36"));
  good("export p.dsk '<SYSTEM>HOLES' --out back");
  EXPECT_EQ(std::filesystem::file_size(folder / "back"), 3 * 4096U);
  good("import p.dsk back '<SYSTEM>BACK' --form data8");
  EXPECT_THAT(good("list p.dsk SYSTEM"), HasSubstr("<SYSTEM>BACK.;1  " + pages + ", 1536 bytes of 36"));
  good("check p.dsk");
}

// Page 1 of the file is in no group of its directory; page 2 is, and exists though it has only zeros.
TEST_F(TenexfsProgram, AnSsaveFileHasThePagesOfItsDirectory) {
  good("make p.dsk");
  write("x.sav", data8(4, {{0, 01000'000002}, {1, 0520020'000002}, {2, 0520021'000003}, {3, 03'020000}, {3 * 512, 1}}));
  good("import p.dsk x.sav '<SYSTEM>X.SAV' --form data8");
  EXPECT_THAT(good("list p.dsk SYSTEM"), HasSubstr("<SYSTEM>X.SAV;1  3 pages, 2048 bytes of 36"));
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

// What the program writes, the drive of the machine mounts, and the other way round.
TEST_F(TenexfsProgram, MakesTheTapesThatTheDriveMounts) {
  write("w.oct", "000000000001\n777777777777\n252525,,525252\n");
  good("make t.dta --drive TU55");
  EXPECT_EQ(good("import t.dta w.oct DTA0:W.BIN --form octal"), "W.BIN\n");
  auto image = DecTapeImage::open("dta0", folder / "t.dta");
  ASSERT_TRUE(image) << image.error().text();
  EXPECT_EQ(image->word(3, 0), Word36{3 << 8 | 3});
  EXPECT_EQ(image->word(3, 3), Word36::halves(0252525, 0525252));
  EXPECT_EQ(sixbitName(image->word(100, 83)), "W");
  bad("list t.dta", 1, "t.dta: is attached to a running utah10; detach it first");
  std::array<Word36, DecTapeImage::kBlockWords> block{};
  std::ranges::copy(image->block(3), block.begin());
  block[1] = Word36{0123456701234};
  image->write(3, block);
  ASSERT_TRUE(image->flush());
  image = DecTapeImage{};
  EXPECT_EQ(good("export t.dta W.BIN --form octal"), "123456701234\n777777777777\n252525525252\n");
}

TEST_F(TenexfsProgram, TakesTapesThroughTheirWholeLife) {
  write("a.txt", "one\ntwo\n");
  write("list", "import a.txt A.TXT  # text\nimport a.txt B.TXT --spacing 1 --eol\ndelete A.TXT\n");
  const std::string date = "--date \"1976-07-04 12:00:00\" ";
  for (const char* name : {"t.dta ", "u.dta "}) {
    good(std::string{"make "} + name + "--drive TU55");
    EXPECT_EQ(good(date + "do " + name + "list"), "");
    EXPECT_EQ(good(date + "import " + name + "a.txt C"), "C.\n");
  }
  EXPECT_TRUE(read("t.dta") == read("u.dta"));
  EXPECT_EQ(read("t.dta").size(), 591872U);
  EXPECT_EQ(good("list t.dta"),
            "C.  1 blocks, 2 words, written 1976-07-04\nB.TXT  1 blocks, 2 words, written 1976-07-04\n");
  EXPECT_EQ(good("export t.dta b.txt"), "one\ntwo\n");
  EXPECT_EQ(good("export t.dta c. --crlf"), "one\r\ntwo\r\n");
  EXPECT_EQ(good("export t.dta B.TXT --form octal"), "677354517750\n737363700000\n");  // EOL ends a line
  EXPECT_EQ(good("check t.dta"), "2 files, 2 blocks used, 572 free\n");
  EXPECT_EQ(good("delete t.dta B.TXT"), "B.TXT\n");
  write("list", "import a.txt D.TXT\nimport none.txt E.TXT\n");
  const std::string before = read("t.dta");
  bad("do t.dta list", 1, "list(2): none.txt: ");
  EXPECT_TRUE(read("t.dta") == before);
  bad("make t.dta --drive TU55", 1, "t.dta: already exists");
  good("make t.dta --drive TU55 --force");
  EXPECT_EQ(good("list t.dta"), "");
}

TEST_F(TenexfsProgram, ChecksAndRepairsATape) {
  write("w.oct", [] {
    std::string words;
    for (int i = 0; i < 300; ++i) words += "000000000007\n";
    return words;
  }());
  good("make t.dta --drive TU55");
  good("import t.dta w.oct W.BIN --form octal");
  std::string image = read("t.dta");
  image[4 * 1024] = 9;  // block 4 is followed by block 9, a free one
  write("t.dta", image);
  const Result r = tenexfs("check t.dta");
  EXPECT_EQ(r.code, 3);
  EXPECT_EQ(r.out, "error: W.BIN: the block after 4 is 11, which is not its own\n1 files, 3 blocks used, 571 free\n");
  bad("export t.dta W.BIN", 1, "W.BIN: the block after 4 is 11, which is not its own; tenexfs check --repair");
  bad("delete t.dta W.BIN", 1, "t.dta: W.BIN: ");
  EXPECT_TRUE(read("t.dta") == image);
  const Result repaired = tenexfs("check t.dta --repair");
  EXPECT_EQ(repaired.code, 0);
  EXPECT_THAT(repaired.out, HasSubstr("1 files, 2 blocks used, 572 free\nrepaired\n"));
  EXPECT_THAT(good("list t.dta"), HasSubstr("W.BIN  2 blocks, 254 words"));
}

TEST_F(TenexfsProgram, SaysWhatATapeDoesNotHave) {
  write("a.txt", "text\n");
  write("blank.dta", std::string(591872, '\0'));
  write("eleven.dta", std::string(295936, '\0'));
  good("make p.dsk");
  good("make t.dta --drive TU55");
  bad("list blank.dta", 1, "blank.dta: has no TENEX or DEC directory in block 144; tenexfs make");
  bad("list eleven.dta", 1, "eleven.dta: is not an RP02 or RP03 pack");
  bad("make q.dta --drive TU56", 1, "TU56: no such drive; RP02, RP03 or TU55");
  bad("mkdir t.dta SMITH", 2, "a DECtape has no directories");
  bad("protect t.dta SMITH 777777", 2, "a DECtape has no directories");
  bad("list t.dta SMITH", 1, "a DECtape has no directories");
  bad("import t.dta a.txt '<SMITH>A.TXT'", 1, "a DECtape has no directories");
  bad("import t.dta a.txt 'A.TXT;2'", 1, "a DECtape has no versions");
  bad("import t.dta a.txt LONGNAME.TXT", 1, "LONGNAME.TXT: not a valid file name on a DECtape");
  bad("import t.dta a.txt A.TXT --protection 777777", 2, "has no protection");
  bad("import t.dta a.txt A.TXT --form octal --byte-size 7", 2, "has no byte size");
  bad("import t.dta a.txt A.TXT --spacing 8", 2, "--spacing");
  bad("import p.dsk a.txt '<SYSTEM>A.TXT' --spacing 2", 2, "--spacing is for DECtapes");
  bad("delete t.dta NONE.TXT", 1, "NONE.TXT: no such file");
  bad("delete t.dta A.TXT --expunge", 2, "as soon as it is deleted");
  bad("expunge t.dta SMITH", 2, "as soon as it is deleted");
  bad("export t.dta NONE.TXT", 1, "NONE.TXT: no such file");
  EXPECT_EQ(good("list t.dta"), "");
}

}  // namespace
}  // namespace utah10

// link10, run as a user runs it: order of options, files written completely or not at all, exit codes.
#include <gmock/gmock.h>

#include "program_support.hpp"
#include "support/binary_dir.hpp"
#include "toolchain/output_file.hpp"
#include "toolchain/radix50.hpp"
#include "utah10/toolchain/core_image.hpp"
#include "utah10/toolchain/linker.hpp"
#include "utah10/word/text.hpp"

namespace utah10 {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class Link10Program : public ProgramTest {
 protected:
  // Writes a program of `size` words `fill` at relocatable 0, which defines its own name and may refer to another.
  void rel(const std::string& file, const std::string& name, std::uint32_t size, std::uint64_t fill,
           const std::string& asks = "", std::vector<RelItem> more = {}) const {
    std::vector<RelItem> items(5);
    items[0].type = static_cast<unsigned>(RelType::Entry);
    addWord(items[0], radix50Word(0, name));
    items[1].type = static_cast<unsigned>(RelType::Name);
    addWord(items[1], radix50Word(0, name));
    addWord(items[1], Word36{});
    items[2].type = static_cast<unsigned>(RelType::Code);
    addWord(items[2], Word36{}, kRelRight);
    for (std::uint32_t i = 0; i < size; ++i) addWord(items[2], Word36{fill});
    items[3].type = static_cast<unsigned>(RelType::Symbols);
    addWord(items[3], radix50Word(04, name));
    addWord(items[3], Word36{}, kRelRight);
    if (!asks.empty()) {
      addWord(items[3], radix50Word(060, asks));
      addWord(items[3], Word36{});
    }
    items[4].type = static_cast<unsigned>(RelType::End);
    addWord(items[4], Word36{size}, kRelRight);
    addWord(items[4], Word36{});
    items.insert(items.end() - 1, more.begin(), more.end());
    ASSERT_TRUE(writeFileWhole(folder / file, packWords(encodeRel(items), Packing::Data8)).has_value());
  }
  Result link(const std::string& arguments) const { return runProgram(binaryDir() + "/link10", arguments); }
  std::string summary(const std::string& file) const {
    const auto image = loadCoreImage(folder / file);
    return image ? image->summary() : image.error().text();
  }
};

// Source lines from the file next to the relocatable file are relocated with its words; without that file there are
// only symbols.
TEST_F(Link10Program, WritesADebugFile) {
  rel("a.rel", "A", 2, 0254000000140);
  const std::string symbols = "; utah10 debug file 1\nprogram A a.rel\nlabel global A 000140\n";
  ASSERT_EQ(link("--debug a.debug -o a.sav a.rel").code, 0);
  EXPECT_EQ(read("a.debug"), symbols);
  write("a.lines", "; utah10 line table 2\nfile 0 a.mac\nprogram A\n000000' 0 3\n000001' 0 4\n");
  ASSERT_EQ(link("--debug a.debug -o a.sav a.rel").code, 0);
  EXPECT_EQ(read("a.debug"),
            "; utah10 debug file 1\nfile 0 a.mac\nprogram A a.rel\nlabel global A 000140\n"
            "line 000140 0 3\nline 000141 0 4\n");
  write("a.lines", "; utah10 line table 2\nrubbish\n");
  const Result r = link("--debug b.debug -o b.sav a.rel");
  EXPECT_EQ(r.code, 1);
  EXPECT_EQ(r.err, "link10: a.lines(2): not a line of a line table\n");
  EXPECT_FALSE(std::filesystem::exists(folder / "b.sav"));
}

TEST_F(Link10Program, WritesEveryFormatAndTheReaderRecognisesIt) {
  rel("a.rel", "A", 2, 0254000000140);
  const std::string tail = " (data8): 000140-000141, 2 words; start 000140";
  const std::pair<std::string, std::string> expected[] = {
      {"--format sav --no-job-data", "10/50 SAV" + tail},
      {"--format ssave --no-job-data", "TENEX SSAVE (data8): 000000-000777, 1000 words; start 000140"},
      {"--format exe --packing core-dump", "EXE (core-dump): 000000-000777, 1000 words; start 000140"},
      {"--format rim10b", "RIM10B (paper-tape): 000140-000141, 2 words; start 000140"},
      {"--format octal", "octal text: 000140-000141, 2 words; start 000140"}};
  for (const auto& [options, text] : expected) {
    const Result r = link(options + " --start A -o x a.rel");
    EXPECT_EQ(r.code, 0) << r.err;
    EXPECT_EQ(r.out + r.err, "");
    EXPECT_EQ(summary("x"), text);
  }
  ASSERT_EQ(link("--format raw -o x.raw a.rel").code, 0);
  EXPECT_EQ(read("x.raw").size(), 0142U * 8);
  ASSERT_EQ(link("a.rel").code, 0);
  EXPECT_THAT(summary("a.sav"), HasSubstr("TENEX SSAVE"));
}

TEST_F(Link10Program, OptionsApplyToTheFilesAfterThem) {
  rel("a.rel", "A", 1, 1);
  rel("b.rel", "B", 1, 2);
  rel("c.rel", "C", 1, 3);
  const Result r =
      link("--map=x.map --format octal -o x a.rel --set .LOW.=200 b.rel --set .LOW.=1000 --no-local-symbols c.rel");
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_EQ(summary("x"), "octal text: 000140-000140, 1 word; 000200-000200, 1 word; 001000-001000, 1 word; no start");
  EXPECT_THAT(read("x.map"), HasSubstr("C        001000-001001"));
}

TEST_F(Link10Program, SearchesLibrariesAndFindsRequestedFiles) {
  rel("lib.rel", "LIB", 1, 2);
  rel("unused.rel", "UNUSED", 1, 2);
  std::filesystem::create_directory(folder / "sys");
  rel("sys/extra.rel", "EXTRA", 1, 3);
  RelItem request;
  request.type = static_cast<unsigned>(RelType::RequestLoad);
  addWord(request, packSixbit("EXTRA").value());
  addWord(request, Word36{});
  addWord(request, Word36{});
  rel("a.rel", "A", 1, 1, "LIB", {request});
  EXPECT_EQ(link("--format octal -o x a.rel --search unused.rel --search lib.rel -L sys").code, 0);
  EXPECT_EQ(summary("x"), "octal text: 000140-000142, 3 words; no start");
  const Result r = link("--format octal -o y a.rel --search lib.rel");
  EXPECT_EQ(r.code, 1);
  EXPECT_EQ(r.err, "link10: a.rel: byte 136: requested file EXTRA cannot be found; name its directory with -L\n");
}

TEST_F(Link10Program, ReportsAllErrorsAndWritesNothing) {
  rel("a.rel", "A", 1, 1, "NONE");
  write("x", "old");
  write("junk.rel", "not a program");
  const Result r = link("-o x a.rel junk.rel missing.rel");
  EXPECT_EQ(r.code, 1);
  EXPECT_THAT(r.err, AllOf(HasSubstr("link10: junk.rel: "), HasSubstr("link10: missing.rel: no such file\n"),
                           HasSubstr("link10: a.rel: global NONE is undefined; mentioned in a.rel (A)\n")));
  EXPECT_EQ(read("x"), "old");
}

TEST_F(Link10Program, RefusesAWrongCommandLine) {
  for (const char* bad : {"", "--format nonsense a.rel", "--set .MID.=3 a.rel", "--set .LOW. a.rel",
                          "--packing x a.rel", "-o x.rel a.rel", "--map a.rel b.rel"}) {
    const Result r = link(bad);
    EXPECT_EQ(r.code, 2) << bad;
    EXPECT_NE(r.err, "") << bad;
  }
  const Result help = link("--help");
  EXPECT_EQ(help.code, 0);
  EXPECT_THAT(help.out, AllOf(HasSubstr("Examples:"), HasSubstr("--set .LOW.=200")));
}

}  // namespace
}  // namespace utah10

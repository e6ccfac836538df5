// put and get without a TENEX: what they refuse, and the files on the tape. tests/system/monitor_carry_test.cpp has the
// rest.
#include <gmock/gmock.h>

#include "command/session_support.hpp"
#include "command/terminals/tape_file.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;

class CarryTest : public SessionTest {
 protected:
  static FileContents contents(std::size_t words, unsigned size, std::uint64_t bytes) {
    FileContents c;
    for (std::size_t n = 0; n < words; ++n) c.words.push_back(Word36{0123456701234 * (n + 1)});
    c.byteSize = size;
    c.bytes = bytes;
    return c;
  }
};

TEST_F(CarryTest, ATapeFileKeepsEveryWord) {
  unsigned n = 0;
  for (const FileContents& c : {contents(3, 7, 12), contents(01000, 36, 01000), contents(01001, 36, 01001),
                                contents(600, 8, 2400), contents(0, 36, 0)}) {
    const std::string file = fmt::format("{}.tap", n++);
    ASSERT_TRUE(writeTapeFile(file, c));
    const auto back = readTapeFile(file);
    ASSERT_TRUE(back) << back.error().text();
    EXPECT_EQ(back->words, c.words);
    EXPECT_EQ(back->byteSize, c.byteSize);
    EXPECT_EQ(back->bytes, c.bytes);
  }
}

TEST_F(CarryTest, OtherTapesAreRefused) {
  write("blank.tap", "");
  EXPECT_THAT(readTapeFile("blank.tap").error().text(), HasSubstr("nothing on the tape"));
  write("other.tap", std::string{"\5\0\0\0ABCDE\0\5\0\0\0", 14});
  EXPECT_THAT(readTapeFile("other.tap").error().text(), HasSubstr("no label"));
  ASSERT_TRUE(writeTapeFile("cut.tap", contents(01001, 36, 01001)));
  std::filesystem::resize_file("cut.tap", 28 + 2568);  // the label and one record
  EXPECT_THAT(readTapeFile("cut.tap").error().text(), HasSubstr("the tape ends after 512 of 513 words"));
}

TEST_F(CarryTest, ArgumentsAreChecked) {
  EXPECT_THAT(refusal("put"), HasSubstr("the host file is missing; put hi.mac"));
  EXPECT_THAT(refusal("get"), HasSubstr("the TENEX file is missing; get NOTES.TXT"));
  EXPECT_THAT(refusal("put nix.mac"), HasSubstr("nix.mac: no such file"));
  EXPECT_THAT(refusal("put demo.oct"), HasSubstr("the machine has no magnetic tape"));
  EXPECT_THAT(refusal("put demo.oct A.B C.D"), HasSubstr("\"C.D\" is not an option; form FORM"));
  EXPECT_THAT(refusal("put demo.oct form nix"), HasSubstr("\"nix\" is not a form"));
  EXPECT_THAT(refusal("put demo.oct as GUEST"), HasSubstr("the password is missing"));
  EXPECT_THAT(refusal("put demo.oct my_file.oct"), HasSubstr("\"MY_FILE.OCT\" is no name of a TENEX file"));
  EXPECT_THAT(refusal("get A.TXT demo.oct"), HasSubstr("demo.oct: exists already; get A.TXT NEWFILE"));
  write("high.txt", "\xff\xfe\xfd");
  EXPECT_THAT(refusal("put high.txt"), HasSubstr("high.txt: "));
  EXPECT_THAT(refusal("put high.txt form text"), HasSubstr("high.txt: "));
}

}  // namespace
}  // namespace utah10

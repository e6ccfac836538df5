// Host files are written completely or not at all, and read completely.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "toolchain/input_file.hpp"
#include "toolchain/output_file.hpp"
#include "toolchain_support.hpp"

namespace utah10 {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class OutputFile : public testing::Test {
 protected:
  OutputFile() {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~OutputFile() override { fs::remove_all(folder_); }
  std::string content(const fs::path& p) const {
    std::ifstream in(p, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  }
  std::size_t files() const { return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), {})); }
  const fs::path folder_ = fs::path{testing::TempDir()} /
                           (std::string{"utah10_"} + testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(OutputFile, ReplacesAFileAndLeavesNothingBeside) {
  const fs::path path = folder_ / "x";
  ASSERT_TRUE(writeFileWhole(path, "first").has_value());
  fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
  ASSERT_TRUE(writeFileWhole(path, "second one").has_value());
  EXPECT_EQ(content(path), "second one");
  EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(files(), 1U);
  EXPECT_EQ(readFileWhole(path).value().size(), 10U);
}

TEST_F(OutputFile, FollowsALink) {
  ASSERT_TRUE(writeFileWhole(folder_ / "x", "old").has_value());
  fs::create_symlink("x", folder_ / "link");
  ASSERT_TRUE(writeFileWhole(folder_ / "link", "new").has_value());
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_EQ(content(folder_ / "x"), "new");
}

TEST_F(OutputFile, ExplainsWhatItCannotWrite) {
  EXPECT_EQ(writeFileWhole(folder_, "x").error().text(), folder_.string() + ": is a directory; name a file");
  const std::string missing = (folder_ / "no" / "x").string();
  EXPECT_EQ(writeFileWhole(missing, "x").error().text(),
            missing +
                ": cannot be written: No such file or directory; any old file is unchanged; "
                "free some space or name another file");
  EXPECT_EQ(writeFileWhole("", "x").error().text(), "no output file is named");
  EXPECT_THAT(writeFileWhole("/dev/full", "x").error().text(),
              HasSubstr("/dev/full: cannot be written: No space left"));
  EXPECT_TRUE(writeFileWhole("/dev/null", "x").has_value());
}

TEST_F(OutputFile, SaysBeforehandWhetherItCanBeWritten) {
  const fs::path old = folder_ / "old";
  ASSERT_TRUE(writeFileWhole(old, "as it was").has_value());
  EXPECT_TRUE(checkWritable(old).has_value());
  EXPECT_TRUE(checkWritable(folder_ / "new").has_value());
  EXPECT_TRUE(checkWritable("/dev/null").has_value());
  EXPECT_EQ(files(), 1u);
  EXPECT_EQ(fs::file_size(old), 9u);
  EXPECT_EQ(checkWritable(folder_).error().text(), folder_.string() + ": is a directory; name a file");
  EXPECT_EQ(checkWritable(folder_ / "none" / "x").error().what, "cannot be written: No such file or directory");
  EXPECT_EQ(checkWritable("").error().what, "no output file is named");
}

TEST_F(OutputFile, ReadsWordsInThePackingTheyAreIn) {
  const std::vector<Word36> words = {test::xwd(4, 0), test::word(0), test::xwd(6, 1), test::word(0), test::word(0)};
  for (const Packing p : {Packing::Alto, Packing::CoreDump, Packing::Data8, Packing::PaperTape}) {
    const auto bytes = packWords(words, p);
    ASSERT_TRUE(writeFileWhole(folder_ / "x.rel", bytes).has_value());
    const auto file = readWordFile(folder_ / "x.rel");
    ASSERT_TRUE(file.has_value()) << file.error().text();
    EXPECT_EQ(std::vector<Word36>(file->words().begin(), file->words().end()), words) << packingName(p);
  }
  EXPECT_EQ(readWordFile(folder_ / "none").error().text(), (folder_ / "none").string() + ": no such file");
  ASSERT_TRUE(writeFileWhole(folder_ / "empty", "").has_value());
  EXPECT_EQ(readWordFile(folder_ / "empty").error().text(), (folder_ / "empty").string() + ": the file is empty");
}

}  // namespace
}  // namespace utah10

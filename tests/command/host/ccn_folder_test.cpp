// The folder of CCN's files: files are complete, never overwrite others, and are not duplicated after time travel.
#include "command/host/ccn_folder.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "support/temp_folder.hpp"

namespace utah10 {
namespace {

namespace fs = std::filesystem;

std::string contentsOf(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// A folder that is created for the test and removed after it.
struct Folder {
  Folder() : path(test::ownFolder()) { fs::create_directories(path); }
  ~Folder() { fs::remove_all(path); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  fs::path path;
};

CcnFile print(std::uint64_t serial, std::string_view text) {
  return {serial, CcnFileKind::Print, "UTAH1", "NETUTAH1", {text.begin(), text.end()}};
}

TEST(CcnFolder, WritesOnceAndNeverOverwritesOtherFiles) {
  const Folder temp;
  const fs::path folder = temp.path / "ccn" / "out";
  ASSERT_TRUE(CcnFolder::prepare(folder));
  CcnFolder files(folder);
  files.keep(print(12, "A LINE\n"));
  EXPECT_EQ(contentsOf(folder / "000012-print-UTAH1.txt"), "A LINE\n");
  files.keep(print(12, "A LINE\n"));  // after going back in time
  EXPECT_EQ(files.written(), 1u);
  EXPECT_EQ(files.alreadyThere(), 1u);
  files.keep(print(12, "ANOTHER FUTURE\n"));
  EXPECT_EQ(contentsOf(folder / "000012-print-UTAH1.txt"), "A LINE\n");
  EXPECT_EQ(contentsOf(folder / "000012-print-UTAH1.2.txt"), "ANOTHER FUTURE\n");
  files.keep(print(12, "ANOTHER FUTURE\n"));
  EXPECT_EQ(files.alreadyThere(), 2u);
  CcnFile cards = print(13, "XYZ");
  cards.kind = CcnFileKind::Punch;
  files.keep(cards);
  EXPECT_EQ(contentsOf(folder / "000013-punch-UTAH1.ebcdic"), "XYZ");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), 3);
  EXPECT_EQ(files.failed(), 0u);
}

TEST(CcnFolder, FailuresAreReportedAndHarmNothing) {
  const Folder temp;
  std::ofstream(temp.path / "file") << "MINE";
  EXPECT_FALSE(CcnFolder::prepare(temp.path / "file"));
  CcnFolder files(temp.path / "missing");
  files.keep(print(1, "X"));
  EXPECT_EQ(files.failed(), 1u);
  EXPECT_NE(files.lastFailure().find("000001-print-UTAH1.txt: "), std::string::npos) << files.lastFailure();
  EXPECT_EQ(contentsOf(temp.path / "file"), "MINE");
}

TEST(CcnFolder, DecksAreRead) {
  const Folder temp;
  std::ofstream(temp.path / "deck") << "//A JOB\n";
  EXPECT_EQ(readDeckFile(temp.path / "deck").value(), "//A JOB\n");
  EXPECT_EQ(readDeckFile(temp.path / "none").error().text(),
            (temp.path / "none").string() + ": is not a file; a deck is a text file");
}

}  // namespace
}  // namespace utah10

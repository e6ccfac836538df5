// Host files with holes: what is written is read back, zeros take no room, copies are the same file.
#include "word/sparse_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <iterator>

#include "support/random.hpp"
#include "support/temp_folder.hpp"
#include "word/new_file.hpp"

namespace utah10 {
namespace {

namespace fs = std::filesystem;

using Bytes = std::vector<std::byte>;

class SparseFile : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path at(const char* name) const { return folder_ / name; }
  static Bytes contents(const fs::path& file) {
    std::ifstream in{file, std::ios::binary};
    const std::string text{std::istreambuf_iterator<char>{in}, {}};
    const auto bytes = std::as_bytes(std::span{text});
    return {bytes.begin(), bytes.end()};
  }
  static std::uint64_t room(const fs::path& file) {
    struct stat about {};
    EXPECT_EQ(::stat(file.c_str(), &about), 0);
    return static_cast<std::uint64_t>(about.st_blocks) * 512;
  }
  // Whether files in the test's folder can have holes.
  bool hostMakesHoles() const {
    std::ofstream{at("hole")};
    fs::resize_file(at("hole"), 1 << 20);
    return room(at("hole")) < 1 << 19;
  }
  // A file with pieces at random places, some of which are zeros; returns its contents.
  Bytes make(const fs::path& file, std::size_t size, test::Random& random) const {
    Bytes whole(size);
    std::vector<FilePiece> pieces;
    std::vector<Bytes> kept(8);
    std::size_t from = 0;
    for (Bytes& p : kept) {
      from += random.below(size / 16 + 1);
      p.assign(random.below(size / 16 + 1), std::byte{});
      if (!random.oneIn(4))
        for (std::byte& b : p) b = static_cast<std::byte>(random.bits());
      std::ranges::copy(p, whole.begin() + static_cast<std::ptrdiff_t>(from));
      pieces.push_back({from, p});
      from += p.size();
    }
    NewFile made{file};
    EXPECT_TRUE(made.open() && made.write(size, pieces));
    EXPECT_FALSE(made.renameTo(file));
    return whole;
  }

 private:
  fs::path folder_ = test::ownFolder();
};

TEST_F(SparseFile, PiecesAreWhereTheyWerePut) {
  test::Random random;
  for (const std::size_t size : {0U, 1U, 100U, 4096U, 4097U, 50'000U, 3'000'000U}) {
    const Bytes whole = make(at("f"), size, random);
    EXPECT_EQ(contents(at("f")), whole) << size;
  }
}

TEST_F(SparseFile, ExtentsHoldEverythingButZeros) {
  test::Random random;
  for (int n = 0; n < 20; ++n) {
    const Bytes whole = make(at("f"), 2'000'000 + random.below(5000), random);
    Bytes seen(whole.size());
    const int file = ::open(at("f").c_str(), O_RDONLY);
    std::uint64_t end = 0;
    for (const FileExtent& e : dataExtents(file, whole.size())) {
      EXPECT_GE(e.offset, end);
      EXPECT_EQ(e.offset % kHoleBytes, 0U);
      end = e.offset + e.length;
      ASSERT_LE(end, whole.size());
      eachPiece({e.offset, std::span{whole}.subspan(e.offset, e.length)}, [&](FilePiece p) {
        EXPECT_FALSE(allZero(p.bytes));
        std::ranges::copy(p.bytes, seen.begin() + static_cast<std::ptrdiff_t>(p.offset));
      });
    }
    ::close(file);
    EXPECT_EQ(seen, whole);
  }
}

TEST_F(SparseFile, ACopyIsTheSameFileAndNotLarger) {
  test::Random random;
  const Bytes whole = make(at("from"), 3'000'000, random);
  fs::permissions(at("from"), fs::perms::owner_read | fs::perms::group_read);
  ASSERT_FALSE(copySparse(at("from"), at("to")));
  EXPECT_EQ(contents(at("to")), whole);
  EXPECT_EQ(fs::status(at("to")).permissions(), fs::perms::owner_read | fs::perms::group_read);
  EXPECT_LE(room(at("to")), room(at("from")));
}

TEST_F(SparseFile, ZerosThatTakeRoomAreCopiedAsHoles) {
  if (!hostMakesHoles()) GTEST_SKIP() << "this host's files have no holes";
  std::ofstream{at("from")} << std::string(1 << 20, '\0') << "end";
  ASSERT_FALSE(copySparse(at("from"), at("to")));
  EXPECT_EQ(contents(at("to")), contents(at("from")));
  EXPECT_LT(room(at("to")), 1U << 16);
}

TEST_F(SparseFile, AFileThatIsThereIsNotReplaced) {
  std::ofstream{at("from")} << "new";
  std::ofstream{at("to")} << "old";
  EXPECT_EQ(copySparse(at("from"), at("to")), std::errc::file_exists);
  EXPECT_EQ(contents(at("to")).size(), 3U);
  EXPECT_EQ(contents(at("to"))[0], std::byte{'o'});
  EXPECT_EQ(copySparse(at("none"), at("other")), std::errc::no_such_file_or_directory);
  EXPECT_FALSE(fs::exists(at("other")));
}

}  // namespace
}  // namespace utah10

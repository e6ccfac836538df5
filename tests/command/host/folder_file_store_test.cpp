// Files of a modelled host in a folder: writing, reading, and no access outside the folder.
#include "command/host/folder_file_store.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "support/state_parts.hpp"
#include "support/temp_folder.hpp"

namespace utah10::test {

namespace {
namespace fs = std::filesystem;

void put(const fs::path& path, const std::string& text) { std::ofstream{path, std::ios::binary} << text; }
std::string get(const fs::path& path) {
  std::ifstream in{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{in}, {}};
}

StoredFile words(unsigned count) {
  StoredFile out;
  out.byteSize = 36;
  for (unsigned n = 0; n < count; ++n) out.bits.append(0123456701234 + n, 36);
  return out;
}

struct FolderFileStoreTest : testing::Test {
  FolderFileStoreTest() {
    fs::remove_all(folder);
    fs::create_directories(folder);
  }
  ~FolderFileStoreTest() override { fs::remove_all(folder); }
  std::unique_ptr<FolderFileStore> open(const FolderOptions& options = {}) const {
    auto store = FolderFileStore::open(folder, options);
    EXPECT_TRUE(store);
    return std::move(*store);
  }
  const fs::path folder = ownFolder();
};
}  // namespace

TEST_F(FolderFileStoreTest, RealFilesInAndOut) {
  auto store = open();
  put(folder / "hello.txt", "Hello\r\n");
  const auto in = store->read("hello.txt");
  ASSERT_TRUE(in);
  EXPECT_EQ(in->bits.size(), 56u);
  EXPECT_EQ(in->byteSize, 8u);
  EXPECT_EQ(store->write("copy.txt", *in), StoreResult::Done);
  EXPECT_EQ(get(folder / "copy.txt"), "Hello\r\n");
  EXPECT_FALSE(fs::exists(folder / ".copy.txt.utah10"));
  ASSERT_EQ(store->list().size(), 2u);
  EXPECT_EQ(store->list()[0].name, "copy.txt");
}

TEST_F(FolderFileStoreTest, WordsArePackedAndTheirShapeIsKept) {
  auto store = open();
  StoredFile file = words(3);
  file.recordEnds = {1, 3};
  ASSERT_EQ(store->write("w", file), StoreResult::Done);
  // 0123456701234 octal is 29CBB829C in hexadecimal; three words are 13 octets and a half.
  EXPECT_EQ(get(folder / "w").size(), 14u);
  EXPECT_EQ(get(folder / "w").substr(0, 4), "\x29\xCB\xB8\x29");
  EXPECT_EQ(*store->read("w"), file);
  EXPECT_EQ(store->list()[0].bits, 108u);
  EXPECT_EQ(store->list()[0].byteSize, 36u);
  ASSERT_EQ(store->rename("w", "v"), StoreResult::Done);
  EXPECT_EQ(*store->read("v"), file);
  EXPECT_FALSE(store->read("w"));
  ASSERT_EQ(store->remove("v"), StoreResult::Done);
  EXPECT_TRUE(fs::is_empty(folder));
}

// A file replaced by the user counts as plain octets, even if the shape file of its predecessor remains.
TEST_F(FolderFileStoreTest, AShapeFileOfOtherOctetsIsIgnored) {
  auto store = open();
  ASSERT_EQ(store->write("w", words(2)), StoreResult::Done);
  put(folder / "w", "nine char");  // the same length
  EXPECT_EQ(store->read("w")->byteSize, 8u);
  EXPECT_EQ(store->read("w")->bits.size(), 72u);
  put(folder / ".w.utah10", "garbage");
  EXPECT_EQ(store->read("w")->bits.size(), 72u);
  ASSERT_EQ(store->write("w", StoredFile{BitString{std::vector<std::uint8_t>{1}, 8}, 8, {}}), StoreResult::Done);
  EXPECT_FALSE(fs::exists(folder / ".w.utah10"));
}

TEST_F(FolderFileStoreTest, NothingOutsideTheFolder) {
  fs::create_directory(folder / "store");
  put(folder / "secret", "x");
  auto opened = FolderFileStore::open(folder / "store");
  ASSERT_TRUE(opened);
  FolderFileStore& store = **opened;
  for (const char* name : {"../secret", "/etc/passwd", "..", ".", "a/b", ".hidden", "", "a\\b"}) {
    EXPECT_EQ(store.read(name).error(), StoreResult::BadName) << name;
    EXPECT_EQ(store.write(name, words(1)), StoreResult::BadName) << name;
    EXPECT_EQ(store.remove(name), StoreResult::BadName) << name;
  }
  fs::create_symlink(folder / "secret", folder / "store" / "link");
  fs::create_directory(folder / "store" / "sub");
  for (const char* name : {"link", "sub"}) {
    EXPECT_EQ(store.read(name).error(), StoreResult::Denied) << name;
    EXPECT_EQ(store.write(name, words(1)), StoreResult::Denied) << name;
    EXPECT_EQ(store.remove(name), StoreResult::Denied) << name;
    put(folder / "store" / "f", "f");
    EXPECT_EQ(store.rename("f", name), StoreResult::Denied) << name;
  }
  fs::create_symlink(folder / "secret", folder / "store" / ".w.utah10");
  EXPECT_EQ(store.write("w", words(1)), StoreResult::Failed);
  EXPECT_EQ(get(folder / "secret"), "x");
  EXPECT_EQ(store.list().size(), 1u);
}

// A snapshot notes where the files of a host are kept, and a machine that keeps them elsewhere refuses it.
TEST_F(FolderFileStoreTest, ASnapshotWithTheFilesOfTheHostIsRefused) {
  auto store = open();
  MemoryFileStore inMemory;
  ASSERT_EQ(store->write("w", words(2)), StoreResult::Done);
  ASSERT_EQ(inMemory.write("m", words(3)), StoreResult::Done);
  EXPECT_EQ(restoreState(stateOf(*store), *store), "");
  EXPECT_EQ(
      restoreState(stateOf(inMemory), *store),
      fs::canonical(folder).string() +
          ": the snapshot contains this host's files, this machine keeps them in a folder; remove `files` from the "
          "host in the machine file, as when the snapshot was saved");
  EXPECT_EQ(
      restoreState(stateOf(*store), inMemory),
      "the snapshot leaves a host's files in a folder, this machine keeps them in memory; add `files` to the host "
      "in the machine file, as when the snapshot was saved");
  EXPECT_EQ(store->list().size(), 1u);
  EXPECT_TRUE(store->read("w"));
}

TEST_F(FolderFileStoreTest, QuotaAndReadOnly) {
  auto store = open({100, false});
  EXPECT_EQ(store->write("a", StoredFile{BitString{std::vector<std::uint8_t>(12), 96}, 8, {}}), StoreResult::Done);
  EXPECT_EQ(store->freeBits(), 4u);
  EXPECT_EQ(store->write("b", StoredFile{BitString{std::vector<std::uint8_t>(1), 8}, 8, {}}), StoreResult::NoSpace);
  EXPECT_EQ(store->write("a", StoredFile{BitString{std::vector<std::uint8_t>(11), 88}, 8, {}}), StoreResult::Done);
  auto readOnly = open({100, true});
  EXPECT_EQ(readOnly->write("a", {}), StoreResult::Denied);
  EXPECT_EQ(readOnly->remove("a"), StoreResult::Denied);
  EXPECT_EQ(readOnly->rename("a", "b"), StoreResult::Denied);
  EXPECT_TRUE(readOnly->read("a"));
  const auto none = FolderFileStore::open(folder / "none");
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().text().find("create the folder first"), std::string::npos);
  EXPECT_FALSE(FolderFileStore::open(folder / "a"));
}

}  // namespace utah10::test

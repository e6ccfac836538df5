// Media of blocks in host files: formats, refused files (left unchanged), overlays, journals.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <map>

#include "devices/block_unit.hpp"
#include "support/random.hpp"
#include "support/temp_folder.hpp"

namespace utah10 {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr BlockGeometry kSmall{"test pack", 60, 128};
constexpr BlockGeometry kOther{"other pack", 30, 256};
constexpr std::uint64_t kBytes = 60 * 128 * 8;

std::string contents(const fs::path& p) {
  std::ifstream in(p, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void writeFile(const fs::path& p, const std::string& bytes) { std::ofstream(p, std::ios::binary) << bytes; }

class Media : public ::testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path file(const std::string& name) const { return folder_ / name; }
  // Every file in the folder with its bytes, every folder with "/".
  std::map<std::string, std::string> everything() const {
    std::map<std::string, std::string> all;
    for (const auto& e : fs::directory_iterator(folder_))
      all[e.path().filename()] = e.is_directory() ? "/" : contents(e.path());
    return all;
  }
  // Attaches, which must fail and change nothing; the message.
  std::string refused(const fs::path& p, const AttachOptions& options = {}) {
    const auto before = everything();
    BlockUnit unit{"dsk3", kSmall};
    const auto result = unit.attach(p, options);
    EXPECT_FALSE(result) << *result;
    EXPECT_FALSE(unit.loaded());
    EXPECT_EQ(everything(), before);
    const std::string text = result ? "" : result.error().text();
    EXPECT_EQ(text.find('\n'), std::string::npos);
    return text;
  }
  void make(const std::string& name, const BlockGeometry& g = kSmall) {
    BlockUnit unit{"dsk0", g};
    ASSERT_TRUE(unit.attach(file(name), {.create = true}));
  }

  fs::path folder_ = test::ownFolder();
};

std::vector<Word36> block(std::uint64_t seed, std::size_t blocks = 1) {
  std::vector<Word36> words;
  for (std::size_t i = 0; i < blocks * 128; ++i) words.emplace_back(seed * 01234567 + i * 0101010101);
  return words;
}

std::vector<Word36> read(const BlockUnit& unit, std::uint32_t first, std::size_t blocks = 1) {
  std::vector<Word36> words(blocks * 128);
  EXPECT_TRUE(unit.read(first, words));
  return words;
}

TEST_F(Media, AnEmptyPackIsSparseAndZero) {
  BlockUnit unit{"dsk0", kSmall};
  const auto said = unit.attach(file("new.dsk"), {.create = true});
  ASSERT_TRUE(said) << said.error().text();
  EXPECT_EQ(*said, "test pack, 60. blocks");
  EXPECT_EQ(unit.mounted(), "new.dsk, test pack, 60. blocks");
  EXPECT_EQ(fs::file_size(file("new.dsk")), kBytes);
  EXPECT_EQ(read(unit, 0, 60), std::vector<Word36>(60 * 128));
  EXPECT_EQ(everything().size(), 1u);
}

TEST_F(Media, WritesReachTheFileAtOnceAsLittleEndianIntegers) {
  make("a.dsk");
  BlockUnit unit{"dsk0", kSmall};
  ASSERT_TRUE(unit.attach(file("a.dsk")));
  std::vector<Word36> words(128);
  words[0] = Word36{0123456701234};
  words[127] = Word36{0777777777777};
  EXPECT_TRUE(unit.write(2, words));
  const std::string bytes = contents(file("a.dsk"));
  std::string first;
  for (int i = 0; i < 8; ++i) first += static_cast<char>(std::uint64_t{0123456701234} >> (8 * i));
  EXPECT_EQ(bytes.substr(2 * 1024, 8), first);
  EXPECT_EQ(bytes.substr(3 * 1024 - 8, 8), std::string("\xff\xff\xff\xff\x0f\x00\x00\x00", 8));
  EXPECT_EQ(read(unit, 2), words);
  EXPECT_TRUE(unit.flush());
  EXPECT_TRUE(fs::exists(file("a.dsk.journal")));
  EXPECT_EQ(unit.detach().value(), "");
  EXPECT_EQ(everything().size(), 1u) << "the journal is gone";
}

TEST_F(Media, NineBytesForTwoWordsAreRecognisedByTheSize) {
  writeFile(file("b.dsk"), std::string(kBytes / 16 * 9, '\0'));
  BlockUnit unit{"dsk0", kSmall};
  EXPECT_EQ(unit.attach(file("b.dsk")).value(), "test pack, 60. blocks, 9 bytes for 2 words");
  std::vector<Word36> words = block(5);
  words[0] = Word36{0x123456789};
  words[1] = Word36{0xabcdef012};
  EXPECT_TRUE(unit.write(59, words));
  EXPECT_EQ(read(unit, 59), words);
  EXPECT_EQ(contents(file("b.dsk")).substr(59 * 576, 9), "\x12\x34\x56\x78\x9a\xbc\xde\xf0\x12");
}

TEST_F(Media, ReadOnlyNeverWrites) {
  make("a.dsk");
  fs::permissions(file("a.dsk"), fs::perms::owner_read);
  const auto before = everything();
  BlockUnit unit{"dsk0", kSmall};
  EXPECT_EQ(unit.attach(file("a.dsk"), {.readOnly = true}).value(), "test pack, 60. blocks, read only");
  EXPECT_TRUE(unit.readOnly());
  EXPECT_FALSE(unit.write(0, block(1)));
  EXPECT_TRUE(unit.flush());
  EXPECT_TRUE(unit.detach());
  EXPECT_EQ(everything(), before);
}

TEST_F(Media, WrongFilesAreRefusedInOneLineAndLeftUnchanged) {
  make("good.dsk");
  make("big.dsk", {"big", 80, 128});
  fs::create_directory(file("folder"));
  std::string bad(kBytes, '\0');
  bad[30005] = 1;
  writeFile(file("bad.dsk"), bad);
  writeFile(file("short.dsk"), std::string(kBytes - 1024, '\0'));
  writeFile(file("odd.dsk"), std::string(kBytes + 1, '\0'));
  writeFile(file("empty.dsk"), "");
  const auto is = [](const char* name, const char* what, const char* hint) {
    return AllOf(StartsWith("dsk3: "), HasSubstr(name), HasSubstr(what), HasSubstr(hint));
  };
  EXPECT_THAT(refused(file("none.dsk")), is("none.dsk", "there is no such file", "create"));
  EXPECT_THAT(refused(file("none.dsk"), {.readOnly = true, .create = true}),
              is("none.dsk", "no such file", "read only"));
  EXPECT_THAT(refused(file("no/where.dsk"), {.create = true}), is("where.dsk", "cannot be made", "No such file"));
  EXPECT_THAT(refused(file("folder")), is("folder", "is a directory", "name a file"));
  EXPECT_THAT(refused("/dev/null"), is("/dev/null", "is not a plain file", ""));
  EXPECT_THAT(refused(file("big.dsk")), is("big.dsk", "has 81920 bytes", "61440 bytes with 64 bits"));
  EXPECT_THAT(refused(file("short.dsk")), is("short.dsk", "has 60416 bytes", "truncate -s 61440"));
  EXPECT_THAT(refused(file("odd.dsk")), is("odd.dsk", "has 61441 bytes", "34560 with 9 bytes"));
  EXPECT_THAT(refused(file("empty.dsk")), is("empty.dsk", "has 0 bytes", "61440"));
  EXPECT_THAT(refused(file("bad.dsk")), is("bad.dsk", "is not a disk image", "64-bit"));
  EXPECT_THAT(refused(file("bad.dsk"), {.readOnly = true}), is("bad.dsk", "is not a disk image", "64-bit"));
}

// Runs `attach` without root's rights; returns its message.
std::string asNobody(const std::function<std::string()>& attach) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    if (geteuid() == 0 && setuid(65534) != 0) _exit(1);
    const std::string said = attach();
    _exit(::write(ends[1], said.data(), said.size()) < 0 ? 1 : 0);
  }
  close(ends[1]);
  std::string said(1000, '\0');
  const auto n = ::read(ends[0], said.data(), said.size());
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  said.resize(n < 0 ? 0 : static_cast<std::size_t>(n));
  return said;
}

TEST_F(Media, WithoutPermissionNothingChanges) {
  make("a.dsk");
  const auto before = everything();
  const auto attach = [&](bool readOnly) {
    BlockUnit unit{"dsk3", kSmall};
    const auto r = unit.attach(file("a.dsk"), {.readOnly = readOnly});
    return r ? *r : r.error().text();
  };
  fs::permissions(file("a.dsk"), fs::perms::owner_read | fs::perms::group_read | fs::perms::others_read);
  EXPECT_THAT(asNobody([&] { return attach(false); }), AllOf(HasSubstr("Permission denied"), HasSubstr("read only")));
  EXPECT_EQ(asNobody([&] { return attach(true); }), "test pack, 60. blocks, read only");
  fs::permissions(file("a.dsk"), fs::perms::none);
  EXPECT_THAT(asNobody([&] { return attach(true); }), HasSubstr("cannot be opened: Permission denied"));
  fs::permissions(file("a.dsk"), fs::perms::owner_all);
  EXPECT_EQ(everything(), before);
}

TEST_F(Media, AFileBelongsToOneWriterOrManyReaders) {
  make("a.dsk");
  make("b.dsk");
  BlockUnit writer{"dsk0", kSmall};
  ASSERT_TRUE(writer.attach(file("a.dsk")));
  EXPECT_THAT(refused(file("a.dsk")),
              HasSubstr("is in use by another drive or another process; detach it there first"));
  EXPECT_THAT(refused(file("a.dsk"), {.readOnly = true}), HasSubstr("is in use"));
  EXPECT_THAT(refused(file("a.dsk"), {.overlay = file("x.ovl")}), HasSubstr("is in use"));
  EXPECT_THAT(asNobody([&] { return refused(file("a.dsk"), {.readOnly = true}); }), HasSubstr("is in use"));
  ASSERT_TRUE(writer.attach(file("b.dsk"))) << "replaces a.dsk";
  BlockUnit one{"dsk1", kSmall};
  BlockUnit two{"dsk2", kSmall};
  EXPECT_TRUE(one.attach(file("a.dsk"), {.readOnly = true}));
  EXPECT_TRUE(two.attach(file("a.dsk"), {.overlay = file("two.ovl")}));
  EXPECT_THAT(refused(file("a.dsk")), HasSubstr("is in use"));
  EXPECT_THAT(refused(file("b.dsk"), {.overlay = file("two.ovl")}), HasSubstr("is in use"));
}

TEST_F(Media, AnOverlayKeepsTheChangesAndTheImageIsOnlyRead) {
  make("a.dsk");
  {
    BlockUnit unit{"dsk0", kSmall};
    ASSERT_TRUE(unit.attach(file("a.dsk")));
    for (std::uint32_t b = 0; b < 60; ++b) ASSERT_TRUE(unit.write(b, block(b)));
  }
  const std::string before = contents(file("a.dsk"));
  fs::permissions(file("a.dsk"), fs::perms::owner_read);
  for (int round = 0; round < 3; ++round) {
    BlockUnit unit{"dsk0", kSmall};
    EXPECT_EQ(unit.attach(file("a.dsk"), {.overlay = file("a.ovl")}).value(), "test pack, 60. blocks, overlay a.ovl");
    for (std::uint32_t b = 0; b < 60; ++b) {
      const bool changed = round > 0 && b >= 10 && b < 17;
      EXPECT_EQ(read(unit, b), block(changed ? 1000u + b : b)) << b;
    }
    std::vector<Word36> seven;
    for (std::uint32_t b = 10; b < 17; ++b) {
      const auto one = block(1000 + b);
      seven.insert(seven.end(), one.begin(), one.end());
    }
    EXPECT_TRUE(unit.write(10, seven));
    EXPECT_EQ(read(unit, 8, 4), [] {
      std::vector<Word36> w = block(8);
      for (const std::uint64_t s : {9u, 1010u, 1011u}) {
        const auto more = block(s);
        w.insert(w.end(), more.begin(), more.end());
      }
      return w;
    }());
  }
  EXPECT_EQ(contents(file("a.dsk")), before);
  EXPECT_EQ(everything().size(), 2u);
  struct stat info {};
  ASSERT_EQ(stat(file("a.ovl").c_str(), &info), 0);
  EXPECT_LT(info.st_blocks * 512, 40000) << "only written blocks take space";
}

TEST_F(Media, OverlaysThatDoNotFitAreRefused) {
  make("a.dsk");
  make("b.dsk");
  {
    BlockUnit unit{"dsk0", kSmall};
    ASSERT_TRUE(unit.attach(file("b.dsk")));
    ASSERT_TRUE(unit.write(0, block(7)));
    BlockUnit over{"dsk1", kSmall};
    ASSERT_TRUE(over.attach(file("a.dsk"), {.overlay = file("a.ovl")}));
    ASSERT_TRUE(over.write(3, block(1)));
  }
  const std::string good = contents(file("a.ovl"));
  writeFile(file("cut.ovl"), good.substr(0, good.size() - 1));
  writeFile(file("head.ovl"), good.substr(0, 4096));
  writeFile(file("stub.ovl"), good.substr(0, 50));
  const auto changed = [&](std::size_t at, char c) {
    std::string s = good;
    s[at] = c;
    return s;
  };
  writeFile(file("version.ovl"), changed(8, 9));
  writeFile(file("header.ovl"), changed(40, 'x'));
  writeFile(file("map.ovl"), changed(4096, 2));
  EXPECT_THAT(refused(file("b.dsk"), {.overlay = file("a.ovl")}), HasSubstr("was made for a different image"));
  EXPECT_THAT(refused(file("a.dsk"), {.overlay = file("cut.ovl")}), HasSubstr("cut short"));
  EXPECT_THAT(refused(file("a.dsk"), {.overlay = file("head.ovl")}), HasSubstr("cut short"));
  EXPECT_THAT(refused(file("a.dsk"), {.overlay = file("stub.ovl")}), HasSubstr("is not an overlay"));
  EXPECT_THAT(refused(file("a.dsk"), {.overlay = file("version.ovl")}), HasSubstr("version 9"));
  EXPECT_THAT(refused(file("a.dsk"), {.overlay = file("header.ovl")}), HasSubstr("damaged header"));
  EXPECT_THAT(refused(file("a.dsk"), {.overlay = file("map.ovl")}), HasSubstr("damaged map"));
  EXPECT_THAT(refused(file("a.dsk"), {.overlay = file("b.dsk")}), HasSubstr("is not an overlay"));
  EXPECT_THAT(refused(file("a.dsk"), {.overlay = file("a.dsk")}), HasSubstr("is the image itself"));
  EXPECT_THAT(refused(file("a.dsk"), {.overlay = folder_}), HasSubstr("is a directory"));
  EXPECT_THAT(refused(file("a.dsk"), {.readOnly = true, .overlay = file("none.ovl")}), HasSubstr("No such file"));
  BlockUnit other{"dsk1", kOther};  // as many bytes, other blocks
  EXPECT_THAT(other.attach(file("a.dsk"), {.overlay = file("a.ovl")}).error().text(), HasSubstr("60 blocks of 128"));
}

TEST_F(Media, AFailedAttachLeavesTheOldMedium) {
  make("a.dsk");
  BlockUnit unit{"dsk0", kSmall};
  ASSERT_TRUE(unit.attach(file("a.dsk")));
  EXPECT_FALSE(unit.attach(file("none.dsk")));
  EXPECT_EQ(unit.mounted(), "a.dsk, test pack, 60. blocks");
  EXPECT_TRUE(unit.write(1, block(3)));
}

// The journal left by a kill between its writing and its being marked done.
TEST_F(Media, AValidJournalIsCompletedATornOneDiscarded) {
  make("a.dsk");
  std::string journal;
  {
    BlockUnit unit{"dsk0", kSmall};
    ASSERT_TRUE(unit.attach(file("a.dsk")));
    ASSERT_TRUE(unit.write(4, block(9, 3)));
    journal = contents(file("a.dsk.journal"));
  }
  const std::string after = contents(file("a.dsk"));
  const std::string zeros(kBytes, '\0');
  ASSERT_EQ(journal[8], 0);
  journal[8] = 1;  // pending
  const auto left = [&](const std::string& image, const std::string& record) {
    writeFile(file("a.dsk"), image);
    writeFile(file("a.dsk.journal"), record);
  };
  std::string half = after;  // torn in the middle of block 5
  half.replace(5 * 1024 + 500, std::string::npos, kBytes - 5 * 1024 - 500, '\0');
  left(half, journal);
  EXPECT_THAT(refused(file("a.dsk"), {.readOnly = true}), HasSubstr("attach it once for writing"));
  EXPECT_THAT(refused(file("a.dsk"), {.overlay = file("x.ovl")}), HasSubstr("attach it once for writing"));
  const auto attached = [&] {
    BlockUnit unit{"dsk0", kSmall};
    const auto said = unit.attach(file("a.dsk"));
    return said ? *said : said.error().text();
  };
  EXPECT_EQ(attached(), "test pack, 60. blocks, finished a write that was cut short");
  EXPECT_EQ(contents(file("a.dsk")), after);
  EXPECT_EQ(everything().size(), 1u);
  for (const std::size_t length :
       {std::size_t{0}, std::size_t{5}, std::size_t{40}, std::size_t{64}, journal.size() - 1}) {
    left(zeros, journal.substr(0, length));
    const std::string note = length < 48 ? "" : ", dropped a write that was cut short before it began";
    EXPECT_EQ(attached(), "test pack, 60. blocks" + note) << length;
    EXPECT_EQ(contents(file("a.dsk")), zeros);
  }
  for (std::size_t at = 0; at < journal.size(); at += 37) {  // any byte wrong: the file stays as it was
    std::string spoiled = journal;
    spoiled[at] = static_cast<char>(spoiled[at] ^ 0x40);
    left(zeros, spoiled);
    attached();
    EXPECT_EQ(contents(file("a.dsk")), zeros) << at;
    fs::remove(file("a.dsk.journal"));
  }
  left(zeros, "a letter to somebody");
  EXPECT_THAT(refused(file("a.dsk")), HasSubstr("move it away"));
}

// Limits the size of the host's file to `bytes`, as if its disk were full.
class FullHost {
 public:
  explicit FullHost(std::uint64_t bytes) {
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before_);
    rlimit less = before_;
    less.rlim_cur = bytes;
    setrlimit(RLIMIT_FSIZE, &less);
  }
  ~FullHost() { setrlimit(RLIMIT_FSIZE, &before_); }

 private:
  rlimit before_{};
};

TEST_F(Media, AFullHostLosesNoCompletedWrite) {
  make("a.dsk");
  BlockUnit unit{"dsk3", kSmall};
  ASSERT_TRUE(unit.attach(file("a.dsk")));
  ASSERT_TRUE(unit.write(50, block(1, 4)));
  const std::string before = contents(file("a.dsk"));
  {
    const FullHost full{1000};  // not even the journal fits
    EXPECT_FALSE(unit.write(50, block(2, 4)));
    EXPECT_THAT(unit.flush().error().text(), HasSubstr("dsk3: "));
  }
  EXPECT_EQ(contents(file("a.dsk")), before);
  EXPECT_TRUE(unit.write(1, block(3))) << "there is space again";
  {
    const FullHost full{51 * 1024 + 512};  // the journal fits, the write stops in the middle
    EXPECT_FALSE(unit.write(50, block(4, 4)));
    EXPECT_FALSE(unit.write(0, block(5))) << "the journal must be completed first";
  }
  EXPECT_FALSE(unit.write(0, block(5)));
  EXPECT_THAT(unit.flush().error().text(), AllOf(HasSubstr("File too large"), HasSubstr("attach it again")));
  EXPECT_THAT(unit.detach().value(), HasSubstr("the journal has it"));
  EXPECT_EQ(unit.attach(file("a.dsk")).value(), "test pack, 60. blocks, finished a write that was cut short");
  EXPECT_EQ(read(unit, 50, 4), block(4, 4));
  EXPECT_EQ(read(unit, 1), block(3));
}

}  // namespace
}  // namespace utah10

// TENEX packs from the host: what is written reads back, and damage is found and repaired.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <fstream>
#include <map>

#include "support/random.hpp"
#include "support/temp_folder.hpp"
#include "utah10/toolchain/tenex_pack.hpp"

namespace utah10 {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const Word36 kNow = Word36::halves(41592, 43200);  // noon of 1 October 1972

TenexPack fresh(std::string_view drive = "RP02") {
  auto pack = TenexPack::make(drive, kNow);
  EXPECT_TRUE(pack);
  EXPECT_TRUE(pack->makeDirectory({"SMITH", "secret", 0, {}, 250}));
  return std::move(*pack);
}

FileContents wordsOf(std::size_t n, std::uint64_t first = 1) {
  FileContents c;
  for (std::size_t i = 0; i < n; ++i) c.words.emplace_back(first + i);
  c.bytes = n;
  return c;
}

TenexName named(std::string_view text) {
  const auto n = parseTenexName(text);
  EXPECT_TRUE(n) << text;
  return n.value_or(TenexName{});
}

TEST(Tenexfs, NamesAreReadAsUsersTypeThem) {
  const TenexName n = named("<smith>notes.txt;12");
  EXPECT_EQ(n.text(), "<SMITH>NOTES.TXT;12");
  EXPECT_EQ(named("DSK:<A>B").text(), "<A>B.");
  for (const char* bad :
       {"", "NOTES.TXT", "<>A.B", "<A>B.C.D", "<A>B.C;", "<A>B.C;0", "<A>B.C;X", "<A>B.C;131072", "<A B>C.D"})
    EXPECT_FALSE(parseTenexName(bad)) << bad;
}

TEST(Tenexfs, NewPacksOfBothDrivesAreClean) {
  for (const char* drive : {"RP02", "RP03"}) {
    auto pack = TenexPack::make(drive, kNow);
    ASSERT_TRUE(pack);
    const PackReport r = pack->check();
    EXPECT_THAT(r.errors, IsEmpty());
    EXPECT_THAT(r.notes, IsEmpty());
    const auto users = pack->directories();
    ASSERT_TRUE(users);
    ASSERT_EQ(users->size(), 1U);
    EXPECT_EQ(users->front().name, "SYSTEM");
    EXPECT_EQ(users->front().number, 1U);
  }
  EXPECT_FALSE(TenexPack::make("RP04", kNow));
}

// The first words a monitor reads, as 1.28 lays them out (roms/monitor/DISK.md).
TEST(Tenexfs, TheIndexStandsWhereAMonitorLooks) {
  const TenexPack pack = fresh();
  const auto w = pack.words();
  const std::size_t index = 15000 * 128;
  EXPECT_EQ(w[index].left().bits(), 0160050U);
  const std::size_t zero = (w[index].bits() & 03777777) * 128;
  EXPECT_EQ(w[zero], Word36{Word36::kMask});  // free
  EXPECT_EQ(w[zero + 015].bits(), 064U);      // hash table
  EXPECT_EQ(w[zero + 016].bits(), 0475U);
  EXPECT_EQ(w[zero + 017].left().bits(), 030U);     // <SYSTEM>DIRECTORY.
  EXPECT_EQ(w[zero + 032].bits(), 0004020100402U);  // all letters: part 1
  const std::size_t part = (w[index + 010].bits() & 03777777) * 128;
  EXPECT_EQ(w[part + 2], Word36{Word36::kMask});  // it is number -1
}

TEST(Tenexfs, TextGoesThereAndBack) {
  TenexPack pack = fresh();
  for (const bool eol : {false, true}) {
    const auto text = tenexText("one\ntwo\r\n\nlast", eol);
    ASSERT_TRUE(text);
    EXPECT_EQ(text->bytes, eol ? 13U : 16U);
    const auto name = pack.write(named("<SMITH>A.TXT"), *text);
    ASSERT_TRUE(name);
    EXPECT_EQ(name->version, eol ? 2U : 1U);
    const auto back = pack.read(*name);
    ASSERT_TRUE(back);
    EXPECT_EQ(back->byteSize, 7U);
    EXPECT_EQ(hostText(*back, false), "one\ntwo\n\nlast");
    EXPECT_EQ(hostText(*back, true), "one\r\ntwo\r\n\r\nlast");
  }
  EXPECT_FALSE(tenexText("\xe9", false));
}

TEST(Tenexfs, LongFilesAndHolesComeBack) {
  TenexPack pack = fresh();
  FileContents c = wordsOf(600 * 512 + 7);
  std::fill(c.words.begin() + 512, c.words.begin() + 520 * 512, Word36{});
  c.holes.assign(601, false);
  std::fill(c.holes.begin() + 2, c.holes.begin() + 520, true);
  c.holes[600] = true;  // it has words
  const auto name = pack.write(named("<SMITH>LONG.BIN"), c);
  ASSERT_TRUE(name);
  EXPECT_EQ(pack.read(*name)->words, c.words);
  EXPECT_EQ(pack.files("SMITH")->front().pages, 83U);
  c.holes[600] = false;
  EXPECT_EQ(pack.read(*name)->holes, c.holes);
  EXPECT_TRUE(pack.check().clean());
}

// A page that a monitor writes exists, whatever is in it.
TEST(Tenexfs, PagesOfZerosAreWritten) {
  TenexPack pack = fresh();
  FileContents c;
  c.words.resize(3 * 512 + 1);
  c.bytes = c.words.size();
  const auto name = pack.write(named("<SMITH>A.BIN"), c);
  ASSERT_TRUE(name);
  EXPECT_EQ(pack.files("SMITH")->front().pages, 4U);
  EXPECT_THAT(pack.check().notes, IsEmpty());
}

TEST(Tenexfs, EmptyFilesAreFiles) {
  TenexPack pack = fresh();
  const auto name = pack.write(named("<SMITH>NIL."), FileContents{});
  ASSERT_TRUE(name);
  EXPECT_THAT(pack.read(*name)->words, IsEmpty());
  EXPECT_TRUE(pack.check().clean());
}

TEST(Tenexfs, RefusalsChangeNothing) {
  TenexPack pack = fresh();
  const std::vector<Word36> before{pack.words().begin(), pack.words().end()};
  EXPECT_EQ(pack.write(named("<NOBODY>A.B"), wordsOf(1)).error().what, "no such directory");
  EXPECT_EQ(pack.write(named("<SMITH>A.B"), wordsOf(8000 * 512)).error().what, "the pack is full");
  EXPECT_EQ(pack.write(named("<SYSTEM>INDEX.;1"), wordsOf(1)).error().what, "is the file system's own");
  EXPECT_EQ(pack.remove(named("<SYSTEM>DIRECTORY."), true).error().what, "is the file system's own");
  EXPECT_EQ(pack.remove(named("<SMITH>NONE."), false).error().what, "no such file");
  EXPECT_EQ(pack.makeDirectory({"smith", "", 0, {}, 0}).error().what, "already exists");
  EXPECT_FALSE(pack.makeDirectory({"JONES", "", 1, {}, 0}));
  EXPECT_FALSE(pack.makeDirectory({"JONES", "", 1024, {}, 0}));
  EXPECT_TRUE(std::ranges::equal(pack.words(), before));
}

TEST(Tenexfs, AFullDirectorySaysSo) {
  TenexPack pack = fresh();
  Expected<TenexName> last = TenexName{};
  int made = 0;
  while (made < 200 && (last = pack.write({"SMITH", "FILE" + std::to_string(made), "TXT", 0}, FileContents{}))) ++made;
  EXPECT_GT(made, 90);
  ASSERT_FALSE(last);
  EXPECT_EQ(last.error().what, "the directory is full");
  EXPECT_TRUE(pack.check().clean());
}

std::uint64_t roomOf(const std::filesystem::path& file) {
  struct stat about {};
  EXPECT_EQ(::stat(file.c_str(), &about), 0);
  return static_cast<std::uint64_t>(about.st_blocks) * 512;
}

TEST(Tenexfs, ASavedPackTakesRoomForItsPagesOnly) {
  const auto folder = test::ownFolder();
  std::filesystem::create_directories(folder);
  std::ofstream{folder / "hole"};
  std::filesystem::resize_file(folder / "hole", 1 << 20);
  const bool hostMakesHoles = roomOf(folder / "hole") < 1 << 19;
  for (const char* drive : {"RP02", "RP03"}) {
    TenexPack pack = fresh(drive);
    ASSERT_TRUE(pack.write(named("<SMITH>A.TXT"), wordsOf(700)));
    ASSERT_TRUE(pack.save(folder / "p.dsk"));
    auto again = TenexPack::open(folder / "p.dsk");
    ASSERT_TRUE(again) << again.error().text();
    EXPECT_TRUE(std::ranges::equal(again->words(), pack.words()));
    std::uint64_t pages = 0;
    for (auto w = pack.words(); !w.empty(); w = w.subspan(512))
      pages += std::ranges::any_of(w.first(512), [](Word36 word) { return !word.zero(); }) ? 1U : 0U;
    EXPECT_LT(pages, 200U);
    if (hostMakesHoles) {
      EXPECT_LT(roomOf(folder / "p.dsk"), 2 * pages * 4096);
    }
  }
  std::filesystem::remove_all(folder);
}

TEST(Tenexfs, BothFormatsOfImageFilesAreKept) {
  const auto folder = test::ownFolder();
  std::filesystem::create_directories(folder);
  TenexPack pack = fresh();
  ASSERT_TRUE(pack.save(folder / "p.dsk"));
  EXPECT_EQ(std::filesystem::file_size(folder / "p.dsk"), 40600U * 128 * 8);
  {  // KLH10's packing
    std::ofstream out{folder / "p.dbd9", std::ios::binary};
    const auto w = pack.words();
    for (std::size_t i = 0; i < w.size(); i += 2) {
      char b[9];
      const std::uint64_t x = w[i].bits(), y = w[i + 1].bits();
      for (int k = 0; k < 4; ++k) b[k] = static_cast<char>(x >> (28 - 8 * k));
      b[4] = static_cast<char>((x & 15) << 4 | y >> 32);
      for (int k = 0; k < 4; ++k) b[5 + k] = static_cast<char>(y >> (24 - 8 * k));
      out.write(b, 9);
    }
  }
  auto other = TenexPack::open(folder / "p.dbd9");
  ASSERT_TRUE(other) << other.error().text();
  EXPECT_TRUE(std::ranges::equal(other->words(), pack.words()));
  ASSERT_TRUE(other->save(folder / "p.dbd9"));
  EXPECT_EQ(std::filesystem::file_size(folder / "p.dbd9"), 40600U * 128 / 2 * 9);
  std::ofstream{folder / "short", std::ios::binary} << "no pack";
  EXPECT_THAT(TenexPack::open(folder / "short").error().text(), HasSubstr("its size fits neither"));
  EXPECT_FALSE(TenexPack::open(folder / "missing"));
  std::filesystem::remove_all(folder);
}

// Random operations, mirrored in a map of names to contents; after each the pack checks clean.
TEST(Tenexfs, BehavesLikeAMapOfNamesToWords) {
  test::Random random;
  TenexPack pack = fresh();
  std::map<std::string, std::vector<Word36>> model;
  std::map<std::string, bool> deleted;
  const auto steps = std::min<std::uint64_t>(test::caseCount(), 60);
  for (std::uint64_t step = 0; step < steps; ++step) {
    TenexName n{random.oneIn(3) ? "SYSTEM" : "SMITH", std::string(1, static_cast<char>('A' + random.below(4))),
                random.oneIn(2) ? "X" : "LONGEXTENSION", static_cast<unsigned>(random.below(4))};
    if (random.oneIn(3)) n.name += "BCDEFGH";
    const auto action = random.below(8);
    if (action < 5) {
      FileContents c;
      for (std::uint64_t i = random.below(1500); i > 0; --i) c.words.push_back(random.word());
      if (!c.words.empty()) c.words.back() = Word36{1};
      c.bytes = c.words.size();
      const auto name = pack.write(n, c);
      ASSERT_TRUE(name) << name.error().text();
      model[name->text()] = c.words;
      deleted[name->text()] = false;
    } else if (action < 7) {
      const bool gone = random.oneIn(2);
      const auto name = pack.remove(n, gone);
      if (n.version != 0) {
        EXPECT_EQ(name.has_value(), model.contains(n.text()));
      }
      if (!name) continue;
      deleted[name->text()] = true;
      if (gone) model.erase(name->text()), deleted.erase(name->text());
    } else {
      const auto count = pack.expunge(n.directory);
      ASSERT_TRUE(count);
      EXPECT_EQ(*count, std::erase_if(model, [&](const auto& f) {
        return f.first.starts_with("<" + n.directory) && deleted[f.first];
      }));
    }
    const PackReport r = pack.check();
    ASSERT_THAT(r.errors, IsEmpty());
    ASSERT_THAT(r.notes, IsEmpty());
    for (const auto& [name, words] : model) {
      const auto c = pack.read(named(name));
      ASSERT_TRUE(c) << name;
      ASSERT_EQ(c->words, words) << name;
    }
  }
}

struct Fault {
  const char* what;
  void (*damage)(std::vector<Word36>& w);
  const char* report;
};

std::size_t at(Word36 pointer) { return (pointer.bits() & 03777777) * 128; }
constexpr std::size_t kIndex = 15000 * 128;
std::size_t zero(const std::vector<Word36>& w) { return at(w[kIndex]); }
// First page of the directory of SMITH, number 2, and its last, where the symbols are.
std::size_t smith(const std::vector<Word36>& w, std::size_t page = 0) {
  return at(w[at(w[at(w[zero(w) + 017])]) + 16 + page]);
}
std::size_t firstFdb(const std::vector<Word36>& w) {
  return smith(w) + w[smith(w, 7) + (w[smith(w) + 3].bits() & 0777)].right().bits();
}
std::size_t bits(const std::vector<Word36>& w) {
  // <SYSTEM>DSKBTTBL. is the second symbol of directory 1.
  const std::size_t one = at(w[at(w[at(w[zero(w) + 017])]) + 8]), table = at(w[at(w[at(w[zero(w) + 017])]) + 15]);
  return at(w[at(w[one + w[table + (w[one + 3].bits() & 0777) + 1].right().bits() + 3])]);
}

const Fault kFaults[] = {
    {"hash table entry",
     [](std::vector<Word36>& w) {
       for (std::size_t i = 064; i < 0561; ++i)
         if (w[zero(w) + i].right().bits() == 2) w[zero(w) + i] = Word36{};
     },
     "not in the hash table"},
    {"hash entry without a directory", [](std::vector<Word36>& w) { w[zero(w) + 0560] = Word36::halves(010032, 0777); },
     "which no directory has"},
    {"bounds of the hash table", [](std::vector<Word36>& w) { w[zero(w) + 016] = Word36{0}; },
     "bounds of its hash table"},
    {"letter to no part", [](std::vector<Word36>& w) { w[zero(w) + 032] = Word36{Word36::kMask}; }, "is impossible"},
    {"symbol table of the index", [](std::vector<Word36>& w) { w[at(w[kIndex + 010]) + 3] = Word36{07777777}; },
     "bounds of its tables"},
    {"number of a directory", [](std::vector<Word36>& w) { w[smith(w) + 2] = Word36{3}; }, "its own number is"},
    {"free list", [](std::vector<Word36>& w) { w[smith(w) + 5] = Word36::halves(0123, 0); }, "free list"},
    {"free words", [](std::vector<Word36>& w) { w[smith(w) + 7] = Word36{3}; }, "count of its free words"},
    {"FDB header", [](std::vector<Word36>& w) { w[firstFdb(w)] = Word36{}; }, "no such block"},
    {"circular FDB chain",
     [](std::vector<Word36>& w) {
       w[firstFdb(w) + 2] =
           Word36::halves(w[firstFdb(w) + 2].left().bits(), static_cast<std::uint32_t>(firstFdb(w) - smith(w)));
     },
     "has another owner"},
    {"version",
     [](std::vector<Word36>& w) { w[firstFdb(w) + 7] = Word36::halves(0, w[firstFdb(w) + 7].right().bits()); },
     "out of order"},
    {"symbol table of a directory", [](std::vector<Word36>& w) { w[smith(w) + 4] = Word36{1}; },
     "bounds of its tables"},
    {"a symbol", [](std::vector<Word36>& w) { w[smith(w, 7) + (w[smith(w) + 3].bits() & 0777)] = Word36{}; },
     "is in no symbol"},
    {"order of symbols",
     [](std::vector<Word36>& w) {
       const std::size_t s = smith(w, 7) + (w[smith(w) + 3].bits() & 0777);
       std::swap(w[s], w[s + 1]);
     },
     "out of order"},
    {"index block outside", [](std::vector<Word36>& w) { w[firstFdb(w) + 3] = Word36::halves(070, 0777774); },
     "outside the file area"},
    {"page outside", [](std::vector<Word36>& w) { w[at(w[firstFdb(w) + 3])] = Word36::halves(0160050, 0777774); },
     "not a page pointer"},
    {"pointer without the disk bit",
     [](std::vector<Word36>& w) {
       Word36& p = w[at(w[firstFdb(w) + 3])];
       p = Word36::halves(0160040, p.right().bits());
     },
     "not a page pointer"},
    {"page of two files", [](std::vector<Word36>& w) { w[at(w[firstFdb(w) + 3]) + 1] = w[kIndex]; },
     "has another owner"},
    {"index block of two files", [](std::vector<Word36>& w) { w[firstFdb(w) + 3] = Word36::halves(070, 15000); },
     "has another owner"},
    {"used page marked free", [](std::vector<Word36>& w) { w[bits(w) + 200 + 150] = Word36{Word36::kMask}; },
     "marked free"},
    {"count of a track", [](std::vector<Word36>& w) { w[bits(w) + 5] = Word36{7}; }, "counts of 1 tracks"},
};

TEST(Tenexfs, TheCheckFindsAndRepairsEveryKindOfDamage) {
  TenexPack good = fresh();
  for (const char* name : {"<SMITH>A.TXT", "<SMITH>A.TXT", "<SMITH>B.TXT", "<SMITH>B.SAV"})
    ASSERT_TRUE(good.write(named(name), wordsOf(700)));
  ASSERT_TRUE(good.check().clean());
  for (const Fault& f : kFaults) {
    std::vector<Word36> words{good.words().begin(), good.words().end()};
    f.damage(words);
    auto pack = TenexPack::of(words);
    ASSERT_TRUE(pack);
    const std::vector<Word36> before{pack->words().begin(), pack->words().end()};
    EXPECT_THAT(pack->check().errors, Contains(HasSubstr(f.report))) << f.what;
    EXPECT_TRUE(std::ranges::equal(pack->words(), before)) << f.what << ": a check without repair has changed the pack";
    EXPECT_FALSE(pack->write(named("<SMITH>C."), wordsOf(1))) << f.what;
    pack->check(true);
    EXPECT_THAT(pack->check().errors, IsEmpty()) << f.what;
    EXPECT_TRUE(pack->read(named("<SYSTEM>DSKBTTBL."))) << f.what;
    EXPECT_TRUE(pack->files("SMITH")) << f.what;
  }
}

TEST(Tenexfs, LostPagesAreNotedAndGivenBack) {
  TenexPack good = fresh();
  std::vector<Word36> words{good.words().begin(), good.words().end()};
  Word36& w = words[bits(words) + 200];
  w = Word36{w.bits() & ~std::uint64_t{0400000000000}};
  words[bits(words)] = Word36{49};
  auto pack = TenexPack::of(words);
  EXPECT_TRUE(pack->check().clean());
  EXPECT_THAT(pack->check().notes, ElementsAre(HasSubstr("1 pages are marked used")));
  pack->check(true);
  EXPECT_THAT(pack->check().notes, IsEmpty());
}

}  // namespace
}  // namespace utah10

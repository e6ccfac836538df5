// A pack that a genuine monitor has made: a change from the host keeps every word that it need not change.
#include <gmock/gmock.h>

#include "toolchain/tenexfs/directory.hpp"
#include "toolchain/tenexfs/password.hpp"
#include "utah10/toolchain/tenex_pack.hpp"

namespace utah10 {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Words = std::vector<Word36>;

const Word36 kNow = Word36::halves(41592, 43200);  // noon of 1 October 1972
constexpr std::uint32_t kLongTable = 01160;        // the hash table of 1.34
constexpr unsigned kSmith = 3, kJones = 5;         // with 1, numbers whose entries are in the table's first page

constexpr std::size_t kIndex = 15000 * 128;
std::size_t at(Word36 pointer) { return (pointer.bits() & 03777777) * 128; }
std::size_t zeroOf(const Words& w) { return at(w[kIndex]); }
std::size_t partOf(const Words& w) { return at(w[kIndex + 8]); }
std::size_t pageOf(const Words& w, unsigned directory, unsigned page = 0) {
  return at(w[at(w[at(w[zeroOf(w) + 017])]) + 8 * directory + page]);
}
Word36& word(Words& w, std::size_t page, std::uint32_t i) { return w[page + i]; }

TenexName named(std::string_view text) { return parseTenexName(text).value_or(TenexName{}); }

FileContents numbers(std::size_t n) {
  FileContents c;
  for (std::size_t i = 0; i < n; ++i) c.words.emplace_back(i + 1);
  c.bytes = n;
  return c;
}

Words wordsOf(const TenexPack& pack) { return {pack.words().begin(), pack.words().end()}; }

// Directory SMITH with two files; its password is a hash, and the hash table is longer, as in 1.34.
Words genuinePack() {
  auto pack = TenexPack::make("RP02", kNow);
  EXPECT_TRUE(pack && pack->makeDirectory({"SMITH", "SECRET", kSmith, {}, 250}));
  EXPECT_TRUE(pack->write(named("<SMITH>A.TXT"), numbers(700)) && pack->write(named("<SMITH>B.TXT"), numbers(1)));
  Words w = wordsOf(*pack);
  const std::size_t zero = zeroOf(w), part = partOf(w);
  std::vector<Word36> entries;
  for (std::uint32_t i = 064; i < 064 + 0475; ++i)
    if (Word36& entry = word(w, zero, i); !entry.zero()) entries.push_back(std::exchange(entry, Word36{}));
  word(w, zero, 016) = Word36{kLongTable};
  for (const Word36 e : entries) {
    const std::uint32_t place = tenexfs::hashOf(e.right().bits(), kLongTable);
    EXPECT_LT(064 + place, 512U) << "the table's first page only";
    word(w, zero, 064 + place) = e;
  }
  for (std::uint32_t i = 032; i < 0200; ++i)  // SMITH's password
    if (word(w, part, i) == tenexfs::textPassword("SECRET")[0]) {
      word(w, part, i) = Word36{0123456701235};
      word(w, part, i + 1) = Word36{0317645372403};
    }
  for (const std::size_t page : {part, pageOf(w, kSmith)})
    word(w, page, 5) = Word36::halves(word(w, page, 5).left().bits(), 0777777);
  return w;
}

std::vector<std::size_t> differences(const Words& a, const Words& b) {
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i] != b[i]) all.push_back(i);
  return all;
}

TEST(TenexfsKeeps, TheIndexWhereADirectoryIsMade) {
  const Words before = genuinePack();
  auto pack = TenexPack::of(before);
  ASSERT_TRUE(pack);
  ASSERT_THAT(pack->check().errors, IsEmpty());
  ASSERT_TRUE(pack->makeDirectory({"JONES", "LAKE", kJones, {}, 100}));
  EXPECT_THAT(pack->check().errors, IsEmpty());
  const Words after = wordsOf(*pack);
  EXPECT_EQ(after[zeroOf(after) + 016].bits(), kLongTable);
  for (unsigned directory : {1U, kSmith})
    for (unsigned page : {0U, 7U})
      for (std::uint32_t i = 0; i < 512; ++i)
        ASSERT_EQ(after[pageOf(after, directory, page) + i], before[pageOf(before, directory, page) + i]);
  // In part 0 one entry of the table; in part 1 bounds, free list, and what was free.
  std::size_t ofZero = 0;
  for (const std::size_t i : differences(before, after)) {
    if (i >= zeroOf(before) && i < zeroOf(before) + 512) {
      ++ofZero;
      EXPECT_TRUE(before[i].zero());
      EXPECT_EQ(after[i].right().bits(), kJones);
    }
    if (i < partOf(before) || i >= partOf(before) + 512) continue;
    const std::size_t word = i - partOf(before);
    const std::uint32_t free = before[partOf(before) + 5].left().bits();
    EXPECT_TRUE(word >= free || (word >= 3 && word <= 014)) << std::oct << word;
  }
  EXPECT_EQ(ofZero, 1U);
  EXPECT_EQ(after[partOf(after) + 5].right().bits(), 0777777U);
}

// A pack whose passwords are hashes gets hashes.
TEST(TenexfsKeeps, PasswordsAsTheMonitorKeepsThem) {
  for (const bool hashed : {false, true}) {
    auto pack = hashed ? TenexPack::of(genuinePack()) : TenexPack::make("RP02", kNow);
    ASSERT_TRUE(pack && pack->makeDirectory({"JONES", "LAKE", 0, {}, 100}));
    const Words w = wordsOf(*pack);
    const auto wanted = hashed ? tenexfs::hashedPassword("LAKE") : tenexfs::textPassword("LAKE");
    const auto part = std::span{w}.subspan(partOf(w), 512);
    EXPECT_FALSE(std::ranges::search(part, wanted).empty());
    const auto directories = pack->directories();
    ASSERT_TRUE(directories);
    for (const TenexDirectory& d : *directories)
      if (d.name == "JONES") {
        EXPECT_EQ(d.password, hashed ? "" : "LAKE");
      }
  }
}

TEST(TenexfsKeeps, TextAndHashesApart) {
  for (const char* password : {"A", "LAKE", "WASATCH", "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789ABC"}) {
    EXPECT_EQ(tenexfs::passwordText(tenexfs::textPassword(password)), password);
    EXPECT_FALSE(tenexfs::passwordText(tenexfs::hashedPassword(password)));
    EXPECT_EQ(tenexfs::hashedPassword(password).size(), 2U);
  }
  EXPECT_EQ(tenexfs::passwordText({}), "");
  EXPECT_FALSE(tenexfs::passwordText({Word36{0406050301420}}));  // text without an end
  // As 1.34 stores them, of 4 and 6 characters.
  EXPECT_THAT(tenexfs::hashedPassword("LAKE"), ElementsAre(Word36{001736607733}, Word36{032552732742}));
  EXPECT_THAT(tenexfs::hashedPassword("PDP-10"), ElementsAre(Word36{000623105030}, Word36{0275243751004}));
}

TEST(TenexfsKeeps, TheBlocksOfADirectoryWhereAFileIsAdded) {
  Words before = genuinePack();
  const std::size_t page = pageOf(before, kSmith);
  for (std::uint32_t i = 032; i < 0400; ++i)  // the monitor does not look at bit 35 of a name
    if (word(before, page, i) == Word36::halves(0400001, 2))
      word(before, page, i + 1) = word(before, page, i + 1) | Word36{1};
  auto pack = TenexPack::of(before);
  ASSERT_TRUE(pack);
  ASSERT_TRUE(pack->write(named("<SMITH>C.BIN"), numbers(20)));
  EXPECT_THAT(pack->check().errors, IsEmpty());
  const Words after = wordsOf(*pack);
  const std::uint32_t free = before[page + 5].left().bits();
  std::vector<std::size_t> changed;
  for (const std::size_t i : differences(before, after))
    if (i >= page && i < page + free) changed.push_back(i - page);
  // Bottom of the symbols, first free block, free words, and the pages in use.
  EXPECT_THAT(changed, ElementsAre(3U, 5U, 7U, 022U));
  ASSERT_TRUE(pack->remove(named("<SMITH>C.BIN"), true));
  const Words again = wordsOf(*pack);
  for (std::uint32_t i = 0; i <= free; ++i) ASSERT_EQ(again[page + i], before[page + i]) << std::oct << i;
}

// A file has a text as its account; the symbol of the account follows those of the names.
TEST(TenexfsKeeps, AccountsThatAreTexts) {
  for (const char* text : {"PROJ", ""}) {
    Words w = genuinePack();
    const std::size_t page = pageOf(w, kSmith), table = pageOf(w, kSmith, 7);
    const std::uint32_t bottom = w[page + 3].right().bits(), block = w[page + 5].left().bits();
    for (std::uint32_t i = bottom; i < 07777; ++i) w[table + (i & 0777) - 1] = w[table + (i & 0777)];
    w[page + 3] = Word36{bottom - 1};
    w[table + 0776] = Word36::halves(block, 0100000);
    w[page + block + 3] = Word36::halves(w[page + block].left().bits(), w[page + block].right().bits() - 3);
    w[page + block] = Word36::halves(0777777, 3);
    w[page + block + 1] = Word36{1};
    w[page + block + 2] = *text == 0 ? Word36{} : tenexfs::textPassword(text)[0];
    w[page + 5] = Word36::halves(block + 3, w[page + 5].right().bits());
    w[page + 7] = Word36{w[page + 7].bits() - 3};
    std::uint32_t fdb = 032;
    while (w[page + fdb] != Word36::halves(0400100, 025) || w[page + fdb + 1].bit(3))
      fdb += w[page + fdb].right().bits();  // (MESSAGE.TXT is the first, and deleted)
    w[page + fdb + 010] = Word36{block};
    auto pack = TenexPack::of(w);
    ASSERT_TRUE(pack);
    EXPECT_THAT(pack->check().errors, IsEmpty());
    ASSERT_TRUE(pack->write(named("<SMITH>C.BIN"), numbers(20)));
    EXPECT_THAT(pack->check().errors, IsEmpty());
    ASSERT_TRUE(pack->remove(named("<SMITH>A.TXT"), true));
    EXPECT_THAT(pack->check().errors, IsEmpty());
    EXPECT_EQ(pack->files("SMITH")->size(), 3U);
  }
}

// The monitor begins a directory with one page and adds pages to it.
TEST(TenexfsKeeps, DirectoriesGrowByPages) {
  Words w = genuinePack();
  const std::size_t page = pageOf(w, kSmith), table = pageOf(w, kSmith, 7);
  const std::uint32_t bottom = w[page + 3].right().bits(), symbols = 07777 - bottom;
  for (std::uint32_t k = 0; k < symbols; ++k) w[page + 01000 - symbols + k] = w[table + (bottom & 0777) + k];
  const std::uint32_t end = 0750, free = w[page + 5].left().bits();
  w[page + 3] = Word36{01000 - symbols};
  w[page + 4] = Word36{01000};
  w[page + 014] = Word36{end};
  w[page + 7] = w[page + free] = Word36{end - free};
  auto pack = TenexPack::of(w);
  ASSERT_TRUE(pack);
  ASSERT_THAT(pack->check().errors, IsEmpty());
  unsigned made = 0;
  std::uint64_t top = 01000;
  while (made < 200 && pack->write({"SMITH", "FILE" + std::to_string(made), "X", 0}, numbers(1))) {
    ++made;
    ASSERT_THAT(pack->check().errors, IsEmpty()) << made;
    const std::uint64_t now = pack->words()[page + 4].bits();
    ASSERT_TRUE(now == top || now == top + 01000) << std::oct << now;
    top = now;
  }
  EXPECT_EQ(top, 010000U);
  EXPECT_GT(made, 120U);
  EXPECT_EQ(pack->read(named("<SMITH>A.TXT"))->words, numbers(700).words);
  EXPECT_EQ(pack->files("SMITH")->size(), made + 3);
}

// One of more than eight pages goes on where tenexfs does not look: it and its files' pages must not be "repaired".
TEST(TenexfsKeeps, DirectoriesThatItDoesNotRead) {
  Words w = genuinePack();
  const std::size_t page = pageOf(w, kSmith);
  w[page + 3] = Word36{011000 - 3};
  w[page + 4] = Word36{011000};
  auto pack = TenexPack::of(w);
  ASSERT_TRUE(pack);
  EXPECT_THAT(pack->check(true).errors, Contains(HasSubstr("<SMITH>: has more than eight pages")));
  EXPECT_EQ(differences(w, wordsOf(*pack)), std::vector<std::size_t>{});
  EXPECT_FALSE(pack->write(named("<SYSTEM>A."), numbers(1)));
  EXPECT_TRUE(pack->files("SYSTEM"));
}

TEST(TenexfsKeeps, PacksOfAnotherLayout) {
  const Words good = genuinePack();
  const std::size_t fd = at(good[zeroOf(good) + 017]), block = at(good[fd]);
  Words moved = good, more = good;
  std::swap_ranges(moved.begin() + block + 8, moved.begin() + block + 16, moved.begin() + block + 16);
  more[fd + 16] = Word36::halves(050, 4);  // a free page
  for (const Words& w : {moved, more}) {
    auto pack = TenexPack::of(w);
    ASSERT_TRUE(pack);
    EXPECT_THAT(pack->check(true).errors, Contains(HasSubstr("more or larger directories")));
    EXPECT_EQ(differences(w, wordsOf(*pack)), std::vector<std::size_t>{});
    EXPECT_FALSE(pack->files("SYSTEM"));
  }
}

// Removing files from the middle leaves gaps that are too small for what comes next: all blocks move down.
TEST(TenexfsKeeps, AFullDirectoryIsCompacted) {
  auto pack = TenexPack::of(genuinePack());
  ASSERT_TRUE(pack);
  unsigned made = 0;
  while (pack->write({"SMITH", "F" + std::to_string(made), "X", 0}, FileContents{})) ++made;
  for (unsigned k = 0; k < made; k += 9) ASSERT_TRUE(pack->remove({"SMITH", "F" + std::to_string(k), "X", 0}, true));
  unsigned again = 0;
  while (pack->write({"SMITH", "NAMEOFTHIRTYNINECHARACTERS" + std::to_string(again), "EXTENSION", 0}, FileContents{})) {
    ASSERT_THAT(pack->check().errors, IsEmpty());
    ++again;
  }
  EXPECT_GT(again, 5U);
  EXPECT_EQ(pack->read(named("<SMITH>A.TXT"))->words, numbers(700).words);
}

TEST(TenexfsKeeps, PagesOutOfUse) {
  Words w = genuinePack();
  auto pack = TenexPack::of(w);
  const auto table = pack->read(named("<SYSTEM>DSKBTTBL."));
  ASSERT_TRUE(table);
  // The track of the index, 75: its words are in the table's first page.
  std::size_t bits = 0;
  while (!std::ranges::equal(std::span{w}.subspan(bits, 512), std::span{table->words}.first(512))) bits += 512;
  std::uint64_t free = 0;
  for (int k = 0; k < 36; ++k) free += w[bits + 200 + 150].bit(k) ? 1U : 0U;
  ASSERT_GT(free, 0U);
  w[bits + 75] = Word36{w[bits + 75].bits() - free};
  w[bits + 200 + 150] = Word36{};
  pack = TenexPack::of(w);
  const auto note = HasSubstr(std::to_string(free) + " pages are marked used");
  EXPECT_THAT(pack->check().notes, ElementsAre(note));
  ASSERT_TRUE(pack->write(named("<SMITH>D.BIN"), numbers(512 * 60)));
  EXPECT_THAT(pack->check().notes, ElementsAre(note));
  EXPECT_THAT(pack->check().errors, IsEmpty());
  EXPECT_TRUE(pack->words()[bits + 200 + 150].zero());
}

}  // namespace
}  // namespace utah10

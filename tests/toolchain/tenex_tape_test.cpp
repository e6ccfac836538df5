// DECtapes from the host: what is written reads back, by a reader of the test's own as well, and damage is found and
// repaired. Expected words were worked by hand from docs/formats.md.
#include <gmock/gmock.h>

#include <fstream>
#include <map>
#include <set>

#include "support/random.hpp"
#include "support/temp_folder.hpp"
#include "toolchain/tenexfs/tenex_tape.hpp"
#include "toolchain_support.hpp"

namespace utah10 {
namespace {

using test::xwd;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const Word36 kOctober1972 = xwd(41591, 43200);  // noon of 1 October 1972
constexpr std::size_t kDirectory = 100 * 128, kNames = kDirectory + 83, kExtensions = kDirectory + 105;

TapeName called(std::string_view text) {
  const auto n = parseTapeName(text);
  EXPECT_TRUE(n) << text;
  return n.value_or(TapeName{});
}

std::vector<Word36> counted(std::size_t n, std::uint64_t first = 1) {
  std::vector<Word36> words;
  for (std::size_t i = 0; i < n; ++i) words.emplace_back(first + i);
  return words;
}

template <class T>
Error errorOf(const Expected<T>& e) {
  return e ? Error{} : e.error();
}

// ---- a second reader, of the bytes of an image file ----

class OtherReader {
 public:
  explicit OtherReader(const std::filesystem::path& file) {
    std::ifstream in{file, std::ios::binary};
    bytes_ = {std::istreambuf_iterator<char>(in), {}};
    EXPECT_EQ(bytes_.size(), 591872U);
  }

  std::uint64_t word(std::size_t block, std::size_t n) const {
    return half(block * 1024 + n * 8) << 18 | half(block * 1024 + n * 8 + 4);
  }
  // The block map as one string of bits: the first 35 of each word.
  unsigned owner(std::size_t block) const {
    unsigned value = 0;
    for (std::size_t bit = (block - 1) * 5; bit < block * 5; ++bit)
      value = value * 2 + static_cast<unsigned>(word(100, bit / 35) >> (35 - bit % 35) & 1);
    return value;
  }
  std::map<std::string, std::vector<std::uint64_t>> files() const {
    std::map<std::string, std::vector<std::uint64_t>> all;
    for (unsigned slot = 1; slot <= 22; ++slot)
      if (word(100, 82 + slot) != 0) {
        const std::string name = sixbit(word(100, 82 + slot), 6) + "." + sixbit(word(100, 104 + slot), 3);
        EXPECT_FALSE(all.contains(name)) << name;
        all[name] = wordsOf(slot);
      }
    return all;
  }
  unsigned date(unsigned slot) const {
    unsigned value = static_cast<unsigned>(word(100, 104 + slot) % 4096);
    for (unsigned k = 0; k < 3; ++k) value += static_cast<unsigned>(word(100, slot - 1 + 22 * k) % 2) << (12 + k);
    return value;
  }

 private:
  std::uint64_t half(std::size_t at) const {
    std::uint64_t value = 0;
    for (std::size_t k = 4; k-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes_[at + k]);
    return value;
  }
  static std::string sixbit(std::uint64_t word, int most) {
    std::string s;
    for (int k = 0; k < most; ++k)
      if (const auto c = word >> (30 - 6 * k) & 63; c != 0) s.push_back(static_cast<char>(c + 32));
    return s;
  }
  // From the last block on tape that belongs to the file, which names the first one, by the links.
  std::vector<std::uint64_t> wordsOf(unsigned slot) const {
    std::set<std::size_t> own;
    for (std::size_t block = 1; block <= 577; ++block)
      if (owner(block) == slot) own.insert(block);
    std::vector<std::uint64_t> words;
    EXPECT_FALSE(own.empty()) << "slot " << slot;
    if (own.empty()) return words;
    for (std::size_t block = word(*own.rbegin(), 0) >> 8 & 1023; block != 0; block = word(block, 0) >> 18) {
      EXPECT_EQ(own.erase(block), 1U) << "block " << block << " is not slot " << slot << "'s";
      for (std::uint64_t n = 1; n <= (word(block, 0) & 127); ++n) words.push_back(word(block, n));
    }
    EXPECT_THAT(own, IsEmpty()) << "slot " << slot;
    return words;
  }

  std::string bytes_;
};

class TenexTapeTest : public ::testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder); }
  void TearDown() override { std::filesystem::remove_all(folder); }
  OtherReader saved() const {
    EXPECT_TRUE(tape.save(folder / "t.dta"));
    return OtherReader{folder / "t.dta"};
  }
  std::vector<std::size_t> chainFrom(std::size_t block) const {
    std::vector<std::size_t> blocks;
    for (; block != 0; block = tape.words()[block * 128].left().bits()) blocks.push_back(block);
    return blocks;
  }

  std::filesystem::path folder = test::ownFolder();
  TenexTape tape = TenexTape::make();
};

TEST_F(TenexTapeTest, NamesAreReadAsUsersTypeThem) {
  EXPECT_EQ(called("notes.txt").text(), "NOTES.TXT");
  EXPECT_EQ(called("dta3:exec.sav").text(), "EXEC.SAV");
  EXPECT_EQ(called("A").text(), "A.");
  EXPECT_EQ(called("$%+-_[").text(), "$%+-_[.");
  for (const char* bad : {"", ".TXT", "SEVENLT.A", "A.LONG", "A.B.C", "A B.C", "A~.B", "DTA8:A.B", "DTA:A.B", "A:B.C"})
    EXPECT_THAT(errorOf(parseTapeName(bad)).what, HasSubstr("not a valid file name")) << bad;
  EXPECT_THAT(parseTapeName("<SMITH>A.B").error().what, HasSubstr("no directories"));
  EXPECT_THAT(parseTapeName("A.B;1").error().what, HasSubstr("no versions"));
}

// Blocks 1, 2 and 144 are reserved, and the map ends behind block 1101.
TEST_F(TenexTapeTest, ANewTapeHasAnEmptyDirectory) {
  const auto w = tape.words();
  ASSERT_EQ(w.size(), 578U * 128);
  for (std::size_t i = 0; i < w.size(); ++i) {
    const std::uint64_t expected = i == kDirectory        ? 0757000000000
                                   : i == kDirectory + 14 ? 0017000000000
                                   : i == kDirectory + 82 ? 0000007777776
                                                          : 0;
    ASSERT_EQ(w[i].bits(), expected) << i;
  }
  const TapeReport r = tape.check();
  EXPECT_THAT(r.errors, IsEmpty());
  EXPECT_THAT(r.notes, IsEmpty());
  EXPECT_EQ(r.freeBlocks, 574U);
  EXPECT_EQ(r.blocks, 0U);
  EXPECT_THAT(tape.files(), IsEmpty());
  EXPECT_EQ(tape.label(), "");
}

TEST_F(TenexTapeTest, AFileIsAChainOfBlocks) {
  tape.setTime(kOctober1972);
  ASSERT_TRUE(tape.write(called("ABCDEF.XYZ"), counted(300)));
  const auto w = tape.words();
  EXPECT_EQ(w[kNames].bits(), 0414243444546U);
  EXPECT_EQ(w[kExtensions], xwd(0707172, ((1972 - 1964) * 12 + 9) * 31));
  EXPECT_EQ(w[kDirectory].bits(), 0757010200000U);      // blocks 3 and 4 are the file's
  EXPECT_EQ(w[kDirectory + 1].bits(), 0020000000000U);  // and 8
  EXPECT_EQ(w[3 * 128], xwd(4, 3 << 8 | 127));
  EXPECT_EQ(w[4 * 128], xwd(8, 3 << 8 | 127));
  EXPECT_EQ(w[8 * 128], xwd(0, 3 << 8 | 46));
  EXPECT_EQ(w[3 * 128 + 1].bits(), 1U);
  EXPECT_EQ(w[4 * 128 + 127].bits(), 254U);
  EXPECT_EQ(w[8 * 128 + 46].bits(), 300U);
  EXPECT_EQ(w[8 * 128 + 47].bits(), 0U);
}

// The driver of TENEX 1.33: from the first free block on, one in four; it turns round at the end of the tape.
TEST_F(TenexTapeTest, BlocksAreChosenAsTenexDoes) {
  ASSERT_TRUE(tape.write(called("A"), counted(5 * 127)));
  EXPECT_THAT(chainFrom(3), ElementsAre(3, 4, 8, 12, 16));
  ASSERT_TRUE(tape.write(called("B"), counted(4 * 127)));
  EXPECT_THAT(chainFrom(5), ElementsAre(5, 6, 10, 14));
  ASSERT_TRUE(tape.write(called("C"), counted(148 * 127)));
  const auto c = chainFrom(7);
  ASSERT_EQ(c.size(), 148U);
  EXPECT_THAT(std::vector(c.begin(), c.begin() + 4), ElementsAre(7, 9, 13, 17));
  EXPECT_THAT(std::vector(c.begin() + 20, c.begin() + 26), ElementsAre(85, 89, 93, 97, 101, 105));
  EXPECT_THAT(std::vector(c.end() - 5, c.end()), ElementsAre(577, 576, 572, 568, 564));
  ASSERT_TRUE(tape.remove(called("C")));
  ASSERT_TRUE(tape.write(called("D"), counted(4 * 127), 1));
  EXPECT_THAT(chainFrom(7), ElementsAre(7, 9, 11, 13));
}

// Files of the same sizes in the same order, as a genuine TENEX 1.34 placed them on a tape of this machine: the two
// tapes were equal in every word. The long file turns at both ends of the tape.
TEST_F(TenexTapeTest, ALongFileTurnsWhereGenuineTenexTurned) {
  ASSERT_TRUE(tape.write(called("H.TXT"), counted(3)));
  ASSERT_TRUE(tape.write(called("BIG.BIN"), counted(38100)));
  ASSERT_TRUE(tape.write(called("EXEC.SAV"), counted(14512)));
  ASSERT_TRUE(tape.remove(called("H.TXT")));
  ASSERT_TRUE(tape.write(called("E2.SAV"), counted(14512)));
  const auto big = chainFrom(4), exec = chainFrom(8), second = chainFrom(3);
  ASSERT_EQ(big.size(), 300U);
  EXPECT_THAT(std::vector(big.begin(), big.begin() + 4), ElementsAre(4, 5, 9, 13));
  EXPECT_THAT(std::vector(big.begin() + 142, big.begin() + 147), ElementsAre(569, 573, 577, 576, 572));
  EXPECT_THAT(std::vector(big.begin() + 286, big.begin() + 291), ElementsAre(11, 7, 6, 10, 14));
  EXPECT_THAT(std::vector(big.end() - 4, big.end()), ElementsAre(38, 42, 46, 50));
  ASSERT_EQ(exec.size(), 115U);
  EXPECT_THAT(std::vector(exec.begin(), exec.begin() + 4), ElementsAre(8, 12, 16, 20));
  EXPECT_EQ(exec.back(), 466U);
  ASSERT_EQ(second.size(), 115U);
  EXPECT_THAT(std::vector(second.begin(), second.begin() + 4), ElementsAre(3, 54, 58, 62));
  EXPECT_EQ(second.back(), 507U);
}

TEST_F(TenexTapeTest, DatesHaveFifteenBits) {
  struct Case {
    std::uint32_t day;  // since 17 November 1858
    unsigned date;
  };
  // 1 October 1972; 4 and 5 January 1975, where twelve bits end; 23 November 2026; 30 December 1963, which has none
  for (const Case& c : {Case{41591, 3255}, Case{42416, 4095}, Case{42417, 4096}, Case{61367, 23396}, Case{38393, 0}}) {
    for (const char* name : {"A", "B", "C"}) {
      tape.setTime(xwd(c.day, 5));
      ASSERT_TRUE(tape.write(called(name), counted(1)));
    }
    const OtherReader other = saved();
    for (unsigned slot = 1; slot <= 3; ++slot) {
      EXPECT_EQ(other.date(slot), c.date);
      EXPECT_EQ(tape.files()[slot - 1].written, xwd(c.date == 0 ? 0 : c.day, 0)) << c.date;
    }
    EXPECT_TRUE(tape.check().clean());
  }
}

TEST_F(TenexTapeTest, TextIsRecognised) {
  const auto text = tenexText("one\ttwo\n\fthree", false);
  ASSERT_TRUE(tape.write(called("A.TXT"), text->words));
  EXPECT_EQ(tape.read(called("A.TXT"))->byteSize, 7U);
  EXPECT_EQ(hostText(*tape.read(called("A.TXT")), false), "one\ttwo\n\fthree");
  std::vector<Word36> numbered = text->words;
  numbered[0] = numbered[0] | Word36{1};  // a line number
  for (const auto& words : {numbered, counted(3), {xwd(0777777, 0137)}}) {
    ASSERT_TRUE(tape.write(called("A.TXT"), words));
    EXPECT_EQ(tape.read(called("A.TXT"))->byteSize, 36U);
    EXPECT_EQ(tape.read(called("A.TXT"))->bytes, words.size());
  }
}

TEST_F(TenexTapeTest, AFileOfWordsIsTextOnDemand) {
  FileContents c = *tenexText("eleven char", false);
  c.byteSize = 36;
  c.bytes = c.words.size();
  EXPECT_EQ(hostText(c, false), "eleven char");
}

TEST_F(TenexTapeTest, AnEmptyFileHasOneBlock) {
  ASSERT_TRUE(tape.write(called("NIL"), {}));
  EXPECT_EQ(tape.files().front().blocks, 1U);
  EXPECT_EQ(tape.words()[3 * 128], xwd(0, 3 << 8));
  EXPECT_THAT(tape.read(called("NIL"))->words, IsEmpty());
  EXPECT_TRUE(tape.check().clean());
}

TEST_F(TenexTapeTest, RefusalsChangeNothing) {
  ASSERT_TRUE(tape.write(called("A"), counted(570 * 127)));
  const std::vector<Word36> before{tape.words().begin(), tape.words().end()};
  EXPECT_EQ(tape.write(called("B"), counted(4 * 127 + 1)).error().what,
            "the tape is full: 5 blocks are needed, 4 are free");
  EXPECT_EQ(tape.write(called("A"), counted(574 * 127 + 1)).error().what,
            "the tape is full: 575 blocks are needed, 574 are free");
  EXPECT_EQ(tape.write({"LONGNAME", ""}, counted(1)).error().what, "not a valid file name on a DECtape");
  for (const unsigned spacing : {0U, 8U}) EXPECT_FALSE(tape.write(called("B"), counted(1), spacing));
  EXPECT_EQ(tape.remove(called("B")).error().text(), "B.: no such file");
  EXPECT_EQ(tape.read(called("B")).error().text(), "B.: no such file");
  EXPECT_TRUE(std::ranges::equal(tape.words(), before));
  EXPECT_TRUE(tape.write(called("A"), counted(574 * 127)));
  EXPECT_EQ(tape.check().freeBlocks, 0U);
  EXPECT_EQ(tape.read(called("A"))->words, counted(574 * 127));
}

TEST_F(TenexTapeTest, ADirectoryHasTwentyTwoFiles) {
  for (int i = 0; i < 22; ++i) ASSERT_TRUE(tape.write({"F" + std::to_string(i), "X"}, counted(1)));
  EXPECT_EQ(tape.write(called("ONE.TOO"), counted(1)).error().what, "the directory is full: it has 22 files");
  ASSERT_TRUE(tape.remove(called("F7.X")));
  ASSERT_TRUE(tape.write(called("ONE.TOO"), counted(1)));
  EXPECT_EQ(tape.files()[7].name.text(), "ONE.TOO");
}

// Random operations, mirrored in a map of names to words; the other reader finds the same after each.
TEST_F(TenexTapeTest, BehavesLikeAMapOfNamesToWords) {
  test::Random random;
  std::map<std::string, std::vector<std::uint64_t>> model;
  std::size_t refused = 0;
  const auto steps = std::min<std::uint64_t>(test::caseCount(), 150);
  for (std::uint64_t step = 0; step < steps; ++step) {
    const TapeName n{std::string(1 + random.below(6), static_cast<char>('A' + random.below(5))),
                     random.oneIn(2) ? "" : std::string(1 + random.below(3), 'X')};
    if (random.oneIn(4)) {
      EXPECT_EQ(tape.remove(n).has_value(), model.erase(n.text()) == 1) << n.text();
    } else {
      std::vector<Word36> words;
      const std::uint64_t most = random.oneIn(20) ? 60000 : random.oneIn(3) ? 127 * 3 : 9000;
      for (std::uint64_t i = random.oneIn(4) ? 127 * random.below(4) : random.below(most); i > 0; --i)
        words.push_back(random.word());
      std::size_t taken = 0;
      for (const auto& [name, w] : model)
        if (name != n.text()) taken += std::max<std::size_t>(1, (w.size() + 126) / 127);
      const bool fits = taken + std::max<std::size_t>(1, (words.size() + 126) / 127) <= 574 &&
                        (model.contains(n.text()) || model.size() < 22);
      tape.setTime(xwd(static_cast<std::uint32_t>(40000 + random.below(25000)), 0));
      EXPECT_EQ(tape.write(n, words, static_cast<unsigned>(1 + random.below(7))).has_value(), fits);
      refused += fits ? 0 : 1;
      if (fits) {
        model[n.text()].clear();
        for (const Word36 w : words) model[n.text()].push_back(w.bits());
      }
    }
    const TapeReport r = tape.check();
    ASSERT_THAT(r.errors, IsEmpty());
    ASSERT_THAT(r.notes, IsEmpty());
    ASSERT_EQ(saved().files(), model) << "step " << step;
    const auto again = TenexTape::open(folder / "t.dta");
    ASSERT_TRUE(again) << again.error().text();
    for (const auto& [name, words] : model) {
      const auto c = again->read(called(name));
      ASSERT_TRUE(c) << name;
      ASSERT_TRUE(std::ranges::equal(c->words, words, {}, &Word36::bits)) << name;
    }
  }
  EXPECT_TRUE(refused > 0 || steps < 150);  // a full tape is among the cases
}

struct Damage {
  const char* what;
  void (*damage)(std::vector<Word36>& w);
  const char* report;
  std::size_t kept;  // words of FIRST after the repair
};

// FIRST lies in blocks 3, 4, 8 and 12, SECOND in 5, 6 and 10.
const Damage kDamages[] = {
    {"link to another file", [](auto& w) { w[4 * 128] = xwd(5, 3 << 8 | 127); },
     "FIRST.: the block after 4 is 5, which is not its own", 254},
    {"link to no block", [](auto& w) { w[4 * 128] = xwd(01102, 3 << 8 | 127); }, "is 1102, which is not its own", 254},
    {"link to the directory", [](auto& w) { w[4 * 128] = xwd(0144, 3 << 8 | 127); }, "is 144, which is not its own",
     254},
    {"loop", [](auto& w) { w[8 * 128] = xwd(4, 3 << 8 | 127); }, "FIRST.: the block after 10 is 4 again", 381},
    {"link cut", [](auto& w) { w[8 * 128] = xwd(0, 3 << 8 | 127); }, "FIRST.: 1 of its blocks are not in its chain",
     381},
    {"first block of another file", [](auto& w) { w[3 * 128] = xwd(4, 5 << 8 | 127); },
     "FIRST.: its first block is 5, which is not its own", 481},
    {"no first block", [](auto& w) { w[3 * 128] = xwd(4, 127); }, "FIRST.: block 3 names no first block", 481},
    {"first block of a later block", [](auto& w) { w[8 * 128] = xwd(12, 4 << 8 | 127); },
     "FIRST.: block 10 names 4 as the first block, not 3", 481},
    {"count of words", [](auto& w) { w[12 * 128] = xwd(0, 3 << 8 | 128); }, "FIRST.: block 14 has 128 words", 508},
    {"block freed in the map", [](auto& w) { w[kDirectory + 1] = w[kDirectory + 1] & Word36{0007777777777}; },
     "FIRST.: the block after 4 is 10, which is not its own", 254},
    {"name gone", [](auto& w) { w[kNames + 1] = Word36{}; }, "slot 2 has blocks (3) but no name", 481},
};

TEST_F(TenexTapeTest, TheCheckFindsAndRepairsEveryKindOfDamage) {
  ASSERT_TRUE(tape.write(called("FIRST"), counted(481)));
  ASSERT_TRUE(tape.write(called("SECOND"), counted(300, 1000)));
  ASSERT_TRUE(tape.check().clean());
  for (const Damage& d : kDamages) {
    std::vector<Word36> words{tape.words().begin(), tape.words().end()};
    d.damage(words);
    auto bad = TenexTape::of(words);
    ASSERT_TRUE(bad) << d.what;
    EXPECT_THAT(bad->check().errors, Contains(HasSubstr(d.report))) << d.what;
    EXPECT_THAT(errorOf(bad->write(called("THIRD"), counted(1))).hint, HasSubstr("--repair")) << d.what;
    EXPECT_FALSE(bad->remove(called("SECOND"))) << d.what;
    EXPECT_TRUE(std::ranges::equal(bad->words(), words)) << d.what << ": the tape has changed";
    bad->check(true);
    EXPECT_THAT(bad->check().errors, IsEmpty()) << d.what;
    const auto kept = bad->read(called("FIRST"));
    ASSERT_TRUE(kept) << d.what;
    ASSERT_EQ(kept->words.size(), d.kept) << d.what;
    EXPECT_TRUE(std::ranges::equal(std::span{kept->words}.first(std::min<std::size_t>(d.kept, 481)),
                                   counted(std::min<std::size_t>(d.kept, 481))))
        << d.what;
    if (std::string_view{d.what} != "name gone") {
      EXPECT_EQ(bad->read(called("SECOND"))->words, counted(300, 1000)) << d.what;
    }
    EXPECT_TRUE(bad->write(called("THIRD"), counted(1))) << d.what;
  }
}

TEST_F(TenexTapeTest, AFileThatCannotBeFollowedIsNotRead) {
  ASSERT_TRUE(tape.write(called("FIRST"), counted(481)));
  std::vector<Word36> words{tape.words().begin(), tape.words().end()};
  words[4 * 128] = xwd(5, 3 << 8 | 127);
  const auto bad = TenexTape::of(words);
  EXPECT_EQ(bad->read(called("FIRST")).error().text(),
            "FIRST.: the block after 4 is 5, which is not its own; tenexfs check --repair");
  EXPECT_EQ(bad->files().front().words, 254U);
  EXPECT_EQ(bad->files().front().blocks, 4U);
}

TEST_F(TenexTapeTest, HarmlessFindingsAreNotes) {
  ASSERT_TRUE(tape.write(called("A.B"), counted(1)));
  std::vector<Word36> words{tape.words().begin(), tape.words().end()};
  words[kNames + 1] = words[kNames];
  words[kExtensions + 1] = xwd(words[kExtensions].left().bits(), 31 + 30);  // 31 February 1964
  words[kNames + 2] = Word36{0410042000000};                                // A B
  words[kDirectory + 127] = Word36{0624545540000};                          // REEL
  const auto odd = TenexTape::of(words);
  TapeReport r = TenexTape{*odd}.check();
  EXPECT_THAT(r.errors, IsEmpty());
  EXPECT_THAT(r.notes, ElementsAre("A.B: has no blocks", "A.B: its date does not exist", "A B.: has no blocks",
                                   "two files are named A.B; only the first can be reached",
                                   "the name \"A B.\" cannot be typed"));
  EXPECT_EQ(odd->label(), "REEL");
  EXPECT_TRUE(odd->files()[1].written.zero());
}

TEST_F(TenexTapeTest, OtherImagesAreRefused) {
  const auto refusal = [&](const std::string& bytes) {
    std::ofstream{folder / "x", std::ios::binary} << bytes;
    return errorOf(TenexTape::open(folder / "x")).text();
  };
  EXPECT_THAT(refusal("no tape"), HasSubstr("x: is not the image of a PDP-10 DECtape: 7 bytes; an image has 591872"));
  EXPECT_THAT(refusal(std::string(295936, '\0')), HasSubstr("295936 bytes"));
  EXPECT_THAT(refusal(std::string(591872, '\0')), HasSubstr("has no TENEX or DEC directory in block 144"));
  EXPECT_THAT(refusal(std::string(591872, '\xff')), HasSubstr("x: byte 0: "));
  EXPECT_THAT(errorOf(TenexTape::open(folder / "none")).text(), HasSubstr("none: "));
  EXPECT_FALSE(TenexTape::of(counted(128)));
  ASSERT_TRUE(tape.save(folder / "t.dta"));
  std::ofstream{folder / "t.dta.journal"} << "half a write";
  EXPECT_THAT(errorOf(TenexTape::open(folder / "t.dta")).text(), HasSubstr("a write to it was cut short"));
}

}  // namespace
}  // namespace utah10

// DECtape and magnetic tape images: formats, refusals, writing back, locks, journals, killed writers.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <fstream>
#include <map>

#include "devices/dectape_image.hpp"
#include "devices/magtape_image.hpp"
#include "support/random.hpp"
#include "support/temp_folder.hpp"

namespace utah10 {
namespace {

namespace fs = std::filesystem;
using Block = std::array<Word36, DecTapeImage::kBlockWords>;

std::string contentOf(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string le(std::uint64_t v, int bytes) {
  std::string s;
  for (int i = 0; i < bytes; ++i) s += static_cast<char>(v >> (8 * i));
  return s;
}

std::string tapRecord(const std::string& frames, bool pad = true, std::uint32_t flag = 0) {
  const std::string length = le(frames.size() | flag, 4);
  return length + frames + (pad && frames.size() % 2 != 0 ? std::string(1, '\0') : "") + length;
}

std::string framesOf(const TapeObject& o) { return {o.frames.begin(), o.frames.end()}; }

TapeObject record(const std::string& frames) {
  TapeObject o;
  o.frames.assign(frames.begin(), frames.end());
  return o;
}
const TapeObject kMark{TapeObjectKind::Mark, false, {}, 0};

Block filled(std::uint64_t value) {
  Block b;
  b.fill(Word36{value});
  return b;
}

class TapeMedia : public ::testing::Test {
 protected:
  TapeMedia() { fs::create_directories(folder_); }
  ~TapeMedia() override { fs::remove_all(folder_); }
  fs::path write(const std::string& name, const std::string& content) {
    std::ofstream(folder_ / name, std::ios::binary) << content;
    return folder_ / name;
  }
  // Every file of the folder with its contents.
  std::map<std::string, std::string> all() {
    std::map<std::string, std::string> files;
    for (const auto& e : fs::directory_iterator(folder_))
      if (e.is_regular_file()) files[e.path().filename()] = contentOf(e.path());
    return files;
  }
  // The message with which a medium is refused; nothing in the folder may have changed.
  template <class Image>
  std::string refusal(const fs::path& file, const AttachOptions& options = {}) {
    const auto before = all();
    const auto opened = Image::open("dev", file, options);
    EXPECT_FALSE(opened);
    EXPECT_TRUE(all() == before) << "a refused medium changes nothing";
    const std::string text = opened ? "" : opened.error().text();
    EXPECT_EQ(text.find('\n'), std::string::npos);
    const std::string start = "dev: " + file.string() + ": ";
    EXPECT_TRUE(text.starts_with(start)) << text;
    return text.substr(std::min(text.size(), start.size()));
  }
  fs::path folder_ = test::ownFolder();
};

TEST_F(TapeMedia, DecTapeHasHalfWordsLeftFirst) {
  std::string image(591872, '\0');
  image.replace(1024 + 8, 8, le(0123456, 4) + le(0654321, 4));  // block 1, word 1
  const auto file = write("a.dta", image);
  auto tape = DecTapeImage::open("dta0", file);
  ASSERT_TRUE(tape) << tape.error().text();
  EXPECT_EQ(tape->word(1, 1).bits(), 0123456654321u);
  Block b = filled(0);
  b[127] = Word36{0400000000001};
  tape->write(577, b);
  image.replace(591872 - 8, 8, le(0400000, 4) + le(1, 4));
  EXPECT_TRUE(contentOf(file) == image) << "written to the file at once, with no other change";
  tape = DecTapeImage{};
  EXPECT_EQ(all().size(), 1u) << "the journal is gone";
}

TEST_F(TapeMedia, Pdp11DecTapesAreReadOnly) {
  std::string image(295936, '\0');
  image.replace(0, 4, le(0177777, 2) + le(1, 2));
  const auto tape = DecTapeImage::open("dta0", write("p11", image));
  ASSERT_TRUE(tape);
  EXPECT_TRUE(tape->readOnly());
  EXPECT_EQ(tape->word(0, 0).bits(), 0177777000001u);
}

TEST_F(TapeMedia, BadDecTapesAreRefused) {
  const std::string good(591872, '\0');
  EXPECT_EQ(refusal<DecTapeImage>(folder_ / "none"), "cannot be read: No such file or directory");
  EXPECT_EQ(refusal<DecTapeImage>(folder_), "is a directory; name a file");
  EXPECT_EQ(refusal<DecTapeImage>(write("short", good.substr(1))),
            "has the wrong size for a DECtape: 591871 bytes; an image of 578 blocks has 591872");
  EXPECT_EQ(refusal<DecTapeImage>(write("empty", "")),
            "has the wrong size for a DECtape: 0 bytes; an image of 578 blocks has 591872");
  EXPECT_EQ(refusal<DecTapeImage>(write("pdp8", std::string(380292, '\0'))),
            "is the image of a PDP-8 DECtape; a PDP-10 reads 578 blocks of 128 words");
  std::string other = good;
  other[1027] = '\4';
  EXPECT_EQ(
      refusal<DecTapeImage>(write("other", other)),
      "is not a DECtape image: byte 1024 begins no 18-bit half words; an image has 256 of them in each of 578 blocks");
  EXPECT_EQ(refusal<DecTapeImage>("/dev/zero"), "is not a file that can be read whole");
  EXPECT_EQ(refusal<DecTapeImage>("/proc/self/exe"), "cannot be written: Text file busy; attach it read-only");
  AttachOptions overlay;
  overlay.overlay = folder_ / "over";
  EXPECT_EQ(refusal<DecTapeImage>(write("good", good), overlay), "a DECtape has no overlay; copy the image instead");
  if (geteuid() != 0) {
    fs::permissions(folder_ / "good", fs::perms::owner_read);
    EXPECT_EQ(refusal<DecTapeImage>(folder_ / "good"), "cannot be written: Permission denied; attach it read-only");
  }
}

TEST_F(TapeMedia, BadMagTapesAreRefused) {
  const std::string good = tapRecord("abcde") + le(0, 4);
  EXPECT_EQ(refusal<MagTapeImage>(folder_ / "none"), "cannot be read: No such file or directory");
  EXPECT_EQ(refusal<MagTapeImage>(folder_), "is a directory; name a file");
  EXPECT_EQ(refusal<MagTapeImage>(write("cut", good + tapRecord("xyzzy!").substr(0, 9))),
            "byte 18: a record of 6 frames is cut off; the image is truncated");
  EXPECT_EQ(refusal<MagTapeImage>(write("cut2", good + "ab")),
            "byte 18: the last length is cut off; the image is truncated");
  std::string torn = good;
  torn[10] = '\6';
  EXPECT_EQ(refusal<MagTapeImage>(write("torn", torn)),
            "byte 0: the lengths before and after a record differ; this is not a .tap image, or a damaged one");
  EXPECT_EQ(refusal<MagTapeImage>(write("text", "This is no tape at all.\n")),
            "byte 0: invalid record length; this is not a .tap image");
  EXPECT_EQ(refusal<MagTapeImage>(write("cut.tpc", le(4, 2) + "abc")),
            "byte 0: a record is cut off; the image is truncated or no TPC");
}

TEST_F(TapeMedia, MagTapeFormats) {
  const std::string tap = tapRecord("abc") + tapRecord("defg", true, 0x80000000) + le(0xFFFFFFFE, 4) +
                          le(0xFFFEFFFF, 4).substr(0, 2) + le(0xFFFFFFFE, 4) + le(0, 4) + le(0xFFFFFFFF, 4) + "rest";
  const auto tape = MagTapeImage::open("mta0", write("a.tap", tap));
  ASSERT_TRUE(tape) << tape.error().text();
  ASSERT_EQ(tape->size(), 4u);
  EXPECT_EQ(tape->records(), 2u);
  EXPECT_EQ(framesOf(tape->at(0)), "abc");
  EXPECT_FALSE(tape->at(0).bad);
  EXPECT_EQ(framesOf(tape->at(1)), "defg");
  EXPECT_TRUE(tape->at(1).bad);
  EXPECT_EQ(tape->at(2).kind, TapeObjectKind::Gap);
  EXPECT_EQ(tape->at(3).kind, TapeObjectKind::Mark);

  const auto e11 = MagTapeImage::open("mta0", write("b.tap", tapRecord("abc", false) + le(0, 4)));
  ASSERT_TRUE(e11);
  EXPECT_EQ(e11->format(), "E11 format");
  EXPECT_EQ(framesOf(e11->at(0)), "abc");

  const auto tpc = MagTapeImage::open("mta0", write("c.tpc", le(3, 2) + std::string("abc\0", 4) + le(0, 2)));
  ASSERT_TRUE(tpc);
  EXPECT_TRUE(tpc->readOnly());
  EXPECT_EQ(tpc->size(), 2u);
  EXPECT_EQ(framesOf(tpc->at(0)), "abc");

  const auto blank = MagTapeImage::open("mta0", write("d.tap", ""));
  ASSERT_TRUE(blank);
  EXPECT_EQ(blank->size(), 0u);
}

TEST_F(TapeMedia, WritingRemovesWhatFollows) {
  for (const bool padded : {true, false}) {
    const auto file = write("a.tap", tapRecord("one", padded) + tapRecord("three", padded) + tapRecord("four", padded));
    auto tape = MagTapeImage::open("mta0", file);
    ASSERT_TRUE(tape);
    tape->write(1, record("second"));
    EXPECT_EQ(contentOf(file), tapRecord("one", padded) + tapRecord("second", padded));
    tape->write(2, kMark);
    tape->write(3, {TapeObjectKind::Gap, false, {}, 8});
    tape->write(4, record("z"));
    const std::string all = tapRecord("one", padded) + tapRecord("second", padded) + le(0, 4) + le(0xFFFFFFFE, 4) +
                            le(0xFFFFFFFE, 4) + tapRecord("z", padded);
    EXPECT_EQ(contentOf(file), all);
    EXPECT_EQ(tape->size(), 5u);
    tape = MagTapeImage{};
    const auto again = MagTapeImage::open("mta0", file);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->format(), padded ? "SIMH format" : "E11 format");
    EXPECT_EQ(framesOf(again->at(4)), "z");
  }
}

TEST_F(TapeMedia, WhatTakesTheSameRoomKeepsWhatFollows) {
  for (const bool padded : {true, false}) {
    const std::string last = le(0, 4) + tapRecord("four", padded);
    const auto file = write("a.tap", tapRecord("one", padded) + tapRecord("three", padded) + last);
    auto tape = MagTapeImage::open("mta0", file);
    ASSERT_TRUE(tape);
    tape->write(1, record("tree?"));
    tape->write(2, kMark);
    EXPECT_EQ(contentOf(file), tapRecord("one", padded) + tapRecord("tree?", padded) + last);
    EXPECT_EQ(framesOf(tape->at(3)), "four");
    tape->write(2, record("x"));
    EXPECT_EQ(contentOf(file), tapRecord("one", padded) + tapRecord("tree?", padded) + tapRecord("x", padded));
  }
}

// Each write in place and each that removes what follows is taken back and repeated.
TEST_F(TapeMedia, WritesInPlaceAreTakenBack) {
  const auto file = write("a.tap", tapRecord("one") + tapRecord("two") + tapRecord("four"));
  auto tape = MagTapeImage::open("mta0", file);
  ASSERT_TRUE(tape);
  tape->keepUndo(true);
  std::vector<MagTapeImage::Mark> marks;
  std::vector<std::string> contents;
  const auto note = [&] {
    marks.push_back(*tape->mark());
    contents.push_back(contentOf(file));
  };
  note();
  for (const auto& [at, text] : std::vector<std::pair<std::size_t, std::string>>{
           {0, "eno"}, {1, "owt"}, {0, "ONE"}, {1, "third"}, {1, "THIRD"}, {2, "more"}, {0, "end"}}) {
    tape->write(at, record(text));
    note();
  }
  EXPECT_EQ(contents.back(), tapRecord("end") + tapRecord("THIRD") + tapRecord("more"));
  for (const std::size_t n : {5, 0, 7, 3, 1, 6, 2, 4}) {
    ASSERT_TRUE(tape->seek(marks[n]));
    EXPECT_EQ(contentOf(file), contents[n]) << n;
    std::string held;
    for (std::size_t i = 0; i < tape->size(); ++i) held += tapRecord(framesOf(tape->at(i)));
    EXPECT_EQ(held, contents[n]) << n;
  }
}

// What the host refused is written later from the first object that changed up to the last, and no further.
TEST_F(TapeMedia, WritesInPlaceRefusedByTheHostAreNotLost) {
  const auto file = write("a.tap", tapRecord("one") + tapRecord("two") + tapRecord("four"));
  auto tape = MagTapeImage::open("mta0", file);
  ASSERT_TRUE(tape);
  fs::create_directory(folder_ / "a.tap.journal");
  tape->write(1, record("owt"));
  tape->write(0, record("eno"));
  EXPECT_FALSE(tape->flush());
  fs::remove(folder_ / "a.tap.journal");
  EXPECT_TRUE(tape->flush());
  EXPECT_EQ(contentOf(file), tapRecord("eno") + tapRecord("owt") + tapRecord("four"));
}

TEST_F(TapeMedia, BlankTapesAreMadeOnlyWithCreate) {
  AttachOptions create;
  create.create = true;
  EXPECT_TRUE(DecTapeImage::open("dta0", folder_ / "new.dta", create));
  EXPECT_TRUE(contentOf(folder_ / "new.dta") == std::string(591872, '\0'));
  EXPECT_TRUE(MagTapeImage::open("mta0", folder_ / "new.tap", create));
  EXPECT_EQ(contentOf(folder_ / "new.tap"), "");
  write("new.tap", tapRecord("ab"));
  EXPECT_EQ(MagTapeImage::open("mta0", folder_ / "new.tap", create)->size(), 1u);
}

TEST_F(TapeMedia, OneWriterAtATime) {
  const auto file = write("a.tap", tapRecord("ab"));
  AttachOptions readOnly;
  readOnly.readOnly = true;
  const std::string inUse = "is in use on another drive or machine; detach it there or attach a copy";
  {
    const auto first = MagTapeImage::open("mta0", file);
    ASSERT_TRUE(first);
    EXPECT_EQ(refusal<MagTapeImage>(file), inUse);
    EXPECT_EQ(refusal<MagTapeImage>(file, readOnly), inUse) << "a writer may be in the middle of a record";
  }
  const auto reader = MagTapeImage::open("mta0", file, readOnly);
  EXPECT_TRUE(reader && reader->readOnly());
  EXPECT_TRUE(MagTapeImage::open("mta1", file, readOnly)) << "any number may read";
}

TEST_F(TapeMedia, ReadOnlyNeverOpensForWriting) {
  const auto file = write("a.dta", std::string(591872, '\0'));
  AttachOptions readOnly;
  readOnly.readOnly = true;
  auto tape = DecTapeImage::open("dta0", file, readOnly);
  ASSERT_TRUE(tape && tape->readOnly());
  tape->write(0, filled(1));  // a drive would not: its write lock is on
  EXPECT_EQ(tape->flush().error().text(), "dta0: " + file.string() + ": is attached read-only");
  EXPECT_TRUE(contentOf(file) == std::string(591872, '\0'));
}

TEST_F(TapeMedia, DataRefusedByTheHostAreNotLost) {
  const auto file = write("a.tap", tapRecord("ab"));
  auto tape = MagTapeImage::open("mta0", file);
  ASSERT_TRUE(tape);
  fs::create_directory(folder_ / "a.tap.journal");  // prevents the journal from being created
  tape->write(1, record("cd"));
  EXPECT_EQ(tape->flush().error().text(), "mta0: " + file.string() +
                                              ": cannot be written: Is a directory; nothing is lost; make room and try "
                                              "again");
  EXPECT_EQ(contentOf(file), tapRecord("ab"));
  fs::remove(folder_ / "a.tap.journal");
  tape->write(2, record("ef"));
  EXPECT_EQ(contentOf(file), tapRecord("ab") + tapRecord("cd") + tapRecord("ef"));
  EXPECT_TRUE(tape->flush());
}

TEST_F(TapeMedia, ACompleteJournalIsApplied) {
  const std::string blank(591872, '\0');
  const std::string sevens = le(7, 4) + le(7, 4);
  std::string block;
  for (int i = 0; i < 128; ++i) block += sevens;
  std::string torn = blank;
  torn.replace(3 * 1024, 512, block.substr(0, 512));
  std::string repaired = blank;
  repaired.replace(3 * 1024, 1024, block);
  const auto file = write("a.dta", blank);
  std::string whole;  // the journal as a kill leaves it: copied while it exists, and pending again
  {
    auto tape = DecTapeImage::open("dta0", file);
    ASSERT_TRUE(tape);
    tape->write(3, filled(07000007));
    whole = contentOf(folder_ / "a.dta.journal");
  }
  ASSERT_GT(whole.size(), 1024u);
  whole[8] = 1;
  write("a.dta", torn);
  write("a.dta.journal", whole);
  AttachOptions readOnly;
  readOnly.readOnly = true;
  {
    const auto seen = DecTapeImage::open("dta0", file, readOnly);
    ASSERT_TRUE(seen);
    EXPECT_EQ(seen->word(3, 127).bits(), 07000007u);
  }
  EXPECT_TRUE(contentOf(file) == torn && contentOf(folder_ / "a.dta.journal") == whole) << "read-only changes nothing";
  EXPECT_TRUE(DecTapeImage::open("dta0", file));
  EXPECT_TRUE(contentOf(file) == repaired);
  EXPECT_EQ(all().size(), 1u);
  for (const std::size_t length : {std::size_t{0}, std::size_t{5}, std::size_t{40}, whole.size() - 1}) {
    write("a.dta", blank);
    write("a.dta.journal", whole.substr(0, length));
    EXPECT_TRUE(DecTapeImage::open("dta0", file));
    EXPECT_TRUE(contentOf(file) == blank) << "an incomplete journal has touched nothing";
    EXPECT_EQ(all().size(), 1u);
  }
  write("a.dta.journal", "Dear diary");
  EXPECT_EQ(refusal<DecTapeImage>(file), "cannot create its journal: " + (folder_ / "a.dta.journal").string() +
                                             " is not a journal; move that file away");
}

TEST_F(TapeMedia, SnapshotsHoldTheTapeAndNeverWriteAFile) {
  const auto file = write("a.dta", std::string(591872, '\0'));
  auto tape = DecTapeImage::open("dta0", file);
  ASSERT_TRUE(tape);
  tape->write(5, filled(1));
  tape->spoil(6);
  Archive out = Archive::writer();
  tape->state(out);
  {
    Archive in = Archive::reader(out.data());
    tape->state(in);
    EXPECT_TRUE(in.good() && in.atEnd());
    EXPECT_FALSE(tape->file().empty()) << "the same content stays on its file";
  }
  tape->write(5, filled(2));
  const std::string newer = contentOf(file);
  Archive in = Archive::reader(out.data());
  tape->state(in);
  EXPECT_TRUE(in.good());
  EXPECT_EQ(tape->word(5, 0).bits(), 1u);
  EXPECT_TRUE(tape->spoiled(6));
  EXPECT_TRUE(tape->file().empty());
  tape->write(7, filled(3));
  EXPECT_TRUE(contentOf(file) == newer);

  auto reel = MagTapeImage::open("mta0", write("a.tap", tapRecord("abc") + le(0, 4)));
  Archive reelState = Archive::writer();
  reel->state(reelState);
  reel->write(1, record("more"));
  Archive again = Archive::reader(reelState.data());
  reel->state(again);
  EXPECT_TRUE(again.good() && again.atEnd());
  EXPECT_EQ(reel->size(), 2u);
  EXPECT_TRUE(reel->file().empty());
  reel->write(2, record("loose"));
  EXPECT_EQ(contentOf(folder_ / "a.tap"), tapRecord("abc") + tapRecord("more"));
}

// A writer that never ends. Block n of the DECtape has the same value throughout; a record of the magnetic tape
// repeats one letter, as many times as the letter's code; the first three are never written again.
[[noreturn]] void writeForEver(const fs::path& dectape, const fs::path& magtape, std::uint64_t seed) {
  auto dta = DecTapeImage::open("dta0", dectape);
  auto mta = MagTapeImage::open("mta0", magtape);
  if (!dta || !mta) _exit(1);
  for (std::uint64_t n = seed;; n = n * 6364136223846793005u + 1442695040888963407u) {
    dta->write((n >> 33) % DecTapeImage::kBlocks, filled(n >> 20));
    const auto letter = static_cast<char>('a' + (n >> 40) % 26);
    mta->write(std::min<std::size_t>(mta->size(), 3 + (n >> 50) % 40),
               record(std::string(static_cast<std::size_t>(letter - 'a' + 1) * 997, letter)));
  }
}

TEST_F(TapeMedia, KilledWritersLeaveWholeBlocksAndRecords) {
  test::Random random;
  const auto dectape = write("k.dta", std::string(591872, '\0'));
  const auto magtape = write("k.tap", tapRecord("a") + tapRecord("b") + tapRecord("c"));
  int repaired = 0;
  std::size_t written = 0;
  for (int run = 0; run < 100; ++run) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) writeForEver(dectape, magtape, random.bits() + static_cast<std::uint64_t>(run));
    usleep(static_cast<useconds_t>(5000 + random.below(30000)));
    kill(child, SIGKILL);
    int status = 0;
    waitpid(child, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status)) << "the writer gave up";
    for (const auto* name : {"k.dta.journal", "k.tap.journal"})
      if (const std::string j = fs::exists(folder_ / name) ? contentOf(folder_ / name) : ""; j.size() > 8 && j[8] == 1)
        ++repaired;
    const auto dta = DecTapeImage::open("dta0", dectape);
    ASSERT_TRUE(dta) << dta.error().text();
    for (std::size_t n = 0; n < DecTapeImage::kBlocks; ++n)
      for (const Word36 w : dta->block(n)) ASSERT_EQ(w, dta->word(n, 0)) << "block " << n << ", run " << run;
    const auto mta = MagTapeImage::open("mta0", magtape);
    ASSERT_TRUE(mta) << mta.error().text();
    ASSERT_GE(mta->size(), 3u);
    written += mta->size() - 3;
    for (std::size_t n = 0; n < mta->size(); ++n) {
      const std::string frames = framesOf(mta->at(n));
      const auto length = n < 3 ? 1 : static_cast<std::size_t>(frames[0] - 'a' + 1) * 997;
      ASSERT_EQ(frames, std::string(length, n < 3 ? static_cast<char>('a' + n) : frames[0])) << "run " << run;
    }
  }
  EXPECT_GT(written, 100u);
  EXPECT_GT(repaired, 0) << "no kill interrupted a patch; the test checks nothing";
}

}  // namespace
}  // namespace utah10

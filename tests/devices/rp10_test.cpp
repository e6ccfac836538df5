// The disk control: bits, arms, the turning pack, transfers through the channel, and everything that can go wrong.
#include <gtest/gtest.h>

#include <fstream>

#include "disk_rig.hpp"
#include "support/random.hpp"
#include "utah10/devices/rp10.hpp"

namespace utah10 {
namespace {

constexpr std::uint64_t kRead = 0;
constexpr std::uint64_t kWrite = 1;
constexpr std::uint64_t kVerify = 2;
constexpr std::uint64_t kHeaders = 3;
constexpr std::uint64_t kSeek = 4;
constexpr std::uint64_t kClear = 5;
constexpr std::uint64_t kSelect = 6;
constexpr std::uint64_t kRecalibrate = 7;
constexpr std::uint64_t kDone = 010;
constexpr std::uint64_t kBusy = 020;
constexpr Duration kSector = microseconds(2500);
constexpr Duration kToData = microseconds(540);

struct Place {
  std::uint64_t unit = 0;
  std::uint64_t cylinder = 0;
  std::uint64_t surface = 0;
  std::uint64_t sector = 0;
};

Word36 order(std::uint64_t function, const Place& p, std::uint64_t rest = 062) {
  return Word36{function << 33 | p.unit << 30 | (p.cylinder & 0377) << 22 | p.surface << 17 | (p.cylinder >> 8) << 16 |
                p.sector << 12 | rest};
}

struct Disks : test::DiskRig {
  explicit Disks(const Rp10Config& config = {.drives = {"RP02", "RP03"}},
                 const MemoryKind& kind = *findMemoryKind("MA10"))
      : DiskRig{kind}, rp{clock, pi, core, config} {}
  Rp10 rp;

  void packs() {
    for (std::size_t n = 0; n < rp.drives(); ++n) load(rp.unit(n));
    rp.datao(order(kClear, {}, 0776));
  }
  std::uint64_t coni() const { return rp.coni().bits(); }
  void list(std::uint32_t words, std::uint32_t first) {
    poke(062, Word36::halves(HalfWord{0u - words}, HalfWord{first - 1}).bits());
    poke(063, 0);
  }
  // Moves words and waits for done, which it clears; the CONI bits at done, without the channel.
  std::uint64_t transfer(std::uint64_t function, const Place& p, std::uint32_t words, std::uint32_t first) {
    list(words, first);
    rp.datao(order(function, p));
    await(rp, kDone);
    return coni() & ~std::uint64_t{7};
  }
  Duration seek(const Place& p) {
    const Instant from = clock.now();
    rp.datao(order(kSeek, p));
    const Instant to = await(rp, kDone);
    rp.datao(order(kClear, p, 0776));
    return to - from;
  }
};

TEST(Rp10, NamesEveryBit) {
  Disks d;
  std::uint64_t coni = 0;
  for (const BitName& b : d.rp.coniBits()) coni |= b.mask;
  EXPECT_EQ(coni, 017777777u);
  std::uint64_t cono = 0;
  for (const BitName& b : d.rp.conoBits()) cono |= b.mask;
  EXPECT_EQ(cono, 0175777u);
}

TEST(Rp10, DrivesAreChecked) {
  const std::vector<std::string> good(8, "RP03");
  EXPECT_TRUE(checkRpDrives(good));
  EXPECT_EQ(checkRpDrives(std::vector<std::string>(9, "RP03")).error().text(), "rp10: 9 drives; at most 8");
  const std::vector<std::string> wrong{"RP02", "RP04"};
  EXPECT_EQ(checkRpDrives(wrong).error().text(), "dsk1: no drive type RP04; RP02 or RP03");
}

TEST(Rp10, DataiTellsTheSelectedDrive) {
  Disks d{{.drives = {"RP02", "RP03", "RP02"}}};
  d.load(d.rp.unit(0));
  d.load(d.rp.unit(1));
  {
    auto image = d.folder / "dsk2";
    ASSERT_TRUE(BlockImage::open("x", image, rpTypes()[0].geometry(), {.create = true}));
    d.load(d.rp.unit(2), {.readOnly = true});
  }
  const std::uint64_t counter = 0760000;
  const auto seen = [&](std::uint64_t unit) {
    d.rp.datao(order(kSelect, {unit}));
    return d.rp.datai().bits() & ~counter;
  };
  EXPECT_EQ(seen(0), 0000061000700u) << "on cylinder, on line, headers locked, three attentions";
  EXPECT_EQ(seen(1), 0100061002700u) << "an RP03";
  EXPECT_EQ(seen(2), 0200063000700u) << "read only";
  EXPECT_EQ(seen(3), 0300005000700u) << "no such drive";
  d.rp.datao(order(kClear, {}, 0500));
  EXPECT_EQ(seen(0), 0000061000200u);
  ASSERT_TRUE(d.rp.unit(0).detach());
  EXPECT_EQ(seen(0), 0000001000600u) << "not on line; its attention tells";
  d.rp.drive(1).setUnsafe(true);
  EXPECT_EQ(seen(1), 0100071002600u);
}

TEST(Rp10, TheSectorCounterFollowsTheClock) {
  Disks d;
  d.packs();
  const auto counter = [&] { return d.rp.datai().field(18, 22); };
  for (int half = 0; half < 45; ++half) {
    EXPECT_EQ(counter(), static_cast<unsigned>(half % 20));
    d.clock.idleUntil(d.clock.now() + kSector / 2 - nanoseconds(1));
    EXPECT_EQ(counter(), static_cast<unsigned>(half % 20));
    d.clock.idleUntil(d.clock.now() + nanoseconds(1));
  }
  d.clock.idleUntil(d.at(milliseconds(1000)));
  d.rp.datao(order(kSelect, {1}));
  EXPECT_EQ(counter(), 17u) << "an eighth of a turn behind: 17.5 pulses since the index";
}

TEST(Rp10, SeeksTakeTheirTimeByDistance) {
  struct Row {
    std::uint64_t unit, from, to;
    std::int64_t us;
  };
  const Row rows[] = {{0, 0, 0, 100},     {0, 0, 1, 20000},     {0, 1, 0, 20000},    {0, 0, 202, 80000},
                      {0, 202, 0, 80000}, {0, 10, 77, 52629},   {0, 0, 4, 24541},    {1, 0, 1, 7500},
                      {1, 0, 405, 55000}, {1, 300, 165, 33874}, {1, 405, 404, 7500}, {1, 100, 356, 44756}};
  for (const Row& r : rows) {
    Disks d;
    d.packs();
    if (r.from != 0) d.seek({r.unit, r.from});
    const auto took = d.seek({r.unit, r.to});
    EXPECT_NEAR(static_cast<double>(took.count()), static_cast<double>(r.us) * 1000, 2000) << r.from << " to " << r.to;
    EXPECT_EQ(d.rp.datai().field(3, 10), r.to & 0377);
    EXPECT_EQ(d.rp.datai().bit(24), r.to > 255);
  }
}

// The mean over all pairs of cylinders against DEC's average seek: 50 and 29 ms.
TEST(Rp10, TheMeanSeekIsWhatWasPublished) {
  const double published[] = {50, 29};
  const double tolerance[] = {0.3, 3};
  for (std::size_t t = 0; t < 2; ++t) {
    const RpType& type = rpTypes()[t];
    double sum = 0;
    double pairs = 0;
    for (std::uint32_t n = 1; n < type.cylinders; ++n) {
      sum += static_cast<double>((type.cylinders - n) * type.seekTime(n).count());
      pairs += type.cylinders - n;
    }
    EXPECT_NEAR(sum / pairs / 1e6, published[t], tolerance[t]) << type.name;
  }
}

TEST(Rp10, ArmsMoveAtTheSameTimeAndEachRaisesItsAttention) {
  Disks d{{.drives = std::vector<std::string>(8, "RP02")}};
  d.packs();
  d.rp.cono(HalfWord{5});
  const Instant began = d.clock.now();
  for (std::uint64_t u = 0; u < 8; ++u) d.rp.datao(order(kSeek, {u, (u * 25 + 1)}));
  EXPECT_EQ(d.coni(), 02005u) << "the last one selected moves";
  for (std::uint64_t u = 0; u < 8; ++u) {
    EXPECT_EQ(d.pi.bus(), 0);
    EXPECT_EQ(d.await(d.rp, kDone), began + rpTypes()[0].seekTime(static_cast<std::uint32_t>(u * 25 + 1)));
    EXPECT_EQ(d.pi.bus(), PiSystem::maskOf(5));
    EXPECT_EQ(d.rp.datai().field(27, 34), 0200u >> u);
    d.rp.cono(HalfWord{015});
    EXPECT_EQ(d.pi.bus(), PiSystem::maskOf(5)) << "done comes back while an attention is up";
    d.rp.datao(order(kClear, {u}, 0400u >> u));
  }
}

TEST(Rp10, AnswersTheInitialisationOfTenex) {
  Disks d;
  d.load(d.rp.unit(1));
  d.rp.datao(order(kClear, {}, 0776));
  d.seek({1, 300});
  d.rp.cono(HalfWord{0175715});
  d.rp.datao(order(kSelect, {1}, 0));
  EXPECT_EQ(d.rp.datai().field(0, 2), 1u);
  EXPECT_FALSE(d.rp.datai().bit(15));
  EXPECT_TRUE(d.rp.datai().bit(13));
  const Instant began = d.clock.now();
  d.rp.datao(order(kRecalibrate, {1}, 0));
  while (d.rp.datai().field(3, 10) != 0 || !d.rp.datai().bit(12)) {
    EXPECT_FALSE(d.rp.datai().bit(12));
    d.clock.idleUntil(d.clock.nextEvent());
  }
  EXPECT_EQ(d.clock.now() - began, rpTypes()[1].seekTime(300));
  EXPECT_TRUE(d.rp.datai().bit(28));
  d.rp.datao(order(kClear, {1}, 0200));
  EXPECT_EQ(d.coni(), 5u) << "nothing left, bit 30 least of all";
  d.rp.datao(order(kSelect, {0}, 0));
  EXPECT_FALSE(d.rp.datai().bit(13)) << "no pack";
  d.rp.datao(order(kSelect, {7}, 0));
  EXPECT_TRUE(d.rp.datai().bit(15)) << "no drive";
}

// A monitor that starts again does not know that an arm is moving.
TEST(Rp10, RecalibrationBreaksIntoASeek) {
  Disks d;
  d.packs();
  d.rp.datao(order(kSeek, {0, 100}));
  d.clock.idleUntil(d.at(milliseconds(5)));
  d.rp.datao(order(kSeek, {0, 30}));
  d.rp.ioReset();
  d.rp.datao(order(kRecalibrate, {0}));
  EXPECT_EQ(d.await(d.rp, kDone), d.at(milliseconds(85)));
  EXPECT_EQ(d.rp.datai().field(3, 10), 0u);
  EXPECT_TRUE(d.rp.datai().bit(12));
}

TEST(Rp10, ASeekTooFarIsIncompleteUntilRecalibrated) {
  Disks d;
  d.packs();
  EXPECT_EQ(d.seek({0, 203}), milliseconds(80));
  EXPECT_TRUE(d.rp.datai().bit(11));
  EXPECT_FALSE(d.rp.datai().bit(12));
  EXPECT_EQ(d.transfer(kRead, {}, 128, 01000), 02010u) << "not ready";
  d.rp.datao(order(kRecalibrate, {0}));
  EXPECT_NE(d.await(d.rp, kDone), kNever);
  d.rp.datao(order(kClear, {}, 0776));
  EXPECT_FALSE(d.rp.datai().bit(11));
  EXPECT_EQ(d.transfer(kRead, {}, 128, 01000), 010u);
}

TEST(Rp10, APageIsWrittenAndReadBackAtTheRightInstants) {
  Disks d;
  d.packs();
  d.fill(01000, 01000, 0123456);
  d.clock.idleUntil(d.at(milliseconds(100)));  // the index passes
  d.list(01000, 01000);
  d.rp.datao(order(kWrite, {0, 0, 3, 4}));
  EXPECT_EQ(d.coni(), kBusy);
  EXPECT_EQ(d.await(d.rp, 0400000), d.at(milliseconds(110)) + kToData) << "search done with the header";
  const Instant done = d.at(milliseconds(100) + 7 * kSector + kToData + 129 * microseconds(15));
  EXPECT_EQ(d.await(d.rp, kDone) - done, findMemoryKind("MA10")->writeAccess) << "the control word is in core, too";
  EXPECT_EQ(d.coni(), kDone);
  EXPECT_EQ(d.peek(063), Word36::halves(063u, 01777u).bits()) << "DSKPAK's check of the last address";
  d.list(01000, 04000);
  d.rp.datao(order(kRead, {0, 0, 3, 4}));
  EXPECT_EQ(d.await(d.rp, kDone) - done, milliseconds(25) + findMemoryKind("MA10")->writeAccess) << "a turn later";
  EXPECT_TRUE(d.filled(04000, 01000, 0123456));
  EXPECT_EQ(d.peek(05000), 0u);
  std::ifstream image(d.folder / "dsk0", std::ios::binary);
  image.seekg((3 * 10 + 4) * 1024);
  EXPECT_EQ(image.get(), 0123456 & 0377);
}

TEST(Rp10, SurfacesFollowWithoutAPause) {
  Disks d;
  d.packs();
  d.fill(02000, 26 * 128, 5);
  const Instant began = d.clock.now();
  d.list(26 * 128, 02000);
  d.rp.datao(order(kWrite, {0, 0, 7, 6}));
  const Instant done = d.await(d.rp, kDone);
  EXPECT_EQ(done - began, (6 + 25) * kSector + kToData + 129 * microseconds(15) + findMemoryKind("MA10")->writeAccess);
  EXPECT_EQ(d.transfer(kRead, {0, 0, 10, 1}, 128, 01000), kDone);
  EXPECT_TRUE(d.filled(01000, 128, 5 + 25 * 128 * 0001001001001ull)) << "the last of the 26 sectors";
}

TEST(Rp10, AShortWriteFillsItsSectorWithZeros) {
  Disks d;
  d.packs();
  d.fill(01000, 0400, 0777);
  EXPECT_EQ(d.transfer(kWrite, {}, 0400, 01000), kDone);
  EXPECT_EQ(d.transfer(kWrite, {}, 0300, 01000), kDone);
  EXPECT_EQ(d.transfer(kRead, {}, 0400, 03000), kDone);
  EXPECT_TRUE(d.filled(03000, 0300, 0777));
  for (std::uint32_t a = 03300; a < 03400; ++a) EXPECT_EQ(d.peek(a), 0u);
}

TEST(Rp10, EndOfCylinderStaysIfWordsAreLeft) {
  Disks d;
  d.packs();
  EXPECT_EQ(d.transfer(kRead, {0, 0, 19, 8}, 0400, 01000), kDone) << "to the last word";
  EXPECT_EQ(d.transfer(kRead, {0, 0, 19, 8}, 0401, 01000), 0200010u);
  EXPECT_EQ(d.transfer(kRead, {0, 0, 19, 8}, 0400, 01000), kDone) << "and goes with the next";
}

struct Refusal {
  const char* what;
  std::uint64_t function;
  Place place;
  std::uint64_t coni;
};

TEST(Rp10, RefusesWhatCannotBe) {
  const Refusal table[] = {
      {"sector 10", kRead, {0, 0, 0, 10}, 0210},
      {"surface 20", kRead, {0, 0, 20, 0}, 0110},
      {"both", kWrite, {0, 0, 31, 15}, 0310},
      {"headers locked", kHeaders, {}, 01010},
      {"no pack", kRead, {2}, 02010},
      {"no drive", kWrite, {5}, 02010},
      {"read only", kWrite, {3}, 01010},
      {"read only is for writing", kRead, {3}, 010},
  };
  Disks d{{.drives = {"RP02", "RP02", "RP02", "RP02"}}};
  d.load(d.rp.unit(0));
  ASSERT_TRUE(BlockImage::open("x", d.folder / "dsk3", rpTypes()[0].geometry(), {.create = true}));
  d.load(d.rp.unit(3), {.readOnly = true});
  d.rp.datao(order(kClear, {}, 0776));
  for (const Refusal& t : table) EXPECT_EQ(d.transfer(t.function, t.place, 0200, 01000), t.coni) << t.what;
  d.rp.datao(order(kSelect, {0}));
}

TEST(Rp10, SearchFailsAfterTheIndexHasPassedTwice) {
  Disks d;
  d.packs();
  d.clock.idleUntil(d.at(milliseconds(110)));
  d.list(0200, 01000);
  d.rp.datao(order(kRead, {0, 7}));
  EXPECT_EQ(d.await(d.rp, kDone), d.at(milliseconds(150)) + findMemoryKind("MA10")->writeAccess);
  EXPECT_EQ(d.coni(), 040010u);
  d.rp.cono(HalfWord{040010});
  EXPECT_EQ(d.coni(), 0u);
}

TEST(Rp10, ErrorsOfTheChannelStopTheTransfer) {
  Disks d;
  d.packs();
  d.fill(01000, 0200, 3);
  EXPECT_EQ(d.transfer(kWrite, {}, 0200, 01000), kDone);
  EXPECT_EQ(d.transfer(kRead, {}, 0200, 037700), 010010u) << "past the end of core";
  EXPECT_EQ(d.transfer(kWrite, {}, 0200, 040000), 010010u) << "seen before the sector comes";
  d.core.injectParityError(PhysicalAddress{01010});
  EXPECT_EQ(d.transfer(kWrite, {0, 0, 0, 1}, 0200, 01000), 02004010u) << "data parity";
  d.rp.cono(HalfWord{04010});
  EXPECT_EQ(d.coni(), 0u) << "bit 24 clears the parity bits";
  d.list(0200, 01000);
  d.core.injectParityError(PhysicalAddress{062});
  d.rp.datao(order(kRead, {}));
  d.await(d.rp, kDone);
  EXPECT_EQ(d.coni(), 010004010u) << "control word parity";
  d.rp.cono(HalfWord{04010});
  EXPECT_EQ(d.transfer(kRead, {}, 0200, 02000), kDone);
  EXPECT_TRUE(d.filled(02000, 0200, 3)) << "no failed write has touched sector 0";
}

TEST(Rp10, SlowCoreOverruns) {
  MemoryKind slow = *findMemoryKind("MA10");
  slow.cycle = slow.writeAccess = slow.readAccess = microseconds(16);
  Disks d{{.drives = {"RP02"}}, slow};
  d.packs();
  EXPECT_EQ(d.transfer(kRead, {}, 0200, 01000), 020010u);
  d.rp.cono(HalfWord{020010});
  EXPECT_EQ(d.transfer(kWrite, {}, 0200, 01000), 020010u);
}

TEST(Rp10, FaultsOfThePack) {
  using Fault = Rp10::Fault;
  struct Row {
    Fault fault;
    std::uint64_t pass;  // DATAO bits
    std::uint64_t coni;
    std::uint64_t last;  // word read last: of three sectors, the second is bad
  };
  const Row rows[] = {{Fault::SectorParity, 0, 04004010, 01377},   {Fault::SectorParity, 04000, 04004010, 01577},
                      {Fault::WordParity, 0, 01004010, 01177},     {Fault::WordParity, 01000, 01004010, 01577},
                      {Fault::WordParity, 04000, 01004010, 01177}, {Fault::Header, 05000, 040010, 01177}};
  for (const Row& r : rows) {
    Disks d;
    d.packs();
    d.rp.injectError(0, 35, r.fault, 2);
    for (int time = 0; time < 3; ++time) {
      d.list(0600, 01000);
      d.rp.datao(order(kRead, {0, 0, 3, 4}, r.pass | 062));
      d.await(d.rp, kDone);
      EXPECT_EQ(d.coni(), time < 2 ? r.coni : kDone);
      EXPECT_EQ(d.peek(063) & 0777777, time < 2 ? r.last : 01577u);
      d.rp.cono(HalfWord{0175710});
    }
  }
}

TEST(Rp10, VerifyLooksAtParityAndLeavesCoreAlone) {
  Disks d;
  d.packs();
  d.fill(01000, 0200, 3);
  EXPECT_EQ(d.transfer(kWrite, {}, 0200, 01000), kDone);
  EXPECT_EQ(d.transfer(kVerify, {}, 0200, 02000), kDone);
  EXPECT_EQ(d.peek(02000), 0u);
  d.rp.injectError(0, 0, Rp10::Fault::SectorParity);
  EXPECT_EQ(d.transfer(kVerify, {}, 0200, 02000), 04004010u);
}

TEST(Rp10, HeadersAndDataFillATrack) {
  Disks d{{.drives = {"RP02"}, .headersUnlocked = true}};
  d.packs();
  EXPECT_FALSE(d.rp.datai().bit(17));
  d.fill(01000, 164 * 2, 0);
  d.clock.idleUntil(d.at(milliseconds(124)));
  d.list(164 * 2, 01000);
  d.rp.datao(order(kHeaders, {0, 0, 2, 5}));
  EXPECT_EQ(d.await(d.rp, kDone) - d.at(milliseconds(125)),
            kSector + 165 * microseconds(15) + findMemoryKind("MA10")->writeAccess);
  EXPECT_EQ(d.transfer(kRead, {0, 0, 2, 1}, 0200, 04000), kDone) << "from sector 0 on, whatever the order said";
  for (std::uint32_t i = 0; i < 0200; ++i)
    EXPECT_EQ(d.peek(04000 + i), (d.peek(01000 + 164 + 36 + i) << 1) & Word36::kMask);
}

TEST(Rp10, DataoDuringATransferIsIllegalAndChangesNothing) {
  Disks d;
  d.packs();
  d.list(0200, 01000);
  d.rp.datao(order(kRead, {}));
  d.rp.datao(order(kSeek, {1, 5}));
  EXPECT_EQ(d.coni(), 0420u);
  EXPECT_EQ(d.rp.datai().field(0, 2), 0u);
  d.await(d.rp, kDone);
  EXPECT_EQ(d.coni(), 0410u);
  d.rp.cono(HalfWord{0400});
  EXPECT_EQ(d.coni(), 010u);
  d.rp.datao(order(kSelect, {1}));
  EXPECT_TRUE(d.rp.datai().bit(12));
}

TEST(Rp10, AttentionsWaitForTheTransfer) {
  Disks d;
  d.packs();
  d.rp.cono(HalfWord{5});
  d.rp.datao(order(kSeek, {1, 1}));  // 7.5 ms
  d.list(0200, 01000);
  d.rp.datao(order(kRead, {0, 0, 0, 9}));
  EXPECT_EQ(d.await(d.rp, kDone) - d.at(9 * kSector + kToData + 129 * microseconds(15)),
            findMemoryKind("MA10")->writeAccess);
  d.rp.cono(HalfWord{015});
  EXPECT_EQ(d.coni(), 015u) << "now the attention shows";
}

TEST(Rp10, ConoStopsATransferAndAsksForTheControlWord) {
  Disks d;
  d.packs();
  d.fill(01000, 04000, 9);
  d.list(04000, 01000);
  d.rp.datao(order(kWrite, {}));
  d.clock.idleUntil(d.at(kSector + kToData + 10 * microseconds(15) + microseconds(5)));  // eleven words of sector 1
  d.rp.cono(HalfWord{040});
  EXPECT_EQ(d.coni() & 040, 0u);
  d.clock.idleUntil(d.clock.now() + microseconds(5));
  EXPECT_EQ(d.coni() & 060, 060u) << "written, and still busy";
  EXPECT_EQ(d.peek(063), Word36::halves(063u, 01000u + 128 + 11).bits()) << "the channel is a word ahead";
  d.rp.cono(HalfWord{020});
  d.await(d.rp, kDone);
  EXPECT_EQ(d.coni(), 050u);
  EXPECT_EQ(d.transfer(kRead, {}, 0600, 010000), kDone) << "bit 30 goes with the DATAO";
  EXPECT_TRUE(d.filled(010000, 128 + 11, 9));
  EXPECT_EQ(d.peek(010000 + 128 + 11), 0u) << "the rest of the sector is zero";
}

TEST(Rp10, ConoClearsEachErrorBitByItself) {
  Disks d;
  d.packs();
  d.rp.powerFailure();
  EXPECT_EQ(d.coni(), 0100000u);
  d.rp.cono(HalfWord{075777 & ~070u});
  EXPECT_EQ(d.coni() & ~7ull, 0100000u);
  d.rp.cono(HalfWord{0100000});
  EXPECT_EQ(d.coni(), 0u);
  for (unsigned channel = 0; channel < 8; ++channel) {
    d.rp.cono(HalfWord{channel});
    EXPECT_EQ(d.coni(), channel);
  }
}

TEST(Rp10, IoResetStopsTheControlNotTheArms) {
  Disks d;
  d.packs();
  d.fill(01000, 04000, 9);
  d.rp.cono(HalfWord{5});
  d.rp.datao(order(kSeek, {1, 9}));
  d.list(04000, 01000);
  d.rp.datao(order(kWrite, {}));
  d.clock.idleUntil(d.at(kSector + kToData + microseconds(5)));
  d.rp.ioReset();
  EXPECT_EQ(d.coni(), 0u);
  EXPECT_EQ(d.transfer(kRead, {}, 0200, 010000), kDone);
  EXPECT_TRUE(d.filled(010000, 128, 9)) << "what was written is there";
  d.rp.datao(order(kSelect, {1}));
  d.await(d.rp, kDone);
  d.clock.idleUntil(d.at(milliseconds(40)));
  EXPECT_EQ(d.rp.datai().field(3, 10), 9u);
}

TEST(Rp10, APackTakenAwayDuringATransferLosesIt) {
  Disks d;
  d.packs();
  d.list(04000, 01000);
  d.fill(01000, 04000, 9);
  d.rp.datao(order(kWrite, {}));
  d.clock.idleUntil(d.at(2 * kSector));
  ASSERT_TRUE(d.rp.unit(0).detach());
  d.await(d.rp, kDone);
  EXPECT_EQ(d.coni(), 02010u);
  std::ifstream image(d.folder / "dsk0", std::ios::binary);
  EXPECT_EQ(image.get(), 0);
}

// Whatever the instant of the snapshot, the same future.
TEST(Rp10, SnapshotsAnywhereGiveTheSameFuture) {
  Disks d;
  d.packs();
  d.fill(01000, 03000, 77);
  d.rp.injectError(0, 32, Rp10::Fault::SectorParity);
  d.rp.cono(HalfWord{5});
  d.rp.datao(order(kSeek, {1, 30}));
  d.list(02000, 01000);
  d.rp.datao(order(kWrite, {0, 0, 3, 0}));
  std::vector<std::vector<std::byte>> states;
  const Instant end = d.at(milliseconds(40));
  for (int n = 0; d.clock.nextEvent() < end; ++n) {
    d.clock.idleUntil(d.clock.nextEvent());
    if (n % 131 == 0) states.push_back(d.save(d.rp));
  }
  d.clock.idleUntil(end);
  const auto last = d.save(d.rp);
  EXPECT_GT(states.size(), 15u);
  ASSERT_TRUE(d.rp.unit(0).detach());
  ASSERT_TRUE(d.rp.unit(1).detach());
  for (const auto& s : states) {
    Disks again;
    again.folder = d.folder.string() + "-again";
    std::filesystem::create_directories(again.folder);
    again.packs();
    ASSERT_EQ(again.restore(again.rp, s), "");
    EXPECT_EQ(again.save(again.rp), s);
    again.clock.idleUntil(end);
    EXPECT_EQ(again.save(again.rp), last);
  }
}

TEST(Rp10, WrongSnapshotsAreRejected) {
  Disks d;
  d.packs();
  const auto good = d.save(d.rp);
  EXPECT_EQ(d.restore(d.rp, good), "");
  ASSERT_TRUE(d.rp.unit(1).detach());
  EXPECT_NE(d.restore(d.rp, good).find("dsk1: attach or detach its pack first"), std::string::npos);
  Disks other{{.drives = {"RP02"}}};
  EXPECT_NE(other.restore(other.rp, good), "");
  test::Random random;
  StateWriter own;
  d.rp.save(own);
  for (int n = 0; n < 100; ++n) {  // whatever it says, it must not crash, now or later
    auto bad = good;
    bad[bad.size() - 1 - random.below(own.data().size())] = static_cast<std::byte>(random.bits());
    Disks target;
    if (target.restore(target.rp, bad).empty()) target.await(target.rp, 0);
  }
}

}  // namespace
}  // namespace utah10

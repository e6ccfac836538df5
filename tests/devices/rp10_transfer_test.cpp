// The disk control's transfers through the channel, and their errors.
#include <gtest/gtest.h>

#include <fstream>

#include "rp10_rig.hpp"

namespace utah10 {
namespace {

using namespace test::rp10;

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
  EXPECT_EQ(d.await(d.rp, kDone) - done, findMemoryKind("MA10")->writeAccess) << "the control word is also in core";
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

TEST(Rp10, SurfacesFollowOneAnotherWithoutAPause) {
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
  EXPECT_EQ(d.transfer(kRead, {0, 0, 19, 8}, 0400, 01000), kDone) << "cleared by the next transfer";
}

struct Refusal {
  const char* what;
  std::uint64_t function;
  SectorAddress place;
  std::uint64_t coni;
};

TEST(Rp10, RejectsImpossibleTransfers) {
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
  EXPECT_EQ(d.transfer(kWrite, {}, 0200, 040000), 010010u) << "detected before the sector comes";
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

TEST(Rp10, VerifyChecksParityWithoutAccessingCore) {
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
  EXPECT_EQ(d.transfer(kRead, {0, 0, 2, 1}, 0200, 04000), kDone) << "starting at sector 0, whatever the order says";
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

TEST(Rp10, ConoStopsATransferAndRequestsTheControlWord) {
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
  EXPECT_EQ(d.transfer(kRead, {}, 0600, 010000), kDone) << "the DATAO clears bit 30";
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
  EXPECT_TRUE(d.filled(010000, 128, 9)) << "the written words are there";
  d.rp.datao(order(kSelect, {1}));
  d.await(d.rp, kDone);
  d.clock.idleUntil(d.at(milliseconds(40)));
  EXPECT_EQ(d.rp.datai().field(3, 10), 9u);
}

TEST(Rp10, RemovingAPackDuringATransferLosesIt) {
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

}  // namespace
}  // namespace utah10

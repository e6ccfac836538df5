// The disk control with two drives, and names for its functions and bits.
#pragma once

#include "devices/rp10.hpp"
#include "disk_rig.hpp"

namespace utah10::test::rp10 {

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

struct SectorAddress {
  std::uint64_t unit = 0;
  std::uint64_t cylinder = 0;
  std::uint64_t surface = 0;
  std::uint64_t sector = 0;
};

inline Word36 order(std::uint64_t function, const SectorAddress& p, std::uint64_t rest = 062) {
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
  // Moves words and waits for done, which it clears; returns the CONI bits at done, without the channel.
  std::uint64_t transfer(std::uint64_t function, const SectorAddress& p, std::uint32_t words, std::uint32_t first) {
    list(words, first);
    rp.datao(order(function, p));
    await(rp, kDone);
    return coni() & ~std::uint64_t{7};
  }
  Duration seek(const SectorAddress& p) {
    const Instant from = clock.now();
    rp.datao(order(kSeek, p));
    const Instant to = await(rp, kDone);
    rp.datao(order(kClear, p, 0776));
    return to - from;
  }
};

}  // namespace utah10::test::rp10

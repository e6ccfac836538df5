// Shared by the ledger's tests: sums that must agree, and comparison with the machine's own counters.
#pragma once

#include <gtest/gtest.h>

#include <array>

#include "trace/ledger.hpp"
#include "utah10/machine/counters.hpp"

namespace utah10::test {

inline LedgerCell cell(const Ledger& ledger, LedgerBucket bucket,
                       const std::function<bool(const LedgerPlace&)>& where = {}) {
  LedgerCell sum;
  ledger.totals().each([&](std::uint64_t key, LedgerBucket b, const LedgerCell& c) {
    if (b != bucket || (where && !where(ledger.place(key)))) return;
    sum.count += c.count;
    sum.time += c.time;
  });
  return sum;
}
inline std::int64_t timeOf(const Ledger& ledger, LedgerBucket bucket) { return cell(ledger, bucket).time.count(); }
inline std::int64_t timeOf(const Ledger& ledger, LedgerBucket bucket, LedgerMode mode) {
  return cell(ledger, bucket, [&](const LedgerPlace& p) { return p.mode == mode; }).time.count();
}

// Every dimension adds up to all the time that passed.
inline void expectSums(const Ledger& ledger) {
  std::array<Duration, kLedgerDimensions> sums{};
  ledger.totals().each([&](std::uint64_t, LedgerBucket b, const LedgerCell& c) {
    EXPECT_GE(c.time, Duration{}) << b;
    sums[static_cast<std::size_t>(dimensionOf(b))] += c.time;
  });
  for (std::size_t d = 0; d < kLedgerDimensions; ++d)
    EXPECT_EQ(sums[d], ledger.elapsed()) << dimensionName(static_cast<LedgerDimension>(d));
}

// Counts by bucket, in executive and user mode.
using Counts = std::vector<std::array<std::uint64_t, 2>>;
inline Counts countsOf(const Ledger& ledger) {
  Counts n(ledger::kBuckets);
  ledger.totals().each([&](std::uint64_t key, LedgerBucket b, const LedgerCell& c) {
    n[b][ledger.place(key).mode == LedgerMode::User ? 1 : 0] += c.count;
  });
  return n;
}

inline void expectPager(const PagerCounters& p, const Ledger& ledger, const Counts& n) {
  using namespace ledger;
  const auto all = [&](std::size_t b) { return n[b][0] + n[b][1]; };
  Duration faults{};
  for (std::size_t space = 0; space < 2; ++space) {
    for (unsigned chain = 0; chain < PagerCounters::kChains; ++chain) {
      const LedgerBucket walk = reload(space == 1, chain);
      const LedgerBucket update = bucket(walk, kCstUpdates - kReloads);
      EXPECT_EQ(all(walk), p.reloads[space][chain].number) << space << " chain " << chain;
      EXPECT_EQ(cell(ledger, walk).time + cell(ledger, update).time, p.reloads[space][chain].time)
          << space << " chain " << chain;
    }
    EXPECT_EQ(all(kClears + space), p.clears[space]);
  }
  for (std::size_t f = 0; f < p.faults.size(); ++f) {
    EXPECT_EQ(all(kFaults + f), p.faults[f]) << "fault " << f;
    faults += cell(ledger, bucket(kFaults, f)).time;
  }
  EXPECT_EQ(faults, p.faultTime);
  EXPECT_EQ(all(kBaseLoad), p.bases);
}

// The ledger, split by mode, agrees with every counter; memory waiting and pager work agree to the nanosecond.
inline void expectCounters(const Counters& c, const Ledger& ledger) {
  using namespace ledger;
  const Counts n = countsOf(ledger);
  Duration waited{};
  for (std::size_t mode = 0; mode < 2; ++mode) {
    for (std::size_t op = 0; op < 0700; ++op)
      EXPECT_EQ(n[kInstructions + op][mode], c.instructions[mode][op])
          << std::oct << "opcode " << op << " mode " << mode;
    std::uint64_t inOut = 0, counted = 0;
    for (std::size_t op = 0700; op < 01000; ++op) counted += c.instructions[mode][op];
    for (std::size_t f = 0; f < 8; ++f) inOut += n[kInOut + f][mode];
    EXPECT_EQ(inOut, counted) << "in-out, mode " << mode;
    for (std::size_t k = 0; k < kCycleKinds; ++k) {
      EXPECT_EQ(n[access(static_cast<CycleKind>(k))][mode], c.cycles[mode][k])
          << cycleName(static_cast<CycleKind>(k)) << " mode " << mode;
    }
    for (std::size_t j = 0; j < 512; ++j)
      EXPECT_EQ(n[kCalls + j][mode], c.jsys[mode][j]) << std::oct << "JSYS " << j << " mode " << mode;
  }
  for (std::size_t k = 0; k < kCycleKinds; ++k) waited += cell(ledger, waiting(static_cast<CycleKind>(k))).time;
  EXPECT_EQ(waited, c.memoryWait);
  for (unsigned level = 1; level < 8; ++level)
    EXPECT_EQ(n[kEntries + level][0] + n[kEntries + level][1], c.interrupts[level]) << "level " << level;
  for (std::uint32_t d = 0; d < 128; ++d)
    for (unsigned f = 0; f < 8; ++f) {
      const LedgerBucket b = transfer(DeviceCode::field(d), f);
      EXPECT_EQ(n[b][0] + n[b][1], c.io[d][f]) << std::oct << "device " << d << " function " << f;
    }
  expectPager(c.pager, ledger, n);
}

}  // namespace utah10::test

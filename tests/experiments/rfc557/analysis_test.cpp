// What the analysis of RFC 557's transfers finds in results made by hand.
#include "experiments/rfc557/analysis.hpp"

#include <gtest/gtest.h>

namespace utah10 {
namespace {

constexpr std::uint64_t kMegabit = 1'000'000;

ChainResult made(const ChainCondition& c, std::int64_t ms, std::int64_t userMs = 0) {
  ChainResult r;
  r.condition = c;
  r.done = r.intact = true;
  r.bits = kMegabit;
  r.chargedMs = static_cast<std::uint64_t>(ms);
  r.stretch.split[ChargePart::User] = milliseconds(userMs);
  return r;
}

// 100, 40 and 20 s/Mb, 12 of them in the program; FTP 8, 2 of wide bytes.
Rfc557Paper madePaper() {
  Rfc557Paper p;
  p.shapes = {100, 40, 20};
  p.lastUser = 12;
  p.lastMonitor = 8;
  p.fileByBytesUs = 160;
  p.networkOutputUs = 64;
  p.text = 8;
  p.wide = 2;
  p.transfers = {{{6, 3, 2}, {7, 3.5, 1}}};
  return p;
}

std::vector<ChainResult> asInThePaper() {
  return {made({.shape = 1}, 100'000, 50'000), made({.shape = 2}, 40'000, 20'000), made({.shape = 3}, 20'000, 12'000)};
}

TEST(Rfc557Analysis, StepsOfTheChain) {
  const Rfc557Findings f = analyse({}, asInThePaper(), madePaper());
  ASSERT_EQ(f.chain.size(), 3u);
  EXPECT_FALSE(f.chain[0].step);
  EXPECT_FALSE(f.chain[0].paperStep);
  EXPECT_DOUBLE_EQ(f.chain[1].step.value(), 2.5);
  EXPECT_DOUBLE_EQ(f.chain[1].paperStep.value(), 2.5);
  EXPECT_DOUBLE_EQ(f.chain[2].step.value(), 2);
  EXPECT_DOUBLE_EQ(f.chain[2].cost.monitor, 8);
  EXPECT_FALSE(f.chain[1].paperCost) << "of the last shape only";
  EXPECT_EQ(f.chain[2].paperCost.value().user, 12);
  EXPECT_DOUBLE_EQ(f.chain[2].overPaper.value(), 1);
}

TEST(Rfc557Analysis, ChainAgreesOrNot) {
  struct {
    const char* what;
    std::int64_t ms[3], userMs;
    bool buffered, pages, user, monitor;  // disagree
  } const cases[] = {{"all agree", {100'000, 40'000, 20'000}, 12'000, false, false, false, false},
                     {"within the tolerance", {114'000, 40'000, 20'000}, 12'000, false, false, false, false},
                     {"first step", {120'000, 40'000, 20'000}, 12'000, true, false, false, false},
                     {"second step", {75'000, 30'000, 20'000}, 12'000, false, true, false, false},
                     {"program", {100'000, 40'000, 20'000}, 16'000, false, false, true, true},
                     {"monitor", {125'000, 50'000, 25'000}, 12'000, false, false, false, true}};
  for (const auto& c : cases) {
    SCOPED_TRACE(c.what);
    const Rfc557Findings f =
        analyse({}, {made({.shape = 1}, c.ms[0]), made({.shape = 2}, c.ms[1]), made({.shape = 3}, c.ms[2], c.userMs)},
                madePaper());
    ASSERT_TRUE(f.comparison);
    EXPECT_EQ(f.comparison->buffered.has_value(), c.buffered);
    EXPECT_EQ(f.comparison->pages.has_value(), c.pages);
    EXPECT_EQ(!f.comparison->userAgrees, c.user);
    EXPECT_EQ(f.comparison->monitor.has_value(), c.monitor);
  }
}

TEST(Rfc557Analysis, NumbersOfTheDisagreements) {
  auto results = asInThePaper();
  results[0].chargedMs = 150'000;
  results[0].stretch.slowBout = 125'000;
  results[1].chargedMs = 25'000;
  results[1].stretch.calls[kBin] = 125'000;
  results[2].stretch.split[ChargePart::User] = milliseconds(1'000);
  results[2].stretch.split[ChargePart::Monitor] = milliseconds(5'000);
  results[2].stretch.split[ChargePart::PageTrap] = milliseconds(2'000);
  results[2].stretch.calls[kBout] = 125'000;
  const auto f = analyse({}, results, madePaper());
  ASSERT_TRUE(f.comparison && f.comparison->buffered && f.comparison->pages && f.comparison->monitor);
  struct {
    const char* what;
    double found, expected;
  } const numbers[] = {{"buffered", f.comparison->buffered->ours, 125},
                       {"buffered, paper", f.comparison->buffered->paper, 60},
                       {"slow BOUT", static_cast<double>(f.comparison->buffered->slowBouts), 125'000},
                       {"pages", f.comparison->pages->ours, 5},
                       {"pages, paper", f.comparison->pages->paper, 20},
                       {"pages, us", f.comparison->pages->oursUs, 40},
                       {"pages, paper, us", f.comparison->pages->paperUs, 160},
                       {"BIN", static_cast<double>(f.comparison->pages->bins), 125'000},
                       {"calls", f.comparison->monitor->calls, 5},
                       {"page traps", f.comparison->monitor->pageTraps, 2},
                       {"a BOUT, us", f.comparison->monitor->boutUs, 40},
                       {"output, paper, us", f.comparison->monitor->paperUs, 64}};
  for (const auto& n : numbers) EXPECT_NEAR(n.found, n.expected, 1e-9) << n.what;
}

TEST(Rfc557Analysis, TransfersThatFailedAreOnlyCounted) {
  auto results = asInThePaper();
  results[1].done = false;
  const auto f = analyse({}, results, madePaper());
  EXPECT_EQ(f.chain.size(), 2u);
  EXPECT_FALSE(f.comparison) << "a shape is missing";
  EXPECT_EQ(f.counts.size(), 3u);
  EXPECT_FALSE(f.counts[1].whole);
  EXPECT_EQ(f.split.size(), 3u);
}

TEST(Rfc557Analysis, TransfersByFtpAgreeWithOneOfTwoPublications) {
  const ChainOperation store = ChainOperation::FtpStore, retrieve = ChainOperation::FtpRetrieve;
  struct {
    ChainCondition condition;
    std::int64_t ms;
    double factor, rfc557, rfc594, paperFactor;
    bool agrees;
  } const cases[] = {{{.operation = store}, 6'000, 1, 8, 6, 1, true},
                     {{.operation = retrieve}, 8'000, 1, 8, 7, 1, true},
                     {{.operation = store, .byteBits = 32}, 1'500, 4, 2, 3, 2, false},
                     {{.operation = retrieve, .byteBits = 32}, 4'000, 2, 2, 3.5, 2, true},
                     {{.operation = store, .byteBits = 36}, 2'000, 3, 2, 2, 3, true},
                     {{.operation = retrieve, .byteBits = 36}, 500, 16, 2, 1, 7, false}};
  std::vector<ChainResult> results;
  for (const auto& c : cases) results.push_back(made(c.condition, c.ms));
  const auto f = analyse({}, results, madePaper());
  ASSERT_EQ(f.ftp.size(), std::size(cases));
  for (std::size_t n = 0; n < f.ftp.size(); ++n) {
    SCOPED_TRACE(f.ftp[n].name);
    EXPECT_DOUBLE_EQ(f.ftp[n].factor.value(), cases[n].factor);
    EXPECT_DOUBLE_EQ(f.ftp[n].rfc557, cases[n].rfc557);
    EXPECT_DOUBLE_EQ(f.ftp[n].rfc594.value(), cases[n].rfc594);
    EXPECT_DOUBLE_EQ(f.ftp[n].paperFactor.value(), cases[n].paperFactor);
    EXPECT_EQ(f.ftp[n].agrees, cases[n].agrees);
  }
}

// A second a megabit is a microsecond a bit. What moves bytes one by one is next to RFC 557 only.
TEST(Rfc557Analysis, AByteIsDividedIntoItsParts) {
  ChainResult r = made({.operation = ChainOperation::FtpStore, .byteBits = 32, .byBytes = true}, 3'000);
  r.stretch.divided = true;
  r.stretch.split[ChargePart::Interrupt] = milliseconds(500);
  const auto f = analyse({}, {r}, madePaper());
  ASSERT_EQ(f.ftp.size(), 1u);
  EXPECT_EQ(f.ftp[0].name, "FTPB 32 store");
  EXPECT_FALSE(f.ftp[0].rfc594);
  ASSERT_TRUE(f.ftp[0].byte);
  EXPECT_DOUBLE_EQ(f.ftp[0].byte->all, 96);
  EXPECT_DOUBLE_EQ(f.ftp[0].byte->paper, 64);
  EXPECT_DOUBLE_EQ(f.ftp[0].byte->interrupts, 16);
}

}  // namespace
}  // namespace utah10

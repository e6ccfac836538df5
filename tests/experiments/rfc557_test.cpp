// RJS in its last shape and FTP on laboratory machines of 1973, and the report on them.
#include "experiments/rfc557.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <stdexcept>

#include "experiments/rfc557_report.hpp"
#include "lab_bench.hpp"

namespace utah10 {
namespace {

using Kind = ChainCondition::Kind;
using ::testing::HasSubstr;

std::vector<ChainResult> results() {
  std::vector<ChainResult> all;
  std::uint64_t ms = 96'500;
  for (const auto& piece : rfc557Pieces())
    for (const ChainCondition& c : piece) {
      ChainResult r;
      r.condition = c;
      r.done = r.intact = true;
      r.bits = 1'000'000;
      r.chargedMs = ms;
      r.stretch.split[ChargePart::User] = milliseconds(static_cast<std::int64_t>(ms / 2));
      r.stretch.calls[051] = 125'000;
      all.push_back(r);
      ms /= 2;
    }
  return all;
}

TEST(Rfc557, NumbersOfAMegabit) {
  const ChainResult r = results().front();
  EXPECT_EQ(r.condition.name(), "RJS 1");
  EXPECT_DOUBLE_EQ(r.secondsPerMegabit(), 96.5);
  EXPECT_DOUBLE_EQ(r.userPerMegabit(), 48.25);
  EXPECT_DOUBLE_EQ(r.monitorPerMegabit(), 48.25);
}

TEST(Rfc557, ReportComparesStepsAndStatesDisagreements) {
  const Seal whole{1};
  EXPECT_THROW(rfc557Report({}, results(), whole), std::logic_error);
  Seal seal{1};
  seal.result();
  const std::string text = rfc557Report({}, results(), seal).json();
  EXPECT_THAT(text, HasSubstr("The three shapes cost 96.5, 48.2 and 24.1 s/Mb; published 96.5, 32 and 19."));
  EXPECT_THAT(text, HasSubstr("Buffering the connection saves 48.2 s/Mb here, 64.5 in the publication."));
  EXPECT_THAT(text, HasSubstr("The monitor's part is 12.1 s/Mb, published 6."));
  const std::string csv = rfc557Report({}, results(), seal).csv();
  EXPECT_THAT(csv, HasSubstr("\nchain,RJS 2,connection buffered,48.25,2.00,"));
  EXPECT_THAT(csv, HasSubstr("\nftp,FTP 36 store,"));
}

class Rfc557Test : public test::LabTest {
 protected:
  std::vector<ChainResult> make(std::uint64_t bits, const std::vector<ChainCondition>& steps) const {
    Rfc557Settings settings;
    settings.bits = bits;
    auto made = makeChain(settings, files(73), steps, {});
    EXPECT_TRUE(made) << made.error().text();
    return made ? std::move(*made) : std::vector<ChainResult>{};
  }
  static void expectAccounted(const ChainResult& r) {
    SCOPED_TRACE(r.condition.name());
    EXPECT_TRUE(r.done) << r.trouble;
    EXPECT_TRUE(r.intact) << r.trouble;
    EXPECT_EQ(r.stretch.chargedMs, r.chargedMs) << "the meter agrees with the process's reading";
    EXPECT_EQ(r.stretch.takenMs, r.stretch.chargedMs);
    EXPECT_LT(r.stretch.worst, milliseconds(1) + milliseconds(1) / 5);
  }
};

TEST_F(Rfc557Test, ADeckArrivesFromTheLastShape) {
  const auto made = make(57'136, {{.kind = Kind::Rjs, .shape = 3, .byteBits = 8}});
  ASSERT_EQ(made.size(), 1u);
  expectAccounted(made[0]);
  EXPECT_EQ(made[0].bits, 57'136u);
  EXPECT_EQ(made[0].stretch.calls[050], 0u) << "pages, not bytes";
}

TEST_F(Rfc557Test, FilesAreStoredAndRetrieved) {
  std::vector<ChainCondition> steps;
  for (const unsigned bits : {8u, 32u, 36u})
    for (const Kind kind : {Kind::FtpStore, Kind::FtpRetrieve})
      steps.push_back({.kind = kind, .shape = 0, .byteBits = bits});
  const auto made = make(16'000, steps);
  ASSERT_EQ(made.size(), 6u);
  for (const ChainResult& r : made) {
    expectAccounted(r);
    EXPECT_EQ(r.bits, (16'000 + r.condition.byteBits - 1) / r.condition.byteBits * r.condition.byteBits);
  }
  EXPECT_LT(made[2].chargedMs, made[0].chargedMs) << "wide bytes cost less";
}

}  // namespace
}  // namespace utah10

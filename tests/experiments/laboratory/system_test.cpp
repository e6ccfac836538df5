// Experiments on systems about which less is known, or that are used otherwise, than our own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/lab_bench.hpp"
#include "experiments/rfc392/analysis.hpp"
#include "experiments/rfc392/render.hpp"
#include "experiments/rfc392/transfers.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class OtherSystem : public test::LabTest {
 protected:
  static std::string reportOf(const std::vector<TransferResult>& results) {
    Seal seal{results.size()};
    for (std::size_t n = 0; n < results.size(); ++n) seal.result();
    return render(analyse({}, results, rfc392Paper(seal))).text();
  }
};

template <class T>
double number(T n) {
  return static_cast<double>(n);
}

const std::vector<TransferCondition> kRows = {{0, 1, true, 884, 0}, {0, 2, false, 845, 0}};

TEST_F(OtherSystem, WithoutSymbolsCostsAreKnownButNotDivided) {
  const auto known = makeTransfers({}, site("utah72"), kRows, {});
  ASSERT_TRUE(known) << known.error().text();
  LabSite bare = site("utah72");
  bare.system.symbols.clear();
  bare.scratch = folder / "bare";
  std::filesystem::create_directory(bare.scratch);
  const auto unknown = makeTransfers({}, bare, kRows, {});
  ASSERT_TRUE(unknown) << unknown.error().text();
  for (std::size_t n = 0; n < kRows.size(); ++n) {
    const TransferResult &a = (*known)[n], &b = (*unknown)[n];
    SCOPED_TRACE(a.condition.name());
    EXPECT_TRUE(b.whole()) << b.trouble;
    // The two transfers begin at different times: without a load average nobody waits for it to settle.
    EXPECT_NEAR(number(b.stretch.chargedMs), number(a.stretch.chargedMs), 0.02 * number(a.stretch.chargedMs));
    EXPECT_NEAR(number(b.stretch.calls[kBout]), number(a.stretch.calls[kBout]), 5);
    EXPECT_NEAR(number(b.stretch.messagesOut), number(a.stretch.messagesOut), 3);
    EXPECT_NEAR(number(b.stretch.split[ChargePart::User].count()), number(a.stretch.split[ChargePart::User].count()),
                0.001 * number(a.stretch.split[ChargePart::User].count()));
    EXPECT_FALSE(b.stretch.divided);
    EXPECT_FALSE(b.load);
    EXPECT_FALSE(b.commandMs);
  }
  EXPECT_THAT(reportOf(*known), HasSubstr("Charged CPU time by part"));
  const std::string text = reportOf(*unknown);
  EXPECT_THAT(text, HasSubstr("The monitor's symbols are not known"));
  EXPECT_THAT(text, Not(HasSubstr("Charged CPU time by part")));
  EXPECT_THAT(text, Not(HasSubstr("nan")));
}

TEST_F(OtherSystem, ItsUserSitsAtTheConsoleAndBringsThePrograms) {
  LabSite bare = site("utah72");
  bare.system.place.console = true;
  bare.system.bringsPrograms = true;
  bare.system.run = {{"RUN {program}.SAV\r"}};
  const auto results = makeTransfers({}, bare, {kRows.front()}, {});
  ASSERT_TRUE(results) << results.error().text();
  EXPECT_TRUE(results->front().whole()) << results->front().trouble;
  EXPECT_TRUE(results->front().stretch.divided);
}

TEST_F(OtherSystem, NeedsAccountsForALoad) {
  LabSite alone = site("utah72");
  alone.system.others.clear();
  const auto results = makeTransfers({}, alone, {{0, 1, true, 884, 2}}, {});
  ASSERT_FALSE(results);
  EXPECT_THAT(results.error().text(), HasSubstr("has no accounts of other users; add [[user]]"));
}

TEST_F(OtherSystem, NeedsSymbolsForALoad) {
  LabSite bare = site("utah72");
  bare.system.symbols.clear();
  const auto results = makeTransfers({}, bare, {{0, 1, true, 884, 2}}, {});
  ASSERT_FALSE(results);
  EXPECT_THAT(results.error().text(), HasSubstr("has no symbols, which a load of other users needs; add `symbols`"));
}

}  // namespace
}  // namespace utah10

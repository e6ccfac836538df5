// All transfers on each monitor and with each hypothesis: the cases, and the report on results made by hand.
#include "experiments/rfc392/tables.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "experiments/report_rows.hpp"
#include "experiments/rfc392/made_transfers.hpp"
#include "experiments/rfc392/receiving.hpp"
#include "experiments/rfc392/render_tables.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;

std::vector<TableMachine> machines() {
  LabOptions other;
  other.system = "utah73";
  other.name = "monitor of 1973";
  return {{"utah72", {}}, {"utah73", other}};
}

std::vector<TableCase> cases() {
  auto all = tableCases({}, machines());
  EXPECT_TRUE(all) << all.error().text();
  return std::move(*all);
}

TEST(Rfc392Tables, HaveEachMonitorAndEachHypothesisAloneAndAmongOthers) {
  const auto all = cases();
  const std::size_t half = machines().size() + receivingHypotheses().size() - 1;
  ASSERT_EQ(all.size(), 2 * half);
  std::set<std::pair<std::string, bool>> names;
  for (std::size_t n = 0; n < all.size(); ++n) {
    EXPECT_TRUE(names.insert({all[n].name, all[n].alone}).second) << all[n].name;
    EXPECT_EQ(all[n].alone, n < half);
  }
  EXPECT_EQ(all[1].settings.machine.system, "utah73");
  EXPECT_EQ(all[2].settings.machine.system, "utah72") << "hypotheses are on the first machine";
  const auto program = std::ranges::find(all, "RJS1P", &TableCase::name);
  const auto monitor = std::ranges::find(all, "UNBUF3", &TableCase::name);
  ASSERT_NE(program, all.end());
  ASSERT_NE(monitor, all.end());
  EXPECT_EQ(program->settings.program, "RJS1P");
  EXPECT_EQ(monitor->settings.machine.monitor, "UNBUF3");
  EXPECT_FALSE(program->objection.empty());
}

TEST(Rfc392Tables, HypothesesNeedTheMonitorOf1972) {
  auto other = machines();
  std::ranges::reverse(other);
  EXPECT_FALSE(tableCases({}, other));
}

TEST(Rfc392Tables, AloneNobodyElseIsAtWork) {
  const auto rows = rfc392Rows();
  const auto quiet = alone(rows);
  ASSERT_EQ(quiet.size(), rows.size());
  for (std::size_t n = 0; n < rows.size(); ++n) {
    EXPECT_EQ(quiet[n].load, 0);
    EXPECT_EQ(quiet[n].name(), rows[n].name());
    EXPECT_EQ(quiet[n].bytes, rows[n].bytes);
  }
}

std::vector<TransferCondition> someRows(std::initializer_list<const char*> names) {
  auto rows = rfc392Rows();
  std::erase_if(rows, [&](const TransferCondition& c) { return std::ranges::find(names, c.name()) == names.end(); });
  return rows;
}

// A transfer with so many us/bit.
TransferResult costing(const TransferCondition& c, double usPerBit) {
  return test::madeTransfer(c, static_cast<std::uint64_t>(usPerBit * 8 * static_cast<double>(c.bytes) / 1000));
}

// The paper: T1S01 76.67, T1S29 81.37, T2R22 91.88, T2S29 127.28 (219 bytes), means 78.20 and 82.87.
TEST(Rfc392Tables, SayWhyATransferIsOffThePaper) {
  const auto rows = someRows({"T1S01", "T1S29", "T2R22", "T1R02", "T2S29"});
  ASSERT_EQ(rows.size(), 5u);
  const auto made = [&](double sends, double receives) {
    std::vector<TransferResult> results;
    for (const TransferCondition& c : rows) results.push_back(costing(c, c.send ? sends : receives));
    return results;
  };
  const auto all = cases();
  const TablesFindings f = analyseTables({{all[0], made(78, 80)}, {all[1], made(100, 25)}, {all[2], made(78, 100)}},
                                         rows, rfc392Paper(Seal{0}));
  ASSERT_EQ(f.cases.size(), 3u);
  const auto missed = [&](std::size_t n, TableMiss miss) { return f.cases[n].misses[static_cast<std::size_t>(miss)]; };
  EXPECT_EQ(f.cases[0].sends.within, 2u);
  EXPECT_EQ(f.cases[0].sends.of, 3u);
  EXPECT_EQ(missed(0, TableMiss::Short), 1u);
  EXPECT_EQ(missed(0, TableMiss::Scatter), 1u) << "T2R22";
  EXPECT_EQ(missed(1, TableMiss::Sent), 2u);
  EXPECT_EQ(missed(1, TableMiss::Received), 2u);
  EXPECT_EQ(f.cases[0].whole, 5u);
  EXPECT_NEAR(f.cases[1].receives.usPerByteOff, (25 - 82.87) * 8, 0.2);
  ASSERT_EQ(f.brackets.size(), 2u);
  EXPECT_EQ(f.brackets[0].below, all[0].name);
  EXPECT_EQ(f.brackets[0].above, all[2].name);
  EXPECT_EQ(f.brackets[1].below, "") << "none was made among others";
}

TEST(Rfc392Tables, MeansAreThoseOfAllRuns) {
  const auto rows = someRows({"T1S01", "T1R02"});
  const auto all = cases();
  std::vector<TransferResult> results;
  for (const double cost : {70.0, 80.0})
    for (const TransferCondition& c : rows) results.push_back(costing(c, cost));
  results.back().done = false;
  const TablesFindings f = analyseTables({{all[0], results}}, rows, rfc392Paper(Seal{0}));
  EXPECT_EQ(f.runs, 2u);
  EXPECT_NEAR(f.cases[0].costs[0].usPerBit.value(), 75, 0.01);
  EXPECT_TRUE(f.cases[0].sends.large.confidence());
  EXPECT_NEAR(f.cases[0].costs[1].usPerBit.value(), 70, 0.01) << "one of two was made";
  EXPECT_FALSE(f.cases[0].costs[1].whole);
  EXPECT_EQ(f.cases[0].whole, 3u);
}

TEST(Rfc392Tables, ReportHasARowForEachTransferAndAColumnForEachCase) {
  const auto rows = someRows({"T1S01", "T1R02"});
  const auto all = cases();
  std::vector<TableResult> results;
  for (const TableCase& c : all) {
    results.push_back({c, {costing(rows[0], 78), costing(rows[1], 25)}});
    results.back().results[0].stretch.split[ChargePart::User] = milliseconds(18'930);
  }
  const TablesFindings f = analyseTables(results, rows, rfc392Paper(Seal{0}));
  const Report report = render(f);
  test::expectForPrograms(report, 1);
  const std::string people = test::rowsOf(report);
  EXPECT_THAT(people, HasSubstr("\ntable-alone,T1S01,18930,3.74,76.67,78.0,78.0,"));
  EXPECT_THAT(people, HasSubstr("\ntable-others,T1R02,59066,3.51,80.20,25.0,25.0,"));
  EXPECT_THAT(people, HasSubstr("\ncases,utah72,alone,78.00,-,25.00,-,0.32,1/1,0/1,0,0,0,1,whole,"));
  EXPECT_THAT(people, HasSubstr("\ncase-parts,sent,utah72,alone,1000.0,1000.0,0.0,"));
  EXPECT_THAT(test::fileOf(report, "costs.csv"),
              HasSubstr("\nRJS1P,others,T1R02,received,59066,25.00,,80.20,3.51,0.312,received byte,whole\n"));
  EXPECT_THAT(report.text(), HasSubstr("RJS1P (SIBE before each BIN). For: "));
  EXPECT_THAT(report.text(), ::testing::StartsWith(opening(tablesConditions(all)).beginning()));
}

}  // namespace
}  // namespace utah10

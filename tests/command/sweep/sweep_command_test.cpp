// Sweeps of an experiment that is a script: what is stored, how a stopped sweep goes on, shards and their union.
#include "command/sweep/sweep_command.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "command/host/held_lock.hpp"
#include "support/temp_folder.hpp"

namespace utah10 {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

// Reports 10 times its --core; fails at 3; ends by a signal at 4; sleeps at 5. Notes each run in `runs`.
constexpr const char* kScript = R"(#!/bin/sh
while [ $# -gt 0 ]; do
  case $1 in --core) core=$2 ;; --output) output=$2 ;; --seed) seed=$2 ;; esac
  shift
done
echo $core >> "$(dirname "$0")/runs"
[ "$core" = 3 ] && { echo "a line" >&2; echo "core: 3 is too little; take more" >&2; exit 1; }
[ "$core" = 4 ] && kill -KILL $$
[ "$core" = 5 ] && exec sleep 60
echo "{\"title\": \"t\", \"tables\": {\"sizes\": {\"rows\": [{\"name\": \"a, b\", \"size K\": $((core * 10 + ${seed:-0}))}]}}}" > "$output"
[ "$core" = 6 ] && exit 1
exit 0
)";

class Sweeps : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = test::ownFolder();
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    write("program", kScript);
    fs::permissions(folder_ / "program", fs::perms::owner_all);
    program_.file = folder_ / "program";
    program_.experiments = {{"toy", {{"core"}, {"seed"}}}};
    program_.parse = [](const auto&) { return Expected<void>{}; };
    program_.check = [](const std::vector<std::string>& arguments) -> Expected<void> {
      return arguments.back() == "13" ? fail("core", "13 brings bad luck", "12 or 14") : Expected<void>{};
    };
    options_.plan = (folder_ / "plan.toml").string();
    options_.quiet = true;
    options_.jobs = 2;
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const { std::ofstream{folder_ / name} << text; }
  std::string read(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream{folder_ / name}.rdbuf();
    return text.str();
  }
  void plan(const std::string& cores, const std::string& more = {}) const {
    write("plan.toml", "experiment = \"toy\"\n" + more + "[vary]\ncore = [" + cores + "]\n");
  }
  int sweep() const { return sweep(options_); }
  int sweep(const SweepOptions& o) const {
    const auto code = sweepCommand(o, program_);
    EXPECT_TRUE(code) << code.error().text();
    return code.value_or(-1);
  }
  std::string refusal() const {
    const auto code = sweepCommand(options_, program_);
    EXPECT_FALSE(code);
    return code ? std::string{} : code.error().text();
  }
  std::size_t runs() const {
    const std::string text = read("runs");
    return static_cast<std::size_t>(std::ranges::count(text, '\n'));
  }

  fs::path folder_;
  SweepProgram program_;
  SweepOptions options_;
};

TEST_F(Sweeps, StoreOneMeasurementARowInTheOrderOfThePoints) {
  plan("1, 2", "repeats = 2\n");
  EXPECT_EQ(sweep(), 0);
  EXPECT_EQ(read("plan.csv"),
            "point,core,seed,table,row,label,name,value,unit\n"
            "1,1,1,sizes,1,\"a, b\",name,\"a, b\",\n1,1,1,sizes,1,\"a, b\",size K,11,K\n"
            "2,1,2,sizes,1,\"a, b\",name,\"a, b\",\n2,1,2,sizes,1,\"a, b\",size K,12,K\n"
            "3,2,1,sizes,1,\"a, b\",name,\"a, b\",\n3,2,1,sizes,1,\"a, b\",size K,21,K\n"
            "4,2,2,sizes,1,\"a, b\",name,\"a, b\",\n4,2,2,sizes,1,\"a, b\",size K,22,K\n");
  EXPECT_FALSE(fs::exists(folder_ / "plan.sqlite.lock"));
}

TEST_F(Sweeps, AFailingPointIsRecordedAndTheOthersGoOn) {
  plan("1, 3, 4, 6, 2");
  EXPECT_EQ(sweep(), kPointsMissing);
  EXPECT_EQ(runs(), 5U);
  for (const char* value : {",10,K", ",20,K", ",60,K"}) EXPECT_THAT(read("plan.csv"), HasSubstr(value));
  EXPECT_EQ(sweep(), kPointsMissing) << "nothing is left to be run";
  EXPECT_EQ(runs(), 5U);
  write("program", "#!/bin/sh\nexit 9\n");
  options_.retry = true;
  EXPECT_EQ(sweep(), kPointsMissing);
  EXPECT_THAT(read("plan.csv"), HasSubstr(",10,K")) << "what was done stays";
}

TEST_F(Sweeps, ATimeLimitEndsAPoint) {
  plan("5, 1", "time_limit = \"300ms\"\n");
  EXPECT_EQ(sweep(), kPointsMissing);
  EXPECT_THAT(read("plan.csv"), HasSubstr(",10,K"));
}

TEST_F(Sweeps, GoOnFromWhatIsThere) {
  plan("1, 2, 7, 8, 9");
  options_.shard = "1/2";
  options_.output = (folder_ / "a.sqlite").string();
  EXPECT_EQ(sweep(), 0);
  EXPECT_EQ(runs(), 3U);
  EXPECT_EQ(sweep(), 0);
  EXPECT_EQ(runs(), 3U) << "a second start finds everything done";
}

TEST_F(Sweeps, MergedShardsAreTheWhole) {
  plan("1, 2, 6, 7, 8, 9, 10");
  EXPECT_EQ(sweep(), 0);
  MergeOptions merge{(folder_ / "all.sqlite").string(), {}, {}};
  for (const char* shard : {"3/3", "1/3", "2/3"}) {
    SweepOptions one = options_;
    one.shard = shard;
    EXPECT_EQ(sweep(one), 0);
    merge.shards.push_back((folder_ / (std::string{"plan-"} + shard[0] + "of3.sqlite")).string());
  }
  const auto code = sweepMergeCommand(merge);
  ASSERT_TRUE(code) << code.error().text();
  EXPECT_EQ(*code, 0);
  EXPECT_EQ(read("all.csv"), read("plan.csv"));
  EXPECT_EQ(sweepMergeCommand(merge).error().text(), (folder_ / "all.sqlite: exists; name a new file").string());
  // A merged database is that of the whole sweep: it goes on like one.
  options_.output = merge.output;
  EXPECT_EQ(sweep(), 0);
  EXPECT_EQ(runs(), 14U);
}

TEST_F(Sweeps, AnIncompleteMergeSaysSoAndCanBeFinished) {
  plan("1, 2, 7, 8");
  options_.shard = "2/2";
  EXPECT_EQ(sweep(), 0);
  const MergeOptions merge{(folder_ / "all.sqlite").string(), {}, {(folder_ / "plan-2of2.sqlite").string()}};
  EXPECT_EQ(sweepMergeCommand(merge).value_or(-1), kPointsMissing);
  options_.shard = "1/1";
  options_.output = merge.output;
  EXPECT_EQ(sweep(), 0);
  EXPECT_EQ(runs(), 4U);
}

TEST_F(Sweeps, ShardsOfOtherPlansAreRefused) {
  plan("1, 2");
  options_.output = (folder_ / "a.sqlite").string();
  EXPECT_EQ(sweep(), 0);
  plan("1, 8");
  EXPECT_THAT(refusal(), HasSubstr("a.sqlite: belongs to another plan: its point 2 has --core 2"));
  options_.output = (folder_ / "b.sqlite").string();
  EXPECT_EQ(sweep(), 0);
  const auto merged = sweepMergeCommand(
      {(folder_ / "all.sqlite").string(), {}, {(folder_ / "a.sqlite").string(), (folder_ / "b.sqlite").string()}});
  ASSERT_FALSE(merged);
  EXPECT_THAT(merged.error().text(), HasSubstr("b.sqlite: is of another plan"));
  EXPECT_FALSE(fs::exists(folder_ / "all.sqlite"));
  EXPECT_FALSE(fs::exists(folder_ / "all.sqlite.new"));
}

TEST_F(Sweeps, DifferentOutcomesOfOnePointAreRefused) {
  plan("1");
  options_.output = (folder_ / "a.sqlite").string();
  EXPECT_EQ(sweep(), 0);
  write("program", "#!/bin/sh\nexit 9\n");
  options_.output = (folder_ / "b.sqlite").string();
  EXPECT_EQ(sweep(), kPointsMissing);
  const auto merged = sweepMergeCommand(
      {(folder_ / "all.sqlite").string(), {}, {(folder_ / "a.sqlite").string(), (folder_ / "b.sqlite").string()}});
  ASSERT_FALSE(merged);
  EXPECT_THAT(merged.error().text(), HasSubstr("b.sqlite: has another outcome of point 1"));
}

TEST_F(Sweeps, WhatIsWrongIsSaidBeforeTheFirstRun) {
  plan("1, 13");
  EXPECT_THAT(refusal(), HasSubstr("plan.toml, point 2 (core=13): core: 13 brings bad luck; 12 or 14"));
  plan("1");
  options_.output = (folder_ / "nowhere" / "a.sqlite").string();
  EXPECT_THAT(refusal(), HasSubstr("a.sqlite: cannot be written"));
  options_.output.clear();
  options_.csv = folder_.string();
  EXPECT_THAT(refusal(), HasSubstr("is a directory"));
  options_.csv.clear();
  write("plan.sqlite",
        "this is no database, and longer than the head of one would be: a text of hundred characters and more.");
  EXPECT_THAT(refusal(), HasSubstr("plan.sqlite: file is not a database"));
  fs::remove(folder_ / "plan.sqlite");
  for (const char* shard : {"0/2", "3/2", "x", "1/0", "1"}) {
    options_.shard = shard;
    EXPECT_THAT(refusal(), HasSubstr("is not a part of a whole")) << shard;
  }
  EXPECT_EQ(runs(), 0U);
}

TEST_F(Sweeps, AReportForABrowserIsOfWhatIsDone) {
  plan("1, 3, 2", "repeats = 2\n");
  options_.page.file = (folder_ / "plan.html").string();
  EXPECT_EQ(sweep(), kPointsMissing);
  const std::string page = read("plan.html");
  EXPECT_THAT(page, HasSubstr("utah10 sweep plan.toml"));
  EXPECT_THAT(page, HasSubstr("4 of 6 points of toy are done, 2 failed"));
  EXPECT_THAT(page, HasSubstr("core: 3 is too little; take more"));
  EXPECT_THAT(page, HasSubstr("size K (sizes) by --core"));
  EXPECT_THAT(page, HasSubstr("<svg"));
  EXPECT_THAT(page, HasSubstr("11.5 \u00b1 6.4")) << "11 and 12, by Student's 12.706";
  const MergeOptions merge{
      (folder_ / "all.sqlite").string(), {}, {(folder_ / "plan.sqlite").string()}, {(folder_ / "all.html").string()}};
  EXPECT_EQ(sweepMergeCommand(merge).value_or(-1), kPointsMissing);
  std::string merged = read("all.html");
  for (std::size_t at = 0; (at = merged.find("merge all.sqlite", at)) != std::string::npos;)
    merged.replace(at, 16, "plan.toml");
  EXPECT_EQ(merged, page);
}

TEST_F(Sweeps, APlotNeedsAPageAndAMeasurement) {
  plan("1");
  options_.page.drawn = {"sizes.weight"};
  EXPECT_THAT(refusal(), HasSubstr("--plot: draws in the report for a browser; name its file with --html"));
  options_.page.file = (folder_ / "nowhere" / "plan.html").string();
  EXPECT_THAT(refusal(), HasSubstr("plan.html: cannot be written"));
  EXPECT_EQ(runs(), 0U);
  options_.page.file = (folder_ / "plan.html").string();
  EXPECT_THAT(refusal(), HasSubstr("--plot: there is no measurement sizes.weight; measured: sizes.size K"));
  EXPECT_THAT(read("plan.csv"), HasSubstr(",10,K")) << "what was measured is kept";
}

TEST_F(Sweeps, OneSweepUsesADatabaseAtATime) {
  plan("1");
  const auto lock = HeldLock::ofFile(folder_ / "plan.sqlite.lock");
  ASSERT_TRUE(lock);
  EXPECT_THAT(refusal(), HasSubstr("plan.sqlite: is in use by another sweep"));
  EXPECT_TRUE(fs::exists(folder_ / "plan.sqlite.lock"));
}

TEST_F(Sweeps, ADryRunRunsNothing) {
  plan("1, 2");
  options_.dryRun = true;
  ::testing::internal::CaptureStdout();
  EXPECT_EQ(sweep(), 0);
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "   1 core=1\n   2 core=2\n2 points of toy\n");
  EXPECT_EQ(runs(), 0U);
  EXPECT_FALSE(fs::exists(folder_ / "plan.sqlite"));
}

}  // namespace
}  // namespace utah10

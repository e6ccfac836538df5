// Plans of sweeps: the points that they make, and the place of each mistake.
#include "command/sweep/sweep_plan.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "support/temp_folder.hpp"

namespace utah10 {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::vector<ExperimentCommand> kExperiments{
    {"drum", {{"core"}, {"rate"}, {"delay"}, {"rows"}, {"quick", true}, {"seed"}, {"format"}}},
    {"plain", {{"core"}}},
};

Expected<void> parse(const std::vector<std::string>& arguments) {
  if (arguments.size() == 3 && arguments[1] == "--core" && arguments[2] == "7") return fail("", "--core: 7 is odd");
  return {};
}

class Plans : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = test::ownFolder();
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  Expected<SweepPlan> plan(const std::string& text) const {
    std::ofstream{folder_ / "plan.toml"} << text;
    return readSweepPlan(folder_ / "plan.toml", kExperiments, &parse);
  }
  std::vector<std::string> points(const std::string& text) const {
    const auto read = plan(text);
    EXPECT_TRUE(read) << read.error().text();
    std::vector<std::string> all;
    for (const SweepPoint& p : read ? read->points : std::vector<SweepPoint>{}) all.push_back(p.text());
    return all;
  }
  // Without the folder.
  std::string refusal(const std::string& text) const {
    const auto read = plan(text);
    EXPECT_FALSE(read) << text;
    return read ? std::string{} : read.error().text().substr(folder_.string().size() + 1);
  }
  fs::path folder_;
};

TEST_F(Plans, VariesInTheOrderOfThePlan) {
  EXPECT_THAT(points("experiment = \"drum\"\n[fixed]\nquick = true\n[vary]\nrate = [1, 2.5]\ncore = [96, 128]\n"),
              ElementsAre("quick=true rate=1 core=96", "quick=true rate=1 core=128", "quick=true rate=2.5 core=96",
                          "quick=true rate=2.5 core=128"));
}

TEST_F(Plans, WithoutVariationsThereIsOnePoint) { EXPECT_THAT(points("experiment = \"plain\"\n"), ElementsAre("")); }

TEST_F(Plans, RangesMayHaveUnitsAndListsSeveralValues) {
  EXPECT_THAT(points("experiment = \"drum\"\n[vary]\ndelay = {from = 5, to = 10, step = 5, unit = \"ms\"}\n"),
              ElementsAre("delay=5ms", "delay=10ms"));
  EXPECT_THAT(points("experiment = \"drum\"\n[vary]\nrows = [[\"A\", \"B\"], \"C\"]\n"),
              ElementsAre("rows=A,B", "rows=C"));
}

TEST_F(Plans, RepetitionsHaveSeedsOfTheirOwn) {
  EXPECT_THAT(points("experiment = \"drum\"\nrepeats = 2\n[vary]\ncore = [1, 2]\n"),
              ElementsAre("core=1 seed=1", "core=1 seed=2", "core=2 seed=1", "core=2 seed=2"));
  EXPECT_THAT(points("experiment = \"drum\"\nrepeats = 2\n[fixed]\nseed = 10\n"), ElementsAre("seed=10", "seed=11"));
}

TEST_F(Plans, SamplesHaveTheirNumberOfPoints) {
  const std::string vary = "[vary]\ncore = {from = 1, to = 100}\nrate = [1, 2]\n";
  EXPECT_EQ(points("experiment = \"drum\"\n" + vary + "[sample]\nkind = \"random\"\npoints = 7\n").size(), 7U);
  EXPECT_EQ(points("experiment = \"drum\"\nrepeats = 2\n" + vary + "[sample]\nkind = \"latin-hypercube\"\npoints = 4\n")
                .size(),
            8U);
}

TEST_F(Plans, FlagsBecomeOptionsOrNothing) {
  const auto read = plan("experiment = \"drum\"\n[vary]\nquick = [true, false]\n[fixed]\ncore = 96\n");
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_THAT(read->points[0].arguments(), ElementsAre("--core", "96", "--quick"));
  EXPECT_THAT(read->points[1].arguments(), ElementsAre("--core", "96"));
}

TEST_F(Plans, TimeLimitAndOutput) {
  const auto read = plan("experiment = \"drum\"\ntime_limit = \"90s\"\noutput = \"all.sqlite\"\n");
  ASSERT_TRUE(read) << read.error().text();
  EXPECT_EQ(read->timeLimit, std::chrono::seconds{90});
  EXPECT_EQ(read->output, folder_ / "all.sqlite");
}

TEST_F(Plans, MistakesAreNamedWithLineAndColumn) {
  EXPECT_EQ(refusal("experiment = \"drun\"\n"), "plan.toml(1,14): there is no experiment drun; did you mean drum?");
  EXPECT_THAT(refusal("experimen = \"drum\"\n"),
              HasSubstr("plan.toml(1,1): unknown key experimen; did you mean experiment?"));
  EXPECT_THAT(refusal("repeats = 3\n"), HasSubstr("names no experiment"));
  EXPECT_THAT(refusal("experiment = \"drum\"\n[vary]\ncore = [96,\n"), StartsWith("plan.toml("));
  const std::string drum = "experiment = \"drum\"\n";
  EXPECT_THAT(refusal(drum + "[vary]\nkore = [96]\n"),
              HasSubstr("plan.toml(3,1): drum has no option kore; did you mean core?"));
  EXPECT_EQ(refusal(drum + "[vary]\ncore = [96, 7]\n"), "plan.toml(3,13): --core: 7 is odd");
  EXPECT_EQ(refusal(drum + "[fixed]\ncore = 7\n"), "plan.toml(3,8): --core: 7 is odd");
  EXPECT_THAT(refusal(drum + "[fixed]\nformat = \"csv\"\n"),
              HasSubstr("plan.toml(3,1): the sweep chooses --format itself"));
  EXPECT_THAT(refusal(drum + "[fixed]\nquick = 1\n"), HasSubstr("plan.toml(3,9): quick must be true or false"));
  EXPECT_THAT(refusal(drum + "[vary]\ncore = 96\n"), HasSubstr("plan.toml(3,8): core must be a list or a range"));
  EXPECT_THAT(refusal(drum + "[vary]\ncore = []\n"), HasSubstr("the list of core is empty"));
  EXPECT_THAT(refusal(drum + "[fixed]\ncore = 96\n[vary]\ncore = [1]\n"),
              HasSubstr("plan.toml(5,1): core is in [fixed], too"));
}

TEST_F(Plans, MistakesInRangesAndSamplesAreNamed) {
  const std::string vary = "experiment = \"drum\"\n[vary]\n";
  EXPECT_THAT(refusal(vary + "core = {from = 1, too = 3}\n"), HasSubstr("unknown key too in a range"));
  EXPECT_THAT(refusal(vary + "core = {from = 1, step = 3}\n"), HasSubstr("the range of core lacks the number to"));
  EXPECT_THAT(refusal(vary + "core = {from = 3, to = 1, step = 1}\n"), HasSubstr("ends before it begins"));
  EXPECT_THAT(refusal(vary + "core = {from = 0, to = 1, count = 2, scale = \"log\"}\n"), HasSubstr("begins above 0"));
  EXPECT_THAT(refusal(vary + "core = {from = 1, to = 2, count = 2, scale = \"cube\"}\n"), HasSubstr("no scale cube"));
  EXPECT_THAT(refusal(vary + "core = {from = 1, to = 2, step = -1}\n"), HasSubstr("a step must be above 0"));
  EXPECT_THAT(refusal(vary + "core = {from = 1, to = 9e9, step = 1}\n"), HasSubstr("too many values"));
  EXPECT_THAT(refusal(vary + "core = {from = 1, to = 2}\n"), HasSubstr("has neither step nor count"));
  EXPECT_THAT(refusal(vary + "core = [1]\n[sample]\nkind = \"random\"\n"), HasSubstr("lacks the number of points"));
  EXPECT_THAT(refusal(vary + "core = [1]\n[sample]\npoints = 3\n"), HasSubstr("as many points as combinations"));
  EXPECT_THAT(refusal(vary + "core = [1]\n[sample]\nkind = \"cube\"\npoints = 3\n"), HasSubstr("no sample cube"));
}

TEST_F(Plans, RepetitionsNeedASeed) {
  EXPECT_THAT(refusal("experiment = \"plain\"\nrepeats = 2\n"), HasSubstr("plan.toml(2,11): plain has no seed"));
  EXPECT_THAT(refusal("experiment = \"drum\"\nrepeats = 2\n[vary]\nseed = [1, 2]\n"),
              HasSubstr("the repetitions choose the seeds"));
  EXPECT_THAT(refusal("experiment = \"drum\"\nrepeats = 0\n"), HasSubstr("repeats must be a whole number, 1 or more"));
  EXPECT_THAT(refusal("experiment = \"drum\"\ntime_limit = 5\n"), HasSubstr("time_limit must be a time with its unit"));
  EXPECT_THAT(refusal("experiment = \"drum\"\nrepeats = 1000000\n"), HasSubstr("too many points"));
}

}  // namespace
}  // namespace utah10

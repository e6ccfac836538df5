// The streams of the experiment in pieces, and one from a program on a laboratory machine.
#include "experiments/rfc508/streams.hpp"

#include <gmock/gmock.h>

#include <map>
#include <set>

#include "experiments/lab_bench.hpp"
#include "experiments/laboratory/printed_numbers.hpp"
#include "experiments/published/published.hpp"
#include "experiments/rfc508/edges.hpp"

namespace utah10 {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

std::map<StreamPart, std::vector<StreamCondition>> partsOf(const Rfc508Settings& settings) {
  std::map<StreamPart, std::vector<StreamCondition>> parts;
  for (const auto& piece : rfc508Pieces(settings))
    for (const StreamCondition& c : piece) parts[c.part].push_back(c);
  return parts;
}

TEST(Rfc508Streams, HaveTheTestsOfThePaper) {
  auto parts = partsOf({});
  for (const StreamPart part : {StreamPart::Grid, StreamPart::Kept, StreamPart::Busy}) {
    EXPECT_EQ(parts[part].size(), 176u);
    std::set<std::pair<std::int64_t, std::size_t>> tests;
    for (const StreamCondition& c : parts[part]) {
      tests.emplace(c.test.bitsPerSecond, c.test.bufferBits);
      EXPECT_EQ(c.test.length, seconds(30));
      EXPECT_EQ(c.path.ncp, part == StreamPart::Kept ? StreamNcp::Keeps : StreamNcp::Packs);
      EXPECT_EQ(c.path.stallInterval > Duration{}, part == StreamPart::Busy);
    }
    EXPECT_EQ(tests.size(), 176u);
    EXPECT_EQ(tests.begin()->first, 5300);
    EXPECT_EQ(tests.rbegin()->first, 30'000);
  }
  EXPECT_EQ(parts[StreamPart::Stalls].size(), 6u * 176);
  EXPECT_EQ(parts[StreamPart::Full].size(), 16u);
  std::vector<Duration> lengths;
  for (const StreamCondition& c : parts[StreamPart::Long]) lengths.push_back(c.test.length);
  EXPECT_THAT(lengths, ElementsAre(seconds(300), seconds(480), seconds(1080)));
  EXPECT_EQ(parts[StreamPart::Program].size(), 2 * parts[StreamPart::Far].size());
  for (const StreamCondition& c : parts[StreamPart::Program]) EXPECT_EQ(c.test.bufferBits % c.byteBits, 0u);
}

TEST(Rfc508Streams, QuickFormIsAnEighthOfTheWork) {
  Rfc508Settings settings;
  settings.quick = true;
  auto parts = partsOf(settings);
  EXPECT_EQ(parts[StreamPart::Grid].size(), 40u);
  EXPECT_EQ(parts[StreamPart::Grid].front().test.length, seconds(10));
  settings.program.clear();
  auto device = partsOf(settings);
  EXPECT_FALSE(device.contains(StreamPart::Program));
  EXPECT_FALSE(device.contains(StreamPart::Far));
  EXPECT_EQ(device[StreamPart::Grid].size(), 40u);
}

// Columns must not have their stalls at the same times.
TEST(Rfc508Streams, ColumnsHaveSeedsOfTheirOwn) {
  std::set<std::uint64_t> seeds;
  auto parts = partsOf({});
  for (const StreamCondition& c : parts[StreamPart::Busy]) seeds.insert(c.path.seed);
  EXPECT_EQ(seeds.size(), 8u);
}

TEST(Rfc508Streams, ConditionsContainNoResults) {
  EXPECT_THAT(conditionsTable("rfc508_conditions").columns(), ElementsAre("kind", "rate", "buffer_bits", "seconds"));
  const Seal sealed{1};
  EXPECT_THROW(publishedTable("rfc508", sealed), std::logic_error);
  EXPECT_THROW(publishedTable("rfc508_path", sealed), std::logic_error);
}

TEST(Rfc508Streams, RunInOrderAndReportProgress) {
  Rfc508Settings settings;
  std::vector<StreamCondition> some(3);
  some[0].test = {12'000, 2016, seconds(10)};
  some[1].test = {48'000, 2016, seconds(10)};
  some[2].test = {24'000, 1008, seconds(10)};
  some[2].path.ncp = StreamNcp::Keeps;
  some[2].part = StreamPart::Kept;
  std::vector<std::string> told;
  const auto made = runStreams(settings, {}, some, [&](const StreamResult& r) { told.push_back(progressText(r)); });
  ASSERT_TRUE(made) << made.error().text();
  ASSERT_EQ(made->size(), 3u);
  EXPECT_EQ((*made)[0].buffers, 59u);
  EXPECT_EQ((*made)[0].gaps, 0u);
  EXPECT_GT((*made)[1].gaps, 10u);
  EXPECT_GT((*made)[2].gaps, 10u);
  for (const StreamResult& r : *made) {
    EXPECT_TRUE(r.whole());
    EXPECT_LE(r.shortest, r.mean());
    EXPECT_LE(r.mean(), r.longest);
  }
  ASSERT_EQ(told.size(), 3u);
  EXPECT_EQ(told[0], "grid     12000 x 2016: 59 buffers, 0 gaps");
  EXPECT_THAT(told[2], HasSubstr("kept     24000 x 1008: "));
  EXPECT_THAT(told[2], HasSubstr(" ms"));
}

TEST(Rfc508Streams, SettingsAreChecked) {
  Rfc508Settings settings;
  EXPECT_TRUE(settings.check());
  settings.stallLength = Duration{};
  EXPECT_FALSE(settings.check());
  settings.stallLength = seconds(1);
  settings.stallInterval = seconds(1001);
  EXPECT_FALSE(settings.check());
  settings.stallInterval = seconds(60);
  settings.path.hops = 9;
  EXPECT_FALSE(settings.check());
}

TEST(Rfc508Edges, AreFoundOnTheWayUp) {
  EdgeCondition kept{"NCP keeps buffers", "", {}, 1008};
  kept.path.ncp = StreamNcp::Keeps;
  const auto made = findEdges({}, {}, {{"none", "", {}, 4032}, kept}, {});
  ASSERT_TRUE(made) << made.error().text();
  const EdgeResult &clear = (*made)[0], &slow = (*made)[1];
  ASSERT_TRUE(clear.begin && clear.clear && slow.begin && slow.clear);
  EXPECT_GT(*clear.begin, 30'000);
  EXPECT_EQ(*clear.clear, *clear.begin - kEdgeStep) << "nothing is left to chance";
  EXPECT_LT(*slow.begin, 25'000);
  EXPECT_EQ(slow.rates, 35u);
  EXPECT_EQ(slow.withGaps, static_cast<unsigned>((kEdgeMost - *slow.begin) / kEdgeStep + 1));
  EXPECT_GT(slow.gaps, 0u);
  EXPECT_LE(slow.mean, slow.longest);
  EXPECT_THAT(progressText(slow), HasSubstr("NCP keeps buffers , 1008 bits: gaps from "));
}

TEST(Rfc508Edges, ConditionsDifferInOneThing) {
  const auto all = edgeConditions({});
  const StreamPath usual;
  for (std::size_t n = 0; n < all.size(); ++n) {
    const StreamPath& p = all[n].path;
    const int differences = (p.hops != 1) + (p.loss > 0) + (p.traffic > 0) + (p.reaction > Duration{}) +
                            (p.stallInterval > Duration{}) + (p.ncp != StreamNcp::Packs);
    EXPECT_LE(differences, all[n].factor == "NCP keeps buffers, hops" ? 2 : 1) << all[n].factor;
    EXPECT_EQ(p.seed, usual.seed);
    EXPECT_TRUE(p.check());
  }
  EXPECT_EQ(all.size() % 4, 0u);
}

class Rfc508Test : public test::LabTest {};

TEST_F(Rfc508Test, AProgramOnTenexStreamsToCcn) {
  Rfc508Settings settings;
  std::vector<StreamCondition> streams(2);
  for (StreamCondition& c : streams) c.part = StreamPart::Program;
  streams[0].test = {9600, 2016, seconds(10)};
  streams[1].test = {60'000, 4032, seconds(10)};
  streams[1].byteBits = 36;
  const auto made = runStreams(settings, site("utah73"), streams, {});
  ASSERT_TRUE(made) << made.error().text();
  ASSERT_EQ(made->size(), 2u);
  const StreamResult &slow = (*made)[0], &fast = (*made)[1];
  EXPECT_EQ(slow.trouble, "");
  EXPECT_TRUE(slow.done);
  EXPECT_NEAR(static_cast<double>(slow.buffers), 47, 1);
  EXPECT_EQ(slow.gaps, 0u);
  EXPECT_EQ(slow.bits, slow.buffers * 2016);
  EXPECT_GT(slow.run, milliseconds(300));
  EXPECT_LT(slow.late, milliseconds(500));
  EXPECT_TRUE(fast.done) << fast.trouble;
  EXPECT_GT(fast.gaps, 5u) << "60 kb/s are more than the lines carry";
  EXPECT_LE(fast.shortest, fast.mean());
  EXPECT_LE(fast.mean(), fast.longest);
  EXPECT_LT(fast.buffers, 100u);
}

class StreamProgram : public test::LabTest, public ::testing::WithParamInterface<const char*> {};

TEST_P(StreamProgram, ChecksItsCommandsAndCountsGaps) {
  const LabSite where = site(GetParam());
  auto program = labProgram(where, "STREAM");
  ASSERT_TRUE(program) << program.error().text();
  auto lab = Laboratory::make({.system = GetParam()}, where, std::span{&*program, 1});
  ASSERT_TRUE(lab) << lab.error().text();
  Laboratory& l = **lab;
  ASSERT_TRUE(l.boot());
  ASSERT_TRUE(l.logIn());
  LabSteps steps = l.run("STREAM", {{}, "\n*"});
  // Socket 77 is nobody's; 60 kb/s are more than the lines carry.
  for (const char* line :
       {"PLAY 36 9600 2016 5", "PLAY 9 9600 2016 5", "PLAY 8 9600 8072 5", "PLAY 8 9600 1009 5", "PLAY 8 9600",
        "SOCKET 77", "PLAY 8 9600 1008 5", "SOCKET 11", "HOST 101", "PLAY 8 60000 2016 5"})
    steps.push_back({std::string{line} + "\r", "\n*"});
  steps.push_back({"QUIT\r", l.system().prompt});
  const auto done = l.converse(l.measuredLine(), steps);
  ASSERT_TRUE(done) << done.error().text();
  const std::string& text = l.line(l.measuredLine()).printed();
  for (const char* wanted :
       {"*PLAY 36 9600 2016 5\nSENT 23 GAPS 0 LONGEST 0 SUM 0 SHORTEST 0\nLATE ", "\nBYTES ARE OF 8, 32 OR 36 BITS\n",
        "\nA BUFFER HAS AT MOST 8064 BITS\n", "\nNOT A WHOLE NUMBER OF BYTES\n",
        "*PLAY 8 9600\n PLAY SIZE RATE BITS SECONDS  HOST NAME  SOCKET N  QUIT\n"})
    EXPECT_THAT(text, HasSubstr(wanted));
  EXPECT_THAT(text, Not(HasSubstr("*PLAY 8 9600 1008 5\nSENT")));
  const std::string_view last = std::string_view{text}.substr(text.find("*PLAY 8 60000"));
  EXPECT_GT(numberBehind(last, "GAPS"), 3u) << last;
  EXPECT_LT(numberBehind(last, "SENT"), 130u) << "of 148";
  EXPECT_LE(numberBehind(last, "SHORTEST"), numberBehind(last, "LONGEST"));
  EXPECT_LE(numberBehind(last, "LONGEST"), numberBehind(last, "SUM"));
}

INSTANTIATE_TEST_SUITE_P(Generations, StreamProgram, ::testing::Values("utah72", "utah73"));

}  // namespace
}  // namespace utah10

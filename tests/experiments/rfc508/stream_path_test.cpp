// Streams over the modelled subnet, without a PDP-10.
#include "experiments/rfc508/stream_path.hpp"

#include <gtest/gtest.h>

namespace utah10 {
namespace {

StreamRun runOn(const StreamPath& path, const RealTimeTest& test) {
  StreamWorld world{path};
  const auto up = world.connect();
  EXPECT_TRUE(up) << up.error().text();
  const auto run = world.run(test);
  EXPECT_TRUE(run) << run.error().text();
  return run ? *run : StreamRun{};
}

StreamPath keeping() {
  StreamPath path;
  path.ncp = StreamNcp::Keeps;
  return path;
}

double throughput(const StreamPath& path, std::size_t bits) {
  return static_cast<double>(runOn(path, {100'000, bits, seconds(20)}).bits) / 20'000;
}

TEST(StreamPath, ReceiversAreAsManyLinesAwayAsStated) {
  for (unsigned hops = 1; hops <= kMostStreamHops; ++hops) {
    StreamPath path;
    path.hops = hops;
    StreamWorld world{path};
    ASSERT_TRUE(world.connect());
    const auto route = world.route();
    ASSERT_EQ(route.size(), hops + 1) << hops;
    EXPECT_EQ(route[0], 3u);
    EXPECT_EQ(route[1], 1u) << "over the line to UCLA";
  }
  EXPECT_EQ(streamSite(1), "UCLA");
  EXPECT_EQ(streamSite(6), "HARVARD");
}

TEST(StreamPath, AllRatesOfThePaperPassWithoutLoad) {
  for (const std::size_t bits : {1008u, 4032u, 8048u}) {
    const StreamRun run = runOn({}, {30'000, bits, seconds(30)});
    EXPECT_TRUE(run.device.gaps.empty()) << bits;
    EXPECT_EQ(run.device.buffers, 900'000 / bits);
    EXPECT_TRUE(run.arrived);
  }
}

TEST(StreamPath, TheSubnetCarriesLessThanItsLine) {
  const double packed = throughput({}, 1008);
  EXPECT_GT(packed, 30);
  EXPECT_LT(packed, 43) << "50 kb/s less framing and headers";
  const double kept = throughput(keeping(), 1008);
  EXPECT_LT(kept, 25) << "one message of two packets at a time";
  EXPECT_GT(throughput(keeping(), 7056), kept);
  EXPECT_LT(throughput(keeping(), 8048), throughput(keeping(), 7056)) << "two messages a buffer";
}

TEST(StreamPath, DelaysAreThoseOfCablesAndLines) {
  const StreamRun run = runOn(keeping(), {5300, 1008, seconds(30)});
  EXPECT_EQ(run.times.messages, run.device.buffers);
  // 1008 bits and the header: into the first IMP and out of the second one at 100 kb/s, and two packets over the line.
  const Duration least = microseconds(10 * (1008 + 32) + 20 * (1048 + 2 * 152) + 10 * 1080);
  EXPECT_GT(run.times.delay, least);
  EXPECT_LT(run.times.delay, least + milliseconds(12));
  EXPECT_GE(run.times.longestDelay, run.times.delay);
  EXPECT_GT(run.times.rfnm, milliseconds(30));
}

TEST(StreamPath, EachDisturbanceCostsThroughput) {
  const double clear = throughput({}, 2016);
  const auto with = [](const auto& change) {
    StreamPath path;
    change(path);
    return throughput(path, 2016);
  };
  EXPECT_LT(with([](StreamPath& p) { p.hops = 4; }), clear - 5);
  EXPECT_LT(with([](StreamPath& p) { p.loss = 0.05; }), clear - 2);
  EXPECT_LT(with([](StreamPath& p) { p.traffic = 15'000; }), clear - 5);
  EXPECT_LT(with([](StreamPath& p) { p.reaction = milliseconds(50); }), clear - 4);
}

TEST(StreamPath, StallsOfTheSenderMakeGaps) {
  StreamPath path;
  path.stallInterval = seconds(10);
  path.stallLength = seconds(1);
  const StreamRun run = runOn(path, {9600, 2016, seconds(120)});
  EXPECT_GT(run.device.stalls, 3u);
  EXPECT_FALSE(run.device.gaps.empty());
  EXPECT_TRUE(run.arrived);
}

TEST(StreamPath, TheSameSeedGivesTheSameRun) {
  StreamPath path;
  path.loss = 0.05;
  path.stallInterval = seconds(5);
  path.stallLength = milliseconds(500);
  path.traffic = 10'000;
  const auto gapsOf = [](const StreamPath& p) {
    std::vector<Instant> begun;
    for (const RealTimeGap& g : runOn(p, {24'000, 2016, seconds(30)}).device.gaps) begun.push_back(g.begun);
    return begun;
  };
  const auto gaps = gapsOf(path);
  EXPECT_EQ(gapsOf(path), gaps);
  path.seed = 2;
  EXPECT_NE(gapsOf(path), gaps);
}

TEST(StreamPath, TestsFollowEachOtherOnOneConnection) {
  StreamWorld world{{}};
  ASSERT_TRUE(world.connect());
  for (int n = 0; n < 3; ++n) {
    const auto run = world.run({12'000, 2016, seconds(10)});
    ASSERT_TRUE(run);
    EXPECT_EQ(run->device.buffers, 59u);
    EXPECT_TRUE(run->arrived);
  }
}

TEST(StreamPath, ConditionsAreCheckedAndNamed) {
  const auto refused = [](const auto& change) {
    StreamPath path;
    change(path);
    const auto ok = path.check();
    return ok ? std::string{} : ok.error().text();
  };
  EXPECT_EQ(refused([](StreamPath&) {}), "");
  EXPECT_EQ(refused([](StreamPath& p) { p.hops = 0; }), "--hops: 0 hops; 1 to 6");
  EXPECT_EQ(refused([](StreamPath& p) { p.hops = 7; }), "--hops: 7 hops; 1 to 6");
  EXPECT_NE(refused([](StreamPath& p) { p.loss = 1; }), "");
  EXPECT_NE(refused([](StreamPath& p) { p.loss = -0.1; }), "");
  EXPECT_NE(refused([](StreamPath& p) { p.traffic = -1; }), "");
  EXPECT_NE(refused([](StreamPath& p) { p.reaction = seconds(11); }), "");
  StreamPath path;
  EXPECT_EQ(path.text(), "1 hop to UCLA, the NCP packs buffers");
  path.hops = 2;
  path.loss = 0.01;
  path.traffic = 5000;
  path.reaction = milliseconds(20);
  path.stallInterval = seconds(60);
  path.stallLength = milliseconds(200);
  path.ncp = StreamNcp::Keeps;
  EXPECT_EQ(path.text(),
            "2 hops to RAND, 1% of the packets on each line lost, 5000 b/s of others from UCSB to UCLA, hosts react "
            "after 20 ms, the sending program stalls every 60000 ms for 200 ms on average, the NCP keeps buffers");
}

}  // namespace
}  // namespace utah10

// The map of 1972, and the errors found in others.
#include <gtest/gtest.h>

#include <cstdio>

#include "network/imp/rig.hpp"

namespace utah10 {
namespace {

TEST(Topology, Of1972) {
  const Topology t = Topology::of1972();
  EXPECT_TRUE(t.check());
  EXPECT_EQ(t.imps.size(), 29u);
  EXPECT_EQ(t.lines.size(), 32u);
  const auto number = [&](const std::string& name) {
    for (const ImpSite& s : t.imps)
      if (s.name == name) return s.number;
    return 0u;
  };
  EXPECT_EQ(number("UCLA"), 1u);
  EXPECT_EQ(number("SRI"), 2u);
  EXPECT_EQ(number("UCSB"), 3u);
  EXPECT_EQ(number("UTAH"), 4u);
  EXPECT_EQ(number("BBN"), 5u);
}

TEST(Topology, EveryImpReachesEveryOther) {
  Scheduler clock;
  SubnetConfig config;
  config.topology = Topology::of1972();
  Subnet subnet{clock, config, nullptr};
  std::size_t longest = 0;
  for (const ImpSite& a : config.topology.imps)
    for (const ImpSite& b : config.topology.imps) {
      const std::vector<unsigned> way = subnet.path(a.number, b.number);
      ASSERT_FALSE(way.empty()) << a.name << " to " << b.name;
      longest = std::max(longest, way.size() - 1);
    }
  EXPECT_EQ(subnet.path(4, 1), (std::vector<unsigned>{4, 22, 2, 3, 1}));  // UTAH McCLELLAN SRI UCSB UCLA
  EXPECT_EQ(longest, 9u);
  // After a quiet minute the route is the same.
  clock.idleUntil(kPowerOn + seconds(60));
  EXPECT_EQ(subnet.path(4, 1), (std::vector<unsigned>{4, 22, 2, 3, 1}));
  EXPECT_TRUE(subnet.journal().empty());
}

TEST(Topology, FromUtahToUcla) {
  SubnetConfig config;
  config.topology = Topology::of1972();
  config.hostUpDelay = Duration{};
  test::Net net{config};
  test::Host& utah = net.host(4);
  test::Host& ccn = net.host(0101);
  net.run(seconds(2));
  const Instant sent = net.clock.now();
  utah.port.send(test::regular(HostId{0101}, 5, test::ones(48)));
  net.run(seconds(1));
  ASSERT_EQ(ccn.regular, 1u);
  ASSERT_EQ(utah.news().size(), 1u);
  const auto ms = [&](Instant t) { return static_cast<double>((t - sent).count()) / 1e6; };
  std::printf("one character from UTAH to UCLA-CCN, four hops: %.2f ms, RFNM after %.2f ms\n", ms(ccn.got.back().at),
              ms(utah.got.back().at));
  // 80 bits in: 0.8; four frames of 216 bits (RFC 568: a one-character message): 4.32 each; the program five times
  // 0.44; 5.29 + 0.93 + 2.47 + 0.84 propagation; 96 bits out: 0.96. No other traffic delays it.
  EXPECT_NEAR(ms(ccn.got.back().at), 0.8 + 4 * 4.32 + 5 * 0.44 + 9.53 + 0.96, 1e-6);
}

struct Wrong {
  const char* what;
  Topology topology;
  const char* says;
};

TEST(Topology, ReportsErrors) {
  const std::vector<Wrong> cases = {
      {"nothing", {}, "network: no IMP"},
      {"number zero", {{{0, "A"}}, {}}, "network: IMP number 0"},
      {"number too large", {{{64, "A"}}, {}}, "network: IMP number 64"},
      {"twice", {{{3, "A"}, {3, "B"}}, {}}, "network: two IMPs with number 3"},
      {"line to nowhere", {{{3, "A"}}, {{3, 4, 50'000, Duration{}, 0}}}, "network: a line from IMP 3 to IMP 4"},
      {"line to itself", {{{3, "A"}}, {{3, 3, 50'000, Duration{}, 0}}}, "network: a line from IMP 3 to IMP 3"},
      {"no speed", {{{3, "A"}, {4, "B"}}, {{3, 4, 0, Duration{}, 0}}}, "network: line 3-4: 0 bits a second"},
      {"backwards", {{{3, "A"}, {4, "B"}}, {{3, 4, 50'000, milliseconds(-1), 0}}}, "network: line 3-4"},
      {"loss", {{{3, "A"}, {4, "B"}}, {{3, 4, 50'000, Duration{}, 1.5}}}, "network: line 3-4: a loss of 1.5"},
      {"two lines",
       {{{3, "A"}, {4, "B"}}, {{3, 4, 50'000, {}, 0}, {4, 3, 50'000, {}, 0}}},
       "network: two lines between IMP 4 and"},
  };
  for (const Wrong& c : cases) {
    const Expected<void> ok = c.topology.check();
    ASSERT_FALSE(ok) << c.what;
    EXPECT_EQ(ok.error().text().substr(0, std::string(c.says).size()), c.says) << c.what;
  }
}

TEST(Topology, LinesToOtherNetworks) {
  SubnetConfig config = test::row(2);
  config.trunks.push_back({2, 3, 50'000, milliseconds(1), 0});
  EXPECT_TRUE(config.check());
  config.trunks[0].to = 1;
  ASSERT_FALSE(config.check());
  EXPECT_EQ(config.check().error().what, "a line to another network from IMP 2 to IMP 1");
  config.trunks[0] = {7, 3, 50'000, milliseconds(1), 0};
  EXPECT_FALSE(config.check());
  config.trunks[0] = {2, 3, 0, milliseconds(1), 0};
  EXPECT_FALSE(config.check());
}

}  // namespace
}  // namespace utah10

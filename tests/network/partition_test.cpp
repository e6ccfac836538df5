// A network cut among machines: every IMP, line and host is in one part, and each end of a trunk meets the other.
#include <gtest/gtest.h>

#include <set>

#include "network/imp/federation.hpp"
#include "network/partition.hpp"

namespace utah10 {
namespace {

const std::vector<HostId> kMachines = {HostId{04}, HostId{0105}, HostId{02}};

NetworkConfig whole() {
  NetworkConfig n;
  n.subnet.topology = Topology::of1972();
  for (const unsigned host : {03u, 0102u, 0205u}) {
    NetworkHostConfig h;
    h.host.id = HostId{host};
    n.hosts.push_back(h);
  }
  n.outside = {HostId{0104}, HostId{0305}};
  return n;
}

TEST(Partition, GivesEachMachineItsImpAndTheFirstTheOthers) {
  const NetworkConfig all = whole();
  const NetworkPartition cut = partitioned(all, kMachines);
  ASSERT_EQ(cut.parts.size(), 3U);
  std::multiset<unsigned> imps;
  for (const NetworkConfig& part : cut.parts) {
    EXPECT_TRUE(part.check()) << part.check().error().text();
    for (const ImpSite& site : part.subnet.topology.imps) imps.insert(site.number);
  }
  EXPECT_EQ(imps.size(), all.subnet.topology.imps.size());
  EXPECT_EQ(std::set<unsigned>(imps.begin(), imps.end()).size(), imps.size()) << "none is in two parts";
  ASSERT_EQ(cut.parts[1].subnet.topology.imps.size(), 1U);
  EXPECT_EQ(cut.parts[1].subnet.topology.imps[0].name, "BBN");
  EXPECT_EQ(cut.parts[1].machine, HostId{0105});
}

TEST(Partition, KeepsEveryLine) {
  const NetworkConfig all = whole();
  const NetworkPartition cut = partitioned(all, kMachines);
  std::size_t lines = cut.trunks.size();
  for (const NetworkConfig& part : cut.parts) lines += part.subnet.topology.lines.size();
  EXPECT_EQ(lines, all.subnet.topology.lines.size());
  for (const NetworkPartition::Trunk& t : cut.trunks) {
    const TrunkConfig& a = cut.parts[t.a.part].subnet.trunks.at(t.a.trunk);
    const TrunkConfig& b = cut.parts[t.b.part].subnet.trunks.at(t.b.trunk);
    EXPECT_NE(t.a.part, t.b.part);
    EXPECT_EQ(a.from, b.to);
    EXPECT_EQ(a.to, b.from);
    EXPECT_EQ(a.propagation, b.propagation);
  }
}

TEST(Partition, PutsHostsWhereTheirImpIs) {
  const NetworkPartition cut = partitioned(whole(), kMachines);
  ASSERT_EQ(cut.parts[0].hosts.size(), 1U);
  EXPECT_EQ(cut.parts[0].hosts[0].host.id, HostId{03});
  ASSERT_EQ(cut.parts[2].hosts.size(), 1U);
  EXPECT_EQ(cut.parts[2].hosts[0].host.id, HostId{0102});
  EXPECT_EQ(cut.parts[1].hosts.size(), 1U);
  EXPECT_EQ(cut.parts[0].outside, std::vector<HostId>{HostId{0104}});
  EXPECT_EQ(cut.parts[1].outside.size(), 1U);
}

}  // namespace
}  // namespace utah10

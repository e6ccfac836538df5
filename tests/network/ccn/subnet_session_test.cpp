// A NETRJS session through the complete network: NCPs, cables, IMPs and 50 kb/s lines.
#include <gtest/gtest.h>

#include "network/ccn/ccn_rig.hpp"
#include "network/host.hpp"
#include "network/imp/subnet.hpp"
#include "support/state_parts.hpp"

namespace utah10::test {
namespace {

// UTAH is host 0 of IMP 4, CCN host 1 of IMP 1.
struct Network {
  Network()
      : subnet(clock, configuration(), nullptr),
        utah(clock, subnet.cable(HostId{4}), hostOf(4, "UTAH")),
        ccn(clock, subnet.cable(HostId{65}), hostOf(65, "UCLA-CCN")),
        user(utah.ncp(), userOf("NETUTAH1")) {
    auto service = std::make_unique<CcnServer>(clock, ccn.ncp(), ccnOf(CcnGeneration::Of1972), &kept);
    server = service.get();
    ccn.add(std::move(service));
  }
  static HostConfig hostOf(unsigned octet, const std::string& name) {
    HostConfig c;
    c.id = HostId{octet};
    c.name = name;
    return c;
  }
  static SubnetConfig configuration() {
    SubnetConfig c;
    c.topology = Topology::of1972();
    return c;
  }
  void run(Duration d) { clock.idleUntil(clock.now() + d); }
  void state(Archive& a) {
    clock.state(a);
    subnet.state(a);
    utah.state(a);
    ccn.state(a);
    user.state(a);
  }
  std::vector<std::byte> save() { return test::stateOf(*this); }
  std::string restore(std::span<const std::byte> bytes) { return test::restoreState(bytes, *this); }

  KeptFiles kept;
  Scheduler clock;
  Subnet subnet;
  Host utah, ccn;
  NetrjsClient user;
  CcnServer* server = nullptr;
};

std::vector<Octets> cards(std::size_t count) {
  std::vector<Octets> all =
      deck({"//UTAH1 JOB (1234),HICKS", "//*UTAH10 TIME=1,WAIT=0,LINES=1000,COLUMNS=132,PUNCH=DECK"});
  for (std::size_t i = all.size(); i < count; ++i) {
    std::string line = "CARD " + std::to_string(i) + " OF THE DECK";
    line.resize(80, static_cast<char>('A' + i % 26));
    all.push_back(octets(line));
  }
  return all;
}

void begin(Network& n) {
  n.utah.comeUp();
  n.ccn.comeUp();
  n.run(seconds(40));
  n.user.send(cards(300));
  n.user.send(deck({"//SECOND JOB (1),ME", "//*UTAH10 TIME=1,WAIT=0"}));
  n.user.fetch(CcnPaper::Print, 2);
  n.user.fetch(CcnPaper::Punch);
  n.user.call();
}

TEST(CcnOverTheSubnet, DecksAndOutputsArriveUnchanged) {
  Network n;
  begin(n);
  n.run(seconds(300));
  ASSERT_EQ(n.user.fetched().size(), 3u);
  std::vector<Octets> sent;
  for (const Octets& c : cards(300)) {
    std::string line(c.begin(), c.end());
    sent.push_back(octets(line + "\n"));
  }
  Octets whole;
  for (const Octets& c : sent) whole.insert(whole.end(), c.begin(), c.end());
  EXPECT_EQ(n.kept.files.at(0).contents, whole);
  for (const RjsFetched& f : n.user.fetched()) {
    EXPECT_TRUE(f.complete);
    if (f.records.size() != 301) continue;
    for (std::size_t i = 1; i < f.records.size(); ++i) {
      Octets card = toEbcdic(CcnCharset::Ascii68, cards(300)[i - 1]);
      card.resize(80, kEbcdicBlank);
      card.insert(card.begin(), kEbcdicBlank);
      EXPECT_EQ(f.records[i], card);
    }
  }
  const auto lines = [&](std::size_t count) {
    return std::ranges::count_if(n.user.fetched(), [&](const RjsFetched& f) { return f.records.size() == count; });
  };
  EXPECT_EQ(lines(301), 1);  // cards
  EXPECT_EQ(lines(1 + 300 + 1000), 1);
  EXPECT_EQ(lines(1 + 2 + 20), 1);
  EXPECT_EQ(n.server->counts().streamErrors, 0u);
  EXPECT_EQ(n.utah.ncp().counters().malformed, 0u);
}

TEST(CcnOverTheSubnet, RestoredSessionsHaveTheSameFuture) {
  for (const int at : {3, 6, 11}) {
    Network n;
    begin(n);
    n.run(seconds(at));
    const auto middle = n.save();
    Network again;
    ASSERT_EQ(again.restore(middle), "");
    EXPECT_EQ(again.save(), middle);
    n.run(seconds(100));
    again.run(seconds(100));
    EXPECT_EQ(again.save(), n.save());
  }
}

}  // namespace
}  // namespace utah10::test

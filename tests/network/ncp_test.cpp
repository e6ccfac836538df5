// What two NCPs do with each other, seen by their programs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "network/ncp_rig.hpp"

namespace utah10::test {

using testing::ElementsAre;

TEST(Ncp, DataGoFromASenderToAListenerAndComeWholeBeforeTheEnd) {
  TwoHosts t;
  t.comeUp();
  const auto [ours, theirs] = t.open(8);
  EXPECT_THAT(t.u.take(), ElementsAre("opened 1"));
  EXPECT_THAT(t.c.take(), ElementsAre("requested 1", "opened 1"));
  t.utah.send(ours, octets({1, 2, 3}));
  t.utah.close(ours);
  t.run(seconds(1));
  EXPECT_EQ(toHex(t.c.data), "010203");
  EXPECT_THAT(t.u.take(), ElementsAre("drained 1", "closed 1"));
  EXPECT_THAT(t.c.take(), ElementsAre("received 1", "closed 1"));
  EXPECT_THAT(t.u.reasons, ElementsAre(CloseReason::ByUs));
  EXPECT_THAT(t.c.reasons, ElementsAre(CloseReason::ByThem));
  EXPECT_TRUE(t.utah.connections().empty());
  EXPECT_TRUE(t.ccn.connections().empty());
  EXPECT_THAT(t.wire.faults, ElementsAre());
}

namespace {

struct Echoer : IcpService, NcpUser {
  explicit Echoer(Ncp& n) : ncp(n), self(n.enrol(*this)) {}
  Ncp::UserId user() const override { return self; }
  void started(const IcpPair& p) override { pair = p; }
  void received(ConnectionId id) override { ncp.send(pair.output, ncp.take(id, ncp.waiting(id))); }
  Ncp& ncp;
  Ncp::UserId self;
  IcpPair pair;
};

struct Caller : IcpCaller {
  explicit Caller(Diary& d) : diary(d) {}
  Ncp::UserId user() const override { return diary.self; }
  void connected(const IcpPair& p) override { pairs.push_back(p); }
  void failed(Socket, CloseReason reason) override { failures.push_back(reason); }
  Diary& diary;
  std::vector<IcpPair> pairs;
  std::vector<CloseReason> failures;
};

}  // namespace

TEST(Icp, AUserGetsAPairOfConnectionsAndItsBytesBack) {
  TwoHosts t;
  Echoer echoer{t.ccn};
  IcpServer server{t.ccn, Socket{7}, 8, echoer};
  Caller caller{t.u};
  IcpClient client{t.utah, caller};
  server.open();
  t.comeUp();
  client.call(kCcn, Socket{7}, 8);
  t.run(seconds(2));
  ASSERT_EQ(caller.pairs.size(), 1u);
  t.utah.send(caller.pairs[0].output, octets({'h', 'i'}));
  t.run(seconds(1));
  EXPECT_EQ(toHex(t.u.data), "6869");
  EXPECT_EQ(server.served(), 1u);
  EXPECT_THAT(t.wire.faults, ElementsAre());
}

}  // namespace utah10::test

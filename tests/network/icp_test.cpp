// ICP after RFC 165 and RFC 202, octet by octet against a scripted peer, and its failures.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "network/icp_rig.hpp"
#include "network/scripted_peer.hpp"

namespace utah10::test {

using testing::ElementsAre;

namespace {

std::string octetText(const std::string& text) { return toHex(hex(text)); }

NcpConfig firstSocket(std::uint32_t first) {
  NcpConfig config = packed();
  config.firstSocket = first;
  return config;
}

// UTAH calls CCN's NETRJS (socket 13): the worked example of docs/sources/ncp.md 11.
struct User : OneHost {
  User() : OneHost(kUtah, kCcn, firstSocket(0x100)), caller(diary), client(ncp, caller) { meet(); }
  Caller caller;
  IcpClient client;
};

// CCN's end of the same call.
struct Server : OneHost {
  Server() : OneHost(kCcn, kUtah, firstSocket(0x1000)), service(ncp), server(ncp, Socket{0x0D}, 8, service) {
    server.open();
    meet();
  }
  Echoer service;
  IcpServer server;
};

constexpr const char* kUserRts = "01 00000100 0000000D 02";
constexpr const char* kServerCls = "03 0000000D 00000100";

}  // namespace

TEST(Icp, TheUserSendsTheBytesOfTheExample) {
  User t;
  EXPECT_EQ(t.client.call(kCcn, Socket{0x0D}, 8, 8), Socket{0x100});
  t.run();
  EXPECT_THAT(t.peer.takeMessages(), ElementsAre(octetText("00 41 00 00 00 08 00 0A 00 01 00000100 0000000D 02")));
  t.peer.sendMessage("00 04 00 00 00 08 00 0A 00 02 0000000D 00000100 20");
  t.run();
  EXPECT_THAT(t.peer.takeMessages(), ElementsAre(octetText("00 41 00 00 00 08 00 08 00 04 02 0001 00000020")));
  t.peer.sendMessage("00 04 02 00 00 20 00 01 00 00001000");
  t.run();
  EXPECT_THAT(t.peer.take(), ElementsAre(octetText("03 00000100 0000000D"
                                                   "02 00000103 00001000 08 01 00000102 00001001 03")));
  EXPECT_THAT(t.say("03 0000000D 00000100 01 00001000 00000103 04 02 00001001 00000102 08"),
              ElementsAre(octetText("04 03 0008 00007D00")));
  ASSERT_EQ(t.caller.pairs.size(), 1u);
  EXPECT_EQ(t.caller.pairs[0].base, Socket{0x1000});
  EXPECT_EQ(t.client.underWay(), 0u);
  // The reader and printer connections of NETRJS, on the sockets that were allocated with U.
  t.ncp.connect(t.diary.self, Socket{0x105}, kCcn, Socket{0x1002}, 8);
  t.ncp.connect(t.diary.self, Socket{0x104}, kCcn, Socket{0x1003}, 8);
  t.run();
  EXPECT_THAT(t.peer.take(), ElementsAre(octetText("02 00000105 00001002 08 01 00000104 00001003 04")));
  EXPECT_THAT(t.wire.faults, ElementsAre());
}

TEST(Icp, TheServerSendsTheBytesOfTheExample) {
  Server t;
  EXPECT_THAT(t.say(kUserRts), ElementsAre(octetText("02 0000000D 00000100 20")));
  t.peer.takeMessages();
  t.peer.send("04 02 0001 00000020");
  t.run();
  // S, and once its RFNM has arrived, CLS and both RFCs.
  EXPECT_THAT(t.peer.takeMessages(), ElementsAre(octetText("00 04 02 00 00 20 00 01 00 00001000"),
                                                 octetText("00 04 00 00 00 08 00 1D 00") + octetText(kServerCls) +
                                                     octetText("01 00001000 00000103 02 02 00001001 00000102 08")));
  t.say("03 00000100 0000000D 02 00000103 00001000 08 01 00000102 00001001 03");
  EXPECT_EQ(t.server.served(), 1u);
  EXPECT_EQ(t.service.pairs.size(), 1u);
  EXPECT_THAT(t.wire.faults, ElementsAre());
}

// RFC 202: neither side may wait for the first match before it sends the second RFC.
TEST(Icp, TheServersRfcsMayComeBeforeItsDataInEitherOrder) {
  for (const char* rfcs :
       {"01 00001000 00000103 04 02 00001001 00000102 08", "02 00001001 00000102 08 01 00001000 00000103 04"}) {
    User t;
    t.client.call(kCcn, Socket{0x0D}, 8);
    t.run();
    t.say(std::string("02 0000000D 00000100 20") + rfcs);
    t.peer.sendData(2, 32, hex("00001000"));
    t.run();
    EXPECT_EQ(t.caller.pairs.size(), 1u);
  }
}

TEST(Icp, TheUsersRfcsMayComeInEitherOrderAndOneAfterTheOther) {
  for (const bool receiverFirst : {false, true}) {
    Server t;
    t.say(kUserRts);
    t.say("04 02 0001 00000020");
    const char* sender = "02 00000103 00001000 08";
    const char* receiver = "01 00000102 00001001 03";
    t.say(receiverFirst ? receiver : sender);
    EXPECT_EQ(t.server.served(), 0u);
    t.say(receiverFirst ? sender : receiver);
    EXPECT_EQ(t.server.served(), 1u);
  }
}

TEST(Icp, AnAllocationOverTheNeeded32BitsIsAccepted) {
  Server t;
  t.say(kUserRts);
  t.say("04 02 0001 000003E8");
  t.say("02 00000103 00001000 08 01 00000102 00001001 03 03 00000100 0000000D");
  EXPECT_EQ(t.server.served(), 1u);
}

TEST(Icp, TheServersSocketMayComeAsFourBytesOfEightInAnySplit) {
  for (const unsigned first : {4u, 3u, 1u}) {
    User t;
    t.client.call(kCcn, Socket{0x0D}, 8);
    t.run();
    t.say("02 0000000D 00000100 08");
    const BitString s = hex("00001000");
    t.peer.sendData(2, 8, s.part(0, 8 * first));
    t.run();
    t.peer.sendData(2, 8, s.from(8 * first));
    t.run();
    const auto said = t.peer.take();
    ASSERT_FALSE(said.empty());
    if (first == 4) {
      EXPECT_EQ(said.front().substr(0, 2), "03");
    }
    t.say("01 00001000 00000103 04 02 00001001 00000102 08");
    EXPECT_EQ(t.caller.pairs.size(), 1u) << first;
  }
}

TEST(Icp, RefusalsReachTheCaller) {
  TwoHosts t;
  Echoer service{t.ccn};
  IcpServer server{t.ccn, Socket{7}, 8, service};
  Caller caller{t.u};
  IcpClient client{t.utah, caller};
  server.open();
  service.admitting = false;
  t.comeUp();
  client.call(kCcn, Socket{7}, 8);
  client.call(kCcn, Socket{9}, 8);  // no program listens there
  t.run(seconds(2));
  EXPECT_THAT(caller.failures, ElementsAre(CloseReason::Refused, CloseReason::Refused));
  EXPECT_EQ(server.refused(), 1u);
  service.admitting = true;
  client.call(kCcn, Socket{7}, 8);
  t.run(seconds(2));
  EXPECT_EQ(caller.pairs.size(), 1u);
  server.close();
  client.call(kCcn, Socket{7}, 8);
  t.run(seconds(2));
  EXPECT_EQ(caller.failures.size(), 3u);
}

TEST(Icp, SimultaneousCallersEachGetAPair) {
  TwoHosts t;
  Echoer service{t.ccn};
  IcpServer server{t.ccn, Socket{7}, 8, service};
  Caller caller{t.u};
  IcpClient client{t.utah, caller};
  server.open();
  t.comeUp();
  for (int i = 0; i < 12; ++i) client.call(kCcn, Socket{7}, 8);
  t.run(seconds(5));
  ASSERT_EQ(caller.pairs.size(), 12u);
  EXPECT_EQ(server.served(), 12u);
  for (unsigned i = 0; i < 12; ++i) t.utah.send(caller.pairs[i].output, octets({i}));
  t.run(seconds(1));
  EXPECT_EQ(t.u.data.size(), 12 * 8u);
  EXPECT_THAT(t.wire.faults, ElementsAre());
}

TEST(Icp, ACallerThatDiesMidwayLeavesNothingBehind) {
  // After each of its steps the caller sends nothing more; then its host is dead, or just silent.
  const std::vector<std::string> steps = {kUserRts, "04 02 0001 00000020", "03 00000100 0000000D",
                                          "02 00000103 00001000 08"};
  for (std::size_t n = 1; n <= steps.size(); ++n) {
    for (const bool dead : {false, true}) {
      Server t;
      for (std::size_t i = 0; i < n; ++i) t.say(steps[i]);
      EXPECT_EQ(t.server.underWay(), 1u);
      if (dead) t.wire.setDead(kUtah, true);
      t.run(seconds(200));
      EXPECT_EQ(t.server.underWay(), 0u) << n;
      EXPECT_EQ(t.server.failed(), 1u) << n;
      ASSERT_EQ(t.ncp.connections().size(), 1u) << n << dead;
      EXPECT_EQ(t.ncp.connections()[0].state, "listening");
    }
  }
}

TEST(Icp, AServerThatFallsSilentMidwayFailsTheCall) {
  const std::vector<std::string> steps = {"02 0000000D 00000100 20", "03 0000000D 00000100"};
  for (std::size_t n = 0; n <= steps.size(); ++n) {
    User t;
    t.client.call(kCcn, Socket{0x0D}, 8);
    t.run();
    for (std::size_t i = 0; i < n; ++i) t.say(steps[i]);
    t.run(seconds(200));
    EXPECT_EQ(t.caller.failures.size(), 1u) << n;
    EXPECT_TRUE(t.ncp.connections().empty()) << n;
    EXPECT_EQ(t.client.underWay(), 0u);
  }
}

}  // namespace utah10::test

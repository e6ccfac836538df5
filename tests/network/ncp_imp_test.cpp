// An NCP and its own IMP: NOPs, resets, the IMP's answers to messages, going down (docs/sources/ncp.md 5,
// docs/sources/imp.md 7, 8).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "network/host_port.hpp"
#include "network/scripted_peer.hpp"

namespace utah10::test {

using testing::ElementsAre;

TEST(NcpImp, ThreeNopsComeFirstAndAFlapLosesEverything) {
  OneHost t{kUtah, kCcn};
  t.ncp.comeUp();
  ASSERT_EQ(t.wire.seen.size(), 3u);
  for (const auto& s : t.wire.seen) EXPECT_EQ(toHex(s.message.bits()), "04000000");
  t.peer.send("0C");
  t.run();
  t.ncp.connect(t.diary.self, Socket{0x201}, kCcn, Socket{0x300}, 8);
  t.ncp.listen(t.diary.self, Socket{0x0D});
  t.run();
  t.wire.setImp(kUtah, false);
  EXPECT_FALSE(t.ncp.isUp());
  t.run();
  EXPECT_THAT(t.diary.reasons, ElementsAre(CloseReason::HostDead));
  t.wire.setImp(kUtah, true);
  for (int i = 0; i < 3; ++i) t.wire.fromImp(kUtah, ToHost::Nop, {}, 0);
  t.wire.fromImp(kUtah, ToHost::Reset, {}, 0);
  t.run();
  EXPECT_EQ(t.ncp.connections().size(), 1u);  // listening sockets remain
  EXPECT_EQ(t.peer.take().back(), "0C");      // nothing of the earlier state is left
  t.peer.send("0D");
  EXPECT_THAT(t.say("01 00000100 0000000D 05"), ElementsAre());
  EXPECT_EQ(t.diary.take().back(), "requested 2");
  // A type 10 without a flap of the line: the flap was not seen.
  t.wire.fromImp(kUtah, ToHost::Reset, {}, 0);
  t.run();
  EXPECT_EQ(t.diary.take().back(), "closed 2");
}

TEST(NcpImp, AnswersToNoMessageAreCounted) {
  OneHost t{kUtah, kCcn};
  t.meet();
  const auto before = t.ncp.counters();
  for (const ToHost type : {ToHost::Rfnm, ToHost::DestinationDead, ToHost::Incomplete, ToHost::ErrorInData})
    t.wire.fromImp(kUtah, type, kCcn, 9);
  t.wire.fromImp(kUtah, static_cast<ToHost>(3), kCcn, 9);
  t.wire.fromImp(kUtah, ToHost::ErrorInLeader, kCcn, 9, 2);
  t.wire.fromImp(kUtah, ToHost::GoingDown, kCcn, 9);
  t.run();
  EXPECT_EQ(t.ncp.counters().strays - before.strays, 4u);
  EXPECT_EQ(t.ncp.counters().malformed - before.malformed, 2u);
  EXPECT_EQ(t.ncp.counters().dead, before.dead);
}

TEST(NcpImp, GoingDownEndsEverything) {
  TwoHosts t;
  t.comeUp();
  t.open(8);
  t.utah.goDown();
  t.run(seconds(1));
  EXPECT_THAT(t.u.reasons, ElementsAre(CloseReason::HostDead));
  EXPECT_FALSE(t.wire.port(kUtah).impIsReady() && t.utah.isUp());
  t.utah.comeUp();
  t.open(8, Socket{0403});
  EXPECT_EQ(t.u.take().back(), "opened 2");
  EXPECT_THAT(t.c.reasons, ElementsAre(CloseReason::Reset));
}

// A host that waits for one that was down briefly would never learn of it without the RST.
TEST(NcpImp, AHostThatReturnsSendsRst) {
  TwoHosts t;
  t.comeUp();
  t.open(8);
  t.ccn.goDown();
  t.run(seconds(1));
  EXPECT_THAT(t.u.reasons, ElementsAre());
  t.ccn.comeUp();
  t.run(seconds(1));
  EXPECT_THAT(t.u.reasons, ElementsAre(CloseReason::Reset));
}

// B.2, type 2, with TENEX's word for an unknown time of return; then the ready line.
TEST(NcpImp, GoingDownIsAnnouncedToTheImpFirst) {
  OneHost t{kUtah, kCcn};
  t.meet();
  t.wire.seen.clear();
  t.ncp.goDown();
  t.run();
  ASSERT_EQ(t.wire.seen.size(), 1u);
  EXPECT_EQ(toHex(t.wire.seen[0].message.bits()), "0200FFFE");
  t.ncp.comeUp();
  t.run();
  EXPECT_EQ(t.wire.seen.size(), 1u + 3u + 1u) << "NOPs, and an RST to the host it was in contact with";
  t.wire.seen.clear();
  t.wire.setImp(kUtah, false);
  t.ncp.goDown();
  t.run();
  EXPECT_TRUE(t.wire.seen.empty()) << "no IMP to tell";
}

// On a cable type 2 takes time, 32 bits of 10 us, and earlier messages in the queue precede it.
TEST(NcpImp, TheReadyLineDropsOnceTheImpHasBeenTold) {
  Scheduler clock;
  HostLink cable{clock, "cable", {}, nullptr};
  HostPort port{cable};
  Ncp ncp{clock, port, "ncp"};
  std::vector<std::pair<Instant, std::string>> came;
  BitString text;
  bool taking = true;
  cable.toImp.onArrival([&](const WireBits& b) {
    text.append(b.value, b.count);
    if (b.last) came.emplace_back(clock.now(), toHex(std::exchange(text, {})));
    if (taking) cable.toImp.allow(64);
  });
  cable.toImp.allow(64);
  cable.impReady.set(true);
  ncp.comeUp();
  ncp.goDown();
  EXPECT_FALSE(ncp.isUp());
  clock.idleUntil(kPowerOn + microseconds(1279));
  EXPECT_TRUE(cable.hostReady.up());
  clock.idleUntil(kPowerOn + microseconds(1280));  // three NOPs and the type 2
  ASSERT_EQ(came.size(), 4u);
  EXPECT_EQ(came[3], (std::pair{kPowerOn + microseconds(1280), std::string{"0200FFFE"}}));
  EXPECT_FALSE(cable.hostReady.up());
  EXPECT_EQ(cable.hostReady.changes().back().at, kPowerOn + microseconds(1280));
  // An IMP that accepts nothing is waited for no longer than for a RFNM.
  taking = false;
  cable.toImp.allow(0);
  ncp.comeUp();
  const Instant told = clock.now();
  ncp.goDown();
  clock.idleUntil(told + seconds(60) - microseconds(1));
  EXPECT_TRUE(cable.hostReady.up());
  clock.idleUntil(told + seconds(60));
  EXPECT_FALSE(cable.hostReady.up());
}

}  // namespace utah10::test

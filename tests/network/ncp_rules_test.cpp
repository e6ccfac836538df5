// The rules of docs/sources/ncp.md 5: contact, RFCs in either order, CLS, RFNMs and their absence, dead hosts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "network/scripted_peer.hpp"

namespace utah10::test {

using testing::ElementsAre;

TEST(NcpContact, RstComesFirstAndNothingElseBeforeRrp) {
  OneHost t{kUtah, kCcn, packed()};
  t.ncp.comeUp();
  t.ncp.connect(t.diary.self, Socket{0x201}, kCcn, Socket{0x300}, 36);
  t.ncp.echo(kCcn, 0x55);
  t.run(seconds(10));
  EXPECT_THAT(t.peer.takeMessages(), ElementsAre(toHex(hex("00 41 00 00 00 08 00 01 00 0C"))));
  EXPECT_THAT(t.say("0D"), ElementsAre(toHex(hex("02 00000201 00000300 24 09 55"))));
  EXPECT_THAT(t.say("0A 55"), ElementsAre());
  EXPECT_EQ(t.ncp.lastEcho(kCcn)->answer, EchoView::Answer::Erp);
  EXPECT_EQ(t.ncp.lastEcho(kCcn)->reply, 0x55);
}

TEST(NcpContact, SimultaneousResetsAreBothAnswered) {
  TwoHosts t;
  t.utah.comeUp();
  t.ccn.comeUp();
  t.c.ncp.listen(t.c.self, Socket{6});
  t.u.ncp.listen(t.u.self, Socket{8});
  t.utah.connect(t.u.self, Socket{0401}, kCcn, Socket{6}, 8);
  t.ccn.connect(t.c.self, Socket{0401}, kUtah, Socket{8}, 8);
  t.run(seconds(5));
  EXPECT_EQ(t.utah.counters().commandsSent[static_cast<std::size_t>(ControlOp::Rst)], 1u);
  EXPECT_EQ(t.utah.counters().commandsReceived[static_cast<std::size_t>(ControlOp::Rrp)], 1u);
  EXPECT_EQ(t.ccn.counters().commandsReceived[static_cast<std::size_t>(ControlOp::Rrp)], 1u);
  EXPECT_EQ(t.utah.connections().size(), 2u);
  EXPECT_EQ(t.ccn.connections().size(), 2u);
  for (const auto& v : t.utah.connections()) EXPECT_TRUE(v.state == "requested" || v.state == "RFC sent") << v.state;
}

TEST(NcpContact, AnRstBreaksTheConnectionsWithThatHost) {
  TwoHosts t;
  t.comeUp();
  t.open(8);
  t.u.take();
  t.c.take();
  t.ccn.reset(kUtah);
  t.run(seconds(1));
  EXPECT_THAT(t.u.take(), ElementsAre("closed 1"));
  EXPECT_THAT(t.c.take(), ElementsAre("closed 1"));
  EXPECT_THAT(t.u.reasons, ElementsAre(CloseReason::Reset));
  EXPECT_EQ(t.utah.counters().resets, 1u);
  t.open(8, Socket{0403});
  EXPECT_THAT(t.u.take(), ElementsAre("opened 2"));
}

TEST(NcpContact, AHostThatDoesNotAnswerRstTimesOut) {
  OneHost t{kUtah, kCcn};
  t.ncp.comeUp();
  t.ncp.connect(t.diary.self, Socket{0x201}, kCcn, Socket{0x300}, 36);
  t.run(seconds(59));
  EXPECT_THAT(t.diary.take(), ElementsAre());
  t.run(seconds(2));
  EXPECT_THAT(t.diary.take(), ElementsAre("closed 1"));
  EXPECT_THAT(t.diary.reasons, ElementsAre(CloseReason::TimedOut));
}

TEST(NcpContact, EchoesAreSentOneAtATimeAndAnRstAnswersOne) {
  OneHost t{kUtah, kCcn, packed()};
  t.meet();
  t.ncp.echo(kCcn, 1);
  t.ncp.echo(kCcn, 2);
  t.run();
  EXPECT_THAT(t.peer.take(), ElementsAre("0901"));
  EXPECT_THAT(t.say("0C"), ElementsAre("0D0902"));
  EXPECT_THAT(t.say("0A 02"), ElementsAre());
  EXPECT_EQ(t.ncp.lastEcho(kCcn)->answer, EchoView::Answer::Erp);
  t.ncp.echo(kCcn, 3);
  t.run(seconds(61));
  EXPECT_EQ(t.ncp.lastEcho(kCcn)->answer, EchoView::Answer::TimedOut);
}

TEST(NcpConnect, RfcsMatchInEitherOrder) {
  OneHost t{kUtah, kCcn, packed()};
  t.meet();
  const Socket base = t.ncp.allocateSockets(2);  // their RFCs arrive first and are kept
  ASSERT_EQ(base, Socket{0x100});
  EXPECT_THAT(t.say("02 00000301 00000100 08 01 00000300 00000101 05"), ElementsAre());
  t.ncp.connect(t.diary.self, base, kCcn, Socket{0x301}, 0);
  t.ncp.connect(t.diary.self, base.plus(1), kCcn, Socket{0x300}, 8);
  t.run();
  EXPECT_THAT(t.diary.take(), ElementsAre("opened 1", "opened 2"));
  EXPECT_THAT(t.peer.take(),
              ElementsAre(toHex(hex("01 00000100 00000301 02 02 00000101 00000300 08 04 02 0008 00007D00"))));
}

TEST(NcpConnect, AnUnansweredRfcIsRefusedAndAWithdrawnOneForgotten) {
  OneHost t{kUtah, kCcn};
  t.meet();
  t.ncp.allocateSockets(4);
  EXPECT_THAT(t.say("02 00000301 00000100 08"), ElementsAre());
  EXPECT_THAT(t.say("02 00000303 00000102 08"), ElementsAre());
  EXPECT_THAT(t.say("03 00000301 00000100"), ElementsAre(toHex(hex("03 00000100 00000301"))));
  t.run(seconds(61));
  EXPECT_THAT(t.peer.take(), ElementsAre(toHex(hex("03 00000102 00000303"))));
  EXPECT_THAT(t.say("03 00000303 00000102"), ElementsAre());
  EXPECT_TRUE(t.ncp.connections().empty());
}

TEST(NcpConnect, RefusalsAreMatchedByACls) {
  OneHost t{kUtah, kCcn};
  t.meet();
  t.ncp.connect(t.diary.self, Socket{0x201}, kCcn, Socket{0x300}, 8);
  t.run();
  EXPECT_THAT(t.say("03 00000300 00000201"), ElementsAre(toHex(hex("03 00000201 00000300"))));
  EXPECT_THAT(t.diary.reasons, ElementsAre(CloseReason::Refused));
  // A refusal of ours keeps the sockets busy until their CLS.
  t.diary.take();
  t.ncp.listen(t.diary.self, Socket{0x0D});
  t.say("01 00000100 0000000D 05");
  t.ncp.refuse(t.diary.last);
  t.run();
  EXPECT_THAT(t.peer.take(), ElementsAre(toHex(hex("03 0000000D 00000100"))));
  EXPECT_FALSE(t.ncp.connect(t.diary.self, Socket{0x0D}, kCcn, Socket{0x100}, 8));
  EXPECT_THAT(t.say("03 00000100 0000000D"), ElementsAre());
  EXPECT_THAT(t.diary.take(), ElementsAre("requested 2", "closed 2"));
}

TEST(NcpConnect, AnRfcThatCrossesOurClsIsWithdrawnByIt) {
  OneHost t{kUtah, kCcn};
  t.meet();
  const ConnectionId id = t.ncp.connect(t.diary.self, Socket{0x201}, kCcn, Socket{0x300}, 8);
  t.run();
  t.ncp.close(id);
  t.run();
  t.peer.take();
  EXPECT_THAT(t.say("01 00000300 00000201 07 03 00000300 00000201"), ElementsAre());
  EXPECT_THAT(t.diary.take(), ElementsAre("closed 1"));
  EXPECT_TRUE(t.ncp.connections().empty());
}

TEST(NcpConnect, AnRfcWithoutAnswerIsWithdrawnAndAMissingClsForgotten) {
  OneHost t{kUtah, kCcn};
  t.meet();
  t.ncp.connect(t.diary.self, Socket{0x201}, kCcn, Socket{0x300}, 8);
  t.run(seconds(61));
  EXPECT_THAT(t.peer.take(), ElementsAre(toHex(hex("02 00000201 00000300 08")), toHex(hex("03 00000201 00000300"))));
  EXPECT_THAT(t.diary.take(), ElementsAre());
  t.run(seconds(61));
  EXPECT_THAT(t.diary.take(), ElementsAre("closed 1"));
  EXPECT_THAT(t.diary.reasons, ElementsAre(CloseReason::TimedOut));
}

TEST(NcpConnect, TheReceiverChoosesLinksUniquePerHost) {
  OneHost t{kUtah, kCcn};
  t.meet();
  std::vector<ConnectionId> ids;
  for (std::uint32_t i = 0; i < 70; ++i) {
    ids.push_back(t.ncp.connect(t.diary.self, Socket{0x1000 + 2 * i}, kCcn, Socket{0x301}, 8));
    EXPECT_EQ(t.ncp.connection(ids.back())->link, 2 + i);
  }
  EXPECT_FALSE(t.ncp.connect(t.diary.self, Socket{0x2000}, kCcn, Socket{0x301}, 8));
  EXPECT_EQ(t.ncp.connection(t.ncp.connect(t.diary.self, Socket{0x2000}, HostId{1}, Socket{0x301}, 8))->link, 2u);
  t.run();
  t.peer.send("03 00000301 0000100A");
  t.run();
  EXPECT_EQ(t.ncp.connection(t.ncp.connect(t.diary.self, Socket{0x2000}, kCcn, Socket{0x301}, 8))->link, 7u);
  // The other host assigns a link twice.
  t.ncp.listen(t.diary.self, Socket{0x0D});
  t.say("01 00000100 0000000D 05");
  EXPECT_EQ(t.say("01 00000200 0000000F 05")[0].substr(0, 4), "0B03");
}

// The receiver assigns links: the other host has forgotten the connection to which it assigned this one before.
TEST(NcpConnect, ALinkAssignedAgainEndsItsOldConnection) {
  for (const bool closing : {false, true}) {
    OneHost t{kUtah, kCcn};
    t.meet();
    const ConnectionId old = t.ncp.connect(t.diary.self, Socket{0x201}, kCcn, Socket{0x300}, 8);
    t.run();
    t.say("01 00000300 00000201 2D");
    t.ncp.send(old, octets({1, 2, 3}));
    if (closing) t.ncp.abort(old);
    t.run();
    EXPECT_THAT(t.diary.take(), ElementsAre("opened 1"));
    t.ncp.listen(t.diary.self, Socket{0x0D});
    EXPECT_THAT(t.say("01 00000100 0000000D 2D"), ElementsAre()) << "no ERR";
    EXPECT_THAT(t.diary.take(), ElementsAre("closed 1", "requested 2"));
    EXPECT_THAT(t.diary.reasons, ElementsAre(CloseReason::Reset));
    EXPECT_EQ(t.ncp.log().events().back().what,
              "link 45 assigned again: that host has forgotten the connection of socket 1001");
    // Data queued for the old connection are not sent on the new one.
    t.ncp.accept(t.diary.last, 8);
    t.run();
    EXPECT_THAT(t.peer.take(), ElementsAre(toHex(hex("02 0000000D 00000100 08"))));
    t.ncp.send(t.diary.last, octets({9}));
    EXPECT_THAT(t.say("04 2D 0002 00000100"), ElementsAre("09"));
  }
}

TEST(NcpConnect, ALinkWhoseClsWaitsForOursIsNotForgotten) {
  OneHost t{kUtah, kCcn};
  t.meet();
  const ConnectionId old = t.ncp.connect(t.diary.self, Socket{0x201}, kCcn, Socket{0x300}, 8);
  t.run();
  t.say("01 00000300 00000201 2D");
  t.say("04 2D 0001 00000100");
  t.wire.loseRfnm(0x2D);
  t.ncp.send(old, octets({1}));
  t.run();
  EXPECT_THAT(t.say("03 00000300 00000201"), ElementsAre()) << "ours waits for the RFNM";
  t.ncp.listen(t.diary.self, Socket{0x0D});
  EXPECT_EQ(t.say("01 00000100 0000000D 2D").at(0).substr(0, 4), "0B03");
}

TEST(NcpClose, ASendersClsWaitsForItsRfnm) {
  TwoHosts t;
  t.comeUp();
  const auto [ours, theirs] = t.open(8);
  const Instant began = t.clock.now();
  t.utah.send(ours, octets({1}));
  t.utah.close(ours);
  t.run(seconds(1));
  // The message takes 20 ms, its RFNM 20 more: then the CLS is sent, and its answer arrives after 40.
  Instant clsSent{}, dataSent{};
  for (const auto& s : t.wire.seen) {
    if (s.at < began || s.from != kUtah) continue;
    if (s.message.leader.link != 0) dataSent = s.at;
    if (s.message.text.field(NcpHeader::kBits, 8) == 3) clsSent = s.at;
  }
  EXPECT_EQ(dataSent, began);
  EXPECT_EQ(clsSent, began + milliseconds(40));
}

TEST(NcpClose, AReceiversClsIsARequestAndTheSenderClosesAfterItsRfnm) {
  TwoHosts t;
  t.comeUp();
  const auto [ours, theirs] = t.open(8);
  BitString much;
  much.resize(80'000);
  t.utah.send(ours, much);
  t.run(milliseconds(15));
  t.ccn.close(theirs);
  t.run(seconds(5));
  EXPECT_THAT(t.u.reasons, ElementsAre(CloseReason::ByThem));
  EXPECT_THAT(t.c.reasons, ElementsAre(CloseReason::ByUs));
  EXPECT_LT(t.ccn.counters().bitsReceived, 80'000u);
  EXPECT_GT(t.ccn.counters().droppedBits, 0u);
  EXPECT_EQ(t.ccn.counters().malformed + t.utah.counters().malformed, 0u);
  EXPECT_THAT(t.wire.faults, ElementsAre());
}

TEST(NcpClose, AReaderIsToldOfTheCloseOnceItHasReadAll) {
  TwoHosts t;
  t.comeUp();
  const auto [ours, theirs] = t.open(8);
  t.c.takes = false;
  t.c.take();
  t.utah.send(ours, octets({1, 2, 3}));
  t.utah.close(ours);
  t.run(seconds(1));
  EXPECT_THAT(t.u.reasons, ElementsAre(CloseReason::ByUs));
  EXPECT_THAT(t.c.take(), ElementsAre("received 1"));
  EXPECT_EQ(toHex(t.ccn.take(theirs, 16)), "0102");
  t.run(seconds(1));
  EXPECT_THAT(t.c.take(), ElementsAre());
  EXPECT_EQ(toHex(t.ccn.take(theirs, 16)), "03");
  t.run(seconds(1));
  EXPECT_THAT(t.c.take(), ElementsAre("closed 1"));
}

TEST(NcpClose, DataSentAndClosedBeforeTheOpenArrive) {
  TwoHosts t;
  t.comeUp();
  t.ccn.listen(t.c.self, Socket{6});
  const ConnectionId id = t.utah.connect(t.u.self, Socket{0401}, kCcn, Socket{6}, 8);
  t.utah.send(id, octets({1, 2}));
  t.utah.close(id);
  t.utah.send(id, octets({3}));  // too late
  t.run(seconds(1));
  EXPECT_THAT(t.u.take(), ElementsAre());
  t.ccn.accept(t.c.last, 0);
  t.run(seconds(1));
  EXPECT_EQ(toHex(t.c.data), "0102");
  EXPECT_THAT(t.u.reasons, ElementsAre(CloseReason::ByUs));
}

TEST(NcpClose, ATimeLimitAborts) {
  TwoHosts t;
  t.comeUp();
  const auto [ours, theirs] = t.open(8);
  t.utah.limit(ours, seconds(5));
  t.ccn.limit(theirs, seconds(4));
  t.ccn.limit(theirs, Duration::zero());
  t.run(seconds(6));
  EXPECT_THAT(t.u.reasons, ElementsAre(CloseReason::TimedOut));
  EXPECT_THAT(t.c.reasons, ElementsAre(CloseReason::ByThem));
}

TEST(NcpLoss, AnIncompleteMessageIsSentAgainUpToTheTries) {
  TwoHosts t;
  t.comeUp();
  const auto [ours, theirs] = t.open(8);
  t.wire.failNext(2, 2);
  t.utah.send(ours, octets({7}));
  t.run(seconds(1));
  EXPECT_EQ(toHex(t.c.data), "07");
  EXPECT_EQ(t.utah.counters().resent, 2u);
  t.wire.failNext(2, 3);
  t.utah.send(ours, octets({8}));
  t.run(seconds(1));
  EXPECT_THAT(t.u.reasons, ElementsAre(CloseReason::TimedOut));
  EXPECT_THAT(t.c.reasons, ElementsAre(CloseReason::ByThem));
}

TEST(NcpLoss, AMessageWithoutRfnmIsSentAgainAfterSixtySeconds) {
  TwoHosts t;
  t.comeUp();
  const auto [ours, theirs] = t.open(8);
  t.wire.setLosses({0, 10'000});
  t.utah.send(ours, octets({7}));
  t.run(seconds(59));
  t.wire.setLosses({});
  EXPECT_EQ(t.utah.connection(ours)->awaitsRfnmSince, t.clock.now() - seconds(59));
  EXPECT_EQ(t.c.data.size(), 0u);
  t.run(milliseconds(1030));  // 1 s to the time-out, 20 ms in transit
  EXPECT_EQ(toHex(t.c.data), "07");
  EXPECT_EQ(t.utah.counters().rfnmMissing, 1u);
}

// The protocol does not number messages: if only the RFNM is lost, the message is delivered twice.
TEST(NcpLoss, ALostRfnmDuplicatesItsMessage) {
  TwoHosts t;
  t.comeUp();
  const auto [ours, theirs] = t.open(8);
  t.wire.loseRfnm(2);
  t.utah.send(ours, octets({7}));
  t.run(seconds(61));
  EXPECT_EQ(toHex(t.c.data), "0707");
}

TEST(NcpLoss, ADeadHostBreaksItsConnectionsAndLaterContactBeginsWithRst) {
  TwoHosts t;
  t.comeUp();
  const auto [ours, theirs] = t.open(8);
  t.wire.setDead(kCcn, true);
  t.utah.send(ours, octets({7}));
  t.run(seconds(1));
  EXPECT_THAT(t.u.reasons, ElementsAre(CloseReason::HostDead));
  EXPECT_EQ(t.utah.log().events().back().what, "is dead: its ready line is down");
  t.utah.connect(t.u.self, Socket{0403}, kCcn, Socket{6}, 8);
  t.run(seconds(1));
  EXPECT_EQ(t.u.reasons.size(), 2u);
  t.wire.setDead(kCcn, false);
  t.open(8, Socket{0405});
  EXPECT_EQ(t.u.take().back(), "opened 3");
  EXPECT_EQ(t.utah.counters().commandsSent[static_cast<std::size_t>(ControlOp::Rst)], 3u);
  EXPECT_THAT(t.c.reasons, ElementsAre(CloseReason::Reset));
}

}  // namespace utah10::test

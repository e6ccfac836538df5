// What the IMP tells a host, rule by rule: RFC 381, 394 (docs/sources/imp.md 7-10).
#include <gtest/gtest.h>

#include "network/imp/rig.hpp"

namespace utah10 {
namespace {

using test::Host;
using test::Net;

struct Answer {
  unsigned type = 0, subtype = 0;
  friend bool operator==(const Answer&, const Answer&) = default;
};
std::ostream& operator<<(std::ostream& out, const Answer& a) { return out << a.type << '/' << a.subtype; }

std::vector<Answer> answers(const Host& h) {
  std::vector<Answer> out;
  for (const Message& m : h.news()) out.push_back({m.leader.type, m.leader.subtype});
  return out;
}

struct Case {
  const char* what;
  unsigned type;
  unsigned destination;
  bool fake;
  std::size_t text;
  std::vector<Answer> expected;
};

TEST(SubnetRules, OneAnswerForEachRegularMessage) {
  const std::vector<Case> cases = {
      {"to a host that is up", 0, 2, false, 100, {{5, 0}}},
      {"several packets", 0, 2, false, 5000, {{5, 0}}},
      {"a leader only", 0, 2, false, 0, {{5, 0}}},
      {"one packet, and its padding in another", 0, 2, false, 1008, {{5, 0}}},
      {"the longest", 0, 2, false, 8063, {{5, 0}}},
      {"one bit too long", 0, 2, false, 8064, {{9, 1}}},
      {"far too long", 0, 2, false, 20'000, {{9, 1}}},
      {"too long for a dead host", 0, 0102, false, 9000, {{7, 1}}},
      {"host that is not ready", 0, 0102, false, 100, {{7, 1}}},
      {"host that is not ready, several packets", 0, 0102, false, 4000, {{7, 1}}},
      {"no such host", 0, 0202, false, 100, {{7, 1}}},
      {"no such IMP", 0, 9, false, 100, {{7, 0}}},
      {"no such IMP, several packets", 0, 9, false, 8063, {{7, 0}}},
      {"IMP zero", 0, 0, false, 100, {{7, 0}}},
      {"fake host that discards", 0, 0302, true, 3000, {{5, 0}}},
      {"another fake host", 0, 2, true, 100, {{7, 1}}},
      {"to itself", 0, 1, false, 100, {{0, 0}, {5, 0}}},
      {"error without identification", 1, 2, false, 0, {}},
      {"host going down", 2, 2, false, 0, {}},
      {"NOP", 4, 2, false, 50, {}},
      {"error with identification", 8, 2, false, 0, {}},
  };
  for (const Case& c : cases) {
    Net net{test::row(3)};
    Host& a = net.host(1);
    net.host(2);
    net.subnet.cable(HostId{0102});
    net.run(seconds(1));
    Message m = test::regular(HostId{c.destination}, 7, test::ones(c.text));
    m.leader.type = static_cast<std::uint8_t>(c.type);
    m.leader.imp = c.fake;
    a.port.send(m);
    net.run(seconds(100));
    EXPECT_EQ(answers(a), c.expected) << c.what;
    for (const Message& n : a.news()) {
      EXPECT_EQ(n.leader.host, HostId{c.destination}) << c.what;
      EXPECT_EQ(n.leader.link, 7) << c.what;
    }
    EXPECT_TRUE(net.subnet.outstanding().empty()) << c.what;
    for (const ImpView& i : net.subnet.imps()) EXPECT_EQ(i.reassembly, 0u) << c.what;
  }
}

TEST(SubnetRules, IllegalTypesAndShortLeaders) {
  Net net{test::row(1)};
  Host& a = net.host(1);
  net.run(seconds(1));
  std::vector<Answer> expected;
  for (const unsigned type : {3u, 5u, 6u, 7u, 9u, 10u, 11u, 12u, 13u, 14u, 15u}) {
    Message m = test::regular(HostId{1}, 1, test::ones(300));
    m.leader.type = static_cast<std::uint8_t>(type);
    a.port.send(m);
    expected.push_back({1, 2});
  }
  for (const std::size_t bits : {1u, 16u, 31u}) {
    a.port.sendBits(test::ones(bits));
    expected.push_back({1, 1});
  }
  net.run(seconds(1));
  EXPECT_EQ(answers(a), expected);
  EXPECT_EQ(a.got.back().message.leader.bits().octets(), (std::vector<std::uint8_t>{1, 0, 0, 1}));
  // After all of this the IMP still accepts the host's messages.
  a.port.send(test::regular(HostId{1}, 1, {}));
  net.run(seconds(1));
  EXPECT_EQ(answers(a).size(), expected.size() + 2);
}

TEST(SubnetRules, GreetingOfThreeNopsAndAReset) {
  Net net{test::row(1)};
  Host& a = net.host(1);
  net.run(seconds(1));
  EXPECT_EQ(a.types(), (std::vector<unsigned>{4, 4, 4, 10}));
  a.got.clear();
  a.port.setReady(false);
  net.run(seconds(1));
  a.port.setReady(true);
  net.run(seconds(1));
  EXPECT_EQ(a.types(), (std::vector<unsigned>{4, 4, 4, 10}));
}

TEST(SubnetRules, AHostIsAliveHalfAMinuteAfterItsReadyLine) {
  SubnetConfig config = test::row(2);
  config.hostUpDelay = seconds(30);
  Net net{config};
  Host& a = net.host(1);
  net.host(2);
  net.runTo(kPowerOn + milliseconds(29'900));
  a.port.send(test::regular(HostId{2}, 1, {}));
  net.run(milliseconds(200));
  EXPECT_EQ(answers(a), (std::vector<Answer>{{7, 1}}));
  a.port.send(test::regular(HostId{2}, 1, {}));
  net.run(milliseconds(200));
  EXPECT_EQ(answers(a), (std::vector<Answer>{{7, 1}, {5, 0}}));
}

TEST(SubnetRules, AHostThatDropsItsReadyLineIsDead) {
  Net net{test::row(2)};
  Host& a = net.host(1);
  Host& b = net.host(2);
  net.run(seconds(1));
  b.port.hold(true);
  a.port.send(test::regular(HostId{2}, 1, test::ones(10)));
  a.port.send(test::regular(HostId{2}, 2, test::ones(4000)));
  net.run(seconds(1));
  Message down = test::regular(HostId{}, 0, {});
  down.leader.type = code(ToImp::GoingDown);
  down.leader.link = 0377;
  down.leader.id = 017;
  down.leader.subtype = 5;
  b.port.send(down);
  net.run(milliseconds(100));
  b.port.setReady(false);
  net.run(milliseconds(200));
  EXPECT_EQ(answers(a), (std::vector<Answer>{{7, 1}, {7, 1}}));
  const HostView view = net.subnet.hosts().at(1);
  EXPECT_FALSE(view.alive);
  EXPECT_EQ(view.why, "host ready line down, as announced");
  EXPECT_EQ(view.goingDown, 0177765);
  ASSERT_TRUE(view.hostChange);
  EXPECT_FALSE(view.hostChange->up);
  EXPECT_EQ(view.hostChange->at, kPowerOn + milliseconds(2100));
  EXPECT_EQ(net.subnet.journal().back().kind, NetEventKind::HostDown);
  EXPECT_EQ(net.subnet.journal().back().at, kPowerOn + milliseconds(2100));
}

// Measured on the IMP program of 1973, octet by octet: 0743 0901 after the type 2, even after a drop of the ready
// line, until a NOP.
TEST(SubnetRules, AHostThatAnnouncesGoingDownIsDeadUntilItsNextMessage) {
  for (const ToImp first : {ToImp::Nop, ToImp::Regular}) {
    Net net{test::row(2)};
    Host& a = net.host(1);
    Host& b = net.host(2);
    net.run(seconds(1));
    const auto ask = [&] {
      a.port.send(test::regular(HostId{2}, 9, test::ones(16)));
      net.run(milliseconds(200));
      return answers(a).back();
    };
    const auto say = [&](ToImp type) {
      Message m = test::regular(HostId{1}, 0, {});
      m.leader.type = code(type);
      b.port.send(m);
      net.run(milliseconds(100));
    };
    EXPECT_EQ(ask(), (Answer{5, 0}));
    say(ToImp::GoingDown);
    EXPECT_EQ(ask(), (Answer{7, 1}));
    EXPECT_EQ(net.subnet.hosts().at(1).why, "host announced that it was going down and has sent no message since");
    EXPECT_EQ(net.subnet.journal().back().kind, NetEventKind::HostDown);
    b.port.setReady(false);
    net.run(milliseconds(100));
    EXPECT_EQ(ask(), (Answer{7, 1}));
    b.port.setReady(true);
    net.run(milliseconds(100));
    EXPECT_EQ(ask(), (Answer{7, 1})) << "the ready line alone is not enough";
    EXPECT_TRUE(net.subnet.hosts().at(1).goingDown);
    say(ToImp::ErrorWithoutId);
    EXPECT_EQ(ask(), (Answer{7, 1})) << "nor is this message";
    say(first);
    EXPECT_EQ(ask(), (Answer{5, 0}));
    EXPECT_FALSE(net.subnet.hosts().at(1).goingDown);
    say(ToImp::GoingDown);
    net.subnet.setImp(2, false);
    net.run(seconds(1));
    net.subnet.setImp(2, true);
    net.run(seconds(30));
    EXPECT_EQ(ask(), (Answer{5, 0})) << "a restarted IMP has forgotten it";
  }
}

// Measured on the IMP program of 1973: each bit of a leader at the destination and in the RFNM.
TEST(SubnetRules, WhichBitsOfALeaderAreCarried) {
  struct Row {
    const char* what;
    std::uint32_t sent, delivered, rfnm;
  };
  const std::vector<Row> rows = {
      {"none", 0x00020900, 0x00010900, 0x05020900},     {"id", 0x000209A0, 0x000109A0, 0x050209A0},
      {"octal", 0x10020900, 0x10010900, 0x15020900},    {"trace", 0x20020900, 0x00010900, 0x25020900},
      {"priority", 0x80020900, 0x00010900, 0x05020900}, {"subtype", 0x00020905, 0x00010900, 0x05020900},
      {"all", 0xB00209F5, 0x100109F0, 0x350209F0},
  };
  for (const std::size_t text : {100u, 3000u}) {
    for (const Row& r : rows) {
      Net net{test::row(2)};
      Host& a = net.host(1);
      Host& b = net.host(2);
      net.run(seconds(1));
      BitString leader;
      leader.append(r.sent, 32);
      Message m = Message::of(leader);
      m.text = test::ones(text);
      a.port.send(m);
      net.run(seconds(1));
      ASSERT_EQ(b.news().size(), 1u) << r.what;
      EXPECT_EQ(b.news()[0].bits().field(0, 32), r.delivered) << r.what;
      ASSERT_EQ(a.news().size(), 1u) << r.what;
      EXPECT_EQ(a.news()[0].bits().field(0, 32), r.rfnm) << r.what;
    }
  }
  // The other answers also concern a message, and identify it by its id.
  Net net{test::row(2)};
  Host& a = net.host(1);
  net.run(seconds(1));
  for (const unsigned destination : {9u, 2u}) {
    Message m = test::regular(HostId{destination}, 9, test::ones(destination == 2 ? 9000 : 10));
    m.leader.id = 7;
    a.port.send(m);
    net.run(seconds(1));
    EXPECT_EQ(a.news().back().leader.id, 7) << destination;
  }
}

TEST(SubnetRules, TardyHost) {
  Net net{test::row(2)};
  Host& a = net.host(1);
  Host& b = net.host(2);
  net.run(seconds(1));
  b.got.clear();
  b.port.hold(true);
  a.port.send(test::regular(HostId{2}, 1, test::ones(10)));
  a.port.send(test::regular(HostId{2}, 2, test::ones(3000)));
  net.run(seconds(30));
  EXPECT_TRUE(answers(a).empty());
  EXPECT_EQ(net.subnet.outstanding().size(), 2u);
  net.run(milliseconds(200));
  EXPECT_EQ(answers(a), (std::vector<Answer>{{9, 0}, {9, 0}}));
  EXPECT_EQ(b.ready, (std::vector<bool>{false}));
  net.run(seconds(1));
  EXPECT_EQ(b.ready, (std::vector<bool>{false, true}));
  b.port.hold(false);
  net.run(seconds(1));
  EXPECT_EQ(b.types(), (std::vector<unsigned>{4, 4, 4, 10}));
  a.port.send(test::regular(HostId{2}, 3, {}));
  net.run(seconds(1));
  EXPECT_EQ(answers(a).back(), (Answer{7, 1}));
  EXPECT_EQ(net.subnet.hosts().at(1).why, "was tardy and has not sent a bit since");
  Message nop = test::regular(HostId{}, 0, {});
  nop.leader.type = code(ToImp::Nop);
  b.port.send(nop);
  net.run(seconds(1));
  a.port.send(test::regular(HostId{2}, 3, {}));
  net.run(seconds(1));
  EXPECT_EQ(answers(a).back(), (Answer{5, 0}));
}

TEST(SubnetRules, ASourceThatTakesFifteenSecondsIsTardy) {
  Net net{test::row(2)};
  Host& a = net.host(1);
  net.host(2);
  net.run(seconds(1));
  HostLink& cable = net.subnet.cable(HostId{1});
  const BitString leader = test::regular(HostId{2}, 9, {}).bits();
  cable.toImp.offer({leader.field(0, 32), 32, false});
  net.run(milliseconds(1));
  for (int i = 0; i < 20; ++i) {  // 1280 bits: the first packet is sent
    cable.toImp.offer({0, 64, false});
    net.run(milliseconds(200));
  }
  net.run(seconds(30));
  EXPECT_EQ(answers(a), (std::vector<Answer>{{9, 2}}));
  EXPECT_EQ(net.subnet.imps().at(1).reassembly, 0u) << "its packets have been dropped at the destination";
  cable.toImp.offer({0, 64, true});  // its end, finally
  net.run(milliseconds(10));
  a.port.send(test::regular(HostId{2}, 9, {}));
  net.run(seconds(1));
  EXPECT_EQ(answers(a), (std::vector<Answer>{{9, 2}, {5, 0}}));
}

TEST(SubnetRules, AnImpThatCannotAcceptAMessageForFifteenSeconds) {
  Net net{test::row(2)};
  Host& a = net.host(1);
  Host& b = net.host(2);
  net.run(seconds(1));
  b.port.hold(true);
  for (unsigned link = 1; link <= 5; ++link) a.port.send(test::regular(HostId{2}, link, test::ones(8063)));
  net.run(seconds(10));
  EXPECT_EQ(net.subnet.outstanding().size(), 4u);
  EXPECT_EQ(net.subnet.imps().at(1).reassembly, 32u);
  EXPECT_EQ(net.subnet.hosts().at(0).inputWaits, "an answer to a message of the same pair");
  net.run(seconds(8));
  EXPECT_EQ(answers(a), (std::vector<Answer>{{9, 4}}));
  EXPECT_EQ(a.news().back().leader.link, 5);
  b.port.hold(false);
  net.run(seconds(2));
  EXPECT_EQ(b.regular, 4u);
  EXPECT_EQ(answers(a).size(), 5u);
}

TEST(SubnetRules, ErrorFlopWithinALeaderAndWithinAText) {
  struct Part {
    unsigned bits;
    Answer expected;
  };
  for (const Part& part : {Part{20, {1, 0}}, Part{32, {8, 0}}}) {
    Net net{test::row(2)};
    Host& a = net.host(1);
    Host& b = net.host(2);
    net.run(seconds(1));
    const BitString leader = test::regular(HostId{2}, 9, {}).bits();
    net.subnet.cable(HostId{1}).toImp.offer({leader.field(0, part.bits), part.bits, false});
    net.run(milliseconds(10));
    a.port.setReady(false);
    net.run(milliseconds(10));
    a.port.setReady(true);
    net.run(seconds(1));
    EXPECT_EQ(answers(a), std::vector<Answer>{part.expected});
    a.port.send(test::regular(HostId{2}, 9, {}));
    net.run(seconds(1));
    EXPECT_EQ(answers(a).size(), 2u);
    EXPECT_EQ(b.regular, 1u);
  }
}

// An urgent message of another host overtakes messages waiting for the line.
TEST(SubnetRules, PriorityMessagesOvertakeOthers) {
  Duration took[2];
  for (const bool priority : {false, true}) {
    Net net{test::row(2)};
    Host& a = net.host(1);
    Host& c = net.host(0101);
    net.host(2);
    Host& d = net.host(0102);
    net.run(seconds(1));
    a.onMessage = [&](const Message& m) {
      if (m.leader.type == code(ToHost::Rfnm)) a.port.send(test::regular(HostId{2}, m.leader.link, test::ones(8063)));
    };
    for (unsigned link = 1; link < 5; ++link) a.port.send(test::regular(HostId{2}, link, test::ones(8063)));
    net.run(seconds(5));
    Message m = test::regular(HostId{0102}, 1, test::ones(100));
    m.leader.priority = priority;
    const Instant sent = net.clock.now();
    c.port.send(m);
    net.run(seconds(2));
    ASSERT_EQ(d.regular, 1u);
    took[priority] = d.got.back().at - sent;
  }
  std::printf("to a neighbour over a full line: %.1f ms, with priority %.1f ms\n",
              static_cast<double>(took[0].count()) / 1e6, static_cast<double>(took[1].count()) / 1e6);
  EXPECT_LT(took[1], took[0]);
}

}  // namespace
}  // namespace utah10

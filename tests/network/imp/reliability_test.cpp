// Messages arrive once, complete and in order, whatever the lines do; and no wait is endless.
#include <gtest/gtest.h>

#include <cstdio>
#include <set>

#include "network/imp/rig.hpp"
#include "support/random.hpp"

namespace utah10 {
namespace {

using test::Host;
using test::Net;

// Sends numbered messages of random lengths to one host on several links, a new one for each answer.
struct Talker {
  Talker(Host& h, unsigned octet, HostId to, unsigned links, test::Random& r)
      : host(h), self(octet), destination(to), random(r) {
    for (unsigned i = 0; i < links; ++i) send(2 + i);
  }
  void send(unsigned link) {
    if (count >= most) return;
    const std::size_t bits = random.oneIn(3) ? random.below(900) : random.below(8032);
    BitString text;
    text.append(self, 8);
    text.append(destination.octet(), 8);
    text.append(++count, 32);
    text.append(test::serial(count, bits));
    text.resize(std::min<std::size_t>(text.size(), 8063));
    sent.push_back(text);
    host.port.send(test::regular(destination, link, text));
  }
  void answered(const Leader& l) {
    ++answers[l.type];
    send(l.link);
  }
  Host& host;
  unsigned self;
  HostId destination;
  test::Random& random;
  std::uint32_t count = 0, most = 0xFFFFFFFF;
  std::vector<BitString> sent;
  std::map<unsigned, unsigned> answers;
};

struct Talk {
  explicit Talk(const SubnetConfig& config) : net(config) {}
  Talker& add(unsigned from, unsigned to, unsigned links) {
    Host& h = net.host(from);
    net.host(to);
    if (net.clock.now() < kPowerOn + milliseconds(100)) net.run(milliseconds(100));
    talkers.push_back(std::make_unique<Talker>(h, from, HostId{to}, links, random));
    h.onMessage = [this, from](const Message& m) { heard(from, m); };
    if (!net.host(to).onMessage) net.host(to).onMessage = [this, to](const Message& m) { heard(to, m); };
    return *talkers.back();
  }
  void heard(unsigned at, const Message& m) {
    if (m.leader.type == code(ToHost::Regular)) {
      received[{m.leader.host.octet(), at}].push_back(test::unpadded(m.text));
      return;
    }
    for (auto& t : talkers)
      if (t->self == at && t->destination == m.leader.host && m.leader.type != code(ToHost::Nop) &&
          m.leader.type != code(ToHost::Reset))
        t->answered(m.leader);
  }
  // Stops sending; messages in transit arrive.
  void finish(Duration patience) {
    for (auto& t : talkers) t->most = t->count;
    net.run(patience);
  }
  // Expects every message sent exactly once, in order.
  void expectAll() {
    for (auto& t : talkers) {
      const auto& got = received[{static_cast<std::uint8_t>(t->self), t->destination.octet()}];
      EXPECT_EQ(got.size(), t->sent.size()) << t->self << " to " << t->destination.octet();
      EXPECT_TRUE(got == t->sent) << t->self << " to " << t->destination.octet();
      EXPECT_EQ(t->answers[code(ToHost::Rfnm)], t->sent.size());
    }
    EXPECT_TRUE(net.subnet.outstanding().empty());
    net.run(seconds(2));  // unused reservations are returned
    for (const ImpView& i : net.subnet.imps()) {
      EXPECT_EQ(i.reassembly, 0u) << "IMP " << i.number;
      EXPECT_EQ(i.storeAndForward, 0u) << "IMP " << i.number;
    }
  }
  std::size_t total() const {
    std::size_t n = 0;
    for (const auto& [pair, list] : received) n += list.size();
    return n;
  }

  test::Random random;
  Net net;
  std::vector<std::unique_ptr<Talker>> talkers;
  std::map<std::pair<std::uint8_t, unsigned>, std::vector<BitString>> received;
};

TEST(SubnetReliability, OrderAndNoLossWithFivePercentOfFramesLost) {
  Talk talk{test::row(3, milliseconds(5), 0.05)};
  talk.add(1, 3, 3);
  talk.add(3, 1, 3);
  talk.add(0101, 2, 2);
  talk.add(2, 0103, 2);
  talk.net.run(seconds(120));
  talk.finish(seconds(60));
  std::uint64_t damaged = 0, again = 0, duplicates = 0;
  for (const LineView& l : talk.net.subnet.lines()) {
    damaged += l.damaged;
    again += l.again;
    duplicates += l.duplicates;
  }
  std::printf("%zu messages; %llu frames damaged, %llu packets sent again, %llu of them duplicates\n", talk.total(),
              static_cast<unsigned long long>(damaged), static_cast<unsigned long long>(again),
              static_cast<unsigned long long>(duplicates));
  EXPECT_GT(damaged, 100u);
  talk.expectAll();
}

// With no other traffic on the return path, a lost acknowledgement causes a retransmission.
TEST(SubnetReliability, LostAcknowledgementsCauseNoDuplicates) {
  Talk talk{test::row(2, milliseconds(1), 0.08)};
  talk.add(1, 2, 1);
  talk.net.run(seconds(120));
  talk.finish(seconds(30));
  std::uint64_t duplicates = 0;
  for (const LineView& l : talk.net.subnet.lines()) duplicates += l.duplicates;
  EXPECT_GT(duplicates, 10u);
  EXPECT_GT(talk.total(), 50u);
  talk.expectAll();
}

// Four neighbours send long messages on many links to one slow host: buffers for four messages.
TEST(SubnetReliability, FullReassemblyNeverLocksUp) {
  for (const bool byImps : {false, true}) {
    SubnetConfig config;
    for (unsigned i = 1; i <= 5; ++i) config.topology.imps.push_back({i, "IMP"});
    for (unsigned i = 2; i <= 5; ++i) config.topology.lines.push_back({1, i, 50'000, milliseconds(2), 0.01});
    config.hostUpDelay = Duration{};
    config.imp.numberByImps = byImps;
    Talk talk{config};
    for (unsigned i = 2; i <= 5; ++i) {
      talk.add(i, 1, 6);
      talk.add(i | 0100, 0101, 6);
    }
    talk.add(1, 5, 4);
    Host& slow = talk.net.host(1);
    std::size_t before = 0;
    for (int second = 0; second < 200; ++second) {
      slow.port.hold(second % 4 != 0);
      talk.net.run(seconds(1));
      if (second % 20 != 19) continue;
      EXPECT_GT(talk.total(), before + 20) << "at " << second << " s";
      before = talk.total();
    }
    slow.port.hold(false);
    talk.finish(seconds(60));
    std::printf("%zu messages, numbered by %s\n", talk.total(), byImps ? "IMPs" : "hosts");
    EXPECT_TRUE(talk.net.subnet.outstanding().empty());
    for (auto& t : talk.talkers) {
      unsigned answers = 0;
      for (const auto& [type, n] : t->answers) answers += n;
      EXPECT_EQ(answers, t->count) << "one answer for each message";
      const auto& got = talk.received[{static_cast<std::uint8_t>(t->self), t->destination.octet()}];
      EXPECT_GE(got.size(), t->answers[code(ToHost::Rfnm)]);
      // In order, none twice: each is one of those sent, later than its predecessor.
      auto from = t->sent.begin();
      for (const BitString& g : got) {
        from = std::find(from, t->sent.end(), g);
        ASSERT_NE(from, t->sent.end());
        ++from;
      }
    }
  }
}

SubnetConfig ring() {
  SubnetConfig c;
  for (unsigned i = 1; i <= 4; ++i) c.topology.imps.push_back({i, "IMP"});
  for (unsigned i = 1; i <= 4; ++i) c.topology.lines.push_back({i, i % 4 + 1, 50'000, milliseconds(2), 0});
  c.hostUpDelay = Duration{};
  return c;
}

TEST(SubnetReliability, RoutesAvoidACutLine) {
  Talk talk{ring()};
  talk.add(1, 2, 2);
  talk.net.run(seconds(5));
  EXPECT_EQ(talk.net.subnet.path(1, 2), (std::vector<unsigned>{1, 2}));
  talk.net.subnet.setLine(1, 2, false);
  const Instant cut = talk.net.clock.now();
  while (talk.net.subnet.path(1, 2) != std::vector<unsigned>{1, 4, 3, 2} && talk.net.clock.now() < cut + seconds(20))
    talk.net.run(milliseconds(10));
  std::printf("new route %.2f s after the cut\n", static_cast<double>((talk.net.clock.now() - cut).count()) / 1e9);
  EXPECT_GE(talk.net.clock.now() - cut, 4 * milliseconds(640));  // five periods without "I heard you", one begun
  EXPECT_LT(talk.net.clock.now() - cut, 6 * milliseconds(640));  // the neighbours learn of it in the next period
  const std::size_t before = talk.total();
  talk.net.run(seconds(10));
  EXPECT_GT(talk.total(), before + 20);
  talk.net.subnet.setLine(1, 2, true);
  talk.net.run(seconds(15));
  EXPECT_EQ(talk.net.subnet.path(1, 2), (std::vector<unsigned>{1, 2}));
  talk.finish(seconds(40));
  talk.expectAll();
}

TEST(SubnetReliability, ADestinationIsCutOffAndReturns) {
  Net net{test::row(2)};
  Host& a = net.host(1);
  Host& b = net.host(2);
  net.run(seconds(1));
  b.port.hold(true);
  a.port.send(test::regular(HostId{2}, 1, test::ones(100)));
  net.run(seconds(1));
  net.subnet.setLine(1, 2, false);
  net.run(seconds(5));
  ASSERT_EQ(a.news().size(), 1u);
  EXPECT_EQ(a.news()[0].leader.type, code(ToHost::Incomplete));
  EXPECT_EQ(a.news()[0].leader.subtype, static_cast<unsigned>(Lost::InSubnet));
  a.port.send(test::regular(HostId{2}, 1, test::ones(100)));
  net.run(seconds(1));
  EXPECT_EQ(a.news().back().leader.type, code(ToHost::DestinationDead));
  EXPECT_EQ(a.news().back().leader.subtype, 0u);
  net.subnet.setLine(1, 2, true);
  b.port.hold(false);
  net.run(seconds(15));
  a.port.send(test::regular(HostId{2}, 1, test::ones(100)));
  net.run(seconds(1));
  EXPECT_EQ(a.news().size(), 3u);
  EXPECT_EQ(a.news().back().leader.type, code(ToHost::Rfnm));
}

TEST(SubnetReliability, AnImpStopsAndRestarts) {
  Net net{test::row(3)};
  Host& a = net.host(1);
  Host& b = net.host(2);
  net.run(seconds(1));
  a.port.send(test::regular(HostId{2}, 1, test::ones(8000)));
  net.run(milliseconds(100));
  net.subnet.setImp(2, false);
  EXPECT_EQ(b.ready, (std::vector<bool>{false}));
  EXPECT_FALSE(net.subnet.cable(HostId{2}).impReady.up());
  EXPECT_EQ(net.subnet.hosts().at(1).why, "its IMP is down");
  net.run(seconds(10));
  ASSERT_EQ(a.news().size(), 1u);
  EXPECT_EQ(a.news()[0].leader.type, code(ToHost::Incomplete));
  net.subnet.setImp(2, true);
  EXPECT_EQ(b.ready, (std::vector<bool>{false, true}));
  net.run(seconds(15));
  for (unsigned link = 1; link < 4; ++link) a.port.send(test::regular(HostId{2}, link, test::ones(5000 * link % 8000)));
  net.run(seconds(5));
  EXPECT_EQ(a.news().size(), 4u);
  EXPECT_EQ(a.news().back().leader.type, code(ToHost::Rfnm));
  EXPECT_EQ(b.regular, 3u);
}

// A restart too short to be noticed: the lines must still come alive again, and no message is confused.
TEST(SubnetReliability, AShortRestart) {
  Talk talk{test::row(3)};
  talk.add(1, 3, 3);
  talk.add(2, 1, 2);
  talk.net.run(seconds(5));
  talk.net.subnet.setImp(2, false);
  talk.net.run(milliseconds(50));
  talk.net.subnet.setImp(2, true);
  talk.net.run(seconds(30));
  talk.net.subnet.setImp(3, false);
  talk.net.run(milliseconds(50));
  talk.net.subnet.setImp(3, true);
  talk.net.run(seconds(30));
  const std::size_t before = talk.total();
  // Their hosts must start again: whatever was unsent or unanswered when the ready line dropped is lost.
  ASSERT_FALSE(talk.net.subnet.path(1, 3).empty());
  talk.add(2, 1, 1);
  talk.add(1, 0103, 1);
  talk.net.run(seconds(60));
  EXPECT_GT(talk.total(), before + 20);
  talk.finish(seconds(60));
  EXPECT_TRUE(talk.net.subnet.outstanding().empty());
}

}  // namespace
}  // namespace utah10

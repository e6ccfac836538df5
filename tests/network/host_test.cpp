// A modelled host and its small servers, called from another host.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "network/host.hpp"
#include "network/icp_rig.hpp"
#include "network/servers/small_servers.hpp"
#include "network/servers/telnet_hello.hpp"

namespace utah10::test {

using testing::HasSubstr;
using testing::StartsWith;

namespace {

HostConfig ccnConfig(Duration reaction = Duration::zero()) {
  HostConfig config;
  config.id = kCcn;
  config.name = "UCLA-CCN";
  config.reaction = reaction;
  for (const char* name : {"telnet", "echo", "discard", "systat", "date-time", "netstat", "chargen"})
    config.services.push_back({*serviceKindOf(name), {}});
  config.services.push_back({ServiceKind::Echo, Socket{5}});  // as at UTAH
  return config;
}

// CCN as a modelled host, and UTAH's NCP with a program that calls it.
struct World {
  explicit World(Duration reaction = Duration::zero())
      : wire(clock, milliseconds(10)),
        host(clock, wire.port(kCcn), ccnConfig(reaction)),
        utah(clock, wire.port(kUtah), "utah.ncp"),
        u(utah),
        caller(u),
        client(utah, caller) {
    host.comeUp();
    utah.comeUp();
  }
  const IcpPair& call(std::uint32_t socket, unsigned byteSize = 8) {
    const std::size_t before = caller.pairs.size();
    client.call(kCcn, Socket{socket}, byteSize);
    for (int i = 0; i < 100 && caller.pairs.size() == before; ++i) run(milliseconds(50));
    return caller.pairs.at(before);
  }
  void run(Duration d) { clock.idleUntil(clock.now() + d); }
  void say(const IcpPair& pair, const std::string& text) {
    BitString bits;
    for (const char c : text) bits.append(static_cast<std::uint8_t>(c), 8);
    utah.send(pair.output, bits);
    run(seconds(1));
  }
  std::string heard() {
    std::string text;
    const BitString bits = std::exchange(u.data, {});
    for (std::size_t at = 0; at < bits.size(); at += 8) text += static_cast<char>(bits.field(at, 8));
    return text;
  }

  Scheduler clock;
  DirectWire wire;
  Host host;
  Ncp utah;
  Diary u;
  Caller caller;
  IcpClient client;
};

}  // namespace

TEST(Host, ServicesHaveTheirUsualSocketsAndNames) {
  for (const auto& [name, socket] : std::vector<std::pair<const char*, unsigned>>{{"telnet", 1},
                                                                                  {"echo", 7},
                                                                                  {"discard", 9},
                                                                                  {"systat", 11},
                                                                                  {"date-time", 13},
                                                                                  {"netstat", 15},
                                                                                  {"chargen", 19}}) {
    const auto kind = serviceKindOf(name);
    ASSERT_TRUE(kind.has_value()) << name;
    EXPECT_EQ(usualSocket(*kind), Socket{socket});
    EXPECT_EQ(nameOf(*kind), name);
  }
  EXPECT_FALSE(serviceKindOf("gopher").has_value());
}

TEST(EchoServer, ReturnsEveryBitAndEndsWithItsUser) {
  for (const unsigned socket : {7u, 5u}) {
    for (const unsigned size : {8u, 1u, 36u}) {
      World w;
      const IcpPair pair = w.call(socket, size);
      BitString sent;
      for (unsigned i = 0; i < 1200 * size; ++i) sent.append(i * 2654435761u >> 9, 8);
      w.utah.send(pair.output, sent);
      w.utah.close(pair.output);
      w.run(seconds(60));
      EXPECT_TRUE(w.u.data == sent) << size;
      EXPECT_EQ(w.u.reasons.size(), 2u);
      EXPECT_EQ(w.host.ncp().connections().size(), 8u);  // the listening sockets
      EXPECT_THAT(w.wire.faults, testing::ElementsAre());
    }
  }
}

TEST(EchoServer, AnUnreadEchoStopsItsUser) {
  World w;
  const IcpPair pair = w.call(7);
  w.u.takes = false;
  BitString much;
  much.resize(1'000'000);
  w.utah.send(pair.output, much);
  w.run(seconds(100));
  // 32000 bits unread here; at most 32768 + 32000 bits and one message at the server.
  EXPECT_GT(w.utah.unsent(pair.output), 800'000u);
  w.u.takes = true;
  w.u.received(pair.input);
  w.run(seconds(100));
  EXPECT_EQ(w.u.data.size(), 1'000'000u);
}

TEST(DiscardServer, ReadsAllAndNeverSends) {
  World w;
  const IcpPair pair = w.call(9, 36);
  BitString much;
  much.resize(36 * 20'000);
  w.utah.send(pair.output, much);
  w.utah.close(pair.output);
  w.run(seconds(100));
  EXPECT_EQ(dynamic_cast<DiscardServer&>(*w.host.service("discard")).discarded(), 720'000u);
  EXPECT_TRUE(w.u.data.empty());
  EXPECT_THAT(w.host.service("discard")->status(), StartsWith("0 now, 1 served"));
}

TEST(CharacterGenerator, SendsItsPatternWithinItsAllocation) {
  World w;
  w.u.takes = false;
  const IcpPair pair = w.call(19);
  w.run(seconds(100));
  EXPECT_EQ(w.utah.waiting(pair.input), 32'000u);
  w.u.data = w.utah.take(pair.input, 8 * 74 * 3);
  const std::string text = w.heard();
  EXPECT_THAT(text, StartsWith(" !\"#$%&'()*+,-./0123456789:;<=>?@ABC"));
  EXPECT_EQ(text.substr(70, 8), "fg\r\n!\"#$");
  EXPECT_EQ(text.substr(74 + 70, 6), "gh\r\n\"#");
  w.run(seconds(1));
  w.utah.close(pair.output);
  w.utah.close(pair.input);
  w.run(seconds(10));
  EXPECT_EQ(w.host.ncp().connections().size(), 8u);
}

TEST(TextServers, SendOneTextAndClose) {
  World w;
  w.clock.idleUntil(kPowerOn + seconds(86'400 + 3'661));
  w.call(13);
  w.run(seconds(5));
  EXPECT_EQ(w.heard(), "MONDAY, OCTOBER 2, 1972 01:01:01\r\n");
  EXPECT_EQ(w.u.reasons.size(), 2u);
  w.call(15);
  w.run(seconds(5));
  EXPECT_THAT(w.heard(), HasSubstr("402 407 004 3 8 open\r\n403 406 004 5 8 open\r\n"));
  w.call(11);
  w.run(seconds(5));
  EXPECT_THAT(w.heard(), HasSubstr("date-time: 0 now, 1 served"));
  EXPECT_EQ(dateText(68'169'600), "TUESDAY, FEBRUARY 29, 1972 00:00:00");
}

// More text than the user accepts at first: the CLS of the input follows that of the output, which waits for all the
// text.
TEST(TextServers, TheInputEndsAfterTheOutput) {
  World w;
  w.u.takes = false;
  const IcpPair pair = w.call(15);
  w.run(seconds(5));
  const auto clsOf = [&](Socket socket) {
    std::optional<Instant> at;
    for (const auto& s : w.wire.seen) {
      if (s.from != kCcn || s.message.leader.type != 0 || s.message.leader.link != kControlLink) continue;
      const DecodedCommand d = decodeCommand(s.message.text.from(NcpHeader::kBits), 0, 9);
      if (d.command.op == ControlOp::Cls && d.command.mine == socket) at = s.at;
    }
    return at;
  };
  const auto output = clsOf(pair.base.plus(1)), input = clsOf(pair.base);
  ASSERT_TRUE(output.has_value() && input.has_value());
  // The CLS of the output and its answer take 10 ms each.
  EXPECT_GE(*input, *output + milliseconds(20));
}

TEST(TelnetHello, GreetsAnswersLinesAndEchoesWhenAsked) {
  World w;
  const IcpPair pair = w.call(1);
  w.run(seconds(1));
  EXPECT_EQ(w.heard(), "UCLA-CCN: HELLO. LOGOUT ENDS.\r\n@");
  w.say(pair, "hello, ");
  EXPECT_EQ(w.heard(), "");
  w.say(pair, "hosx\177t\r\n");
  EXPECT_EQ(w.heard(), "YOU SAID: hello, host\r\n@");
  w.say(pair, "\204a");
  EXPECT_EQ(w.heard(), "a");
  w.say(pair, "\r\n");
  EXPECT_EQ(w.heard(), "\r\nYOU SAID: a\r\n@");
  w.say(pair, "\203b\202\r\n");
  EXPECT_EQ(w.heard(), "YOU SAID: b\r\n@");
  w.say(pair, "half\201");
  EXPECT_EQ(w.heard(), "\r\nBREAK\r\n@");
  w.say(pair, "logout\r\n");
  EXPECT_EQ(w.heard(), "GOODBYE\r\n");
  EXPECT_EQ(w.u.reasons.size(), 2u);
}

TEST(TelnetHello, SynchSkipsUnreadInputExceptBreak) {
  World w;
  const IcpPair pair = w.call(1);
  w.run(seconds(1));
  w.heard();
  // INS first: everything before the DATA MARK is skipped.
  w.utah.interrupt(pair.output);
  w.run(seconds(1));
  w.say(pair, "lost\r\n\201lost\200kept\r\n");
  EXPECT_EQ(w.heard(), "\r\nBREAK\r\n@YOU SAID: kept\r\n@");
  // DATA MARK first: nothing is read until the INS.
  w.say(pair, "one\r\n\200two\r\n");
  EXPECT_EQ(w.heard(), "YOU SAID: one\r\n@");
  w.utah.interrupt(pair.output);
  w.run(seconds(1));
  EXPECT_EQ(w.heard(), "YOU SAID: two\r\n@");
}

TEST(Host, TheReactionTimeDelaysEveryMessageInOrder) {
  Instant answered[2];
  for (const int slow : {0, 1}) {
    World w{milliseconds(slow * 30)};
    w.utah.echo(kCcn, 1);
    w.run(seconds(5));
    answered[slow] = w.utah.lastEcho(kCcn)->answered;
  }
  // Without a reaction time: RST, RRP, ECO and ERP take 10 ms each. With it, the RST is processed at 10 + 30, the RRP
  // arrives at 50, the ECO is processed at 60 + 30, as is the RFNM of the RRP (20 ms after it, 30 later), and the ERP
  // arrives at 100.
  EXPECT_EQ(answered[0], kPowerOn + milliseconds(40));
  EXPECT_EQ(answered[1], kPowerOn + milliseconds(40 + 30 + 30));
}

TEST(Host, ASnapshotOfAHostInFullUseHasTheSameFuture) {
  const auto save = [](World& w) {
    Archive out = Archive::writer();
    w.clock.state(out);
    w.wire.state(out);
    w.host.state(out);
    w.utah.state(out);
    out.section("client", [&] { w.client.state(out); });
    return out.data();
  };
  World whole{milliseconds(7)};
  for (const unsigned socket : {1u, 5u, 7u, 9u, 11u, 13u, 15u, 19u, 7u}) whole.client.call(kCcn, Socket{socket}, 8);
  std::vector<std::vector<std::byte>> states;
  for (int i = 0; i < 40; ++i) {
    whole.run(milliseconds(17));
    if (i == 20)
      for (const IcpPair& p : whole.caller.pairs) whole.say(p, "SOME WORDS\r\n");
    states.push_back(save(whole));
  }
  ASSERT_EQ(whole.caller.pairs.size(), 9u);
  whole.u.takes = false;
  const std::size_t from = 21;
  whole.run(seconds(30));
  const auto end = save(whole);
  for (std::size_t i = from; i < states.size(); i += 3) {
    World again{milliseconds(7)};
    again.u.takes = true;
    Archive in = Archive::reader(states[i]);
    again.clock.state(in);
    again.wire.state(in);
    again.host.state(in);
    again.utah.state(in);
    in.section("client", [&] { again.client.state(in); });
    ASSERT_EQ(in.error(), "");
    EXPECT_TRUE(save(again) == states[i]);
    // Continue as the first run did: reading until the last state, then not.
    World& w = again;
    const Instant stopped = whole.clock.now() - seconds(30);
    w.clock.idleUntil(stopped);
    w.u.takes = false;
    w.clock.idleUntil(whole.clock.now());
    EXPECT_TRUE(save(again) == end) << i;
  }
}

}  // namespace utah10::test

// The command attach imp: the device, its cable and a peer on the loopback network; net, capture, record, replay, back.
#include <nlohmann/json.hpp>

#include "command/net/udp_support.hpp"

namespace utah10 {
namespace {

using Words = std::vector<std::uint16_t>;

class NetworkTest : public SessionTest {};

TEST_F(NetworkTest, MessagesGoBothWays) {
  ImpSession s;
  UdpPeer peer;
  s.attach(peer);
  s.ready();
  // 000003,,040000: leader to host 3, type 0, link 0; two words are 4.5 of 16 bits, padded to 5 (A.4).
  s.say({"14", "525252525252"});
  ASSERT_TRUE(s.runUntil([&] {
    peer.take();
    return peer.got.size() >= 3;
  }));
  EXPECT_EQ(peer.got[0], (Datagram{0, true, false, {}})) << "our ready line is down at the start";
  EXPECT_EQ(peer.got[1], (Datagram{1, true, true, {}}));
  // 36 bits 000000000014, 36 bits 525252525252, then 1 and seven zeros.
  EXPECT_EQ(peer.got[2], (Datagram{2, true, true, {0x0000, 0x0000, 0xCAAA, 0xAAAA, 0xAA80}}));
  peer.send(false, true, {0x0003, 0x0000, 0x1234});
  peer.send(true, true, {});
  ASSERT_TRUE(s.runUntil([&] { return s.cable().watch->fromImp().messages == 0 && s.word().has_value(); }));
  s.answer("run 1ms");
  const auto second = s.word();
  ASSERT_TRUE(second) << "48 bits: a word and twelve bits, left-justified";
  EXPECT_EQ(second->bits(), 0x234ull << 24);
  EXPECT_EQ(s.cable().watch->fromImp().byType[0], 1u);
}

TEST_F(NetworkTest, MalformedAndForeignDatagramsAreCounted) {
  ImpSession s;
  UdpPeer peer, stranger;
  s.attach(peer);
  s.ready();
  stranger.to = peer.to;
  stranger.send(true, true, {0x0400, 0});
  peer.raw({1, 2, 3});
  peer.raw({});
  auto cut = Datagram{0, true, true, {0x0400, 0}}.octets();
  cut.pop_back();
  peer.raw(cut);
  peer.send(true, true, {0x0400, 0});
  ASSERT_TRUE(s.runUntil([&] { return s.cable().watch->fromImp().messages == 1; }));
  const std::string net = s.answer("net");
  for (const char* line : {"dropped: does not begin with H316", "dropped: length does not match its count",
                           "dropped: shorter than a header", "from other peers, dropped"})
    EXPECT_NE(net.find(line), std::string::npos) << line << "\n" << net;
  EXPECT_EQ(s.cable().end->counts().drops(), 3u);
  s.answer("net clear");
  EXPECT_EQ(s.answer("net").find("dropped"), std::string::npos);
}

TEST_F(NetworkTest, WrongSettingsAreReportedInOneLine) {
  ImpSession s;
  for (const char* bad : {"attach imp", "attach imp tape.bin", "attach imp udp:1", "attach imp udp:0::9 often",
                          "attach imp udp:0::9 limit", "attach imp udp:0::9 limit 2", "attach imp udp:0::9 limit 9999",
                          "attach imp udp:0:192.0.2.1:9", "net nonsense", "net why 9", "net why 400", "net links 5",
                          "net messages x", "net on nowhere", "pace fast", "pace 0", "capture", "detach imp 3"}) {
    if (std::string_view{bad} == "capture") continue;
    const std::string text = s.refusal(bad);
    EXPECT_EQ(text.find('\n'), std::string::npos) << text;
    EXPECT_FALSE(s.cable().end->attached()) << bad;
  }
  EXPECT_EQ(s.answer("detach imp"), "imp: nothing was attached\n");
  EXPECT_EQ(refusal("attach imp udp:0::9"), "attach: the machine has no IMP interface; add [imp] to the machine file");
  EXPECT_NE(refusal("net links").find("no network"), std::string::npos);
  ImpSession looped{ImpInterfaceConfig{.looped = true}};
  EXPECT_NE(looped.refusal("attach imp udp:0::9").find("a loop plug"), std::string::npos);
}

TEST_F(NetworkTest, NetReportsReadyLinesAndOutstandingRfnms) {
  ImpSession s;
  EXPECT_NE(s.answer("net why").find("nothing is connected to the IMP's end"), std::string::npos);
  UdpPeer peer;
  s.attach(peer);
  EXPECT_NE(s.answer("net why 105").find("our own ready line has never been up"), std::string::npos);
  s.ready();
  EXPECT_NE(s.answer("net why 105").find("nothing has been sent to it"), std::string::npos);
  s.say({"105003000"});
  const auto& open = s.cable().watch->open();
  ASSERT_EQ(open.size(), 1u);
  const unsigned host = open.begin()->first.first.octet(), link = open.begin()->first.second;
  const std::string links = s.answer("net links --csv");
  EXPECT_TRUE(links.starts_with("host,link,messages,bits,since,since_ns,waiting,waiting_ns,for\n")) << links;
  EXPECT_NE(links.find(",RFNM\n"), std::string::npos) << links;
  const std::string why = s.answer(fmt::format("net why {:o}", host));
  EXPECT_NE(why.find(fmt::format("link {:o} has waited", link)), std::string::npos) << why;
  peer.send(true, true, {static_cast<std::uint16_t>(0x0700 | host), static_cast<std::uint16_t>(link << 8 | 1)});
  ASSERT_TRUE(s.runUntil([&] { return open.empty(); }));
  EXPECT_NE(s.answer(fmt::format("net dead {:o}", host)).find("the network reported at"), std::string::npos);
  EXPECT_NE(s.answer(fmt::format("net dead {:o}", host)).find("host dead"), std::string::npos);
  peer.send(true, false, {});
  ASSERT_TRUE(s.runUntil([&] { return !s.cable().link.impReady.up(); }));
  const std::string down = s.answer(fmt::format("net why {:o}", host));
  EXPECT_NE(down.find("the IMP dropped ready"), std::string::npos) << down;
  EXPECT_NE(down.find("the IMP's ready line has been down since"), std::string::npos) << down;
  const std::string messages = s.answer("net messages 5");
  EXPECT_NE(messages.find("destination dead"), std::string::npos) << messages;
  for (const char* report : {"net", "net links", "net hosts", "net why", "net why 105", "net messages"}) {
    const auto json = nlohmann::json::parse(s.answer(fmt::format("{} --json", report)), nullptr, false);
    EXPECT_FALSE(json.is_discarded()) << report;
    const std::string csv = s.answer(fmt::format("{} --csv", report));
    EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(csv, '\n')), json["rows"].size() + 1) << csv;
  }
}

// The same commands, with network input from a file.
TEST_F(NetworkTest, ARecordedRunReplaysBitForBit) {
  const auto story = [](ImpSession& s, const std::function<void(int)>& meanwhile) {
    s.ready();
    for (int n = 0; n < 6; ++n) {
      meanwhile(n);
      s.answer("run 3000");
      s.word();
      s.say({"14", "525252525252"});
    }
    s.answer("run 20000");
    return stateHash(s.machine);
  };
  ImpSession one;
  UdpPeer peer;
  one.answer("record net.in; pace off");
  one.attach(peer, " limit 400");
  const StateHash end = story(one, [&](int n) {
    peer.send(false, true, {0x0003, static_cast<std::uint16_t>(n), 0x1234, 0x5678});
    peer.raw({7, 7, 7});
    peer.send(true, true, {});
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  });
  EXPECT_GT(one.cable().watch->fromImp().messages, 0u);
  EXPECT_EQ(one.cable().end->counts().received, 18u);
  std::ifstream file{"net.in"};
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_NE(text.find(" imp connect limit 400\n"), std::string::npos) << text;
  EXPECT_NE(text.find(" imp datagram 070707\n"), std::string::npos) << text;
  ImpSession two;
  two.answer("replay net.in");
  EXPECT_EQ(story(two, [](int) {}), end);
  EXPECT_EQ(two.terminal.answers().find("or its history differs"), std::string::npos);
  EXPECT_TRUE(two.cable().end->attached());
  EXPECT_EQ(two.cable().end->counts().received, 18u);
  EXPECT_EQ(two.answer("net messages"), one.answer("net messages"));
}

TEST_F(NetworkTest, GoingBackSendsNothingTwice) {
  ImpSession s;
  UdpPeer peer;
  s.answer("set record on; pace off");
  s.attach(peer);
  s.ready();
  peer.send(true, true, {0x0003, 0x0000, 0x1234});
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  s.answer("run 5000");
  s.say({"14", "525252525252"});
  s.answer("run 5000");
  const StateHash end = stateHash(s.machine);
  const std::string net = s.answer("net messages");
  s.answer("back 8000");
  EXPECT_NE(stateHash(s.machine), end);
  s.answer("forward");
  EXPECT_EQ(stateHash(s.machine), end);
  EXPECT_EQ(s.answer("net messages"), net) << "the message list goes back and forward with the machine";
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  peer.take();
  EXPECT_EQ(peer.got.size(), 3u) << "down, up and the message, once each";
  s.say({"14", "525252525252"});
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  peer.take();
  EXPECT_EQ(peer.got.size(), 4u) << "new messages are sent";
  EXPECT_EQ(peer.got.back().sequence, 3u + s.cable().port->counts().muted);
}

TEST_F(NetworkTest, SnapshotsHoldTheCable) {
  ImpSession s;
  UdpPeer peer;
  s.attach(peer);
  s.ready();
  s.say({"14"});
  s.answer("save here.snap");
  const StateHash then = stateHash(s.machine);
  const std::string net = s.answer("net messages");
  s.answer("run 5ms; net clear; restore here.snap");
  EXPECT_EQ(stateHash(s.machine), then);
  ImpSession other;
  other.answer("restore here.snap");
  EXPECT_EQ(stateHash(other.machine), then);
  EXPECT_TRUE(other.cable().end->attached());
  EXPECT_NE(other.answer("net").find("no socket"), std::string::npos);
}

TEST_F(NetworkTest, CapturesAreReadableWhereverTheyEnd) {
  ImpSession s;
  UdpPeer peer;
  s.attach(peer);
  s.ready();
  const StateHash before = stateHash(s.machine);
  s.answer("capture net.pcap");
  EXPECT_EQ(stateHash(s.machine), before);
  EXPECT_TRUE(s.machine.observers().empty()) << "a capture is not a probe: the processor runs at full speed";
  s.say({"14"});
  // The file is still open: 24 octets of file header, then 16 and 16 and the five octets of the message (36 bits).
  EXPECT_EQ(std::filesystem::file_size("net.pcap"), 24u + 16 + 16 + 5);
  EXPECT_EQ(s.answer("capture"), "capture: net.pcap: 1. message\n");
  EXPECT_NE(s.refusal("capture other.pcap").find("capture off ends it"), std::string::npos);
  s.say({"14"});
  EXPECT_EQ(s.answer("capture off"), "capture: net.pcap: 2. messages\n");
  s.say({"14"});
  EXPECT_EQ(std::filesystem::file_size("net.pcap"), 24u + 2 * (16 + 16 + 5));
  EXPECT_NE(s.refusal("capture net.pcap").find("already exists"), std::string::npos);
}

// Two machines that are each other's peers.
TEST_F(NetworkTest, TwoMachinesTalk) {
  ImpSession a, b;
  UdpPeer spare;  // a port that was free a moment ago
  const std::uint16_t port = spare.port();
  spare.socket.close();
  b.answer(fmt::format("attach imp udp:0::{}", port));
  a.answer(fmt::format("attach imp udp:{}::{}", port, b.cable().port->localPort()));
  a.ready();
  b.ready();
  ASSERT_TRUE(a.runUntil([&] { return b.answer("run 5ms"), a.cable().link.impReady.up(); }));
  for (int n = 0; n < 20; ++n) {
    a.say({fmt::format("{:o}", 1 << n), "777777777777"});
    std::optional<Word36> got;
    ASSERT_TRUE(b.runUntil([&] { return (got = b.word()).has_value(); })) << n;
    EXPECT_EQ(got->bits(), std::uint64_t{1} << n);
    ASSERT_TRUE(b.runUntil([&] { return b.word().has_value(); }, "run 1ms"));
    b.answer("run 1ms");
    b.word();
    b.answer("execute CONO 550,10000");  // the end of the message has been seen
  }
  EXPECT_EQ(b.cable().end->counts().drops(), 0u);
  EXPECT_EQ(b.cable().watch->fromImp().messages, 20u);
}

}  // namespace
}  // namespace utah10

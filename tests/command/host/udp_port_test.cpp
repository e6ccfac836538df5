// UDP sockets: addresses, the loopback rule, foreign datagrams; and the addresses on which this process listens.
#include "command/host/udp_port.hpp"

#include "command/host/telnet_server.hpp"
#include "command/net/udp_support.hpp"

namespace utah10 {
namespace {

TEST(UdpAddress, HasTheFormOfSimh) {
  const auto a = UdpAddress::parse("udp:11141:imp.example:11142");
  ASSERT_TRUE(a);
  EXPECT_EQ(a->localPort, 11141);
  EXPECT_EQ(a->host, "imp.example");
  EXPECT_EQ(a->remotePort, 11142);
  EXPECT_FALSE(a->listenAll);
  EXPECT_EQ(UdpAddress::parse("udp:0::5")->host, "");
  EXPECT_EQ(UdpAddress::parse("udp:1:[::1]:5")->host, "::1");
  for (const char* bad : {"", "udp", "udp:", "udp:1", "udp:1:2", "udp:x::2", "udp:1::x", "udp:1::0", "udp:65536::1",
                          "udp:1::65536", "udp:1:a:b:2", "tcp:1::2", "udp:-1::2", "udp:1:: 2"}) {
    const auto refused = UdpAddress::parse(bad);
    ASSERT_FALSE(refused) << bad;
    EXPECT_EQ(refused.error().text().find('\n'), std::string::npos);
    EXPECT_FALSE(refused.error().hint.empty()) << bad;
  }
}

TEST(UdpPort, RefusesAddressesOnOtherHosts) {
  const auto away = UdpPort::open({0, "192.0.2.1", 9, false});
  ASSERT_FALSE(away);
  EXPECT_NE(away.error().text().find("loopback"), std::string::npos) << away.error().text();
  const auto one = UdpPort::open({0, "", 9, false});
  ASSERT_TRUE(one);
  EXPECT_EQ((*one)->localText(), "127.0.0.1:" + std::to_string((*one)->localPort()));
  const auto taken = UdpPort::open({(*one)->localPort(), "", 9, false});
  ASSERT_FALSE(taken);
  EXPECT_NE(taken.error().text().find("cannot listen"), std::string::npos) << taken.error().text();
}

TEST(UdpPort, AcceptsDatagramsOfItsPeerOnly) {
  UdpPeer peer, stranger;
  const auto port = UdpPort::open({0, "", peer.port(), false});
  ASSERT_TRUE(port);
  peer.to = stranger.to = (*port)->localPort();
  stranger.raw({1, 2, 3});
  peer.raw({4, 5});
  std::optional<std::vector<std::uint8_t>> got;
  for (int n = 0; n < 1000 && !got; ++n) {
    got = (*port)->receive();
    if (!got) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  ASSERT_TRUE(got);
  EXPECT_EQ(*got, (std::vector<std::uint8_t>{4, 5}));
  EXPECT_EQ((*port)->counts().strangers, 1u);
  EXPECT_EQ((*port)->counts().received, 1u);
  EXPECT_FALSE((*port)->receive());
}

TEST(UdpPort, ErrorsAreCountedAndReportedOnce) {
  UdpPeer peer;
  const auto port = UdpPort::open({0, "", peer.port(), false});
  ASSERT_TRUE(port);
  EXPECT_EQ((*port)->takeTrouble(), "");
  const std::vector<std::uint8_t> tooLarge(70000);
  for (int n = 0; n < 3; ++n) (*port)->send(tooLarge);
  EXPECT_EQ((*port)->counts().sendErrors, 3u);
  EXPECT_NE((*port)->takeTrouble(), "");
  (*port)->send(tooLarge);
  EXPECT_EQ((*port)->takeTrouble(), "") << "reported only once";
}

// Local addresses, in the kernel's notation, of all sockets of this process that can receive.
std::vector<std::string> listening() {
  std::vector<std::string> inodes, addresses;
  for (const auto& fd : std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code gone;
    const std::string target = std::filesystem::read_symlink(fd.path(), gone).string();
    if (target.starts_with("socket:[")) inodes.push_back(target.substr(8, target.size() - 9));
  }
  for (const char* table : {"/proc/net/udp", "/proc/net/udp6", "/proc/net/tcp", "/proc/net/tcp6"}) {
    std::ifstream in{table};
    std::string line;
    std::getline(in, line);
    while (std::getline(in, line)) {
      std::istringstream fields{line};
      std::vector<std::string> f{std::istream_iterator<std::string>{fields}, {}};
      if (f.size() > 9 && std::ranges::find(inodes, f[9]) != inodes.end())
        addresses.push_back(f[1].substr(0, f[1].find(':')));
    }
  }
  return addresses;
}

TEST(UdpPort, ListensOutsideLoopbackOnlyOnRequest) {
  if (!std::filesystem::exists("/proc/self/fd")) GTEST_SKIP() << "no /proc here";
  ImpSession s;
  UdpPeer peer;
  EXPECT_EQ(listening(), std::vector<std::string>{"0100007F"}) << "only the peer's socket: a session does not listen";
  s.attach(peer);
  const auto telnet = TelnetServer::open({}, {});
  ASSERT_TRUE(telnet);
  EXPECT_EQ(listening(), (std::vector<std::string>{"0100007F", "0100007F", "0100007F"})) << "127.0.0.1";
  s.answer("detach imp; attach imp udp:0::" + std::to_string(peer.port()) + " listen-all");
  const auto now = listening();
  EXPECT_EQ(std::ranges::count(now, "00000000"), 1) << "requested, which shows that this test can detect it";
}

}  // namespace
}  // namespace utah10

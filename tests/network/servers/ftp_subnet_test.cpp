// File transfers over the subnet: two modelled hosts, three IMPs in a row, two lines of 50 kb/s between them.
#include <gtest/gtest.h>

#include <iostream>

#include "ftp_net.hpp"
#include "network/host.hpp"
#include "network/imp/subnet.hpp"
#include "network/servers/ftp_service.hpp"

namespace utah10::test {

namespace {
SubnetConfig threeInARow() {
  SubnetConfig c;
  for (unsigned i = 1; i <= 3; ++i) c.topology.imps.push_back({i, "IMP" + std::to_string(i)});
  for (unsigned i = 1; i < 3; ++i) c.topology.lines.push_back({i, i + 1, 50'000, milliseconds(1), 0});
  c.hostUpDelay = Duration{};
  return c;
}

struct FtpSubnet {
  static constexpr HostId kUser{1};
  static constexpr HostId kServer{3};

  FtpSubnet()
      : subnet(clock, threeInARow(), nullptr),
        near(clock, subnet.cable(kUser), {kUser, "UTAH", {}, {}, {}}),
        far(clock, subnet.cable(kServer), {kServer, "CCN", {}, {}, {}}) {
    auto made = std::make_unique<FtpService>(clock, far.ncp(), "ccn", std::make_unique<MemoryFileStore>());
    service = made.get();
    far.add(std::move(made));
    user = std::make_unique<FtpUser>(clock, near.ncp());
    near.comeUp();
    far.comeUp();
    service->open();
    run(seconds(2));
    user->call(kServer);
  }
  void run(Duration d) { clock.idleUntil(clock.now() + d); }
  void finish() {
    for (int n = 0; n < 6000 && !user->idle(); ++n) run(milliseconds(100));
    ASSERT_TRUE(user->idle());
  }

  Scheduler clock;
  Subnet subnet;
  Host near, far;
  FtpService* service = nullptr;
  std::unique_ptr<FtpUser> user;
};

double kilobitsPerSecond(const FtpResult& r) {
  const auto taken = r.ended - r.opened;
  return static_cast<double>(r.dataBits) / (static_cast<double>(taken / microseconds(1)) / 1000.0);
}
}  // namespace

// Bit-exact in both directions. The lines are an upper limit that is never reached; stop-and-wait with one message
// per RFNM on one connection must still reach a good part of it.
TEST(FtpSubnet, Throughput) {
  FtpSubnet net;
  net.user->login("x", "y", "1");
  const std::vector<std::pair<unsigned, std::size_t>> transfers = {{8, 100000}, {32, 25000}, {36, 22222}};
  for (const auto& [size, bytes] : transfers) {
    const FtpForm form{'I', 'F', 'S', size, 0};
    net.user->form(form);
    net.user->store("f", patternFile(bytes, size), form);
    net.user->retrieve("f", form);
  }
  net.finish();
  std::size_t n = 0;
  for (const FtpResult& r : net.user->results()) {
    const bool retrieves = r.command == "RETR f";
    if (!retrieves && r.command != "STOR f") continue;
    const auto [size, bytes] = transfers.at(n / 2);
    EXPECT_EQ(r.code, 252);
    EXPECT_TRUE(!retrieves || r.file == patternFile(bytes, size));
    const double rate = kilobitsPerSecond(r);
    std::cout << r.command.substr(0, 4) << ' ' << size << "-bit bytes, " << r.dataBits << " bits: " << rate
              << " kb/s\n";
    EXPECT_NEAR(rate, 31.3, 0.05 * 31.3) << "measured with this model of the network";
    ++n;
  }
  EXPECT_EQ(n, 6u);
}

TEST(FtpSubnet, ASnapshotDuringATransferHasTheSameFuture) {
  const auto state = [](FtpSubnet& net) { return stateOf(net.clock, net.subnet, net.near, net.far, *net.user); };
  const FtpForm form{'I', 'F', 'B', 36, 0};
  FtpSubnet net;
  net.user->login("x", "y", "1");
  net.user->form(form);
  net.user->store("f", patternFile(3000, 36), form);
  net.user->retrieve("f", form);
  for (int n = 0; n < 12; ++n) {
    net.run(milliseconds(517));
    const auto saved = state(net);
    FtpSubnet other;
    ASSERT_EQ(restoreState(saved, other.clock, other.subnet, other.near, other.far, *other.user), "");
    ASSERT_TRUE(state(other) == saved) << n;
    net.run(milliseconds(211));
    other.run(milliseconds(211));
    ASSERT_TRUE(state(other) == state(net)) << n;
  }
  net.finish();
  EXPECT_EQ(net.user->results().back().file, patternFile(3000, 36));
}

}  // namespace utah10::test

// The complete network: checks of its configuration, names of hosts, and all services at once over bad lines.
#include "network/network.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <iostream>

#include "network/network_rig.hpp"
#include "network/servers/small_servers.hpp"
#include "support/random.hpp"

namespace utah10::test {

using testing::HasSubstr;

namespace {

struct WrongRow {
  const char* what;
  std::function<void(NetworkConfig&)> spoil;
  const char* says;
};

std::vector<WrongRow> wrongRows() {
  return {
      {"nothing", [](NetworkConfig&) {}, ""},
      {"a map without IMPs", [](NetworkConfig& c) { c.subnet.topology = {}; }, "no IMP"},
      {"a trunk from a missing IMP", [](NetworkConfig& c) { c.subnet.trunks.push_back({.from = 62, .to = 63}); }, "62"},
      {"the machine at a missing IMP", [](NetworkConfig& c) { c.machine = HostId{63}; }, "of the machine is at IMP 63"},
      {"the machine at IMP 0", [](NetworkConfig& c) { c.machine = HostId{0100}; }, "IMP 0"},
      {"a host at a missing IMP", [](NetworkConfig& c) { c.hosts[0].host.id = HostId{062}; }, "UCLA-CCN is at IMP 50"},
      {"a host at the machine's address", [](NetworkConfig& c) { c.hosts[0].host.id = HostId{4}; }, "address 4"},
      {"an address twice",
       [](NetworkConfig& c) {
         c.hosts.push_back(c.hosts[0]);
         c.hosts[1].host.name = "OTHER";
       },
       "two hosts have address 101"},
      {"a name twice",
       [](NetworkConfig& c) {
         c.hosts.push_back(c.hosts[0]);
         c.hosts[1].host.id = HostId{1};
         c.hosts[1].host.name = "ucla-ccn";
       },
       "two hosts are called"},
      {"a socket twice",
       [](NetworkConfig& c) {
         c.hosts[0].host.services.push_back({ServiceKind::Systat, {}});
       },  // the first socket of netrjs
       "UCLA-CCN has two services at socket 11"},
      {"ftp's socket",
       [](NetworkConfig& c) {
         c.hosts[0].host.services.push_back({ServiceKind::Echo, Socket{3}});
       },
       "UCLA-CCN has two services at socket 3"},
      {"an invalid terminal id", [](NetworkConfig& c) { c.hosts[0].ccn->terminals[0].id = "too long for RJS"; },
       "not a terminal id"},
  };
}

}  // namespace

TEST(NetworkConfig, ReportsErrors) {
  for (const WrongRow& row : wrongRows()) {
    NetworkConfig config = ccnNetwork();
    row.spoil(config);
    const auto sound = config.check();
    EXPECT_EQ(sound.has_value(), *row.says == '\0') << row.what;
    EXPECT_THAT(sound ? "" : sound.error().what, HasSubstr(row.says)) << row.what;
  }
}

TEST(NetworkNames, AreFoundInEitherCaseAndByOctalAddress) {
  NetworkConfig config = ccnNetwork();
  config.hosts.push_back({});
  config.hosts[1].host.id = HostId{1};  // unnamed
  WholeNetwork w{config};
  Host* const ccn = w.network.hosts()[0].get();
  for (const char* name : {"UCLA-CCN", "ucla-ccn", "Ucla-Ccn", "101"}) EXPECT_EQ(w.network.host(name), ccn) << name;
  EXPECT_EQ(w.network.host("1"), w.network.hosts()[1].get());
  for (const char* name : {"UCLA", "65", "4", "UTAH"}) EXPECT_EQ(w.network.host(name), nullptr) << name;
  EXPECT_EQ(w.network.nameOf(kCcn), "UCLA-CCN");
  EXPECT_EQ(w.network.nameOf(HostId{4}), "UTAH") << "the name of its IMP";
  EXPECT_EQ(w.network.nameOf(HostId{1}), "UCLA");
  EXPECT_EQ(w.network.nameOf(HostId{0104}), "104");
  EXPECT_EQ(w.network.nameOf(HostId{077}), "77");
  for (const char* service : {"telnet", "echo", "discard", "netrjs", "ftp"})
    EXPECT_NE(ccn->service(service), nullptr) << service;
  EXPECT_EQ(ccn->service("systat"), nullptr);
}

namespace {

constexpr std::size_t kCards = 300;
constexpr FtpForm kWords{'I', 'F', 'S', 36, 0};

// Starts all users half a minute after power-on, when the hosts are alive to one another.
void begin(WholeNetwork& w) {
  w.run(seconds(35));
  w.echo.call(kCcn, 7, pattern(10'240, 1));
  w.discard.ends = true;
  w.discard.call(kCcn, 9, pattern(20'000, 2));
  w.rjs.send(workload(kCards, 500));
  w.rjs.fetch(CcnPaper::Print);
  w.rjs.fetch(CcnPaper::Punch);
  w.rjs.call();
  w.ftp.call(kCcn);
  w.ftp.login("HICKS", "X", "1");
  w.ftp.form(kWords);
  w.ftp.store("WORDS", patternFile(9'000, 36), kWords);
  w.ftp.retrieve("WORDS", kWords);
}

CcnServer& netrjs(WholeNetwork& w) { return dynamic_cast<CcnServer&>(*w.ccn().service("netrjs")); }

bool done(const WholeNetwork& w) {
  return w.echo.heard.size() >= w.echo.text.size() && w.discard.reasons.size() == 2 && w.rjs.fetched().size() == 2 &&
         w.ftp.idle();
}

void checkNetrjs(const WholeNetwork& w) {
  ASSERT_EQ(w.kept.files.size(), 3u);
  std::string sent;
  for (const Octets& card : workload(kCards, 500)) sent += std::string(card.begin(), card.end()) + '\n';
  EXPECT_EQ(std::string(w.kept.files[0].contents.begin(), w.kept.files[0].contents.end()), sent);
  // The data fetched equal CCN's: the cards as they were sent, and every line of print.
  for (const RjsFetched& f : w.rjs.fetched()) {
    EXPECT_TRUE(f.complete);
    const bool punch = f.paper == CcnPaper::Punch;
    ASSERT_EQ(f.records.size(), punch ? 1 + kCards : 1 + kCards + 500);
    if (!punch) continue;
    for (std::size_t i = 0; i < kCards; ++i) {
      Octets card = toEbcdic(CcnCharset::Ascii68, workload(kCards, 500)[i]);
      card.resize(80, kEbcdicBlank);
      card.insert(card.begin(), kEbcdicBlank);
      EXPECT_EQ(f.records[1 + i], card);
    }
  }
}

void checkAll(WholeNetwork& w) {
  EXPECT_TRUE(w.echo.heard == w.echo.text);
  EXPECT_EQ(dynamic_cast<DiscardServer&>(*w.ccn().service("discard")).discarded(), 160'000u);
  checkNetrjs(w);
  ASSERT_FALSE(w.ftp.results().empty());
  for (const FtpResult& r : w.ftp.results())
    EXPECT_TRUE(r.code == 252 || !(r.command.starts_with("STOR") || r.command.starts_with("RETR"))) << r.command;
  EXPECT_TRUE(w.ftp.results().back().file == patternFile(9'000, 36));
  for (const Ncp* n : {&w.utah.ncp(), &w.ccn().ncp()}) {
    EXPECT_EQ(n->counters().malformed, 0u);
    EXPECT_EQ(n->counters().overruns + n->counters().droppedBits, 0u);
  }
}

}  // namespace

// From UTAH (4) to UCLA (1) packets travel by way of McCLELLAN (22) or ILLINOIS (12). One hundredth of all frames is
// damaged; McCLELLAN's IMP stops for a minute, then the line to ILLINOIS is cut. With seeds 12 and 22, some packets
// of a message were lost in the stopped IMP, the answers came too late, and hosts sent the messages twice.
class AtOnce : public testing::TestWithParam<std::uint64_t> {};
INSTANTIATE_TEST_SUITE_P(WholeNetwork, AtOnce, testing::Values(12, 22, environmentNumber("UTAH10_SEED", 1972)));

TEST_P(AtOnce, OverBadLinesWithAnImpDownAndALineCut) {
  const std::uint64_t seed = GetParam();
  std::cout << "UTAH10_SEED=" << seed << '\n';
  WholeNetwork w{ccnNetwork(0.01, seed)};
  begin(w);
  w.run(seconds(8));
  ASSERT_FALSE(done(w));
  w.network.subnet().setImp(22, false);
  w.run(seconds(60));
  EXPECT_THAT(w.network.subnet().path(4, 1), testing::Contains(12u));
  ASSERT_FALSE(done(w)) << "the test would check nothing";
  w.network.subnet().setImp(22, true);
  w.run(seconds(20));
  ASSERT_FALSE(done(w));
  w.network.subnet().setLine(4, 12, false);
  for (int i = 0; i < 1000 && !done(w); ++i) w.run(seconds(1));
  ASSERT_TRUE(done(w));
  std::cout << "done after " << (w.clock.now() - kPowerOn) / seconds(1) - 35 << " s, sent again by the hosts "
            << w.utah.ncp().counters().resent + w.ccn().ncp().counters().resent << '\n';
  checkAll(w);
}

TEST(WholeNetwork, ASnapshotDuringDeckPrintAndFileHasTheSameFuture) {
  WholeNetwork whole{ccnNetwork(0.01, 7)};
  begin(whole);
  std::vector<std::vector<std::byte>> states;
  std::vector<std::string> during;
  for (int i = 0; i < 12; ++i) {
    whole.run(milliseconds(1'913));
    std::string at = whole.ftp.idle() ? "" : "file";
    for (const CcnSessionView& s : netrjs(whole).sessions()) at += '/' + s.reader + '/' + s.printer;
    during.push_back(at);
    states.push_back(whole.save());
  }
  EXPECT_THAT(during, testing::Contains("file/UTAH1/open")) << "reading the deck during a file transfer";
  EXPECT_THAT(during, testing::Contains("file/closed/UTAH1")) << "printing";
  const Instant end = whole.clock.now() + seconds(60);
  whole.clock.idleUntil(end);
  const auto last = whole.save();
  for (std::size_t i = 0; i < states.size(); i += 2) {
    WholeNetwork again{ccnNetwork(0.01, 8)};
    ASSERT_EQ(again.restore(states[i]), "") << during[i];
    EXPECT_TRUE(again.save() == states[i]) << during[i];
    again.clock.idleUntil(end);
    EXPECT_TRUE(again.save() == last) << during[i];
  }
}

namespace {

// The amount and the duration from the first change of `count` to the last before `over`, sampled every 10 ms.
struct Measured {
  std::uint64_t amount = 0;
  double seconds = 0;
};
Measured measure(WholeNetwork& w, const std::function<std::uint64_t()>& count, const std::function<bool()>& over) {
  const std::uint64_t before = count();
  while (count() == before && w.clock.now() < kPowerOn + seconds(2000)) w.run(milliseconds(10));
  const Instant began = w.clock.now();
  const std::uint64_t first = count();
  while (!over() && w.clock.now() < kPowerOn + seconds(2000)) w.run(milliseconds(10));
  return {count() - first, static_cast<double>((w.clock.now() - began) / milliseconds(1)) / 1000};
}

}  // namespace

// The 50 kb/s lines are an upper limit that is never reached: one message per link between RFNMs (B.4).
TEST(WholeNetwork, RatesOfDecksPrintsAndEchoes) {
  WholeNetwork w;
  w.run(seconds(35));
  w.echo.call(kCcn, 7, pattern(10'240, 1));
  const Measured echo = measure(
      w, [&] { return w.echo.heard.size(); }, [&] { return w.echo.heard.size() == w.echo.text.size(); });
  w.rjs.send(workload(1000, 1000));
  w.rjs.fetch(CcnPaper::Print);
  w.rjs.call();
  const Measured deck = measure(
      w, [&] { return netrjs(w).counts().cards; }, [&] { return netrjs(w).counts().cards == 1000; });
  const Measured print = measure(
      w, [&] { return w.rjs.octetsReceived(); }, [&] { return w.rjs.fetched().size() == 1; });
  ASSERT_EQ(w.rjs.fetched().size(), 1u);
  const auto rate = [](std::size_t amount, double time) { return static_cast<double>(amount) / time; };
  const double echoed = rate(echo.amount, echo.seconds) / 1000;
  const double read = rate(w.rjs.octetsSent() * 8, deck.seconds) / 1000;
  const double printed = rate(print.amount * 8, print.seconds) / 1000;
  std::cout << "echo: " << echoed << " kb/s each way\ndeck: " << rate(deck.amount, deck.seconds) * 60
            << " cards a minute, " << read
            << " kb/s\nprint: " << rate(w.rjs.fetched()[0].records.size(), print.seconds) * 60 << " lines a minute, "
            << printed << " kb/s\n";
  // Measured with this model of the network, where nothing is random: a change needs a reason.
  EXPECT_NEAR(echoed, 20.4, 0.05 * 20.4);
  EXPECT_NEAR(read, 24.6, 0.05 * 24.6);
  EXPECT_NEAR(printed, 22.3, 0.05 * 22.3);
}

// RJS, ARJS or TTYRJS typed at the Telnet logger (socket 1) leads to the same service as the socket of that name
// (docs/sources/netrjs.md 3.1).
TEST(WholeNetwork, TheLoggerTransfersItsUsersToNetrjs) {
  const std::vector<std::pair<std::string, std::string>> words = {
      {"rjs", "ebcdic"}, {"ARJS", "ascii68"}, {"TtyRjs", "ascii63may72"}};
  for (const auto& [word, charset] : words) {
    WholeNetwork w;
    w.run(seconds(35));
    BitString typed;
    for (const char c : "HELLO\r\n" + word + "\r\n") typed.append(static_cast<std::uint8_t>(c), 8);
    w.echo.call(kCcn, 1, typed);
    w.run(seconds(10));
    ASSERT_EQ(netrjs(w).sessions().size(), 1u) << word;
    EXPECT_EQ(netrjs(w).sessions()[0].charset, charset);
    EXPECT_EQ(netrjs(w).sessions()[0].host, kUtah);
    EXPECT_THAT(w.ccn().service("telnet")->status(), testing::StartsWith("0 now, 1 served"));
    std::string said;
    for (const std::uint8_t c : w.echo.heard.octets()) said += static_cast<char>(c);
    EXPECT_THAT(said, HasSubstr("YOU SAID: HELLO\r\n"));
    EXPECT_THAT(said, testing::HasSubstr("NRJ876I NETWORK REMOTE JOB SERVICE READY")) << "the console is ASCII";
    // The sockets that follow the pair are the reader's and the printer's.
    BitString signon;
    for (const char c : std::string_view{"SIGNON NETUTAH1\r\n"}) signon.append(static_cast<std::uint8_t>(c), 8);
    w.utah.ncp().send(w.echo.pair.output, signon);
    w.run(seconds(5));
    EXPECT_EQ(netrjs(w).sessions()[0].terminal, "NETUTAH1");
    const ConnectionId reader =
        w.utah.ncp().connect(w.echo.self, w.echo.pair.user.plus(5), kCcn, w.echo.pair.base.plus(2), 8);
    w.run(seconds(5));
    EXPECT_EQ(netrjs(w).sessions()[0].reader, "open");
    w.utah.ncp().close(reader);
    const auto state = w.save();
    WholeNetwork again;
    ASSERT_EQ(again.restore(state), "");
    EXPECT_TRUE(again.save() == state);
    w.utah.ncp().close(w.echo.pair.output);
    w.run(seconds(20));
    EXPECT_TRUE(netrjs(w).sessions().empty());
    EXPECT_EQ(w.echo.reasons.size(), 3u);
  }
}

TEST(WholeNetwork, DifferentNetworksAndTruncatedStatesAreRejected) {
  WholeNetwork w;
  begin(w);
  w.run(seconds(5));
  const auto state = w.save();
  NetworkConfig config = ccnNetwork();
  config.hosts[0].host.services.pop_back();
  WholeNetwork other{config};
  EXPECT_THAT(other.restore(state), HasSubstr("UCLA-CCN has different services"));
  config = ccnNetwork();
  config.subnet.topology.lines.pop_back();
  WholeNetwork less{config};
  EXPECT_NE(less.restore(state), "");
  for (std::size_t n = 0; n < state.size(); n += state.size() / 40) {
    WholeNetwork cut;
    EXPECT_NE(cut.restore({state.begin(), state.begin() + static_cast<std::ptrdiff_t>(n)}), "") << n;
  }
}

}  // namespace utah10::test

// FTP users and a file server over NCPs.
#include "network/servers/ftp_server.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ftp_net.hpp"
#include "support/damaged_states.hpp"

namespace utah10::test {

namespace {
using testing::ElementsAre;

std::vector<int> codes(const FtpUser& user) {
  std::vector<int> out;
  for (const FtpResult& r : user.results()) out.push_back(r.code);
  return out;
}
}  // namespace

// The typical store of docs/sources/ncp.md 10.5, octet for octet, over connections.
TEST(FtpServer, TypicalStoreAndRetrieve) {
  FtpNet net;
  net.start();
  const FtpForm form{'I', 'F', 'S', 36, 0};
  const StoredFile file = patternFile(500, 36);
  net.user().login("x", "y", "1");
  net.user().form(form);
  net.user().store("f", file, form);
  net.user().retrieve("f", form);
  net.user().command("BYE");
  net.finish();
  EXPECT_THAT(net.user().dialogue(),
              ElementsAre("< 300 HOST FTP Server 1.0 - at 20-SEP-72 12:00:00", "> USER x",
                          "< 330 User name accepted. Password, please.", "> PASS y",
                          "< 330 Password accepted. Account, please.", "> ACCT 1", "< 230 x is logged in.", "> TYPE I",
                          "< 200 Type I.", "> BYTE 36", "< 200 Byte size 36.", "> STRU F", "< 200 Structure F.",
                          "> MODE S", "< 200 Mode S.", "> STOR f", "< 255 SOCK 258", "< 250 Storage of f started.",
                          "< 252 Transfer completed.", "> RETR f", "< 255 SOCK 259", "< 250 Retrieval of f started.",
                          "< 252 Transfer completed.", "> BYE", "< 231 Goodbye.", "! the connection has ended"));
  EXPECT_EQ(*net.files.read("f"), file);
  ASSERT_EQ(net.user().results().size(), 10u);
  EXPECT_EQ(net.user().results()[8].file, file);
  EXPECT_EQ(net.user().results()[8].dataBits, file.bits.size());
  net.run(seconds(5));
  EXPECT_TRUE(net.server.sessions().empty());
  EXPECT_FALSE(net.user().connected());
  EXPECT_TRUE(net.wire.faults.empty());
  EXPECT_EQ(net.far.connections().size(), 1u);  // socket 3 alone
  EXPECT_TRUE(net.near.connections().empty());
}

struct Transfer {
  unsigned byteSize;
  char type;
};
void PrintTo(const Transfer& t, std::ostream* out) { *out << t.type << t.byteSize; }
class FtpBitExact : public testing::TestWithParam<Transfer> {};

TEST_P(FtpBitExact, EachWay) {
  FtpNet net;
  net.start();
  net.user().login("x", "y", "1");
  const FtpForm form{GetParam().type, 'F', 'S', GetParam().byteSize, 0};
  net.user().form(form);
  const std::size_t settled = 3 + 4 - (form.isText() ? 1 : 0);
  const std::size_t sizes[] = {0, 1, 35, 36, 37, 999, 1000, 1001, 100000};
  for (const std::size_t n : sizes) {
    net.user().store("f" + std::to_string(n), patternFile(n, GetParam().byteSize), form);
    net.user().retrieve("f" + std::to_string(n), form);
  }
  net.finish();
  const auto& results = net.user().results();
  ASSERT_EQ(results.size(), settled + 2 * std::size(sizes));
  for (std::size_t i = 0; i < std::size(sizes); ++i) {
    const StoredFile file = patternFile(sizes[i], GetParam().byteSize);
    EXPECT_EQ(results[settled + 2 * i].code, 252) << sizes[i];
    EXPECT_EQ(*net.files.read("f" + std::to_string(sizes[i])), file) << sizes[i];
    EXPECT_EQ(results[settled + 2 * i + 1].code, 252) << sizes[i];
    EXPECT_EQ(results[settled + 2 * i + 1].file, file) << sizes[i];
  }
  EXPECT_TRUE(net.wire.faults.empty());
}

INSTANTIATE_TEST_SUITE_P(Sizes, FtpBitExact,
                         testing::Values(Transfer{8, 'A'}, Transfer{8, 'I'}, Transfer{32, 'I'}, Transfer{36, 'I'},
                                         Transfer{36, 'L'}, Transfer{7, 'L'}, Transfer{255, 'I'}));

TEST(FtpServer, EveryFormOverTheWire) {
  FtpNet net;
  net.start();
  net.user().login("x", "y", "1");
  std::vector<StoredFile> expected;
  for (const char type : std::string{"AEPFIL"})
    for (const char structure : std::string{"FR"})
      for (const char mode : std::string{"SBT"}) {
        const FtpForm form{type, structure, mode, 36, 0};
        if (!whyIllegal(form).empty()) continue;
        StoredFile file = form.isText() ? textFile("first\r\n\r\nthird\r\nunfinished") : patternFile(3000, 36);
        if (!form.isText() && structure == 'R') file.recordEnds = {0, 10, 10, 2000};
        net.user().form(form);
        net.user().store("f", file, form);
        net.user().retrieve("f", form);
        expected.push_back(file);
      }
  net.finish();
  std::size_t n = 0;
  for (const FtpResult& r : net.user().results()) {
    EXPECT_LT(r.code, 400) << r.command;
    if (r.command != "RETR f") continue;
    EXPECT_EQ(r.file, expected.at(n)) << n;
    ++n;
  }
  EXPECT_EQ(n, expected.size());
}

TEST(FtpServer, SeveralAtOnce) {
  FtpNet net{{}, 5};
  net.start();
  const FtpForm form{'I', 'F', 'S', 36, 0};
  for (std::size_t n = 0; n < 5; ++n) {
    FtpUser& u = *net.users[n];
    u.login("u" + std::to_string(n), "y", "1");
    u.form(form);
    u.store("f" + std::to_string(n), patternFile(2000 + n, 36), form);
    u.retrieve("f" + std::to_string(n), form);
  }
  net.run(seconds(1));
  EXPECT_EQ(net.server.sessions().size(), 5u);
  net.finish();
  for (std::size_t n = 0; n < 5; ++n) {
    ASSERT_EQ(net.users[n]->results().size(), 9u);
    EXPECT_EQ(net.users[n]->results()[8].file, patternFile(2000 + n, 36));
  }
}

TEST(FtpServer, NoMoreSessionsThanTheLimit) {
  FtpConfig config;
  config.mostSessions = 2;
  FtpNet net{config, 3};
  net.start();
  int away = 0;
  for (const auto& u : net.users)
    if (u->dialogue().front() == "< 401 Not accepting users now, goodbye.") ++away;
  EXPECT_EQ(away, 1);
  EXPECT_EQ(net.server.sessions().size(), 2u);
  ASSERT_EQ(net.server.notes().size(), 1u);
  EXPECT_EQ(net.server.notes().front().text, "401 Not accepting users now, goodbye.");
}

TEST(FtpServer, DataSocketWithoutAListener) {
  FtpNet net;
  net.start();
  net.user().login("x", "y", "1");
  net.files.write("f", textFile("abc"));
  net.user().command("SOCK 9998");  // although the user listens on U+4
  net.user().retrieve("f", {});
  net.finish();
  EXPECT_EQ(net.user().results().back().code, 454);
  EXPECT_EQ(net.user().dialogue().back(), "< 454 UNABLE TO ESTABLISH DATA CONNECTION.");
  // The session continues.
  net.user().command("SOCK " + std::to_string(net.user().pair().user.plus(4).number()));
  net.user().retrieve("f", {});
  net.finish();
  EXPECT_EQ(net.user().results().back().code, 252);
  EXPECT_EQ(textOf(net.user().results().back().file), "abc");
}

TEST(FtpServer, BrokenAndAborted) {
  FtpNet net;
  net.start();
  net.user().login("x", "y", "1");
  net.files.write("big", patternFile(100000, 8));
  net.user().retrieve("big", {});
  net.run(milliseconds(300));
  ASSERT_FALSE(net.idle());
  net.user().breakData();
  net.finish();
  EXPECT_EQ(net.user().results().back().code, 452);
  net.user().retrieve("big", {});
  net.run(milliseconds(300));
  ASSERT_FALSE(net.idle());
  net.user().interject("ABOR");
  net.finish();
  EXPECT_EQ(net.user().results().back().code, 201);
  net.user().store("mine", patternFile(100000, 8), {});
  net.run(milliseconds(300));
  net.user().interject("ABOR");
  net.finish();
  EXPECT_EQ(net.user().results().back().code, 201);
  EXPECT_FALSE(net.files.read("mine"));
  net.user().retrieve("big", {});
  net.finish();
  EXPECT_EQ(net.user().results().back().file.bits, patternFile(100000, 8).bits);
}

TEST(FtpServer, NoSpaceInTheMiddle) {
  FtpNet net{{}, 1, 400000};
  net.start();
  net.user().login("x", "y", "1");
  net.user().store("f", patternFile(60000, 8), {});
  net.user().store("g", patternFile(50000, 8), {});
  net.user().store("h", patternFile(1, 8), {});
  net.finish();
  EXPECT_THAT(codes(net.user()), ElementsAre(330, 330, 230, 453, 252, 453));
  EXPECT_EQ(net.files.list().size(), 1u);
}

TEST(FtpServer, UserDisconnectsDuringATransfer) {
  FtpNet net;
  net.start();
  net.user().login("x", "y", "1");
  net.user().store("f", patternFile(100000, 8), {});
  net.run(milliseconds(300));
  ASSERT_EQ(net.server.sessions().size(), 1u);
  EXPECT_TRUE(net.server.sessions()[0].moving);
  net.near.close(net.user().pair().output);
  net.run(seconds(200));
  EXPECT_TRUE(net.server.sessions().empty());
  EXPECT_FALSE(net.files.read("f"));
  EXPECT_EQ(net.far.connections().size(), 1u);
}

// The server's host goes down during a store and comes up again.
TEST(FtpServer, HostGoesDownAndUp) {
  FtpNet net;
  net.start();
  net.user().login("x", "y", "1");
  net.user().store("f", patternFile(100000, 8), {});
  net.run(milliseconds(300));
  net.far.goDown();
  net.run(seconds(200));
  EXPECT_TRUE(net.server.sessions().empty());
  EXPECT_FALSE(net.files.read("f"));
  net.far.comeUp();
  net.run(seconds(200));
  EXPECT_FALSE(net.user().connected());
  EXPECT_TRUE(net.user().idle());
  EXPECT_EQ(net.user().results().back().code, 0);
  net.user().call(FtpNet::kServer);
  net.run(seconds(5));
  net.user().login("x", "y", "1");
  net.user().store("f", patternFile(100, 8), {});
  net.finish();
  EXPECT_EQ(net.user().results().back().code, 252);
  EXPECT_TRUE(net.files.read("f"));
}

// The NCPs handle lost messages: files still arrive complete.
TEST(FtpServer, LossesDoNotShow) {
  FtpNet net;
  net.start();
  net.wire.setLosses({300, 100});
  net.user().login("x", "y", "1");
  const FtpForm form{'I', 'F', 'S', 36, 0};
  net.user().form(form);
  net.user().store("f", patternFile(22222, 36), form);
  net.user().retrieve("f", form);
  net.finish();
  EXPECT_GT(net.wire.lost, 0u);
  EXPECT_EQ(net.user().results().back().file, patternFile(22222, 36));
}

TEST(FtpServer, ShutDown) {
  FtpNet net;
  net.start();
  net.user().login("x", "y", "1");
  net.finish();
  net.server.shutDown();
  net.run(seconds(5));
  EXPECT_EQ(net.user().dialogue().at(net.user().dialogue().size() - 2), "< 436 Service shutting down, goodbye.");
  EXPECT_TRUE(net.server.sessions().empty());
  EXPECT_TRUE(net.far.connections().empty());
}

// A snapshot at any moment of a store and a retrieval has the same future, bit for bit.
TEST(FtpServer, ASnapshotDuringATransferHasTheSameFuture) {
  const FtpForm form{'I', 'R', 'B', 36, 500};
  const auto script = [&](FtpNet& net) {
    net.user().login("x", "y", "1");
    net.user().form(form);
    StoredFile file = patternFile(4000, 36);
    file.recordEnds = {1, 100, 3999};
    net.user().store("f", file, form);
    net.user().retrieve("f", form);
    net.user().command("STAT");
  };
  FtpConfig config;
  config.markEvery = 700;
  FtpNet net{config};
  net.start();
  script(net);
  for (int n = 0; n < 40; ++n) {
    net.run(milliseconds(37));
    const auto saved = net.save();
    FtpNet other{config};
    other.start();  // the wire does not save which hosts are up
    ASSERT_EQ(other.restore(saved), "");
    ASSERT_TRUE(other.save() == saved);
    net.run(milliseconds(29));
    other.run(milliseconds(29));
    ASSERT_TRUE(other.save() == net.save()) << n;
    if (n % 10 != 3) continue;
    other.finish();
    EXPECT_EQ(other.user().results().back().code, 100);
    EXPECT_EQ(other.user().results()[8].file.bits, patternFile(4000, 36).bits);
  }
  net.finish();
  EXPECT_EQ(net.user().results()[8].file.recordEnds, (std::vector<std::uint64_t>{1, 100, 3999}));
  EXPECT_FALSE(net.user().markers().empty());
}

TEST(FtpServer, SnapshotsWithAFlippedBitAreRefusedOrHarmless) {
  FtpNet net;
  net.start();
  net.user().login("x", "y", "1");
  net.user().store("f", patternFile(3000, 8), {});
  net.run(milliseconds(200));
  const auto saved = [](FtpNet& of) {
    Archive out = Archive::writer();
    out.section("s", [&] { of.server.state(out); });
    return out.take();
  };
  const auto good = saved(net);
  DamageCounts counts;
  for (std::size_t n = 0; n < good.size() * 8; n += 3) {
    auto bad = good;
    bad[n / 8] ^= std::byte{1} << (n % 8);
    FtpNet other;
    restoreDamaged(
        counts, bad, good,
        [&](const auto& state) {
          Archive in = Archive::reader(state);
          in.section("s", [&] { other.server.state(in); });
          return in.error();
        },
        [&] { return saved(other); }, [] {});
  }
  EXPECT_GT(counts.refused, 10);
  EXPECT_GT(counts.accepted, 0);
}

}  // namespace utah10::test

// Faults of a NETRJS session, provoked over the wire, and CCN's messages about them.
#include <gtest/gtest.h>

#include "network/ccn/ccn_rig.hpp"

namespace utah10::test {
namespace {

using Lines = std::vector<std::string>;

Octets hexOctets(std::string_view text) {
  std::string digits;
  std::ranges::copy_if(text, std::back_inserter(digits), [](char c) { return c != ' '; });
  Octets out;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
    out.push_back(static_cast<std::uint8_t>(std::stoul(digits.substr(i, 2), nullptr, 16)));
  return out;
}

struct Fault {
  std::string_view hex;
  Lines says;
  std::size_t longestRecord = 255;
};

// Each is preceded by a stack with a complete job, which is accepted at the next JOB card; the job of that card is
// lost.
const Fault kFaults[] = {
    {"FF 00 0007 00000008 00",
     {"NRJ512I HEADER = FF0000070000000800", "NRJ505I BAD HEADER SEQUENCE FOR NETRJS READER"}},
    {"FF 00 0001 00001B88 00", {"NRJ512I HEADER = FF00000100001B8800", "NRJ506I BAD HEADER LENGTH FOR NETRJS READER"}},
    {"F0 00 0001 00000008 00", {"NRJ512I HEADER = F000000100000008 00", "NRJ507I BAD HEADER TYPE FOR NETRJS READER"}},
    {"FF 04 0001 00000008 00", {"NRJ512I HEADER = FF0400010000000800", "NRJ511I BAD FILL BIT COUNT FOR NETRJS READER"}},
    {"FF 00 0001 00000010 00 43 00", {"NRJ602I LINE1 STREAM ERROR - READER, 1"}},
    {"FF 00 0001 00000018 00 C3 03 41", {"NRJ602I LINE1 STREAM ERROR - READER, 2"}},
    // A count of eight bits cannot exceed 255, so this CCN accepts only 80.
    {"FF 00 0001 00000010 00 C3 51", {"NRJ602I LINE1 STREAM ERROR - READER, 3"}, 80},
    {"FF 00 0001 00000018 00 83 41 00", {"NRJ602I LINE1 STREAM ERROR - READER, 4"}},
    {"FF 00 0001 00000060 00 83 DF DF DF DF DF DF DF DF C8 00 00", {"NRJ602I LINE1 STREAM ERROR - READER, 5"}},
    {"FF 00 0001 000000A8 00 83 FF 41 FF 41 FF 41 FF 41 FF 41 FF 41 FF 41 FF 41 E8 41 00",
     {"NRJ602I LINE1 STREAM ERROR - READER, 6"}},
    {"FF 00 0001 00000060 00 83 DF DF DF DF DF DF DF DF 88 41 00", {"NRJ602I LINE1 STREAM ERROR - READER, 7"}},
};

Octets stack() {
  TransactionEncoder encoder(StreamFormat{});
  for (const Octets& card : deck({"//A JOB", "CARD", "//B JOB", "CARD"})) encoder.add(record(StreamFormat{}, card));
  return encoder.finish();
}

TEST(CcnFaults, EveryStreamErrorEndsTheReaderAndLosesTheLastJob) {
  for (const Fault& f : kFaults) {
    CcnConfig config = ccnOf(CcnGeneration::Of1973);
    config.longestRecord = f.longestRecord;
    CcnRig rig(config);
    rig.comeUp();
    Octets stream = stack();
    const Octets bad = hexOctets(f.hex);
    stream.insert(stream.end(), bad.begin(), bad.end());
    rig.user.sendRaw(stream);
    rig.signOn(rig.user);
    for (std::string line : f.says) {
      std::erase_if(line, [&, n = 0](char c) mutable { return ++n > 17 && c == ' ' && line.starts_with("NRJ512I"); });
      EXPECT_TRUE(rig.said(rig.user, line)) << line;
    }
    EXPECT_TRUE(rig.said(rig.user, "RJS534I JOB A ACCEPTED BY RJS - 0000002 CARDS READ"));
    ASSERT_EQ(rig.server.batch().jobs().size(), 1u);
    EXPECT_EQ(rig.server.counts().streamErrors, 1u);
    EXPECT_FALSE(rig.user.busy());
    rig.user.send(deck({"//C JOB"}));  // the channel can be opened again
    rig.run(seconds(3));
    EXPECT_TRUE(rig.said(rig.user, "RJS534I JOB C ACCEPTED BY RJS - 0000001 CARDS READ"));
  }
}

TEST(CcnFaults, InvalidSignonEndsTheSessionIn1972AndMayBeRepeatedIn1973) {
  CcnRig old(ccnOf(CcnGeneration::Of1972), userOf("NOBODY"));
  old.comeUp();
  old.signOn(old.user);
  EXPECT_EQ(old.user.console(), Lines{"NRJ876I NETWORK REMOTE JOB SERVICE READY"});
  EXPECT_FALSE(old.user.connected());
  EXPECT_TRUE(old.server.sessions().empty());
  CcnRig rig(ccnOf(CcnGeneration::Of1973), userOf("NOBODY"));
  rig.comeUp();
  rig.signOn(rig.user);
  EXPECT_EQ(rig.user.console(), (Lines{"NRJ876R CCN NETRJS READY.  ENTER SIGNON", "NRJ307R INVALID SIGNON, RE-ENTER"}));
  rig.user.type("SIGNON ENGR");  // its password is missing
  rig.user.type("STATUS");
  rig.user.type("SIGNON ENGR SESAME");
  rig.run(seconds(2));
  EXPECT_EQ(std::ranges::count(rig.user.console(), "NRJ307R INVALID SIGNON, RE-ENTER"), 3);
  EXPECT_TRUE(rig.user.signedOn());
}

TEST(CcnFaults, OneTerminalSignsOnOnce) {
  CcnRig rig(ccnOf(CcnGeneration::Of1973), userOf("NETUTAH1"), userOf("NETUTAH1", "second"));
  rig.comeUp();
  rig.signOn(rig.user);
  rig.signOn(rig.second);
  EXPECT_TRUE(rig.user.signedOn());
  EXPECT_EQ(rig.last(rig.second), "NRJ307R INVALID SIGNON, RE-ENTER");
}

TEST(CcnFaults, SignonTimesOutAfterThreeMinutesIn1973) {
  for (const CcnGeneration g : {CcnGeneration::Of1973, CcnGeneration::Of1972}) {
    CcnRig rig(ccnOf(g), userOf(""));
    rig.comeUp();
    rig.signOn(rig.user);
    rig.run(seconds(174));
    EXPECT_EQ(rig.user.console().size(), 1u);
    rig.run(seconds(3));
    EXPECT_EQ(rig.user.connected(), g == CcnGeneration::Of1972);
    if (g == CcnGeneration::Of1972) continue;
    EXPECT_EQ(Lines(rig.user.console().begin() + 1, rig.user.console().end()),
              (Lines{"NRJ308R SIGNON TIMEOUT EXCEEDED", "NRJ205R NETRJS SESSION TERMINATED"}));
  }
}

TEST(CcnFaults, AllPortsBusy) {
  CcnConfig config = ccnOf(CcnGeneration::Of1973);
  config.lines = 1;
  CcnRig rig(config);
  rig.comeUp();
  rig.signOn(rig.user);
  rig.signOn(rig.second);
  EXPECT_EQ(rig.second.console(), Lines{"NRJ110I NETRJS PORTS BUSY.  TRY LATER"});
  EXPECT_FALSE(rig.second.connected());
  rig.user.hangUp();
  rig.run(seconds(2));
  rig.signOn(rig.second);
  EXPECT_TRUE(rig.second.signedOn());
}

TEST(CcnFaults, RjsNotUpAndNoCore) {
  CcnRig rig(ccnOf(CcnGeneration::Of1973));
  rig.comeUp();
  rig.signOn(rig.user);
  rig.server.setService(CcnService::RjsDown);
  rig.signOn(rig.second);
  EXPECT_EQ(rig.last(rig.user), "NRJ304I RJS IS SHUTTING DOWN");
  EXPECT_FALSE(rig.user.connected());
  EXPECT_EQ(rig.second.console(), Lines{"NRJ111I RJS NOT UP, TRY LATER"});
  rig.server.setService(CcnService::NoCore);
  rig.signOn(rig.second);
  EXPECT_TRUE(rig.second.refused());
  rig.server.setService(CcnService::Up);
  rig.signOn(rig.second);
  EXPECT_TRUE(rig.second.signedOn());
}

TEST(CcnFaults, IdleReaderTimesOutAfterFiveMinutesIn1973) {
  CcnRig rig(ccnOf(CcnGeneration::Of1973));
  rig.comeUp();
  rig.user.sendRaw(stack());
  rig.signOn(rig.user);
  rig.run(seconds(290));
  EXPECT_FALSE(rig.said(rig.user, "NRJ504I DATA TRANSFER TIMEOUT FOR THE READER, NETUTAH1"));
  EXPECT_EQ(rig.server.sessions()[0].reader, "B");
  rig.run(seconds(12));
  EXPECT_TRUE(rig.said(rig.user, "NRJ504I DATA TRANSFER TIMEOUT FOR THE READER, NETUTAH1"));
  EXPECT_EQ(rig.server.sessions()[0].reader, "closed");
  EXPECT_FALSE(rig.said(rig.user, "RJS534I JOB B ACCEPTED BY RJS - 0000002 CARDS READ"));
}

TEST(CcnFaults, UserWhoClosesTheReaderLosesTheLastJob) {
  CcnRig rig(ccnOf(CcnGeneration::Of1973));
  rig.comeUp();
  rig.user.sendRaw(stack());
  rig.signOn(rig.user);
  rig.user.abortReader();
  rig.run(seconds(2));
  EXPECT_TRUE(rig.said(rig.user, "NRJ502I NETRJS READER DATA TRANSFER ABORTED BY USER NETUTAH1."));
  EXPECT_EQ(rig.server.counts().jobs, 1u);
}

TEST(CcnFaults, BuffersAreLimited) {
  CcnConfig config = ccnOf(CcnGeneration::Of1973);
  config.buffers = 1;
  CcnRig rig(config);
  rig.comeUp();
  rig.signOn(rig.user);
  rig.user.fetch(CcnPaper::Print);  // stays open, without output
  rig.run(seconds(1));
  rig.user.fetch(CcnPaper::Punch);
  rig.user.send(deck({"//A JOB"}));
  rig.run(seconds(2));
  EXPECT_TRUE(rig.said(rig.user, "NRJ503I NO CORE AVAILABLE FOR NETRJS PUNCH"));
  EXPECT_TRUE(rig.said(rig.user, "NRJ501I NO CORE AVAILABLE FOR NETRJS READER"));
  EXPECT_TRUE(rig.user.refused());
}

struct Stranger : NcpUser {
  explicit Stranger(Ncp& n) : ncp(n), self(n.enrol(*this)) {}
  void closed(ConnectionId, CloseReason r) override { reason = r; }
  Ncp& ncp;
  Ncp::UserId self;
  std::optional<CloseReason> reason;
};

TEST(CcnFaults, ChannelsAreRefusedBeforeSignonAndToOtherHosts) {
  CcnRig rig(ccnOf(CcnGeneration::Of1973), userOf(""));
  Stranger own(rig.utah);
  Stranger other(rig.rand);
  rig.comeUp();
  rig.signOn(rig.user);
  const auto base = [&] {
    for (const ConnectionView& v : rig.ccn.connections())
      if (v.state == "open" && v.local.gender() == Gender::Receive) return v.local;
    return Socket{};
  }();
  ASSERT_NE(base, Socket{});
  rig.utah.connect(own.self, Socket{07777}, rig.kCcn, base.plus(2), 8);
  rig.run(seconds(1));
  EXPECT_EQ(own.reason, CloseReason::Refused);
  EXPECT_TRUE(rig.said(rig.user, "NRJ305I SIGNON REQUIRED BEFORE READER MAY BE OPENED"));
  rig.user.type("SIGNON NETUTAH1");
  rig.run(seconds(1));
  rig.rand.connect(other.self, Socket{07776}, rig.kCcn, base.plus(3), 8);
  rig.run(seconds(1));
  EXPECT_EQ(other.reason, CloseReason::Refused);
  own.reason.reset();
  rig.utah.connect(own.self, Socket{07776}, rig.kCcn, base.plus(3), 8);  // any socket of the right gender (599 D.3)
  rig.run(seconds(1));
  EXPECT_FALSE(own.reason);
  EXPECT_EQ(rig.server.sessions()[0].printer, "open");
}

TEST(CcnFaults, UserSocketsCanBeEnforced) {
  CcnConfig config = ccnOf(CcnGeneration::Of1972);
  config.enforcesUserSockets = true;
  CcnRig rig(config);
  Stranger own(rig.utah);
  rig.comeUp();
  rig.signOn(rig.user);
  rig.utah.connect(own.self, Socket{07776}, rig.kCcn, Socket{0400 + 3}, 8);
  rig.user.send(deck({"//A JOB"}));
  rig.run(seconds(1));
  EXPECT_TRUE(rig.said(rig.user, "RJS534I JOB A ACCEPTED BY RJS - 0000001 CARDS READ"));
}

// Pages of 60 lines; a transaction holds 13 lines of 61 characters.
TEST(CcnFaults, InterruptedOutputResumesAPageBackOrAtItsStart) {
  for (const std::string_view terminal : {"NETUTAH1", "NETRAND"}) {
    CcnRig rig(ccnOf(CcnGeneration::Of1973), userOf(terminal));
    rig.comeUp();
    rig.server.readDeck("//BIG JOB (1),ME\n//*UTAH10 TIME=0,WAIT=0,LINES=900,LIST=NO\n", terminal);
    rig.signOn(rig.user);
    rig.user.fetch(CcnPaper::Print);
    rig.run(milliseconds(800));
    rig.user.abortFetch(CcnPaper::Print);
    rig.run(seconds(1));
    ASSERT_EQ(rig.user.fetched().size(), 1u);
    const RjsFetched part = rig.user.fetched()[0];
    EXPECT_FALSE(part.complete);
    // 248 and 258 measured: what 800 ms carry, four pages and more.
    EXPECT_NEAR(static_cast<double>(part.records.size()), 253, 13);
    EXPECT_TRUE(
        rig.said(rig.user, "NRJ502I NETRJS PRINTER DATA TRANSFER ABORTED BY USER " + std::string(terminal) + "."));
    rig.user.fetch(CcnPaper::Print);
    rig.run(seconds(60));
    ASSERT_EQ(rig.user.fetched().size(), 2u);
    const RjsFetched& rest = rig.user.fetched()[1];
    EXPECT_TRUE(rest.complete);
    EXPECT_EQ(rest.records.front(), octets("BIG     ,ME"));
    const std::size_t separators = terminal == "NETRAND" ? 14 : 0;
    if (terminal == "NETRAND") {
      EXPECT_EQ(rest.records.size(), 901 + separators);
    } else {
      EXPECT_EQ(rest.records[1][0], '1');  // at the top of a page
      EXPECT_LT(rest.records.size(), 901u);
      EXPECT_GE(part.records.size() + rest.records.size(), 902u);
      EXPECT_LE(part.records.size() + rest.records.size(), 902u + 60 + 13);
    }
    EXPECT_TRUE(rig.server.batch().outputs().empty());
  }
}

// The RFNM of the end mark is lost with its host: in 1973 the job is kept, in 1972 it is not.
TEST(CcnFaults, JobIsKeptUntilItsEndIsConfirmedIn1973) {
  for (const CcnGeneration g : {CcnGeneration::Of1972, CcnGeneration::Of1973}) {
    CcnRig rig(ccnOf(g));
    rig.comeUp();
    rig.server.readDeck("//A JOB (1),ME\n//*UTAH10 TIME=0,WAIT=0,LINES=2\n", "NETUTAH1");
    rig.signOn(rig.user);
    rig.user.fetch(CcnPaper::Print);
    const std::size_t before = rig.server.batch().outputs().size();
    ASSERT_EQ(before, 1u);
    // Once the only transaction is in transit, its RFNM takes 40 ms: the end mark finds the host dead.
    const auto dataOnItsWay = [&] {
      return std::ranges::any_of(rig.wire.seen, [](const DirectWire::Seen& seen) {
        return seen.from == CcnRig::kCcn && seen.message.text.size() > 500 && seen.message.text.field(40, 8) == 0xFF;
      });
    };
    while (!dataOnItsWay()) rig.run(milliseconds(1));
    rig.run(milliseconds(38));
    rig.wire.setDead(rig.kUtah, true);
    rig.run(seconds(200));
    EXPECT_EQ(rig.server.batch().outputs().size(), g == CcnGeneration::Of1972 ? 0u : 1u);
    EXPECT_TRUE(rig.server.sessions().empty());
  }
}

TEST(CcnFaults, JobsAndOutputsSurviveADeadUserHost) {
  CcnRig rig(ccnOf(CcnGeneration::Of1973));
  rig.comeUp();
  rig.server.readDeck("//BIG JOB (1),ME\n//*UTAH10 TIME=0,WAIT=0,LINES=900\n", "NETUTAH1");
  rig.user.sendRaw(stack());
  rig.user.fetch(CcnPaper::Print);
  rig.signOn(rig.user);
  rig.user.fetch(CcnPaper::Punch);
  rig.signOn(rig.second);
  rig.wire.setDead(rig.kUtah, true);
  rig.run(seconds(400));
  EXPECT_EQ(rig.server.sessions().size(), 1u);
  EXPECT_EQ(rig.server.sessions()[0].terminal, "NETUTAH2");
  EXPECT_EQ(rig.server.counts().jobs, 2u);  // BIG and A
  EXPECT_TRUE(rig.second.signedOn());
}

TEST(CcnFaults, CentralOperatorEndsASession) {
  CcnRig rig(ccnOf(CcnGeneration::Of1973));
  rig.comeUp();
  rig.signOn(rig.user);
  EXPECT_FALSE(rig.server.abortSession(2));
  EXPECT_TRUE(rig.server.abortSession(1));
  rig.run(seconds(1));
  EXPECT_EQ(rig.last(rig.user), "NRJ204I NETRJS SESSION ABORTED BY CENTRAL OPERATOR, TERM=NETUTAH1");
  EXPECT_FALSE(rig.user.connected());
}

TEST(CcnFaults, ControlCEndsASessionIn1973) {
  for (const CcnGeneration g : {CcnGeneration::Of1972, CcnGeneration::Of1973}) {
    CcnRig rig(ccnOf(g));
    rig.comeUp();
    rig.signOn(rig.user);
    rig.user.type("STAT\x03US");
    rig.run(seconds(1));
    EXPECT_EQ(rig.user.connected(), g == CcnGeneration::Of1972);
    EXPECT_EQ(rig.last(rig.user), g == CcnGeneration::Of1972 ? "RJS804I TERMINAL NETUTAH1 HAS NO JOBS ACTIVE"
                                                             : "NRJ205R NETRJS SESSION TERMINATED");
  }
}

}  // namespace
}  // namespace utah10::test

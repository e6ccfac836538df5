// The host-host protocol octet by octet: every command, every ERR code, the worked bytes of docs/sources/ncp.md 11.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "network/scripted_peer.hpp"

namespace utah10::test {

using testing::ElementsAre;

namespace {

struct CommandRow {
  const char* name;
  ControlCommand command;
  const char* octets;
};

ControlCommand make(ControlOp op, unsigned mine = 0, unsigned yours = 0, unsigned link = 0, unsigned size = 0) {
  ControlCommand c;
  c.op = op;
  c.mine = Socket{mine};
  c.yours = Socket{yours};
  c.link = static_cast<std::uint8_t>(link);
  c.byteSize = static_cast<std::uint8_t>(size);
  return c;
}

ControlCommand space(ControlOp op, unsigned link, unsigned messages, unsigned bits) {
  ControlCommand c = make(op, 0, 0, link);
  c.messages = static_cast<std::uint16_t>(messages);
  c.bits = bits;
  return c;
}

ControlCommand data(ControlOp op, unsigned octet) {
  ControlCommand c;
  c.op = op;
  c.data = static_cast<std::uint8_t>(octet);
  return c;
}

std::vector<CommandRow> commandRows() {
  ControlCommand err = data(ControlOp::Err, 4);
  err.culprit = {3, 0, 0, 0, 0x0D, 0, 0, 1, 0, 0};
  return {
      {"NOP", make(ControlOp::Nop), "00"},
      {"RTS", make(ControlOp::Rts, 0x100, 0x0D, 2), "01 00000100 0000000D 02"},
      {"STR", make(ControlOp::Str, 0x0D, 0x100, 0, 32), "02 0000000D 00000100 20"},
      {"CLS", make(ControlOp::Cls, 0x0D, 0x100), "03 0000000D 00000100"},
      {"ALL", space(ControlOp::All, 2, 1, 32), "04 02 0001 00000020"},
      {"GVB", space(ControlOp::Gvb, 2, 0x80, 0x40), "05 02 80 40"},
      {"RET", space(ControlOp::Ret, 2, 5, 0x12345678), "06 02 0005 12345678"},
      {"INR", make(ControlOp::Inr, 0, 0, 71), "07 47"},
      {"INS", make(ControlOp::Ins, 0, 0, 2), "08 02"},
      {"ECO", data(ControlOp::Eco, 0x55), "09 55"},
      {"ERP", data(ControlOp::Erp, 0x55), "0A 55"},
      {"ERR", err, "0B 04 03 0000000D 00000100 00"},
      {"RST", make(ControlOp::Rst), "0C"},
      {"RRP", make(ControlOp::Rrp), "0D"},
  };
}

}  // namespace

TEST(ControlMessage, EveryCommandEncodesAndDecodesAsTheProtocolSays) {
  const auto rows = commandRows();
  ASSERT_EQ(rows.size(), kControlOps);
  for (const CommandRow& r : rows) {
    const BitString octets = encode(r.command);
    EXPECT_EQ(toHex(octets), toHex(hex(r.octets))) << r.name;
    EXPECT_EQ(name(r.command.op), r.name);
    EXPECT_EQ(octetsOf(r.command.op) * 8, octets.size()) << r.name;
    const DecodedCommand d = decodeCommand(octets, 0, octets.size() / 8);
    EXPECT_FALSE(d.error.has_value()) << r.name;
    EXPECT_TRUE(d.command == r.command) << r.name;
    EXPECT_TRUE(describe(d.command).starts_with(r.name));
    for (std::size_t cut = 1; cut < octets.size() / 8; ++cut)
      EXPECT_EQ(decodeCommand(octets, 0, cut).error, ErrCode::CutShort) << r.name << ' ' << cut;
  }
  for (unsigned op = kControlOps; op < 256; ++op)
    EXPECT_EQ(decodeCommand(octets({op}), 0, 1).error, ErrCode::IllegalOp) << op;
}

TEST(ControlMessage, HeaderAndCommandMatchTheReferenceInPdp10Words) {
  BitString bits = controlMessage(kCcn, encode(make(ControlOp::Rts, 0x100, 0x0D, 2))).bits();
  EXPECT_EQ(bits.size(), 152u);
  bits.resize(5 * 36);
  const std::uint64_t expected[] = {0000404000000, 0001000005000, 0002000000020, 0000000000015, 0004000000000};
  for (unsigned i = 0; i < 5; ++i) EXPECT_EQ(bits.field(36 * i, 36), expected[i]) << i;
}

TEST(ControlMessage, EchoAndResetMatchTheExamples) {
  EXPECT_EQ(toHex(controlMessage(HostId{3}, encode(data(ControlOp::Eco, 0x55))).bits()),
            toHex(hex("00 03 00 00 | 00 08 00 02 00 | 09 55")));
  EXPECT_EQ(toHex(controlMessage(HostId{65}, encode(make(ControlOp::Rst))).bits()),
            toHex(hex("00 41 00 00 | 00 08 00 01 00 | 0C")));
}

namespace {

// The answers of an NCP to a control message from a host in contact.
struct AnswerRow {
  const char* why;
  const char* sent;
  std::vector<std::string> answers;  // texts of control messages
};

// ERR with its data padded with zeros.
std::string err(unsigned code, const std::string& about) {
  std::string text = toHex(hex("0B")) + toHex(octets({code})) + toHex(hex(about));
  text.resize(24, '0');
  return text;
}

}  // namespace

TEST(NcpBytes, ErrorsAreAnsweredWithTheirErrCode) {
  const std::vector<AnswerRow> rows = {
      {"illegal opcode, ten octets of it", "00 0E 01 02 03 04 05 06 07 08 09 0A 0B", {err(1, "0E010203040506070809")}},
      {"illegal opcode, padded", "FF 01", {err(1, "FF01")}},
      {"cut short", "01 00000100 0000", {err(2, "01 00000100 0000")}},
      {"cut short after a valid command", "09 77 04 02 00", {"0A77" + err(2, "040200")}},
      {"RTS between two receive sockets", "01 00000100 0000000C 02", {err(3, "01 00000100 0000000C 02")}},
      {"RTS from a send socket", "01 00000101 0000000C 02", {err(3, "01 00000101 0000000C 02")}},
      {"RTS on link 1", "01 00000100 0000000D 01", {err(3, "01 00000100 0000000D 01")}},
      {"RTS on link 72", "01 00000100 0000000D 48", {err(3, "01 00000100 0000000D 48")}},
      {"STR between two send sockets", "02 00000101 0000000D 08", {err(3, "02 00000101 0000000D 08")}},
      {"STR with byte size zero", "02 00000101 0000000C 00", {err(3, "02 00000101 0000000C 00")}},
      {"CLS between two receive sockets", "03 00000100 0000000C", {err(3, "03 00000100 0000000C")}},
      {"ALL on link 72, the next command is obeyed",
       "04 48 0001 00000001 09 11",
       {err(3, "04 48 0001 00000001") + "0A11"}},
      {"CLS without a connection", "03 00000100 0000000D", {err(4, "03 00000100 0000000D")}},
      {"ALL without a connection", "04 03 0001 00000001", {err(4, "04 03 0001 00000001")}},
      {"GVB without a connection", "05 03 80 80", {err(4, "05 03 80 80")}},
      {"RET without a connection", "06 03 0001 00000001", {err(4, "06 03 0001 00000001")}},
      {"INR without a connection", "07 03", {err(4, "07 03")}},
      {"INS without a connection", "08 03", {err(4, "08 03")}},
      {"NOP", "00 00 00", {}},
      {"ERR is not answered", "0B 01 FF 00 00 00 00 00 00 00 00 00", {}},
      {"ERP without an ECO", "0A 55", {}},
      {"RRP without an RST", "0D", {}},
      {"ECO", "09 AA", {"0AAA"}},
      {"RST", "0C", {"0D"}},
      {"RFC to a socket without a listener", "01 00000100 0000000D 05", {toHex(hex("03 0000000D 00000100"))}},
  };
  for (const AnswerRow& r : rows) {
    OneHost t{kUtah, kCcn, packed()};
    t.meet();
    EXPECT_EQ(t.say(r.sent), r.answers) << r.why;
  }
}

TEST(NcpBytes, CommandsOnAnUnestablishedConnectionGetNotConnected) {
  OneHost t{kUtah, kCcn};
  t.meet();
  t.ncp.listen(t.diary.self, Socket{0x0D});
  EXPECT_THAT(t.say("01 00000100 0000000D 05"), ElementsAre());  // requested, not accepted
  EXPECT_THAT(t.say("04 05 0001 00000020"), ElementsAre(err(5, "04 05 0001 00000020")));
  EXPECT_THAT(t.say("05 05 80 80"), ElementsAre(err(5, "05 05 80 80")));
  EXPECT_THAT(t.say("07 05"), ElementsAre(err(5, "07 05")));
  t.ncp.connect(t.diary.self, Socket{0x200}, kCcn, Socket{0x301}, 8);
  t.run();
  EXPECT_THAT(t.peer.take(), ElementsAre(toHex(hex("01 00000200 00000301 02"))));
  EXPECT_THAT(t.say("06 02 0001 00000001"), ElementsAre(err(5, "06 02 0001 00000001")));
  EXPECT_THAT(t.say("08 02"), ElementsAre(err(5, "08 02")));
}

TEST(NcpBytes, DataOnAnUnusedLinkAreAnsweredWithHeaderAndEightBitsOfText) {
  OneHost t{kUtah, kCcn};
  t.meet();
  t.peer.sendData(7, 8, octets({0xAB, 0xCD}));
  t.run();
  EXPECT_THAT(t.peer.take(), ElementsAre(err(5, "00 41 07 00 00 08 00 02 00 AB")));
  EXPECT_EQ(t.ncp.counters().malformed, 1u);
}

namespace {

// Our receiver on link 2, bytes of 8, granted 8 messages and 32000 bits; our sender on link 9.
struct Pair : OneHost {
  Pair() : OneHost(kUtah, kCcn, packed()) {
    meet();
    receiver = ncp.connect(diary.self, Socket{0x200}, kCcn, Socket{0x301}, 8);
    sender = ncp.connect(diary.self, Socket{0x201}, kCcn, Socket{0x300}, 8);
    first = say("02 00000301 00000200 08 01 00000300 00000201 09");
    diary.take();
  }
  ConnectionId receiver, sender;
  std::vector<std::string> first;
};

}  // namespace

TEST(NcpBytes, AReceiverGrantsItsAllocationOnceConnected) {
  Pair t;
  EXPECT_THAT(t.first, ElementsAre(toHex(hex("01 00000200 00000301 02 02 00000201 00000300 08")),
                                   toHex(hex("04 02 0008 00007D00"))));
  // Half of the messages used: topped up by the amount used.
  for (unsigned i = 1; i <= 4; ++i) t.peer.sendData(2, 8, octets({i, i}));
  t.run();
  EXPECT_EQ(toHex(t.diary.data), "0101020203030404");
  EXPECT_THAT(t.peer.take(), ElementsAre(toHex(hex("04 02 0004 00000040"))));
}

TEST(NcpBytes, EmptyMessagesUseOnlyTheMessageAllocation) {
  Pair t;
  for (unsigned i = 0; i < 4; ++i) t.peer.sendData(2, 8, {});
  t.run();
  EXPECT_THAT(t.peer.take(), ElementsAre(toHex(hex("04 02 0004 00000000"))));
  EXPECT_THAT(t.diary.take(), ElementsAre());
}

TEST(NcpBytes, ASenderObeysItsAllocationAndWaitsForEachRfnm) {
  Pair t;
  t.ncp.send(t.sender, octets({1, 2, 3, 4, 5, 6}));
  t.run();
  EXPECT_THAT(t.peer.take(), ElementsAre());
  EXPECT_THAT(t.say("04 09 0001 00000020"), ElementsAre("01020304"));  // 4 of the 6
  EXPECT_THAT(t.say("04 09 0002 0000000F"), ElementsAre("05"));        // 15 bits hold one byte
  EXPECT_THAT(t.say("04 09 0000 00000001"), ElementsAre("06"));        // 7 + 1
  EXPECT_EQ(t.ncp.unsent(t.sender), 0u);
  EXPECT_THAT(t.diary.take(), ElementsAre("drained 2"));
}

TEST(NcpBytes, GiveBackIsAnsweredWithTheFractionRoundedUp) {
  Pair t;
  t.say("04 09 0005 00000065");  // 5 messages, 101 bits
  // 5 x 1/128 is 1, rounded up; 101 x 64/128 is 50.5: 51.
  EXPECT_THAT(t.say("05 09 01 40"), ElementsAre(toHex(hex("06 09 0001 00000033"))));
  EXPECT_THAT(t.say("05 09 00 80"), ElementsAre(toHex(hex("06 09 0000 00000032"))));  // the other 50
  EXPECT_THAT(t.say("05 09 FF FF"), ElementsAre(toHex(hex("06 09 0004 00000000"))));
}

TEST(NcpBytes, AReceiverCallsBackExcessAllocation) {
  Pair t;
  t.ncp.allow(t.receiver, 2, 8000);
  t.run();
  // 6 of 8 messages and 24000 of 32000 bits: 96/128 of each.
  EXPECT_THAT(t.peer.take(), ElementsAre(toHex(hex("05 02 60 60"))));
  EXPECT_THAT(t.say("06 02 0006 00005DC0"), ElementsAre());
  EXPECT_EQ(t.ncp.connection(t.receiver)->messageSpace, 2u);
  EXPECT_EQ(t.ncp.connection(t.receiver)->bitSpace, 8000u);
  EXPECT_THAT(t.say("06 02 0001 00000001"), ElementsAre(err(3, "06 02 0001 00000001")));  // not requested
}

TEST(NcpBytes, AllocationsMayNotExceedTheirLimits) {
  Pair t;
  EXPECT_THAT(t.say("04 09 FFFF FFFFFFFF"), ElementsAre());
  EXPECT_THAT(t.say("04 09 0001 00000000"), ElementsAre(err(3, "04 09 0001 00000000")));
  EXPECT_THAT(t.say("04 09 0000 00000001"), ElementsAre(err(3, "04 09 0000 00000001")));
  EXPECT_EQ(t.ncp.connection(t.sender)->messageSpace, 0xFFFFu);
  EXPECT_EQ(t.ncp.connection(t.sender)->bitSpace, 0xFFFFFFFFu);
}

TEST(NcpBytes, DataBeyondTheAllocationAreDroppedWithAnErr) {
  Pair t;
  t.diary.takes = false;
  BitString much;
  much.resize(16'000);
  t.peer.sendData(2, 8, much);
  t.peer.sendData(2, 8, much);
  t.run();
  t.peer.take();
  t.peer.sendData(2, 8, octets({0x5A}));
  t.run();
  EXPECT_THAT(t.peer.take(), ElementsAre(err(0, "00 41 02 00 00 08 00 01 00 5A")));
  EXPECT_EQ(t.ncp.counters().overruns, 1u);
  EXPECT_EQ(t.ncp.counters().droppedBits, 8u);
  EXPECT_EQ(t.ncp.waiting(t.receiver), 32'000u);
}

TEST(NcpBytes, WrongByteSizesAndShortTextsAreDropped) {
  Pair t;
  t.peer.sendData(2, 36, hex("123456789"));
  t.run();
  EXPECT_THAT(t.peer.take(), ElementsAre(err(0, "00 41 02 00 00 24 00 01 00 12")));
  t.peer.sendMessage("00 04 02 00 00 08 00 09 00 77");  // nine bytes announced, one present
  t.run();
  EXPECT_THAT(t.peer.take(), ElementsAre(err(0, "00 41 02 00 00 08 00 09 00 77")));
  t.peer.sendMessage("00 04 02 00 00 08");              // no header
  t.peer.sendMessage("00 04 C0 00 00 08 00 01 00 77");  // an experimental link
  t.run();
  EXPECT_THAT(t.peer.take(), ElementsAre());
  EXPECT_EQ(t.ncp.counters().malformed, 4u);
  EXPECT_TRUE(t.diary.data.empty());
}

TEST(NcpBytes, ControlMessagesNeed8BitBytesAndAtMost120) {
  OneHost t{kUtah, kCcn};
  t.meet();
  t.peer.sendMessage("00 04 00 00 00 24 00 01 00 09 55 00 00 00");
  BitString long_;
  long_.resize(121 * 8);
  t.peer.port.send(controlMessage(kUtah, long_));
  t.run();
  EXPECT_THAT(t.peer.take(), ElementsAre());
  EXPECT_EQ(t.ncp.counters().malformed, 2u);
}

TEST(NcpBytes, InterruptsCarryTheLinkOfTheirConnection) {
  Pair t;
  t.ncp.interrupt(t.receiver);
  t.ncp.interrupt(t.sender);
  t.run();
  EXPECT_THAT(t.peer.take(), ElementsAre("07020809"));
  EXPECT_THAT(t.say("08 02 07 09 07 09"), ElementsAre());
  EXPECT_THAT(t.diary.take(), ElementsAre("interrupted 1", "interrupted 2", "interrupted 2"));
}

TEST(NcpBytes, CommandsThatWaitForARfnmArePackedUpTo120Octets) {
  OneHost t{kUtah, kCcn, packed()};
  t.meet();
  // Two messages of 60 ECOs arrive before the RFNM of the first answers: 60 ERPs just fill a message.
  std::string echoes;
  for (unsigned i = 0; i < 60; ++i) echoes += "0933";
  t.peer.send(echoes);
  t.peer.send(echoes);
  t.run();
  const auto texts = t.peer.take();
  ASSERT_EQ(texts.size(), 2u);
  EXPECT_EQ(texts[0].size(), 240u);
  EXPECT_EQ(texts[1].size(), 240u);
  EXPECT_THAT(t.wire.faults, ElementsAre());
}

// linux-ncp's daemon obeys the first command of a message and destroys the others if that one needs an answer.
TEST(NcpBytes, ByDefaultEveryCommandHasItsOwnMessage) {
  for (const unsigned most : {1u, 2u}) {
    NcpConfig config;
    if (most != 1) config.commandsPerMessage = most;
    OneHost t{kUtah, kCcn, config};
    t.meet();
    const std::string rts = toHex(hex("01 00000200 00000301 02")), str = toHex(hex("02 00000201 00000300 08"));
    t.ncp.connect(t.diary.self, Socket{0x200}, kCcn, Socket{0x301}, 8);
    t.ncp.connect(t.diary.self, Socket{0x201}, kCcn, Socket{0x300}, 8);
    t.ncp.echo(kCcn, 0x55);
    t.run();
    const auto two =
        most == 1 ? std::vector{rts, str, std::string{"0955"}} : std::vector{rts + str, std::string{"0955"}};
    EXPECT_EQ(t.peer.take(), two);
    EXPECT_THAT(t.wire.faults, ElementsAre());
  }
}

}  // namespace utah10::test

// Messages written by hand from the documents' worked examples, passed through pcap and tools/utah10.lua, as tshark
// decodes them.
#include "trace/message_capture.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <random>

#include "trace/reader_support.hpp"

namespace utah10 {
namespace {

using test::fileText;
using test::writeBytes;

std::vector<std::uint8_t> octetsOf(std::string_view hex) {
  std::vector<std::uint8_t> octets;
  int digits = 0;
  for (const char c : hex) {
    if (c == ' ') continue;
    const auto value = static_cast<std::uint8_t>(c <= '9' ? c - '0' : c - 'A' + 10);
    if (digits++ % 2 == 0)
      octets.push_back(static_cast<std::uint8_t>(value << 4));
    else
      octets.back() = static_cast<std::uint8_t>(octets.back() | value);
  }
  return octets;
}

constexpr bool kToImp = true, kFromImp = false;

struct Wire {
  MessageCapture capture;
  Instant at = kPowerOn + seconds(3) + nanoseconds(7);

  void add(bool fromHost, const std::vector<std::uint8_t>& octets, std::optional<std::uint32_t> bits = {}) {
    capture.message(
        {at, microseconds(320), 2, fromHost, bits.value_or(static_cast<std::uint32_t>(8 * octets.size())), octets});
    at += milliseconds(1);
  }
  void add(bool fromHost, std::string_view hex) { add(fromHost, octetsOf(hex)); }
};

std::uint32_t little(const std::vector<std::byte>& bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value |= std::to_integer<std::uint32_t>(bytes[at + i]) << (8 * i);
  return value;
}

TEST(MessageCaptureFile, IsClassicPcapWithNanoseconds) {
  Wire wire;
  wire.add(kToImp, "05 02 03 00");
  const auto file = wire.capture.file();
  ASSERT_TRUE(file) << file.error().text();
  ASSERT_EQ(file->size(), 24u + 16 + 16 + 4);
  EXPECT_EQ(little(*file, 0), 0xa1b23c4du);  // classic pcap, nanoseconds
  EXPECT_EQ(little(*file, 20), 147u);        // USER0
  EXPECT_EQ(little(*file, 24), 3u);          // seconds
  EXPECT_EQ(little(*file, 28), 7u);          // nanoseconds
  EXPECT_EQ(little(*file, 32), 20u);         // captured
  EXPECT_EQ(little(*file, 36), 20u);         // on the wire
  const auto packet = octetsOf("01 00 00 02 00 00 00 20 00 00 00 00 00 04 E2 00 05 02 03 00");  // 320 us is 4E200
  EXPECT_EQ(std::memcmp(file->data() + 40, packet.data(), packet.size()), 0);
}

TEST(MessageCaptureFile, KeepsTheLengthOfAMessageTooLong) {
  Wire wire;
  wire.add(kToImp, std::vector<std::uint8_t>(MessageCapture::kLongestMessage + 5, 1));
  const auto file = wire.capture.file();
  ASSERT_TRUE(file);
  EXPECT_EQ(little(*file, 32), 16 + 65536u);
  EXPECT_EQ(little(*file, 36), 16 + 65541u);
}

class Dissector : public test::ReaderTest {
 protected:
  void SetUp() override {
    ReaderTest::SetUp();
    if (!there("tshark")) GTEST_SKIP() << "tshark is missing: package tshark";
  }
  std::string tshark(const Wire& wire, const std::string& options) {
    const auto file = wire.capture.file();
    EXPECT_TRUE(file);
    writeBytes(path("x.pcap"), *file);
    const std::string text =
        output("tshark -X lua_script:" UTAH10_SOURCE_DIR "/tools/utah10.lua -r x.pcap -t e " + options);
    EXPECT_EQ(text.find("Lua Error"), std::string::npos) << text;
    return text;
  }
  static std::string fields(std::initializer_list<const char*> names) {
    std::string options = "-T fields -E separator='|'";
    for (const char* name : names) options += std::string{" -e "} + name;
    return options;
  }
};

TEST_F(Dissector, ReadsOurHeader) {
  Wire wire;
  wire.add(kToImp, "04 00 00 00");
  wire.add(kFromImp, "0A 00 00 00");
  EXPECT_EQ(tshark(wire, fields({"frame.time_epoch", "utah10.version", "utah10.direction", "utah10.wire", "utah10.bits",
                                 "utah10.duration", "imp1822.typename"})),
            "3.000000007|1|0|2|32|320000|NOP\n"
            "3.001000007|1|1|2|32|320000|interface reset\n");
}

TEST_F(Dissector, NamesTheTypesOfEitherDirection) {
  const char* toImp[16] = {"regular message",
                           "error without message identification",
                           "host going down",
                           "?",
                           "NOP",
                           "?",  // only an IMP sends a RFNM
                           "?",
                           "?",
                           "error with message identification",
                           "?",
                           "?",
                           "?",
                           "?",
                           "?",
                           "?",
                           "?"};
  const char* toHost[16] = {"regular message",
                            "error in leader",
                            "IMP going down",
                            "unassigned",
                            "NOP",
                            "RFNM",
                            "unassigned",
                            "destination dead",
                            "error in data",
                            "incomplete transmission",
                            "interface reset",
                            "?",
                            "?",
                            "?",
                            "?",
                            "?"};
  Wire wire;
  std::string expected;
  for (unsigned type = 0; type < 16; ++type) {
    for (const bool fromHost : {kToImp, kFromImp}) {
      wire.add(fromHost, std::vector<std::uint8_t>{static_cast<std::uint8_t>(type), 4, 0, 0});
      expected += std::to_string(type) + "|" + (fromHost ? toImp : toHost)[type] + "\n";
    }
  }
  EXPECT_EQ(tshark(wire, fields({"imp1822.type", "imp1822.typename"})), expected);
}

// What an IMP answers (docs/sources/imp.md 12.3) and the fields of a leader (docs/sources/imp.md 6).
TEST_F(Dissector, ReadsLeaders) {
  Wire wire;
  wire.add(kFromImp, "05 02 03 00");  // RFNM of host 2, link 3
  wire.add(kFromImp, "07 04 00 00");  // IMP 4 is dead
  wire.add(kFromImp, "07 43 00 01");  // host 1 of IMP 3 is dead
  wire.add(kFromImp, "01 00 00 02");  // illegal type
  wire.add(kFromImp, "09 02 06 01");  // too long
  wire.add(kToImp, "F4 C5 FF FF");    // all flags; host 3 of IMP 5
  EXPECT_EQ(tshark(wire, fields({"imp1822.typename", "imp1822.host", "imp1822.imp", "imp1822.hostid", "imp1822.link",
                                 "imp1822.subtype", "imp1822.meaning", "imp1822.priority", "imp1822.octal"})),
            "RFNM|0|2|2|3|0||0|0\n"
            "destination dead|0|4|4|0|0|IMP dead or unreachable|0|0\n"
            "destination dead|1|3|67|0|1|host dead|0|0\n"
            "error in leader|0|0|0|0|2|illegal type|0|0\n"
            "incomplete transmission|0|2|2|6|1|message too long|0|0\n"
            "NOP|3|5|197|255|15||1|1\n");
}

TEST_F(Dissector, ReadsWhoGoesDown) {
  Wire wire;
  wire.add(kFromImp, "02 00 8C 06");  // scheduled software, in 3 times 5 minutes, for 6 times 5 minutes
  wire.add(kToImp, "02 00 FF FE");    // unknown, as TENEX sends it: 177776
  EXPECT_EQ(tshark(wire, fields({"imp1822.down.reason", "imp1822.down.when", "imp1822.down.long", "imp1822.back",
                                 "imp1822.why", "imp1822.link"})),
            "2|3|6|||\n"
            "|||4095|14|\n");
}

// The worked example of an initial connection (docs/sources/ncp.md 11).
TEST_F(Dissector, ReadsTheInitialConnection) {
  Wire wire;
  wire.add(kToImp, "00 41 00 00 00 08 00 0A 00 01 00000100 0000000D 02");
  wire.add(kFromImp, "00 41 00 00 00 08 00 0A 00 02 0000000D 00000100 20");
  wire.add(kToImp, "00 41 00 00 00 08 00 08 00 04 02 0001 00000020");
  wire.add(kFromImp, "00 41 02 00 00 20 00 01 00 00001000");
  wire.add(kFromImp, "00 41 00 00 00 08 00 09 00 03 0000000D 00000100");
  wire.add(kToImp, "00 41 00 00 00 08 00 14 00 02 00000103 00001000 08 01 00000102 00001001 03");
  EXPECT_EQ(tshark(wire, fields({"imp1822.hostid", "imp1822.link", "ncp1972.size", "ncp1972.count", "ncp1972.command",
                                 "ncp1972.mysocket", "ncp1972.yoursocket", "ncp1972.link", "ncp1972.bytesize",
                                 "ncp1972.messages", "ncp1972.bits", "ncp1972.text"})),
            "65|0|8|10|RTS|256|13|2||||\n"
            "65|0|8|10|STR|13|256||32|||\n"
            "65|0|8|8|ALL|||2||1|32|\n"
            "65|2|32|1||||||||00001000\n"
            "65|0|8|9|CLS|13|256|||||\n"
            "65|0|8|20|STR,RTS|259,258|4096,4097|3|8|||\n");
  const std::string lines = tshark(wire, "");
  EXPECT_NE(lines.find("regular message to host 65 link 0 RTS 256 13 2"), std::string::npos) << lines;
  EXPECT_NE(lines.find("regular message, host 65 link 2 1 bytes of 32 bits"), std::string::npos) << lines;
}

TEST_F(Dissector, ReadsEveryCommand) {
  Wire wire;
  const auto control = [&](std::string_view hex) {
    auto text = octetsOf(hex);
    auto octets = octetsOf("00 03 00 00 00 08 00 00 00");
    octets[7] = static_cast<std::uint8_t>(text.size());
    octets.insert(octets.end(), text.begin(), text.end());
    wire.add(kFromImp, octets);
  };
  control("05 07 40 80");
  control("06 07 0102 00000304");
  control("07 09 08 0A");
  control("09 55 0A 55");
  control("0B 01 0E FF 00 00 00 00 00 00 00 00");
  control("00 0C 0D 00");
  EXPECT_EQ(
      tshark(wire, fields({"ncp1972.op", "ncp1972.command", "ncp1972.link", "ncp1972.fm", "ncp1972.fb",
                           "ncp1972.messages", "ncp1972.bits", "ncp1972.data", "ncp1972.code", "ncp1972.errordata"})),
      "5|GVB|7|64|128|||||\n"
      "6|RET|7|||258|772|||\n"
      "7,8|INR,INS|9,10|||||||\n"
      "9,10|ECO,ERP||||||85,85||\n"
      "11|ERR|||||||1|0eff0000000000000000\n"
      "0,12,13,0|NOP,RST,RRP,NOP||||||||\n");
}

// Five words are 180 bits; the IMP adds a 1 and zeros up to a multiple of 16 (docs/sources/imp.md 3.3).
TEST_F(Dissector, TellsTextFromPadding) {
  Wire wire;
  auto message = octetsOf("00 04 02 00 00 24 00 02 00 0123456789ABCDEF01 8000");  // two words of 36 bits, 16 bits more
  wire.add(kFromImp, message);
  const std::string text = tshark(wire, "-V");
  EXPECT_NE(text.find("Text: 0123456789abcdef01"), std::string::npos) << text;
  EXPECT_NE(text.find("Padding: 8000 (16 bits)"), std::string::npos) << text;
  EXPECT_EQ(text.find("Malformed"), std::string::npos) << text;
}

struct Broken {
  const char* what;
  bool fromHost;
  const char* hex;
  std::optional<std::uint32_t> bits;
};

constexpr Broken kBroken[] = {
    {"message shorter than its leader", kToImp, "00 41 00", {}},
    {"message shorter than its leader", kToImp, "", {}},
    {"bits and octets disagree", kToImp, "05 02 03 00", 64},
    {"regular message without text", kToImp, "00 41 00 00", {}},
    {"regular message of less than 72 bits", kFromImp, "00 41 02 00 00 08 00 00", {}},
    {"10 bytes of 8 bits, only 72 bits there", kFromImp, "00 41 02 00 00 08 00 0A 00 000000000000000000", {}},
    {"65535 bytes of 255 bits, only 0 bits there", kFromImp, "00 41 02 00 00 FF FF FF 00", {}},
    {"RTS cut short", kFromImp, "00 41 00 00 00 08 00 03 00 01 0000", {}},
    {"ERR cut short", kFromImp, "00 41 00 00 00 08 00 02 00 0B 01", {}},
    {"no command 14", kFromImp, "00 41 00 00 00 08 00 02 00 0E 00", {}},
};

TEST_F(Dissector, SaysWhatIsMalformed) {
  Wire wire;
  for (const Broken& b : kBroken) wire.add(b.fromHost, octetsOf(b.hex), b.bits);
  wire.add(kToImp, "00 41 00 00 00 08 00 01 00 0C");  // correct as it is
  std::istringstream lines{
      tshark(wire, "-Y 'utah10.malformed or imp1822.malformed or ncp1972.malformed' -T fields -e _ws.col.Info")};
  std::string line;
  for (const Broken& b : kBroken) {
    ASSERT_TRUE(std::getline(lines, line)) << b.what;
    EXPECT_NE(line.find("[malformed: " + std::string{b.what} + "]"), std::string::npos) << line << "\n" << b.what;
  }
  EXPECT_FALSE(std::getline(lines, line)) << line;
}

TEST_F(Dissector, BearsAnything) {
  Wire wire;
  std::mt19937 random{1822};
  const auto whole = octetsOf("00 41 00 00 00 08 00 14 00 02 00000103 00001000 08 01 00000102 00001001 03");
  for (std::size_t n = 0; n < whole.size(); ++n) wire.add(n % 2 == 0, {whole.begin(), whole.begin() + n});
  for (int i = 0; i < 1000; ++i) {
    auto octets = whole;
    for (int k = 0; k < 3; ++k) octets[random() % octets.size()] = static_cast<std::uint8_t>(random());
    octets.resize(random() % (octets.size() + 1));
    wire.add(random() % 2 == 0, octets,
             random() % 8 == 0 ? std::optional<std::uint32_t>{random() % 256} : std::nullopt);
  }
  const std::string text = tshark(wire, "-V");
  const std::size_t frames = wire.capture.messages();
  EXPECT_NE(text.find("\nFrame " + std::to_string(frames) + ":"), std::string::npos);
  EXPECT_EQ(text.find("[Malformed Packet"),
            std::string::npos);  // tshark's term for a dissector that read past the end
}

}  // namespace
}  // namespace utah10

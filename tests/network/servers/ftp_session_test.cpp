// The dialogue of a file server, without a network.
#include <gtest/gtest.h>

#include "ftp_rig.hpp"

namespace utah10::test {

namespace {
std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find("\r\n", at);
    out.push_back(text.substr(at, end - at));
    at = end + 2;
  }
  return out;
}
std::string code(const std::string& reply) { return reply.substr(0, 3); }
}  // namespace

// The typical store of docs/sources/ncp.md 10.5, octet for octet on the control connection.
TEST(FtpSession, TypicalStoreAndRetrieve) {
  FtpRig rig;
  rig.session.greet();
  EXPECT_EQ(rig.replies, "300 HOST FTP Server 1.0 - at 20-SEP-72 12:00:00\r\n");
  EXPECT_EQ(rig.say("USER smith"), "330 User name accepted. Password, please.\r\n");
  EXPECT_EQ(rig.say("PASS y"), "330 Password accepted. Account, please.\r\n");
  EXPECT_EQ(rig.say("ACCT 1"), "230 smith is logged in.\r\n");
  EXPECT_EQ(rig.say("TYPE I"), "200 Type I.\r\n");
  EXPECT_EQ(rig.say("BYTE 36"), "200 Byte size 36.\r\n");
  EXPECT_EQ(rig.say("STOR f"), "255 SOCK 4098\r\n");
  ASSERT_EQ(rig.calls.size(), 1u);
  EXPECT_FALSE(rig.calls[0].sending);
  EXPECT_EQ(rig.calls[0].host, HostId{4});
  EXPECT_EQ(rig.calls[0].socket, 0x105u);  // U+5
  EXPECT_EQ(rig.calls[0].byteSize, 36u);
  BitString words;
  words.append(0123456701234, 36);
  words.append(0777777777777, 36);
  EXPECT_EQ(rig.store(words, 36), "250 Storage of f started.\r\n252 Transfer completed.\r\n");
  const auto file = rig.files.read("f");
  ASSERT_TRUE(file);
  EXPECT_EQ(file->bits, words);
  EXPECT_EQ(file->byteSize, 36u);

  EXPECT_EQ(rig.say("retr f"), "255 SOCK 4099\r\n");
  EXPECT_EQ(rig.calls[1].socket, 0x104u);  // U+4
  EXPECT_TRUE(rig.calls[1].sending);
  EXPECT_EQ(rig.retrieve(36), "250 Retrieval of f started.\r\n252 Transfer completed.\r\n");
  EXPECT_EQ(rig.sent, words);
  EXPECT_EQ(rig.closes, 1);
  EXPECT_EQ(rig.say("BYE"), "231 Goodbye.\r\n");
  EXPECT_TRUE(rig.hungUp);
}

struct Exchange {
  const char* command;
  const char* reply;
};
void PrintTo(const Exchange& e, std::ostream* out) { *out << e.command; }

class FtpReplies : public testing::TestWithParam<Exchange> {};

TEST_P(FtpReplies, AfterLogin) {
  FtpRig rig;
  rig.login();
  rig.files.write("here", textFile("abc\r\n"));
  EXPECT_EQ(code(rig.say(GetParam().command)), GetParam().reply);
}

INSTANTIATE_TEST_SUITE_P(
    Table, FtpReplies,
    testing::Values(
        Exchange{"", "200"}, Exchange{"   ", "200"}, Exchange{"NOOP", "200"}, Exchange{"HELP", "200"},
        Exchange{"FOO", "500"}, Exchange{"TOOLONG x", "500"}, Exchange{"12", "500"}, Exchange{"RETR:x", "500"},
        Exchange{"\x01", "500"}, Exchange{"XSEN x", "506"}, Exchange{"PASV", "506"}, Exchange{"MODE H", "506"},
        Exchange{"RETR", "502"}, Exchange{"TYPE", "502"}, Exchange{"BYTE", "502"}, Exchange{"USER", "502"},
        Exchange{"TYPE Q", "501"}, Exchange{"TYPE AA", "501"}, Exchange{"type e", "200"}, Exchange{"TYPE F", "200"},
        Exchange{"BYTE 0", "501"}, Exchange{"BYTE 256", "501"}, Exchange{"BYTE x", "501"}, Exchange{"BYTE 255", "200"},
        Exchange{"BYTE 99999999999999999999999", "501"}, Exchange{"BYTE    8  ", "200"}, Exchange{"STRU X", "501"},
        Exchange{"STRU r", "200"}, Exchange{"MODE X", "501"}, Exchange{"MODE T", "200"}, Exchange{"SOCK x", "501"},
        Exchange{"SOCK 4294967296", "501"}, Exchange{"SOCK 4294967295", "200"}, Exchange{"SOCK 256-5", "501"},
        Exchange{"SOCK 4-5", "200"}, Exchange{"SOCK 4-", "501"}, Exchange{"SOCK -5", "501"},
        Exchange{"RETR gone", "450"}, Exchange{"RETR ../etc", "501"}, Exchange{"RETR .hidden", "501"},
        Exchange{"STOR a/b", "501"}, Exchange{"DELE here", "254"}, Exchange{"DELE gone", "450"},
        Exchange{"RNTO new", "505"}, Exchange{"RNFR gone", "450"}, Exchange{"RNFR here", "200"},
        Exchange{"ABOR", "202"}, Exchange{"REST 4", "503"}, Exchange{"ALLO x", "501"}, Exchange{"ALLO 100", "200"},
        Exchange{"ALLO 99999999999", "453"}, Exchange{"STAT", "100"}, Exchange{"STAT here", "150"},
        Exchange{"STAT he", "151"}, Exchange{"STAT no", "450"}, Exchange{"LIST no", "450"}, Exchange{"LIST", "255"},
        Exchange{"RETR here", "255"}, Exchange{"STOR new", "255"}, Exchange{"APPE here", "255"},
        Exchange{"MLFL joe", "255"}, Exchange{"MAIL joe", "350"}, Exchange{"MAIL ../joe", "450"},
        Exchange{"BYE", "231"}));

TEST(FtpSession, FilesNeedALogin) {
  FtpRig rig;
  rig.session.greet();
  for (const char* c :
       {"RETR a", "STOR a", "APPE a", "RNFR a", "RNTO a", "DELE a", "LIST", "ALLO 1", "REST 1", "STAT a"})
    EXPECT_EQ(rig.say(c), "451 Please login with Name, Password and Account.\r\n") << c;
  EXPECT_EQ(code(rig.say("TYPE I")), "200");
  EXPECT_EQ(code(rig.say("PASS x")), "505");
  EXPECT_EQ(code(rig.say("ACCT 1")), "505");
}

TEST(FtpSession, Accounts) {
  FtpConfig config;
  config.accounts = {{"smith", "secret"}, {"guest", "", true, false}, {"ghost", "", false}};
  {
    FtpRig rig{config};
    rig.session.greet();
    rig.say("USER SMITH");
    EXPECT_EQ(code(rig.say("PASS wrong")), "431");
    EXPECT_EQ(code(rig.say("ACCT 1")), "505");
    EXPECT_EQ(code(rig.say("PASS Secret")), "330");
    EXPECT_EQ(code(rig.say("ACCT 1")), "230");
    EXPECT_EQ(code(rig.say("STOR a")), "255");
  }
  FtpRig rig{config};
  rig.session.greet();
  rig.say("USER ghost");
  EXPECT_EQ(code(rig.say("PASS")), "432");
  rig.raw("USER guest\r\nPASS\r\nACCT 1\r\n");
  EXPECT_EQ(code(rig.say("STOR a")), "451");
  EXPECT_EQ(code(rig.say("DELE a")), "451");
  rig.say("USER nobody");
  EXPECT_EQ(code(rig.say("PASS a")), "431");
  EXPECT_EQ(code(rig.say("PASS b")), "431");
  EXPECT_FALSE(rig.hungUp);
  EXPECT_EQ(code(rig.say("PASS c")), "430");
  EXPECT_TRUE(rig.hungUp);
  EXPECT_EQ(rig.say("NOOP"), "");  // the session has ended
}

TEST(FtpSession, LinesMayArriveInPieces) {
  FtpRig rig;
  rig.login();
  EXPECT_EQ(rig.raw("TY"), "");
  EXPECT_EQ(rig.raw("PE I\r"), "");
  EXPECT_EQ(rig.raw("\nTYPE A\r\n"), "200 Type I.\r\n200 Type A.\r\n");
  EXPECT_EQ(rig.raw("\x80TY\x82PE\xFF L\r\n"), "200 Type L.\r\n");  // Telnet controls
  EXPECT_EQ(rig.session.strayBytes(), 3u);
  EXPECT_EQ(rig.raw("TYPE I\n"), "200 Type I.\r\n");
  const std::string most(FtpLineReader::kLongest - 5, 'q');
  EXPECT_EQ(code(rig.say("RETR " + most)), "501");  // whole, but no name
  EXPECT_EQ(rig.say("RETR " + most + "q"), "500 The line is too long.\r\n");
  EXPECT_EQ(code(rig.say(std::string(100000, 'A'))), "500");
  EXPECT_EQ(rig.say("TYPE A"), "200 Type A.\r\n");
  EXPECT_EQ(rig.session.refused(), 3u);
}

TEST(FtpSession, ContinuationLinesBeginWithThreeBlanks) {
  FtpRig rig;
  rig.login();
  const auto help = lines(rig.say("HELP"));
  ASSERT_EQ(help.size(), 4u);
  EXPECT_TRUE(help[0].starts_with("200 "));
  for (std::size_t n = 1; n < help.size(); ++n) EXPECT_TRUE(help[n].starts_with("   ")) << help[n];
}

// The combinations of parameters that RFC 354 allows.
TEST(FtpSession, IllegalCombinations) {
  for (const char type : std::string{"AEPFIL"})
    for (const char structure : std::string{"FR"})
      for (const char mode : std::string{"SBT"}) {
        FtpRig rig;
        rig.login();
        rig.files.write("f", textFile("x"));
        rig.raw(std::string{"TYPE "} + type + "\r\nSTRU " + structure + "\r\nMODE " + mode + "\r\n");
        const bool text = type == 'A' || type == 'P';
        const bool image = type == 'I' || type == 'L';
        const bool legal = mode == 'B' || (mode == 'T' && text) || (mode == 'S' && !(image && structure == 'R'));
        const char* const expected = legal ? "255" : "503";
        EXPECT_EQ(code(rig.say("RETR f")), expected) << type << structure << mode;
        if (legal) continue;
        EXPECT_EQ(code(rig.say("STOR f")), expected) << type << structure << mode;
      }
}

TEST(FtpSession, SocketsAreKeptByGender) {
  FtpRig rig;
  rig.login();
  rig.say("SOCK 1000");
  rig.say("SOCK 66-2001");
  rig.say("STOR a");
  rig.session.dataClosed(false);
  rig.files.write("b", textFile("x"));
  rig.say("RETR b");
  ASSERT_EQ(rig.calls.size(), 2u);
  EXPECT_EQ(rig.calls[0].socket, 2001u);
  EXPECT_EQ(rig.calls[0].host, HostId{66});
  EXPECT_EQ(rig.calls[1].socket, 1000u);
  EXPECT_EQ(rig.calls[1].host, HostId{4});
}

TEST(FtpSession, DataConnectionFailures) {
  FtpRig rig;
  rig.login();
  rig.files.write("f", textFile("abc"));
  rig.say("RETR f");
  rig.replies.clear();
  rig.session.dataClosed(false);
  EXPECT_EQ(rig.replies, "454 UNABLE TO ESTABLISH DATA CONNECTION.\r\n");
  rig.say("RETR f");
  rig.replies.clear();
  rig.session.dataOpened(36);
  EXPECT_EQ(code(rig.replies), "454");
  EXPECT_EQ(rig.aborts, 1);
  rig.say("RETR f");
  rig.session.dataOpened(8);
  rig.replies.clear();
  rig.session.dataClosed(true);
  EXPECT_EQ(rig.replies, "452 File transfer incomplete, data connection closed.\r\n");
  rig.say("STOR g");
  rig.session.dataOpened(8);
  rig.session.dataReceived(octetsOf("half"));
  rig.replies.clear();
  rig.session.dataClosed(false);  // the host died
  EXPECT_EQ(code(rig.replies), "452");
  EXPECT_FALSE(rig.files.read("g"));
  EXPECT_EQ(rig.files.list().size(), 1u);
}

TEST(FtpSession, DeadlinesExpire) {
  FtpConfig config;
  FtpRig rig{config};
  rig.session.greet();
  EXPECT_EQ(rig.session.nextDeadline(), kPowerOn + config.loginPatience);
  rig.login();
  EXPECT_EQ(rig.session.nextDeadline(), kNever);
  rig.raw("TYP");
  rig.time = rig.session.nextDeadline();
  EXPECT_EQ(rig.time, kPowerOn + config.linePatience);
  rig.session.tick();
  EXPECT_EQ(code(rig.replies), "301");
  EXPECT_EQ(rig.session.nextDeadline(), kNever);
  EXPECT_EQ(rig.raw("E I\r\n"), "200 Type I.\r\n");
  rig.say("STOR f");
  rig.time = rig.session.nextDeadline();
  rig.replies.clear();
  rig.session.tick();
  EXPECT_EQ(code(rig.replies), "454");
  EXPECT_EQ(rig.aborts, 1);
  rig.say("STOR f");
  rig.session.dataOpened(8);
  rig.time = rig.session.nextDeadline();
  rig.replies.clear();
  rig.session.tick();
  EXPECT_EQ(code(rig.replies), "452");
  EXPECT_EQ(rig.aborts, 2);
  FtpRig late{config};
  late.session.greet();
  late.time = late.session.nextDeadline();
  late.session.tick();
  EXPECT_TRUE(late.hungUp);
  EXPECT_EQ(code(late.replies.substr(late.replies.find('\n') + 1)), "430");
}

TEST(FtpSession, CommandsDuringATransfer) {
  FtpRig rig;
  rig.login();
  rig.say("STOR f");
  rig.session.dataOpened(8);
  rig.session.dataReceived(octetsOf("abcd"));
  EXPECT_EQ(code(rig.say("RETR f")), "504");
  EXPECT_EQ(code(rig.say("TYPE I")), "504");
  const std::string status = rig.say("STAT");
  EXPECT_NE(status.find("f in transfer: 32 bits so far"), std::string::npos) << status;
  EXPECT_EQ(rig.say("ABOR"), "201 Aborted as requested.\r\n");
  EXPECT_EQ(rig.aborts, 1);
  EXPECT_FALSE(rig.files.read("f"));
  rig.say("STOR f");
  rig.session.dataOpened(8);
  EXPECT_EQ(code(rig.say("BYE")), "232");
  EXPECT_FALSE(rig.hungUp);
  rig.replies.clear();
  rig.session.dataClosed(true);
  EXPECT_EQ(rig.replies, "252 Transfer completed.\r\n231 Goodbye.\r\n");
  EXPECT_TRUE(rig.hungUp);
  EXPECT_TRUE(rig.files.read("f"));
}

TEST(FtpSession, ShutDown) {
  FtpRig rig;
  rig.login();
  rig.say("STOR f");
  rig.replies.clear();
  rig.session.shutDown();
  EXPECT_EQ(rig.replies, "452 The service is shutting down.\r\n436 Service shutting down, goodbye.\r\n");
  EXPECT_TRUE(rig.hungUp);
}

TEST(FtpSession, NoSpace) {
  FtpRig rig;
  rig.files = MemoryFileStore{800};
  rig.login();
  EXPECT_EQ(code(rig.say("ALLO 101")), "453");
  EXPECT_EQ(code(rig.say("ALLO 100")), "200");
  rig.say("STOR f");
  EXPECT_EQ(rig.store(octetsOf(std::string(100, 'x')), 8), "250 Storage of f started.\r\n252 Transfer completed.\r\n");
  rig.say("STOR g");
  EXPECT_EQ(rig.store(octetsOf("y"), 8), "250 Storage of g started.\r\n453 Insufficient storage space.\r\n");
  EXPECT_EQ(rig.aborts, 1);
  EXPECT_FALSE(rig.files.read("g"));
}

TEST(FtpSession, Renames) {
  FtpRig rig;
  rig.login();
  rig.files.write("a", textFile("1"));
  rig.files.write("b", textFile("2"));
  rig.say("RNFR a");
  EXPECT_EQ(rig.say("RNTO b"), "253 Rename completed.\r\n");
  EXPECT_EQ(textOf(*rig.files.read("b")), "1");
  EXPECT_FALSE(rig.files.read("a"));
  rig.say("RNFR b");
  rig.say("NOOP");
  EXPECT_EQ(code(rig.say("RNTO c")), "505");  // something came between
}

TEST(FtpSession, Mail) {
  FtpConfig config;
  config.accounts = {{"joe", ""}};
  FtpRig rig{config};
  rig.session.greet();
  EXPECT_EQ(code(rig.say("MAIL jim")), "450");
  EXPECT_EQ(rig.say("MAIL joe"), "350 Enter mail, ended by a line with only a '.'\r\n");
  EXPECT_EQ(rig.say("Hello."), "");
  EXPECT_EQ(rig.say("BYE"), "");
  EXPECT_EQ(rig.say("."), "256 Mail completed.\r\n");
  EXPECT_EQ(textOf(*rig.files.read("joe.mail")), "Hello.\r\nBYE\r\n");
  rig.say("MLFL joe");
  EXPECT_EQ(rig.store(octetsOf("More.\r\n"), 8), "250 Storage of joe.mail started.\r\n256 Mail completed.\r\n");
  EXPECT_EQ(textOf(*rig.files.read("joe.mail")), "Hello.\r\nBYE\r\nMore.\r\n");
}

TEST(FtpSession, ListIsSentOverTheDataConnectionAsText) {
  FtpRig rig;
  rig.login();
  rig.files.write("one", textFile("abc"));
  rig.files.write("two", StoredFile{BitString{std::vector<std::uint8_t>(9), 72}, 36, {}});
  rig.raw("TYPE I\r\nBYTE 36\r\nMODE B\r\n");
  rig.say("LIST");
  EXPECT_EQ(rig.calls.back().byteSize, 8u);
  rig.retrieve(8);
  FtpForm form;
  form.mode = 'B';
  FtpDecoder decoder{form, 1u << 20};
  decoder.take(rig.sent);
  ASSERT_TRUE(decoder.ended());
  const auto listed = lines(textOf(decoder.wire()));
  ASSERT_EQ(listed.size(), 2u);
  EXPECT_EQ(listed[0], "one                                               3 8");
  EXPECT_EQ(listed[1], "two                                               2 36");
}

TEST(FtpSession, AppendAndOtherTypes) {
  FtpRig rig;
  rig.login();
  rig.files.write("t", textFile("ab"));
  rig.say("APPE t");
  rig.store(octetsOf("cd"), 8);
  EXPECT_EQ(textOf(*rig.files.read("t")), "abcd");
  BitString word;  // HELLO in five seven-bit characters, as TENEX writes text
  for (const char c : std::string{"HELLO"}) word.append(static_cast<unsigned char>(c), 7);
  word.append(0, 1);
  rig.files.write("w", StoredFile{word, 36, {}});
  rig.say("RETR w");
  rig.retrieve(8);
  EXPECT_EQ(rig.sent, octetsOf("HELLO"));
  rig.say("TYPE E");
  rig.say("RETR t");
  rig.retrieve(8);
  const std::vector<std::uint8_t> ebcdic = {0x81, 0x82, 0x83, 0x84};
  EXPECT_EQ(rig.sent, BitString::ofOctets(ebcdic));
}

TEST(FtpSession, RestartOfAStore) {
  FtpRig rig;
  rig.login();
  rig.raw("TYPE I\r\nBYTE 36\r\nMODE B\r\n");
  StoredFile file{{}, 36, {}};
  for (unsigned n = 0; n < 1000; ++n) file.bits.append(n * 0x12345, 36);
  FtpForm form{'I', 'F', 'B', 36, 300};
  FtpEncoder encoder{toWire(file, form), form};
  const BitString wire = encoder.next(1u << 20);
  rig.say("STOR f");
  rig.session.dataOpened(36);
  rig.replies.clear();
  // Blocks of 300 words and a header, markers of a header and one word: the second marker ends at word 606.
  rig.session.dataReceived(wire.part(0, 650 * 36));
  EXPECT_EQ(rig.replies, "251 MARK 300 = 300\r\n251 MARK 600 = 600\r\n");
  rig.replies.clear();
  rig.session.dataClosed(false);
  EXPECT_EQ(code(rig.replies), "452");
  EXPECT_FALSE(rig.files.read("f"));
  EXPECT_EQ(rig.files.read("f.part")->bits.size(), 600u * 36);

  rig.say("REST 601");
  EXPECT_EQ(code(rig.say("STOR f")), "503");
  EXPECT_EQ(code(rig.say("REST 600")), "200");
  EXPECT_EQ(code(rig.say("STOR f")), "255");
  FtpEncoder rest{toWire(file, form), form, 600};
  rig.store(rest.next(1u << 20), 36);
  EXPECT_EQ(*rig.files.read("f"), file);
  EXPECT_FALSE(rig.files.read("f.part"));

  rig.say("REST 900");
  rig.say("RETR f");
  rig.retrieve(36);
  FtpDecoder decoder{form, 1u << 20};
  decoder.take(rig.sent);
  EXPECT_EQ(decoder.wire().bits, file.bits.from(900 * 36));
}

TEST(FtpSession, BadBlocksAreCounted) {
  FtpRig rig;
  rig.login();
  rig.say("MODE B");
  rig.say("STOR f");
  rig.session.dataOpened(8);
  rig.replies.clear();
  rig.session.dataReceived(octetsOf(std::string{"\x05\x00\x01", 3}));
  EXPECT_EQ(code(rig.replies), "452");
  EXPECT_EQ(rig.session.badBlocks(), 1u);
  EXPECT_EQ(rig.aborts, 1);
}

// The numbers are those of `date -u -d ... +%s`.
TEST(FtpSession, Dates) {
  EXPECT_EQ(ftpDate(0), "1-JAN-70 00:00:00");
  EXPECT_EQ(ftpDate(68256000), "1-MAR-72 00:00:00");
  EXPECT_EQ(ftpDate(68255999), "29-FEB-72 23:59:59");
  EXPECT_EQ(ftpDate(94694400), "1-JAN-73 00:00:00");
  EXPECT_EQ(ftpDate(951868799), "29-FEB-00 23:59:59");
}

}  // namespace utah10::test

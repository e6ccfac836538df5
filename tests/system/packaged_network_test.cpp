// The network of the packaged machine after a plain `utah10 boot`: hosts by name, TELNET, and files stored and
// retrieved in bytes of every size.
#include "monitor_pack.hpp"
#include "support/binary_dir.hpp"

namespace utah10::test {
namespace {

using ::testing::HasSubstr;

class PackagedNetwork : public MonitorPack {
 protected:
  void SetUp() override {
    MonitorPack::SetUp();
    std::filesystem::create_directory(folder / "ucsb");
  }
  // The packaged machine file with a folder for UCSB's files, so that the test can read them.
  std::string packaged() const {
    std::string text = read(binaryDir() + "/roms/tenex.toml");
    const std::string ucsb = "address = \"3\"\n";
    return text.insert(text.find(ucsb) + ucsb.size(), "files = \"ucsb\"\n");
  }
  // Types a line on tty0 and waits for an answer.
  static std::string says(std::string_view line, std::string_view answer) { return command(0, line, answer); }
  // Other hosts are reachable half a minute after the system has started.
  static std::string loggedIn() { return login(0, "GUEST") + goesOn("40s"); }
};

TEST_P(PackagedNetwork, TelnetReachesHostsByName) {
  sessionOn(packaged(), loggedIn() + says("TELNET", "\n#") + says("CONNECT UCSB", "LOGOUT ENDS.\r\n@") +
                            says("HELLO THERE", "YOU SAID: HELLO THERE") + says("LOGOUT", "CLOSED\r\n#") +
                            says("CONNECT SRIARC 7", "OPEN") + type(0, "\032") + waits(0, "#") + says("REMOTE", "\n") +
                            says("AN ECHO", "AN ECHO") + type(0, "\032") + waits(0, "#") +
                            says("DISCONNECT", "CLOSED\r\n#") + says("CONNECT BBN 15", "1972") +
                            waits(0, "CLOSED\r\n#") + says("CONNECT UCLA36", "OPEN") + type(0, "\032") + waits(0, "#") +
                            says("QUIT", "\n@"));
  EXPECT_THAT(log(0), HasSubstr("UCSB: HELLO."));
}

// Each key is a message of its own when the RFNM of the last one is back before the next: then a terminal's sender
// needs messages sooner than bits.
TEST_P(PackagedNetwork, ATerminalOfTheNetworkTakesKeysOneByOne) {
  std::string script = loggedIn() + says("TELNET", "\n#") + says("CONNECT UTAH", "\n@") + type(0, ";");
  for (int key = 0; key < 60; ++key) script += type(0, "X") + goesOn("300ms");
  sessionOn(packaged(), script + says("END", "XEND\r\n@") + says("DAYTIME", "1972"));
}

// A dead host is known as soon as its IMP says so.
TEST_P(PackagedNetwork, TelnetSaysWhyThereIsNoConnection) {
  sessionOn(packaged(), loggedIn() + says("TELNET", "\n#") + type(0, "CONNECT MULTCS\r") +
                            waits(0, "THAT HOST DOES NOT ANSWER\r\n#", "3s") +
                            says("CONNECT 106", "THAT HOST DOES NOT ANSWER\r\n#") +
                            says("CONNECT UTOPIA", "THERE IS NO SUCH HOST\r\n#") +
                            says("CONNECT UCSB 77", "THAT HOST HAS REFUSED THE CONNECTION\r\n#") +
                            type(0, "CONNECT UTAH 77\r") +
                            waits(0, "THAT HOST HAS REFUSED THE CONNECTION\r\n#", "28s") +
                            says("CONNECT UTAH 15", "1972") + waits(0, "CLOSED\r\n#") + says("QUIT", "\n@") +
                            says("FTP", "\n*") + says("CONNECT UTOPIA", "THERE IS NO SUCH HOST\r\n*"));
}

// The IMP fails when the connection to the contact socket is open and has not brought the server's socket yet: the
// lines to UCSB are long.
TEST_P(PackagedNetwork, TelnetSaysThatTheHostDiedWhileItAnswered) {
  sessionOn(packaged(), loggedIn() + "net delay 4 22 300ms\nnet delay 4 12 300ms\n" + says("TELNET", "\n#") +
                            says("CONNECT UCSB", "TRYING...") + goesOn("600ms") + "net imp 4 down\n" + goesOn("5s") +
                            "net imp 4 up\n" + waits(0, "\r\nTHAT HOST DOES NOT ANSWER\r\n#") + says("QUIT", "\n@"));
}

// No command of the host and no RFNM for ours comes any more: a NOP, in five minutes at most, and the next one find
// out.
TEST_P(PackagedNetwork, TelnetNoticesASilentHostThoughNothingIsTyped) {
  sessionOn(packaged(), loggedIn() + says("TELNET", "\n#") + says("CONNECT UCSB", "OPEN") + goesOn("5s") +
                            "deposit NCCMD 263740,,0\ndeposit INRFN1 263740,,0\n" + waits(0, "CLOSED\r\n#", "425s"));
}

// A host without an echo of its own gets lines, as they were typed.
TEST_P(PackagedNetwork, TelnetSendsLinesAndLeavesSmallLettersAlone) {
  sessionOn(packaged(),
            loggedIn() + says("LOWERCASE", "\n@") + says("TELNET", "\n#") + says("CONNECT UCSB", "LOGOUT ENDS.\r\n@") +
                says("Hello There", "YOU SAID: Hello There\r\n@") + says("LOGOUT", "CLOSED\r\n#") +
                says("CONNECT UCSB 7", "OPEN\r\n") + type(0, "ab") + goesOn("5s") + says("c", "abc\r\nabc\r\n"));
}

// The IMP fails when the server has the command and has not opened the data connection yet.
TEST_P(PackagedNetwork, FtpNoticesThatTheServerIsGone) {
  sessionOn(packaged(), loggedIn() + says("FTP", "\n*") + says("CONNECT UCSB", "\n*") +
                            says("LOGIN GUEST", "PASSWORD: ") + says("PW", "ACCOUNT: ") + says("1", "\n*") +
                            says("STORE VERSE.TXT V", "COMPLETED") + waits(0, "\n*") + type(0, "RETRIEVE V W.TXT\r") +
                            goesOn("150ms") + "net imp 4 down\n" + goesOn("5s") + "net imp 4 up\n" +
                            waits(0, "THE TRANSFER IS BROKEN OFF\r\nDISCONNECTED\r\n*") + goesOn("40s") +
                            says("CONNECT UCSB", "300 ") + waits(0, "\n*") + says("QUIT", "\n@"));
}

// The logger serves one caller after the other, but none of them long: other hosts give up after a few seconds.
TEST_P(PackagedNetwork, TheLoggerTakesCallersWhoComeTogether) {
  std::string script = loggedIn(), dial, open;
  for (int n = 1; n < 4; ++n) script += login(n, "HICKS", "GREG");
  for (int n = 0; n < 4; ++n) {
    script += command(n, "TELNET", "\n#");
    dial += type(n, "CONNECT UTAH\r");
    open += waits(n, "OPEN", "100ms");
  }
  sessionOn(packaged(), script + dial + goesOn("4s") + open);
}

TEST_P(PackagedNetwork, FtpStoresAndRetrievesFiles) {
  std::string script = loggedIn() + says("FTP", "\n*") + says("CONNECT UCSB", "\n*") +
                       says("LOGIN GUEST", "PASSWORD: ") + says("PW", "ACCOUNT: ") + says("1", "\n*") +
                       says("TYPE I", "\n*");
  for (const char* size : {"8", "32", "36"})
    script += says(fmt::format("BYTE {}", size), "\n*") +
              says(fmt::format("STORE <SUBSYS>CALC.SAV CALC{}", size), "COMPLETED") + waits(0, "\n*") +
              says(fmt::format("RETRIEVE CALC{0} BACK{0}.SAV", size), "COMPLETED") + waits(0, "\n*");
  sessionOn(packaged(), script + says("QUIT", "\n@") + logout(0) + goesOn("70s"), Pack::Keep);
  const auto words = [&](const std::string& file) { return tenexfs("export p.dsk '" + file + "' --form dbd9"); };
  const std::string sent = words("<SUBSYS>CALC.SAV");
  EXPECT_GT(sent.size(), 10000U);
  for (const char* size : {"8", "32", "36"}) {
    // dbd9 packs words without gaps, as FTP sends them.
    EXPECT_TRUE(read(fmt::format("ucsb/CALC{}", size)) == sent) << size;
    EXPECT_TRUE(words(fmt::format("<GUEST>BACK{}.SAV", size)) == sent) << size;
  }
  expectCleanPack();
}

// A message that an IMP refuses ends the transfer. Who sends learns of it, what the server says is not taken for the
// reply to the next command, and later messages are shorter.
class PackagedNetwork73 : public PackagedNetwork {};

TEST_P(PackagedNetwork73, FtpTellsOfATransferThatBreaksOff) {
  sessionOn(packaged(),
            loggedIn() + says("FTP", "\n*") + says("CONNECT UCSB", "\n*") + says("LOGIN GUEST", "PASSWORD: ") +
                says("PW", "ACCOUNT: ") + says("1", "\n*") + says("TYPE I", "\n*") + says("BYTE 36", "\n*") +
                "deposit NETMXB 30000\n" + says("STORE <SUBSYS>CALC.SAV PART", "\n*") +
                says("STORE <SUBSYS>CALC.SAV WHOLE", "\n*") + "examine NETMXB\n" + says("TYPE A", "200 ") +
                waits(0, "\n*") + says("STORE <SUBSYS>STENEX.MAC TEXT", "\n*") + says("QUIT", "\n@"),
            Pack::Keep);
  EXPECT_THAT(log(0), HasSubstr("THE TRANSFER IS BROKEN OFF\n"));
  EXPECT_THAT(log(0), HasSubstr("COMPLETED.\nONLY A PART OF IT IS THERE\n"));
  const auto words = [&](const std::string& file) { return tenexfs("export p.dsk '" + file + "' --form dbd9"); };
  EXPECT_TRUE(read("ucsb/WHOLE") == words("<SUBSYS>CALC.SAV"));
  std::string text = read("ucsb/TEXT");
  std::erase(text, '\r');
  EXPECT_TRUE(text == exported("<SUBSYS>STENEX.MAC")) << "messages that are not whole words long";
}

UTAH10_SYSTEMS(PackagedNetwork73, "tenex73");

TEST_P(PackagedNetwork, NeedsNoMachineFile) {
  const Result r = run(std::string{"--quiet boot "} + GetParam() + " -c \"net services\"");
  EXPECT_EQ(r.code, 0) << r.err;
  for (const char* service : {"UCSB ", "ftp ", "UCLA-CCN ", "netrjs "}) EXPECT_THAT(r.out, HasSubstr(service));
}

UTAH10_EVERY_SYSTEM(PackagedNetwork);

}  // namespace
}  // namespace utah10::test

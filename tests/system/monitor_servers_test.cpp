// The servers of the packaged systems, which the monitor starts when the network is up: users of the same host call them
// through the network.
#include "monitor_pack.hpp"
#include "support/binary_dir.hpp"

namespace utah10::test {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

class MonitorServers : public MonitorPack {
 protected:
  // The packaged machine, with a folder for UCSB's files.
  std::string packaged() const {
    std::filesystem::create_directory(folder / "ucsb");
    std::string text = read(binaryDir() + "/roms/tenex.toml");
    const std::string ucsb = "address = \"3\"\n";
    return text.insert(text.find(ucsb) + ucsb.size(), "files = \"ucsb\"\n");
  }
  static std::string says(std::string_view line, std::string_view answer) { return command(0, line, answer, "200s"); }
  // The servers are there a minute after the start at the latest.
  static std::string loggedIn() { return login(0, "GUEST") + goesOn("75s"); }
};

TEST_P(MonitorServers, SmallServersAnswer) {
  sessionOn(packaged(), loggedIn() + says("TELNET", "\n#") + says("CONNECT UTAH 15", "1972") + waits(0, "CLOSED\r\n#") +
                            says("CONNECT UTAH 17", "LISTENING") + waits(0, "CLOSED\r\n#") +
                            says("CONNECT UTAH 13", "NETSER\r\n") + waits(0, "CLOSED\r\n#") +
                            says("CONNECT UTAH 117", "OPEN") + says("guest", "ON TTY0") + waits(0, "CLOSED\r\n#") +
                            says("CONNECT UTAH 117", "OPEN") + says("NOBODY", "NO SUCH USER") +
                            waits(0, "CLOSED\r\n#") + says("CONNECT UTAH 7", "OPEN") + type(0, "\032") + waits(0, "#") +
                            says("REMOTE", "\n") + says("AN ECHO", "AN ECHO") + type(0, "\032") + waits(0, "#") +
                            says("QUIT", "\n@"));
  EXPECT_THAT(log(0), HasSubstr("LAST LOGIN"));
}

TEST_P(MonitorServers, FtpStoresAndRetrievesInBytesOfEverySize) {
  std::string script =
      loggedIn() + says("FTP", "\n*") + says("CONNECT UTAH", "\n*") + says("LOGIN GUEST", "PASSWORD: ") +
      says("GUEST", "230 ") + waits(0, "\n*") + says("STORE VERSE.TXT TEXT.TXT", "252 ") + waits(0, "\n*") +
      says("RETRIEVE TEXT.TXT BACK.TXT", "252 ") + waits(0, "\n*") + says("TYPE I", "200 ") + waits(0, "\n*");
  for (const char* size : {"8", "32", "36"})
    script += says(fmt::format("BYTE {}", size), "200 ") + waits(0, "\n*") +
              says(fmt::format("STORE <SUBSYS>CALC.SAV C{}.SAV", size), "252 ") + waits(0, "\n*") +
              says(fmt::format("RETRIEVE C{0}.SAV B{0}.SAV", size), "252 ") + waits(0, "\n*");
  script += says("LIST *.TXT", "252 ") + waits(0, "\n*") + says("RENAME TEXT.TXT NEW.TXT", "253 ") + waits(0, "\n*") +
            says("DELETE NEW.TXT", "254 ") + waits(0, "\n*");
  sessionOn(packaged(), script + says("QUIT", "\n@") + logout(0) + goesOn("70s"), Pack::Keep);
  EXPECT_EQ(exported("<GUEST>BACK.TXT"), exported("<GUEST>VERSE.TXT"));
  const auto words = [&](const std::string& file) { return tenexfs("export p.dsk '" + file + "' --form dbd9"); };
  const std::string sent = words("<SUBSYS>CALC.SAV");
  for (const char* size : {"8", "32", "36"}) {
    EXPECT_TRUE(words(fmt::format("<GUEST>C{}.SAV", size)) == sent) << size;
    EXPECT_TRUE(words(fmt::format("<GUEST>B{}.SAV", size)) == sent) << size;
  }
  expectCleanPack();
}

// The next caller does not wait until the server happens to look again, even if the last one has not closed yet.
TEST_P(MonitorServers, FtpTakesCallersWhoComeTogether) {
  std::string script = loggedIn(), dial, answered;
  for (int n = 1; n < 4; ++n) script += login(n, "HICKS", "GREG");
  for (int n = 0; n < 4; ++n) {
    script += command(n, "FTP", "\n*");
    dial += type(n, "CONNECT UTAH\r");
    answered += waits(n, "300 ", "100ms");
  }
  sessionOn(packaged(), script + dial + goesOn("6s") + answered);
}

// Jobs of 1972 have twelve JFNs: callers for whom none is left wait until others have gone.
TEST_P(MonitorServers, SmallServersTakeCallersWhoComeTogether) {
  std::string script = loggedIn(), dial, answered, asks, told;
  for (int n = 1; n < 4; ++n) script += login(n, "HICKS", "GREG");
  for (int n = 0; n < 4; ++n) {
    script += command(n, "TELNET", "\n#");
    dial += type(n, "CONNECT UTAH 13\r");
    answered += waits(n, "NETSER\r\n") + waits(n, "CLOSED\r\n#") + type(n, "QUIT\r") + waits(n, "\n@") +
                command(n, "RSEXEC", "\n_");
    asks += type(n, "USERS\r");
    told += waits(n, "UTAH: ") + waits(n, "NETSER\r\nBBN");
  }
  sessionOn(packaged(), script + dial + answered + asks + told);
}

TEST_P(MonitorServers, FtpAsksWhoItIsAndKeepsToProtections) {
  sessionOn(packaged(),
            loggedIn() + says("FTP", "\n*") + says("CONNECT UTAH", "\n*") + says("RETRIEVE VERSE.TXT A.TXT", "451 ") +
                waits(0, "\n*") + says("LOGIN GUEST", "PASSWORD: ") + says("WRONG", "431 ") + waits(0, "\n*") +
                says("LOGIN NOBODY", "PASSWORD: ") + says("X", "431 ") + waits(0, "\n*") +
                says("LOGIN SMITH", "PASSWORD: ") + says("lake", "230 ") + waits(0, "\n*") +
                says("STORE VERSE.TXT <SYSTEM>MONITOR.SAV", "451 ") + waits(0, "\n*") +
                says("DELETE <GUEST>VERSE.TXT", "451 ") + waits(0, "\n*") + says("RETRIEVE NONE.TXT A.TXT", "450 ") +
                waits(0, "\n*") + says("QUOTE BYTE 37", "501 ") + waits(0, "\n*") + says("QUOTE TYPE E", "506 ") +
                waits(0, "\n*") + says("QUOTE MODE B", "506 ") + waits(0, "\n*") + says("QUOTE HOORAY", "500 ") +
                waits(0, "\n*") + says("QUOTE MAIL NOBODY", "450 ") + waits(0, "\n*") + says("QUIT", "\n@"));
}

TEST_P(MonitorServers, CpynetSendsEachFileAsItIs) {
  sessionOn(packaged(),
            loggedIn() + says("CPYNET", "\n*") + says("CONNECT UTAH", "\n*") + says("LOGIN GUEST", "PASSWORD: ") +
                says("GUEST", "230 ") + waits(0, "\n*") + says("GET VERSE.TXT COPY.TXT", "252 ") + waits(0, "\n*") +
                says("GET <SUBSYS>CALC.SAV CALC.SAV", "252 ") + waits(0, "\n*") +
                says("SEND CALC.SAV BACK.SAV", "252 ") + waits(0, "\n*") + says("SEND COPY.TXT BACK.TXT", "252 ") +
                waits(0, "\n*") + says("GET NONE.TXT", "450 ") + waits(0, "\n*") + says("QUIT", "\n@") + logout(0) +
                goesOn("70s"),
            Pack::Keep);
  const auto words = [&](const std::string& file) { return tenexfs("export p.dsk '" + file + "' --form dbd9"); };
  for (const char* text : {"COPY", "BACK"})
    EXPECT_EQ(exported(fmt::format("<GUEST>{}.TXT", text)), exported("<GUEST>VERSE.TXT"));
  for (const char* program : {"CALC", "BACK"})
    EXPECT_TRUE(words(fmt::format("<GUEST>{}.SAV", program)) == words("<SUBSYS>CALC.SAV")) << program;
}

// A program that somebody runs is open thawed; it is copied and sent as it is.
TEST_P(MonitorServers, AProgramThatSomebodyRunsIsCopiedAndSent) {
  sessionOn(packaged(),
            loggedIn() + says("RUN HELLO", "\n@") + login(1, "HICKS", "GREG") + command(1, "RUN <GUEST>HELLO", "\n@") +
                says("COPY HELLO.SAV COPIED.SAV", "\n@") + says("CPYNET", "\n*") + says("CONNECT UTAH", "\n*") +
                says("LOGIN GUEST", "PASSWORD: ") + says("GUEST", "230 ") + waits(0, "\n*") +
                says("SEND HELLO.SAV SENT.SAV", "252 ") + waits(0, "\n*") + says("GET HELLO.SAV GOT.SAV", "252 ") +
                waits(0, "\n*") + says("QUIT", "\n@") + logout(0) + goesOn("70s"),
            Pack::Keep);
  const auto words = [&](const char* file) {
    return tenexfs(fmt::format("export p.dsk '<GUEST>{}.SAV' --form dbd9", file));
  };
  for (const char* copy : {"COPIED", "SENT", "GOT"}) EXPECT_TRUE(words(copy) == words("HELLO")) << copy;
}

TEST_P(MonitorServers, RsexecAsksEachTenex) {
  sessionOn(packaged(), loggedIn() + says("RSEXEC", "\n_") + says("SITES", "\n_") + says("WHERE GUEST", "ON TTY0") +
                            waits(0, "\n_", "200s") + says("USERS", "FTPSRV") + waits(0, "\n_", "200s") +
                            says("QUIT", "\n@"));
  EXPECT_THAT(log(0), HasSubstr("UTAH: UP"));
  EXPECT_THAT(log(0), HasSubstr("BBN: THAT HOST HAS REFUSED"));
}

TEST_P(MonitorServers, MailReachesMailboxesHereAndElsewhere) {
  sessionOn(packaged(),
            loggedIn() + says("SNDMSG", "USERS: ") +
                says("smith, HICKS@UTAH, TAYLOR@UCSB, NOBODY, X@NOWHER", "SUBJECT: ") + says("LUNCH", "CONTROL-Z:") +
                type(0, "AT NOON?\r.\r\032") + waits(0, "\n@") + goesOn("60s") + says("READMAIL", "\n*") +
                says("", "\n@") + login(1, "SMITH", "LAKE") + command(1, "READMAIL", "\n*") + command(1, "", "\n@") +
                command(1, "READMAIL", "\n*") + command(1, "", "NO NEW MESSAGES") + login(2, "HICKS", "GREG") +
                command(2, "MAIL CHECK", "\n@") + command(2, "READMAIL", "\n*") + command(2, "A", "\n@") +
                goesOn("60s"),
            Pack::Keep);
  EXPECT_THAT(log(0), HasSubstr("NOBODY -- NO SUCH USER"));
  EXPECT_THAT(log(0), HasSubstr("THERE IS NO SUCH HOST"));
  EXPECT_THAT(log(1), HasSubstr("[MAIL HAS COME"));
  EXPECT_THAT(log(1), HasSubstr("SUBJECT: LUNCH"));
  EXPECT_THAT(log(2), HasSubstr("MAIL FROM HOST UTAH"));
  EXPECT_THAT(log(2), HasSubstr("AT NOON?"));
  EXPECT_THAT(tenexfs("list p.dsk GUEST"), Not(HasSubstr("UNSENT-MAIL")));
  expectCleanPack();
}

// A sender who has not heard the answer sends his mail again: one with a date in its heading is stored once. Others
// cannot be told from a second mail of the same text.
TEST_P(MonitorServers, MailThatComesAgainIsStoredOnce) {
  const auto mail = [](const std::string& user, const std::string& text) {
    return says("MAIL " + user, "350 ") + type(0, text + "\r.\r") + waits(0, "256 ");
  };
  const std::string lunch = "Date:  1-OCT-72 06:02\rSUBJECT: LUNCH\r\rAT NOON?", plain = "NO HEADING\r\rDATE: NONE";
  sessionOn(packaged(),
            loggedIn() + says("TELNET", "\n#") + says("CONNECT UTAH 3", "300 ") + mail("SMITH", lunch) +
                mail("SMITH", plain) + mail("SMITH", lunch) + mail("SMITH", plain) + mail("JONES", lunch) +
                mail("SMITH", lunch + "!") + says("QUIT", "CLOSED\r\n#") + says("CONNECT UTAH 3", "300 ") +
                mail("SMITH", lunch) + says("QUIT", "CLOSED\r\n#") + goesOn("60s"),
            Pack::Keep);
  const auto count = [&](const std::string& file, const std::string& text) {
    const std::string box = exported(file);
    int found = 0;
    for (std::size_t at = box.find(text); at != std::string::npos; at = box.find(text, at + 1)) ++found;
    return found;
  };
  EXPECT_EQ(count("<SMITH>MESSAGE.TXT", "AT NOON?\n"), 1);
  EXPECT_EQ(count("<SMITH>MESSAGE.TXT", "AT NOON?!\n"), 1);
  EXPECT_EQ(count("<JONES>MESSAGE.TXT", "AT NOON?\n"), 1);
  EXPECT_EQ(count("<SMITH>MESSAGE.TXT", "NO HEADING\n"), 2);
  expectCleanPack();
}

// FTP's MAIL brings a file to a mailbox, by MLFL, without a login.
TEST_P(MonitorServers, AFileArrivesAsMail) {
  sessionOn(packaged(),
            loggedIn() + says("FTP", "\n*") + says("CONNECT UTAH", "\n*") + says("MAIL VERSE.TXT NOBODY", "450 ") +
                waits(0, "\n*") + says("MAIL VERSE.TXT SMITH", "252 ") + waits(0, "\n*") + says("TYPE I", "200 ") +
                waits(0, "\n*") + says("MAIL VERSE.TXT SMITH", "MAIL IS TEXT") + waits(0, "\n*") + says("QUIT", "\n@") +
                login(1, "SMITH", "LAKE") + command(1, "READMAIL", "\n*") + command(1, "A", "\n@") + goesOn("60s"),
            Pack::Keep);
  const std::string box = exported("<SMITH>MESSAGE.TXT"), verse = exported("<GUEST>VERSE.TXT");
  EXPECT_THAT(box, AllOf(HasSubstr("MAIL FROM HOST UTAH"), EndsWith(verse)));
  EXPECT_EQ(box.find(verse), box.rfind(verse));
  expectCleanPack();
}

// The IMP answers neither what is typed nor TELNET's INS, so that what is typed next, and CLS, wait: DISCONNECT gives
// up after ten seconds.
TEST_P(MonitorServers, TelnetDisconnectsThoughTheHostTakesNothing) {
  const std::string prompt = type(0, "\032") + waits(0, "#");
  const std::string unsent = says("CONNECT UCSB", "ENDS.\r\n") + "deposit INRFNM 263740,,0\n" + says("FIRST", "\n") +
                             prompt + says("SYNCH", "\n") + says("SECOND", "\n") + prompt + type(0, "DISCONNECT\r") +
                             goesOn("9s") + waits(0, "CLOSED; THE HOST HAS NOT TAKEN ALL\r\n#", "3s") +
                             "deposit INRFNM MOVEI 4,(2)\n";
  sessionOn(packaged(), loggedIn() + says("TELNET", "\n#") + unsent + goesOn("100s") + says("CONNECT UCSB", "OPEN") +
                            waits(0, "ENDS.\r\n") + prompt + command(0, "DISCONNECT", "CLOSED\r\n#", "5s") +
                            says("QUIT", "\n@"));
}

// A BOUT that waits does not keep the escape character waiting; its byte goes when the connection is resumed.
TEST_P(MonitorServers, TelnetHearsTheEscapeCharacterThoughTheHostTakesNothing) {
  const std::string alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const std::string prompt = type(0, "\032") + waits(0, "#");
  std::string lines, echoed;
  for (int n = 0; n < 60; ++n) {
    lines += type(0, fmt::format("{:02}{}{}\r", n, alphabet, alphabet));
    if (n > 0 && n < 16)
      echoed += fmt::format("{:02}{}{}\n", n, alphabet, alphabet);  // a message and the buffer hold them
  }
  const std::string blocked = "deposit INRFNM 263740,,0\n" + lines + goesOn("5s") + prompt +
                              says("STATUS", "CONTROL-Z\r\n#") + "deposit INRFNM MOVEI 4,(2)\n";
  const bool resumes = std::string_view{GetParam()} != "tenex72";  // there a connection ends with its RFNM
  const std::string fast = "[[line]]\nnumber = 0\nbaud = 2400\n";
  sessionOn(packaged() + fast,
            loggedIn() + says("TELNET", "\n#") + says("CONNECT UTAH 7", "OPEN") + prompt + says("REMOTE", "\n") +
                goesOn("3s") + blocked +
                (resumes ? type(0, "\r") + goesOn("120s") + prompt + says("DISCONNECT", "CLOSED\r\n#")
                         : says("DISCONNECT", "CLOSED; THE HOST HAS NOT TAKEN ALL\r\n#")) +
                says("QUIT", "\n@"));
  if (resumes) {
    EXPECT_THAT(log(0), HasSubstr(echoed));
  }
}

// The IMP fails, at each moment of a call. A former error: TELNET ended if the connection did before the server's
// socket had come.
TEST_P(MonitorServers, TelnetGoesOnWhenACallFails) {
  std::string calls;
  for (int ms = 100; ms < 1500; ms += 100)
    calls += type(0, "CONNECT UTAH 15\r") + fmt::format("run {}ms\nnet imp 4 down\nrun 300ms\nnet imp 4 up\n", ms) +
             waits(0, "\n#", "100s") + goesOn("40s");
  sessionOn(packaged(), loggedIn() + says("TELNET", "\n#") + calls + says("QUIT", "\n@"));
}

// The IMP fails, at each moment of a call by MAILER: no connection stays. A former error: each that ended before the
// server's socket had come cost one of the job's JFNs, of which there are twelve in 1972.
TEST_P(MonitorServers, MailerClosesWhatTheImpHasBroken) {
  std::string calls;
  for (int ms = 20; ms < 420; ms += 25)
    calls += says("SNDMSG", "USERS:") + says("JONES@UCSB", "SUBJECT:") + says("LUNCH", "CONTROL-Z:") +
             type(0, "AT NOON?\r\032") + waits(0, "\n@") +
             fmt::format("run until pc = NCRTS within 60s\nrun {}ms\nnet imp 4 down\nrun 300ms\nnet imp 4 up\n", ms) +
             goesOn("40s");
  sessionOn(packaged(), loggedIn() + calls + goesOn("150s") + says("NETSTAT", "\n@"));
  EXPECT_THAT(log(0), HasSubstr("LISTENS"));
  EXPECT_THAT(log(0), Not(HasSubstr("CLOSING")));
}

// Experiments measure a system without its servers.
TEST_P(MonitorServers, NoneWithoutTheList) {
  sessionOn(packaged(), loggedIn() + says("SYSTAT", "\n@") + logout(0) + goesOn("40s"), Pack::Keep);
  EXPECT_THAT(log(0), HasSubstr("FTPSRV"));
  tenexfs("delete p.dsk '<SYSTEM>AUTOJOBS.RUN'");
  sessionOn(packaged(), loggedIn() + says("SYSTAT", "\n@"), Pack::Keep);
  EXPECT_THAT(log(0), Not(HasSubstr("FTPSRV")));
}

UTAH10_EVERY_SYSTEM(MonitorServers);

}  // namespace
}  // namespace utah10::test

// The user programs of the packaged systems, used from terminals: calculator, editor, debugger, SYSTAT; and over the
// network TELNET, FTP, SEND and RECV.
#include <filesystem>
#include <vector>

#include "monitor_pack.hpp"

namespace utah10::test {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

class Programs : public MonitorPack {
 protected:
  // Types a line on tty0 and waits for the program's prompt.
  static std::string says(std::string_view line, std::string_view prompt) {
    return type(0, std::string{line} + "\r") + waits(0, prompt);
  }
  // Types keys without a return and waits for the answer.
  static std::string keys(std::string_view typed, std::string_view answer) { return type(0, typed) + waits(0, answer); }

  static constexpr const char* kNet =
      "[imp]\n[network]\nmap = \"1972\"\nmachine = \"4\"\n[[host]]\nname = \"UCSB\"\naddress = \"3\"\n"
      "services = \"telnet echo discard date-time ftp\"\n";
  // Waits until the IMP and the other hosts are up.
  static std::string netUp() { return goesOn("40s"); }
};

TEST_P(Programs, CalculatorComputes) {
  session(login(0, "GUEST") + says("CALC", "\n*") + says("2+3*4", "\n*") + says("X=(1+2)^10", "\n*") +
          says("X-7*2", "\n*") + says("ANS/4", "\n*") + says("1/3", "\n*") + says("-2^2", "\n*") +
          says("SQRT(2)", "\n*") + says("SQRT(371)", "\n*") + says("INT(-2.5^3)", "\n*") + says("LN(10)", "\n*") +
          says("EXP(1)", "\n*") + says("SIN(1)^2+COS(1)^2", "\n*") + says("ABS(3-5)", "\n*") + says("2^-2", "\n*") +
          says("1.5E3*2", "\n*") + says("34359738367+1", "\n*") + says("1/(3-3)", "\n*") + says("2+*4", "\n*") +
          says("(2", "\n*") + says("NIX+1", "\n*") + says("1E38*1E38", "\n*") + says("OCTAL", "\n*") +
          says("777+1", "\n*") + says("-1", "\n*") + says("78", "\n*") + says("12\1\0019", "\n*") +
          says("DECIMAL", "\n*") + says("RUNTIM", "\n*") + says("QUIT", "\n@"));
  const std::string text = log(0);
  for (const char* line : {"*2+3*4\n 14\n",
                           "*X-7*2\n 59035\n",
                           "*ANS/4\n 14758.75\n",
                           "*1/3\n .3333333\n",
                           "*-2^2\n -4\n",
                           "*SQRT(2)\n 1.414214\n",
                           "*SQRT(371)\n 19.26136\n",
                           "*INT(-2.5^3)\n -15\n",
                           "*LN(10)\n 2.302585\n",
                           "*EXP(1)\n 2.718282\n",
                           "*ABS(3-5)\n 2\n",
                           "*2^-2\n .25\n",
                           "*1.5E3*2\n 3000\n",
                           "*1/(3-3)\n  ^ DIVISION BY ZERO\n",
                           "*2+*4\n   ^ VALUE MISSING\n",
                           "*(2\n   ^ NO )\n",
                           "*NIX+1\n ^ NO SUCH VARIABLE\n",
                           "*1E38*1E38\n     ^ OVERFLOW\n",
                           "*777+1\n 1000\n",
                           "*-1\n 777777777777\n",
                           "*78\n  ^ NOT AN OCTAL DIGIT\n",
                           "*9\n ^ NOT AN OCTAL DIGIT\n"})
    EXPECT_THAT(text, HasSubstr(line));
  EXPECT_THAT(text, ContainsRegex("\\*RUNTIM\n [1-9][0-9]+\n\\*QUIT"));
}

TEST_P(Programs, CalculatorContinuesAfterControlC) {
  session(login(0, "GUEST") + says("CALC", "\n*") + says("A=5", "\n*") + type(0, "A*\003") + waits(0, "\n@") +
          says("REENTER", "\n*") + says("A*A", "\n*") + keys("\032", "\n@"));
  EXPECT_THAT(log(0), HasSubstr("*A*A\n 25\n"));
}

TEST_P(Programs, EditorChangesAFile) {
  session(login(0, "GUEST") + says("EDIT", "\n*") + says("L VERSE.TXT", "\n*") + says("*P", "\n*") +
              says("2S/CAME/COMES/", "\n*") + says("1A", "\n") + says("A NEW LINE,", "\n") +
              says("AND ONE MORE", "\n") + says(".", "\n*") + says("1,2M$", "\n*") + says("1F/NOBODY/", "\n*") +
              says("D", "\n*") + says("Q", "\n*") + says("W", "\n*") + says("W COPY.TXT", "\n*") + says("9P", "\n*") +
              says("=", "\n*") + says("Q", "\n@") + says("TYPE COPY.TXT", "\n@") + logout(0) + goesOn("70s"),
          Pack::Keep);
  const std::string text = log(0);
  EXPECT_THAT(text, HasSubstr("2       EACH COMES BACK AS IT WAS SENT."));
  EXPECT_THAT(text, HasSubstr("*Q\nNOT SAVED YET"));
  EXPECT_THAT(text, HasSubstr("VERSE.TXT;2, 5 LINES"));
  EXPECT_THAT(text, HasSubstr("*9P\nNO SUCH LINE"));
  EXPECT_EQ(exported("<GUEST>COPY.TXT"),
            "AND ONE MORE\nEACH COMES BACK AS IT WAS SENT.\nTHE DRUM GOES ROUND, THE PAGES FOLLOW,\n"
            "A LINE WAS TYPED AND THEN ANOTHER,\nA NEW LINE,\n");
  EXPECT_THAT(exported("<GUEST>VERSE.TXT;1"), HasSubstr("EACH CAME BACK"));
  expectCleanPack();
}

// The editor that keeps no text: forward through the file, back to the top by a new version, and an end without one.
TEST_P(Programs, LittleEditorChangesAFile) {
  std::filesystem::copy_file(binaryDir() + "/roms/" + GetParam() + ".dsk", folder / "p.dsk");
  tenexfs(fmt::format("import p.dsk {}/roms/subsys/LED.SAV '<SUBSYS>LED.SAV' --form data8", binaryDir()));
  session(login(0, "GUEST") + says("LED", "FILE: ") + says("VERSE.TXT", "\n*") + says("2", "\n*") +
              says("S/CAME/COMES/", "\n*") + says("A", "\n") + says("A NEW LINE,", "\n") + says(".", "\n*") +
              says("T", "\n*") + says("F NEW", "\n*") + says("I", "\n") + says("ONE BEFORE IT", "\n") +
              says(".", "\n*") + says("S/NO/ONE/", "\n*") + says("F DRUM", "\n*") + says("F NOWHERE", "\n*") +
              says("E", "\n@") + says("TYPE VERSE.TXT", "\n@") + says("LED", "FILE: ") + says("VERSE.TXT", "\n*") +
              says("P", "\n*") + says("1", "\n*") + says("D 2", "\n*") + says("X", "\n*") + says("Q", "\n@") +
              says("LED", "FILE: ") + says("FRESH.TXT", "\n*") + says("I", "\n") + says("ALL OF IT", "\n") +
              says(".", "\n*") + says("E", "\n@") + logout(0) + goesOn("70s"),
          Pack::Keep);
  const std::string text = log(0);
  EXPECT_THAT(text, HasSubstr("*2\nEACH CAME BACK AS IT WAS SENT.\n*S/CAME/COMES/\nEACH COMES BACK"));
  EXPECT_THAT(text, HasSubstr("*F NEW\nA NEW LINE,\n"));
  EXPECT_THAT(text, HasSubstr("*S/NO/ONE/\n?NOT IN THIS LINE\n*"));
  EXPECT_THAT(text, HasSubstr("*F NOWHERE\nEND\n*E\nVERSE.TXT;3\n@"));
  EXPECT_THAT(text, HasSubstr("*P\n?NO LINE"));
  EXPECT_THAT(text, HasSubstr("*X\n?P I A D"));
  EXPECT_THAT(text, HasSubstr("FILE: FRESH.TXT\nNEW FILE\n*"));
  EXPECT_EQ(exported("<GUEST>VERSE.TXT"),
            "A LINE WAS TYPED AND THEN ANOTHER,\nEACH COMES BACK AS IT WAS SENT.\nONE BEFORE IT\nA NEW LINE,\n"
            "THE DRUM GOES ROUND, THE PAGES FOLLOW,\nNOBODY ASKS WHERE THEY WENT.\n");
  EXPECT_EQ(exported("<GUEST>FRESH.TXT"), "ALL OF IT\n");
  expectCleanPack();
}

// A text of several pages with lines inserted everywhere: nothing is lost or misplaced.
TEST_P(Programs, EditorKeepsLongTexts) {
  std::string script = login(0, "GUEST") + says("EDIT", "\n*") + says("L <SUBSYS>STENEX.MAC", "\n*");
  for (int i = 0; i < 4; ++i) script += says("$R <SUBSYS>STENEX.MAC", "\n*");
  for (int i = 0; i < 10; ++i)
    script += says(std::to_string(1 + i * 77) + "I", "\n") + says("MARK " + std::to_string(i), "\n") + says(".", "\n*");
  session(script + says("*S/MARK/MARKED/", "\n*") + says("101,200M0", "\n*") + says("1,100M200", "\n*") +
              says("W LONG.MAC", "\n*") + says("Q", "\n@") + logout(0) + goesOn("70s"),
          Pack::Keep);
  const std::string one = exported("<SUBSYS>STENEX.MAC");
  std::vector<std::string> lines;
  for (int copy = 0; copy < 5; ++copy)
    for (std::size_t at = 0; at < one.size();) {
      const std::size_t end = one.find('\n', at);
      lines.push_back(one.substr(at, end - at));
      at = end + 1;
    }
  for (int i = 0; i < 10; ++i) lines.insert(lines.begin() + i * 77, "MARKED " + std::to_string(i));
  // Lines moved to the front, and after the hundred existing lines.
  std::string expected;
  for (const std::string& line : lines) expected += line + "\n";
  EXPECT_EQ(exported("<GUEST>LONG.MAC"), expected);
  EXPECT_THAT(log(0), HasSubstr("10 TIMES"));
}

TEST_P(Programs, DebuggerStopsAndSteps) {
  session(login(0, "GUEST") + says("GET <SUBSYS>CALC.SAV", "\n@") + says("DDT", "\nDDT\r\n") +
          keys("START/", "MOVE 1,") + keys("\r", "\n") + keys("TOKEN\033B\r", "\n") + keys("\033G", "\n*") +
          keys("1+2\r", "PUSHJ P,CHAR\r\n") + keys("\033X", "PUSHJ P,PEEK\r\n") +
          keys("3\033X", "PEEK+2/   POPJ P,\r\n") + keys("LINE\033T/", "1+2") + keys("\r", "\n") +
          keys("0\0331B\033P", " 3\r\n*") + keys("QUIT\r", "\n@") + says("DDT", "\nDDT\r\n") +
          keys("ANSVAL[", "   3   ") + keys("17\r", "\n") + keys("ANSVAL[", "   17   ") + keys("\r", "\n") +
          keys("MOVEI 1,ANSVAL=", "201040") + keys("\r", "\n") + keys("START<START+20>402000000000\033W", "\n") +
          keys("NIX/", "U\r\n") + keys("SETZM ANSVAL\033X", "\n") + keys("ANSVAL[", "   0   ") + keys("\003", "\n@"));
  EXPECT_THAT(log(0), HasSubstr("$1B>>TOKEN/   PUSHJ P,CHAR"));
}

TEST_P(Programs, SystatAgreesWithExec) {
  session(login(0, "GUEST") + login(1, "HICKS", "GREG") + says("SYSTAT", "\n@") +
          says("RUN <SUBSYS>SYSTAT.SAV", "\n@"));
  const std::string text = log(0);
  const auto jobs = [&](std::size_t from) {
    const std::size_t at = text.find(" JOB TTY", from);
    return at == std::string::npos ? std::string{"none"} : text.substr(at, text.find("\n@", at) - at);
  };
  const std::size_t second = text.find("SYSTAT.SAV");
  std::string program = jobs(second), exec = jobs(0);
  const std::size_t name = program.find("SYSTAT", program.find('\n'));
  ASSERT_NE(name, std::string::npos) << text;
  EXPECT_EQ(program.replace(name, 6, "EXEC"), exec);
  EXPECT_THAT(text.substr(second), HasSubstr("TENEX UP 0:"));
  EXPECT_THAT(program, HasSubstr("HICKS"));
}

TEST_P(Programs, TelnetTalksToAnotherHost) {
  session(netUp() + login(0, "GUEST") + says("TELNET", "\n#") + says("CONNECT UCSB 15", "1972") +
              waits(0, "CLOSED\r\n#") + says("CONNECT UCSB", "LOGOUT ENDS.\r\n@") +
              says("HELLO THERE", "YOU SAID: HELLO THERE") + keys("\032", "\n#") + says("STATUS", "\n#") +
              says("", "\n") + says("LOGOUT", "CLOSED\r\n#") + says("CONNECT UCSB 7", "OPEN") +
              says("ABC", "\nABC\r\n") + keys("\032", "#") + says("SYNCH", "\n") + keys("\032", "#") +
              says("DISCONNECT", "CLOSED\r\n#") + says("CONNECT UCSB 77", "\n#") + says("QUIT", "\n@"),
          Pack::Forget, kNet);
  EXPECT_THAT(log(0), HasSubstr("CONNECTED TO UCSB, SOCKET 1, LOCAL ECHO"));
  EXPECT_THAT(log(0), HasSubstr("REFUSED"));
}

TEST_P(Programs, TelnetLeavesTheEchoToATenex) {
  session(netUp() + login(0, "GUEST") + says("TELNET", "\n#") + says("CONNECT UTAH", "EXEC 1.10\r\n@") +
              says("DAYTIME", "72") + keys("\032", "\n#") + says("STATUS", "\n#") + says("DISCONNECT", "CLOSED\r\n#") +
              says("QUIT", "\n@"),
          Pack::Forget, kNet);
  EXPECT_THAT(log(0), HasSubstr("CONNECTED TO UTAH, SOCKET 1, REMOTE ECHO"));
  EXPECT_THAT(log(0), HasSubstr("\n@DAYTIME\n ")) << "one echo";
}

TEST_P(Programs, FtpStoresAndRetrieves) {
  session(netUp() + login(0, "GUEST") + says("FTP", "\n*") + says("CONNECT UCSB", "\n*") +
              says("LOGIN UTAH", "PASSWORD: ") + says("PW", "ACCOUNT: ") + says("1", "\n*") +
              says("STORE VERSE.TXT", "\n*") + says("APPEND VERSE.TXT", "\n*") +
              says("RETRIEVE VERSE.TXT TWICE.TXT", "\n*") + says("TYPE I", "\n*") + says("BYTE 36", "\n*") +
              says("STORE <SUBSYS>CALC.SAV C", "\n*") + says("RETRIEVE C C1.SAV", "\n*") + says("BYTE 8", "\n*") +
              says("STORE <SUBSYS>CALC.SAV C8", "\n*") + says("RETRIEVE C8 C2.SAV", "\n*") +
              says("RETRIEVE NIX", "\n*") + says("RENAME C8 D8", "\n*") + says("LIST", "\n*") +
              says("DELETE D8", "\n*") + says("QUIT", "\n@") + logout(0) + goesOn("70s"),
          Pack::Keep, kNet);
  const std::string text = log(0), verse = exported("<GUEST>VERSE.TXT");
  EXPECT_THAT(text, HasSubstr("UCSB FTP SERVER 1.0 - AT 2-OCT-72 09:"));
  EXPECT_THAT(text, HasSubstr("450 FILE NOT FOUND."));
  EXPECT_EQ(exported("<GUEST>TWICE.TXT"), verse + verse);
  tenexfs("export p.dsk '<SUBSYS>CALC.SAV' --form data8 --out calc");
  for (const char* file : {"C1", "C2"}) {
    tenexfs(fmt::format("export p.dsk '<GUEST>{}.SAV' --form data8 --out {}", file, file));
    EXPECT_EQ(read(file), read("calc")) << file;
  }
}

// Two users of one host: the file is sent over the network to the same host.
TEST_P(Programs, FileGoesFromSendToRecv) {
  session(netUp() + login(0, "GUEST") + login(1, "GUEST") + type(1, "RECV\r") + waits(1, "FILE: ") +
              type(1, "GOT.SAV\r") + waits(1, "TEXT? ") + type(1, "\r") + waits(1, "SOCKET") + goesOn("1s") +
              says("SEND", "FILE: ") + says("<SUBSYS>CALC.SAV", "TEXT? ") + says("", "HOST: ") +
              says("UTAH", "LISTENS): ") + says("", "\n@") + waits(1, "\n@") + type(1, "GET GOT.SAV\r") +
              waits(1, "\n@"),
          Pack::Forget, kNet);
  EXPECT_THAT(log(0), HasSubstr(" RECEIVED\n"));
  EXPECT_THAT(log(1), Not(HasSubstr("NOT A SAVED PROGRAM")));
}

UTAH10_EVERY_SYSTEM(Programs);

}  // namespace
}  // namespace utah10::test

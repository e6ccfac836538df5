// The EXEC of roms/exec on the packaged systems: operator commands, devices, mail, file attributes.
#include "monitor_pack.hpp"

namespace utah10::test {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

class ExecOperator : public MonitorPack {
 protected:
  static bool is1973() { return std::string{GetParam()} != "tenex72"; }
  static bool since132() { return std::string{GetParam()} == "tenex73"; }
  static std::string enabled(std::string_view text) { return command(0, text, "\n!"); }
  static std::string sub(std::string_view text) { return command(0, text, "@@"); }
  static std::string operatorLogin() { return login(0, "OPERATOR") + enabled("ENABLE"); }
};

TEST_P(ExecOperator, DescribesDirectories) {
  session(operatorLogin() + enabled("\005CREATE NEWMAN SECRET") + sub("\005CREATE NEWMAN,") + sub("WHEEL") +
          sub("NOT WHEEL") + sub("NETWIZARD") + sub("PRIVILEGES 4000") + sub("USER (GROUP) 3") + sub("USER 4") +
          sub("NOT USER 3") + sub("DIRECTORY (GROUP) 35") + sub("DEFAULT (FILE) PROTECTION 777700") +
          sub("DEFAULT (FILE) NUMBER (OF VERSIONS TO KEEP) 4") + sub("ALPHANUMERIC (ACCOUNTS)") + sub("LIST") +
          enabled("") + sub("\005PRINT NEWMAN,") + sub("VERBOSE") + enabled("") + enabled("\005CREATE EMPTY") +
          sub("\005CREATE BOX,") + sub("FILES (ONLY)") + enabled("ABORT") + sub("\005CREATE BOX,") +
          sub("FILES (ONLY)") + sub("NO MAILBOX") + enabled("") + sub("\005CREATE BOX,") + sub("KILL") + enabled("") +
          enabled("\005PRINT BOX"));
  EXPECT_THAT(log(0),
              AllOf(HasSubstr("@@LIST\n NAME NEWMAN\n PASSWORD SECRET\n DISK LIMIT 250\n NETWIZARD\n PRIVILEGES "
                              "WITHOUT A NAME 4000\n ALPHANUMERIC ACCOUNTS\n"),
                    HasSubstr(" DEFAULT FILE PROTECTION: 777700\n DIRECTORY PROTECTION: 777740\n VERSIONS KEPT "
                              "OF A FILE: 4\n USER GROUPS 4\n DIRECTORY GROUPS 35\n"),
                    HasSubstr(" NOT WHEEL\n NOT OPERATOR\n NOT CONFIDENTIAL INFORMATION ACCESS\n NOT "
                              "MAINTENANCE\n NETWIZARD\n NOT ABSOLUTE SOCKET\n"),
                    HasSubstr("NO PASSWORD; GIVE ONE, OR THE SUBCOMMAND FILES (ONLY)")));
  if (is1973()) {
    EXPECT_THAT(log(0), HasSubstr("PRINT BOX\n NO SUCH DIRECTORY"));
  }
}

// Features with switches in the monitor of 1973; the monitor of 1972 reports that it has none.
TEST_P(ExecOperator, SwitchesTheMonitor) {
  const std::string no = "\n NOT IMPLEMENTED IN THIS MONITOR\n";
  session(operatorLogin() + enabled("\005CYCLE (THE NETWORK)") + enabled("\005NETWORK OFF") +
          enabled("\005NETWORK ON") + enabled("\005PAUSE (AT BUGCHKS)") + enabled("\005PROCEED") +
          enabled("\005DISK (PANIC LEVEL FOR) USER 1") + enabled("\005SYSTEM (IS) ATTENDED") +
          enabled("LIMIT CPU 700") + enabled("LIMIT (ADDITIONAL) DISK (TO) 5000") + enabled("INTERROGATE ") +
          type(0, "\005EDDT\r") + waits(0, "DDT") + type(0, "1+1=") + waits(0, "2") + type(0, "20000\033G") +
          waits(0, "@") + enabled("ENABLE") + sub("\005CREATE GUEST,") + sub("DISK 3") + enabled("") +
          login(1, "GUEST") + command(1, "COPY VERSE.TXT V.TXT") + enabled("\005DISK (PANIC LEVEL FOR) USER 0") +
          command(1, "COPY VERSE.TXT V.TXT"));
  EXPECT_THAT(log(0),
              AllOf(HasSubstr("LIMIT CPU 700" + no), HasSubstr(" TOO MUCH"), HasSubstr("THIS SYSTEM HAS NO ARCHIVE")));
  if (is1973()) {
    EXPECT_THAT(log(0), AllOf(HasSubstr("NETWORK OFF\n!"), HasSubstr("PROCEED\n!"), HasSubstr("ATTENDED\n!")));
  } else {
    EXPECT_THAT(log(0), AllOf(HasSubstr("NETWORK OFF" + no), HasSubstr("PROCEED" + no), HasSubstr("ATTENDED" + no)));
  }
  EXPECT_EQ(log(1).find("NO ROOM TO OPEN THE FILE") != std::string::npos, is1973());
  EXPECT_THAT(log(1), ContainsRegex("@COPY VERSE.TXT V.TXT\n@$"));
}

// Later EXECs had commands for functions that our monitors lack: the answer is what is missing. TENEX never renamed
// directories.
TEST_P(ExecOperator, AsksForFunctionsOfLaterMonitors) {
  std::string commands;
  const std::pair<const char*, const char*> words[] = {
      {"INITIALIZE HOSTS", "THIS MONITOR HAS NO FILE OF HOSTS; THEY ARE A PART OF IT"},
      {"INITIALIZE ACCOUNTS", "THIS MONITOR HAS NO FILE OF ACCOUNTS; EVERY ACCOUNT IS RIGHT"},
      {"K (FACTOR IS) 0.5", "THIS MONITOR HAS NO SHARES OF TIME; THE FACTOR MEANS NOTHING"},
      {"LOAD (EDDT)", "THIS MONITOR HAS NO EDDT"},
      {"UNLOAD (EDDT)", "THIS MONITOR HAS NO EDDT"}};
  for (const auto& [word, answer] : words) commands += enabled(fmt::format("\005{}", word));
  session(operatorLogin() + commands + enabled("\005K 1.5") + enabled("\005OFFLINE (CORE FROM PAGE) ") +
          enabled("\005OFFLINE 300 (THROUGH PAGE) 277") + enabled("\005ONLINE 0 4000") + sub("\005CREATE GUEST,") +
          enabled("NAME") + enabled("DAYTIME"));
  for (const auto& [word, answer] : words)
    EXPECT_THAT(log(0), HasSubstr(fmt::format("{}\n {}\n", word, answer))) << log(0);
  EXPECT_THAT(log(0), AllOf(HasSubstr("K 1.5\n FROM 0 TO 1\n"), HasSubstr("OFFLINE (CORE FROM PAGE) \n ?\n"),
                            HasSubstr("277\n NOT PAGES OF CORE; PAGES ARE 0 TO 3777\n"),
                            HasSubstr("4000\n NOT PAGES OF CORE; PAGES ARE 0 TO 3777\n"),
                            HasSubstr("\n@@NAME\n NOT IMPLEMENTED IN THIS MONITOR\n")));
}

// Traps of calls since 1.32; ENABLE wants the password after LIMIT, where the monitor can check it.
TEST_P(ExecOperator, TrapsCallsAndLimitsCapabilities) {
  const std::string no = "\n NOT IMPLEMENTED IN THIS MONITOR\n";
  session(operatorLogin() + enabled("\005TRAPS (OF JSYS'S) OFF") + enabled("\005TRAPS ON") +
          command(0, "\005LIMIT CAPABILITIES", is1973() ? "\n@" : "\n!") +
          command(0, "ENABLE NIX", is1973() ? "\n@" : "\n!") + enabled("ENABLE OPERATOR") + command(0, "DISABLE") +
          enabled("ENABLE"));
  EXPECT_THAT(log(0), HasSubstr(since132() ? "ON\n!" : "ON" + no));
  EXPECT_THAT(log(0), HasSubstr(is1973() ? "\n NOT THE PASSWORD\n@ENABLE \n!" : "LIMIT CAPABILITIES" + no));
}

// Pages of core go out of use, one that is locked does not; the system works with the rest, and gets them back.
TEST_P(ExecOperator, TakesCoreOutOfUse) {
  const std::string statistics = enabled("STATISTICS");
  session(operatorLogin() + statistics + enabled("\005OFFLINE (CORE FROM PAGE) 400 (THROUGH PAGE) 677") +
          enabled("\005OFFLINE 700 2000") + enabled("\005OFFLINE 777 777") + statistics + login(1, "GUEST") +
          command(1, "EDIT VERSE.TXT", "LINES\r\n*") + command(1, "X") + enabled("\005OFFLINE 100 400") +
          enabled("\005OFFLINE 160 377") + enabled("\005ONLINE (CORE FROM PAGE) 400 (THROUGH PAGE) 777") +
          enabled("\005ONLINE") + statistics);
  if (!is1973()) {
    EXPECT_THAT(log(0), HasSubstr("677\n NOT IMPLEMENTED IN THIS MONITOR\n"));
    return;
  }
  std::vector<int> pages;
  const std::string text = log(0), words = " CORE PAGES FOR PROGRAMS";
  for (std::size_t at = 0; (at = text.find(words, at)) != std::string::npos; ++at)
    pages.push_back(std::stoi(text.substr(text.rfind('\n', at) + 1)));
  ASSERT_EQ(pages.size(), 3u) << text;
  EXPECT_EQ(pages[1], pages[0] - 256);
  EXPECT_EQ(pages[2], pages[0]);
  EXPECT_THAT(text, AllOf(HasSubstr("100 400\n THE SYSTEM FUNCTION CANNOT BE GIVEN THAT VALUE\n"),
                          HasSubstr("160 377\n THE SYSTEM FUNCTION CANNOT BE GIVEN THAT VALUE\n")));
}

// The operator turns the network off and on; a cycle does both.
TEST_P(ExecOperator, TurnsTheNetworkOffAndOn) {
  if (!is1973()) GTEST_SKIP() << "the monitor of 1972 has no call for it";
  session(goesOn("10s") + operatorLogin() + enabled("IMPSTAT") + enabled("\005NETWORK OFF") + goesOn("1s") +
              enabled("IMPSTAT") + enabled("\005NETWORK ON") + goesOn("3s") + enabled("IMPSTAT") +
              enabled("\005CYCLE (THE NETWORK)") + goesOn("900ms") + enabled("IMPSTAT") + goesOn("3s") +
              enabled("IMPSTAT"),
          Pack::Forget, "[imp]\n[network]\nmap = \"1972\"\nmachine = \"4\"\n");
  std::string states;
  for (std::size_t at = 0; (at = log(0).find("THE IMP IS ", at)) != std::string::npos; ++at)
    states += log(0).substr(at + 11, 2) + " ";
  EXPECT_EQ(states, "UP DO UP DO UP ");
}

TEST_P(ExecOperator, HaltsLaterOrNot) {
  session(operatorLogin() + sub("HALT,") + sub("IN (NUMBER OF MINUTES) 30") + sub("FOR (NUMBER OF MINUTES) 60") +
          sub("BY (USER) GUEST") + sub("DUE (TO REASON) PREVENTIVE-MAINTENANCE") + enabled("") + enabled("SYSTAT") +
          sub("HALT,") + sub("RETRACT") + enabled("") + enabled("SYSTAT") + sub("HALT,") +
          sub("AT (DATE AND TIME) 10/2/72 1500") + sub("UNTIL (DATE AND TIME) 10/3/72 0800") + enabled("") +
          enabled("\005CANCEL (HALT)") + command(0, "DISABLE") + command(0, "HALT"));
  EXPECT_THAT(log(0), AllOf(HasSubstr("TENEX GOING DOWN IN 30 MINUTES"), HasSubstr("WHEEL OR OPERATOR REQUIRED")));
  if (is1973()) {
    EXPECT_THAT(log(0), ContainsRegex("TENEX STOPS +2-OCT-72 03:30:[0-9]+, BACK +2-OCT-72 04:30:[0-9]+\n"));
  }
}

TEST_P(ExecOperator, MarksFiles) {
  session(login(0, "GUEST") + command(0, "PERPETUAL (FILES) VERSE.TXT") + command(0, "DELETE VERSE.TXT") +
          command(0, "NOT PERPETUAL (FILES) VERSE.TXT;1") +
          command(0, "ACCESS (TO FILES) READ.ME (BY) GROUP,OTHERS (IS) READ WRITE") + command(0, "QFD READ.ME") +
          command(0, "ACCESS *.MAC SELF ALL") + command(0, "ACCESS CALLS.MAC") +
          command(0, "ACCESS HELLO.MAC SELF NONE") + command(0, "QFD *.MAC") + command(0, "ACCESS LPT: OTHERS"));
  EXPECT_THAT(log(0), AllOf(HasSubstr("READ.ME;1;P776060"), HasSubstr("CALLS.MAC;1 [OK]\n HELLO.MAC;1 [OK]\n"),
                            HasSubstr("CALLS.MAC;1;P777752"), HasSubstr("20000-BIT FORCED ON"),
                            HasSubstr("HELLO.MAC;1;P27752"), HasSubstr("LPT: KEEPS NO PROTECTION FOR ITS FILES")));
  const std::string never = "THESE BITS OF A FILE'S DESCRIPTION NEVER CHANGE";
  EXPECT_THAT(log(0), HasSubstr(since132() ? "VERSE.TXT;1 IS PERPETUAL; NOT DELETED" : never));
}

// An ephemeral program does not replace the loaded one.
TEST_P(ExecOperator, RunsEphemeralPrograms) {
  session(login(0, "GUEST") + command(0, "COPY <SUBSYS>CALC.SAV C.SAV") + command(0, "EPHEMERAL (FILE) C") + logout(0) +
          operatorLogin() + enabled("EPHEMERAL (FILE) <SUBSYS>CALC") + enabled("GET <SUBSYS>EDIT") + type(0, "CALC\r") +
          goesOn("3s") + type(0, "2+3\r") + waits(0, "5") + type(0, "\003") + waits(0, "\n!") + enabled("MEMSTAT") +
          enabled("NOT EPHEMERAL (FILE) <SUBSYS>CALC") + type(0, "CALC\r") + goesOn("3s") + type(0, "2+3\r") +
          waits(0, "5") + type(0, "\003") + waits(0, "\n!") + enabled("MEMSTAT"));
  const std::string text = log(0);
  EXPECT_EQ(text.find("<SUBSYS>EDIT.SAV;") != std::string::npos, since132()) << text;
  EXPECT_THAT(text.substr(text.rfind("MEMSTAT")), HasSubstr("CALC.SAV;"));
}

// EDIT with the name of a file, of a new file, of the last file again, and without a name.
TEST_P(ExecOperator, EditsFiles) {
  session(login(0, "GUEST") + type(0, "EDIT (FILE) VERSE.TXT\r") + waits(0, "4 LINES\r\n*") + type(0, "1A\rMORE\r.\r") +
          waits(0, "\n*") + command(0, "X") + type(0, "EDIT NEW.TXT\r") + waits(0, "0 LINES\r\n*") +
          type(0, "A\rONE LINE\r.\r") + waits(0, "\n*") + command(0, "X") + command(0, "DIRECTORY NEW.*;*") +
          type(0, "EDIT NOT.TXT\r") + waits(0, "NEW FILE, 0 LINES\r\n*") + command(0, "Q") +
          command(0, "DIRECTORY NOT.TXT") + type(0, "EDIT NEW.TXT\r") + waits(0, "1 LINES\r\n*") + command(0, "Q") +
          type(0, "EDIT\r") + waits(0, "1 LINES\r\n*") + command(0, "*P", "\n*") + command(0, "Q") +
          command(0, "TYPE VERSE.TXT") + command(0, "DELETE NEW.TXT;*") + command(0, "EXPUNGE") + command(0, "EDIT") +
          command(0, "EDIT", "\n*") + command(0, "Q") + command(0, "FILSTAT"));
  EXPECT_THAT(log(0),
              AllOf(HasSubstr("NEW.TXT;1, 1 LINES\n@"), HasSubstr("\n NEW.TXT;1\n@"), HasSubstr("NO FILE HAS")));
  EXPECT_THAT(log(0), AllOf(HasSubstr("VERSE.TXT;2, 5 LINES\n@"), HasSubstr("1       ONE LINE\n*Q\n@"),
                            HasSubstr("A LINE WAS TYPED AND THEN ANOTHER,\nMORE\nEACH CAME"),
                            HasSubstr("THE FILE EDITED LAST IS GONE; NAME A FILE"),
                            Not(ContainsRegex("FILSTAT\n(.*\n)*.*TXT"))));
}

TEST_P(ExecOperator, ReportsMail) {
  session(operatorLogin() + enabled("\005SYSTEM (IS) MESSAGE (IS) GOOD DAY") +
          type(0, "COPY TTY: <GUEST>MESSAGE.TXT;1\r") + goesOn("2s") + type(0, "HI THERE\r\032") + waits(0, "\n!") +
          enabled("MAIL CHECK (FOR USER) HICKS") + login(1, "GUEST") + command(1, "MAIL CHECK") +
          command(1, "TYPE MESSAGE.TXT") + command(1, "MAIL CHECK") + command(1, "MAIL WATCH OFF") +
          command(1, "MAIL WATCH") + command(1, "PRINTER CHECK") + command(1, "PRINTER WATCH ON"));
  EXPECT_THAT(log(0), HasSubstr("NO MAIL SINCE IT WAS LAST READ"));
  EXPECT_THAT(
      log(1),
      AllOf(HasSubstr("\nGOOD DAY\n"), HasSubstr("HI THERE\n@MAIL CHECK\n NO MAIL SINCE IT WAS LAST READ"),
            HasSubstr("PRINTER CHECK\n NOTHING WAITS TO BE PRINTED"), HasSubstr("[YOUR LISTINGS ARE PRINTED]")));
  if (is1973()) {
    EXPECT_THAT(log(1),
                AllOf(HasSubstr("[MAIL HAS COME; SEE MESSAGE.TXT]\n@"), HasSubstr("MAIL CHECK\n MAIL HAS COME")));
  }
}

TEST_P(ExecOperator, AcceptsAccountStrings) {
  session(operatorLogin() + sub("\005CREATE NEWMAN SECRET,") + sub("ALPHANUMERIC (ACCOUNTS)") + enabled("") +
          type(1, "\003") + waits(1, "@") + command(1, "LOGIN NEWMAN SECRET UTAH-1") + command(1, "USESTAT") +
          command(1, "CHANGE (ACCOUNT TO) 12") + command(1, "USESTAT") + command(1, "CHANGE (ACCOUNT TO) PROJECT-X") +
          command(1, "COPY <GUEST>VERSE.TXT V.TXT") + command(1, "DIRECTORY,", "@@") + command(1, "ACCOUNT", "@@") +
          command(1, "") + logout(1) + goesOn("2s"));
  EXPECT_THAT(log(1), AllOf(HasSubstr("ACCT: UTAH-1\n"), HasSubstr("ACCT: 12\n"),
                            HasSubstr("   <NEWMAN>\n V.TXT;1;APROJECT-X\n"),
                            ContainsRegex("KILLED JOB [0-9]+, USER NEWMAN, ACCT PROJECT-X, TTY 1, USED ")));
}

TEST_P(ExecOperator, KnowsDevices) {
  session(login(0, "GUEST") + command(0, "AVAILABLE DEVICES") + command(0, "ASSIGN LPT:") + command(0, "ASSIGN LPT") +
          login(1, "HICKS", "GREG") + command(1, "ASSIGN LPT") + command(1, "DEASSIGN LPT") +
          command(0, "DEASSIGN (DEVICE) LPT:") + command(0, "DEASSIGN LPT") + command(0, "ASSIGN TTY0") +
          command(0, "ASSIGN TTY1") + command(0, "ASSIGN TTY3") + command(0, "DEASSIGN TTY3") +
          command(0, "ASSIGN NIL") + command(0, "MOUNT DSK") + command(0, "UNMOUNT (DEVICE) LPT") +
          command(0, "REWIND (DEVICE) LPT") + command(0, "UNLOAD XYZ0:") + command(0, "CLEAR DSK:"));
  EXPECT_THAT(
      log(0),
      AllOf(HasSubstr(" DEVICES: LPT, MTA0, MTA1\n"), HasSubstr("ALREADY ASSIGNED TO YOU"),
            HasSubstr("LPT: NOT ASSIGNED\n"), HasSubstr("THAT IS YOUR OWN TERMINAL; YOU HAVE IT ALREADY"),
            ContainsRegex("TTY1: IN USE AS THE TERMINAL OF JOB [0-9]"),
            HasSubstr("NIL: SHARED BY ALL JOBS, NEVER ASSIGNED"), HasSubstr("DSK: HAS NOTHING TO MOUNT OR UNMOUNT"),
            HasSubstr("LPT: HAS NOTHING TO MOUNT OR UNMOUNT"),
            HasSubstr("LPT: NOT A TAPE; NAME A DECTAPE OR A MAGNETIC TAPE"), HasSubstr("NO DEVICE HAS THAT NAME"),
            HasSubstr("DSK: NOT A DECTAPE AND CANNOT BE CLEARED"), Not(HasSubstr("TTY3: "))));
  EXPECT_THAT(log(1), AllOf(ContainsRegex("LPT: HELD BY JOB [0-9]"), HasSubstr("LPT: NOT ASSIGNED TO YOU")));
}

// Listings: a page with the user's name, the file, a new page. An aborted listing ends; listings follow one another;
// without paper no user has to wait.
TEST_P(ExecOperator, PrintsListings) {
  session(login(0, "GUEST") + command(0, "LIST VERSE.TXT,HELLO.MAC") + command(0, "COPY READ.ME LPT:") +
              type(0, "LIST CALLS.MAC\r") + goesOn("9s") + type(0, "\003") + waits(0, "\n@") + sub("DIRECTORY,") +
              sub("LPT") + command(0, "") + goesOn("20s") + "detach lpt\n" + command(0, "LIST VERSE.TXT") +
              command(0, "COPY LPT: X.Y"),
          Pack::Forget, "[lpt]\nfile = \"paper\"\n");
  EXPECT_THAT(log(0), AllOf(HasSubstr(is1973() ? "IN USE ELSEWHERE" : "NOTHING IS MOUNTED ON THE DEVICE"),
                            HasSubstr("CANNOT BE OPENED FOR THAT")));
  const std::string paper = read("paper");
  const std::string line = is1973() ? "GUEST    GUEST    GUEST" : "GUEST   GUEST   GUEST";
  EXPECT_THAT(paper,
              AllOf(HasSubstr(line), ContainsRegex("VERSE.TXT;1 .*PAGE 1\n\n\nA LINE WAS TYPED AND THEN ANOTHER,\n"),
                    HasSubstr("HALTF"), HasSubstr("\fWELCOME TO TENEX AT UTAH.\n"), HasSubstr("SOME MONITOR CALLS"),
                    HasSubstr(" READ.ME;1\n VERSE.TXT;1\n")));
}

UTAH10_EVERY_SYSTEM(ExecOperator);

}  // namespace
}  // namespace utah10::test

// The EXEC of roms/exec on the packaged systems: commands of users and the operator, and their output.
#include "monitor_pack.hpp"

namespace utah10::test {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

class Exec : public MonitorPack {
 protected:
  // Starts a job on a line without a login.
  static std::string begin(int line) { return type(line, "\003") + waits(line, "EXEC") + waits(line, "\n@"); }
  static constexpr const char* kAltmode = "\033";
};

TEST_P(Exec, EditsTypedLines) {
  session(begin(0) + type(0, "DAX\001YTIME\r") + waits(0, "\n@") +  // control-A
          type(0, "WHERE DAYTIME\027\r") + waits(0, "\n@") +        // control-W
          type(0, "NONSENSE\030") + waits(0, "\n@") +               // control-X
          type(0, "VER\022SION\r") + waits(0, "\n@") +              // control-R
          type(0, "; only a comment\r") + waits(0, "\n@") +         //
          type(0, "VERSION ; and one behind a command\r") + waits(0, "\n@"));
  EXPECT_THAT(log(0), AllOf(HasSubstr("@DAX\\XYTIME\n MONDAY, OCTOBER 2, 1972 "), HasSubstr("WHERE DAYTIME_"),
                            HasSubstr("NONSENSE^X"), HasSubstr("@VER\n@VERSION\n")));
}

TEST_P(Exec, RecognizesWordsAndListsAlternatives) {
  session(begin(0) + type(0, "DAYT\033\r") + waits(0, "\n@") +  //
          type(0, "NO ?") + waits(0, "\n@NO ") + type(0, "LOW\033\r") + waits(0, "\n@") + type(0, "WID\033?") +
          waits(0, "DECIMAL NUMBER") + type(0, "80\r") + waits(0, "\n@") + type(0, "D\033") + waits(0, "\007") +
          type(0, "AYTIME\r") + waits(0, "\n@") + type(0, "TERMINAL (TYPE IS) 33\r") + waits(0, "\n@") +
          type(0, "NEVER\r") + waits(0, "?"));
  EXPECT_THAT(log(0), AllOf(HasSubstr("DAYTIME  [CONFIRM] \n MONDAY"), HasSubstr(" FORMFEED"), HasSubstr(" LOWERCASE"),
                            HasSubstr("@NO LOWERCASE  [CONFIRM] "), HasSubstr("@WIDTH (OF LINE IS) "),
                            HasSubstr("@NEVER\n ?")));
}

TEST_P(Exec, LogsUsersInAndOut) {
  session(begin(0) + command(0, "DIRECTORY") + command(0, "LOGIN NOBODY X 1") + command(0, "LOGIN GUEST SESAME 1") +
          type(0, "LOGI\033GUE\033GUEST 1\r") + waits(0, "\n@") + command(0, "JOBSTAT") + command(0, "USESTAT") +
          command(0, "SYSTAT") + command(0, "WHERE (IS USER) GUEST") + command(0, "CHANGE (ACCOUNT TO) 2") +
          command(0, "LOGIN GUEST GUEST 1") + logout(0));
  EXPECT_THAT(log(0),
              AllOf(HasSubstr("USE LOGIN FIRST"), HasSubstr("NO SUCH DIRECTORY"), HasSubstr("WRONG PASSWORD"),
                    Not(HasSubstr("SESAME")), HasSubstr("@LOGIN (USER) GUEST (PASSWORD)  1\n"),
                    ContainsRegex(" JOB [0-9]+ ON TTY0 +2-OCT-72 "), HasSubstr("USER GUEST, TTY0"),
                    ContainsRegex("USED 0:00:0[0-9] IN 0:0[0-9]:[0-9][0-9], ACCT: 1"),
                    ContainsRegex("TENEX UP 0:0[0-9]:[0-9][0-9]  [0-9] JOBS\nLOAD AV [0-9.]+ [0-9.]+ [0-9.]+"),
                    ContainsRegex("[0-9]   0    GUEST +EXEC"), HasSubstr("THIS JOB HAS A USER; USE LOGOUT FIRST")));
}

TEST_P(Exec, HandlesFiles) {
  session(login(0, "GUEST") + command(0, "DIRECTORY") + command(0, "COPY READ.ME A.TXT") +
              command(0, "COPY VERSE.TXT A.TXT") + command(0, "RENAME A.TXT;1 B.TXT") +
              command(0, "APPEND B.TXT A.TXT") + command(0, "DIRECTORY *.TXT") + command(0, "TYPE A.TXT") +
              command(0, "DELETE *.TXT") + command(0, "UNDELETE VERSE.TXT") + command(0, "EXPUNGE") +
              type(0, "DIRECTORY *.TXT,\r") + waits(0, "@@") + type(0, "SIZE\r") + waits(0, "@@") +
              type(0, "PROTECTION\r") + waits(0, "@@") + type(0, "\r") + waits(0, "\n@") +
              command(0, "PROTECTION VERSE.TXT 777700") + command(0, "QFD VERSE.TXT") + command(0, "DSKSTAT") +
              command(0, "TYPE A.TXT") + logout(0),
          Pack::Keep);
  EXPECT_THAT(log(0), AllOf(HasSubstr("   <GUEST>\n"), HasSubstr(" VERSE.TXT;1"), HasSubstr(" A.TXT;2"),
                            HasSubstr(" B.TXT;1"), HasSubstr("[OK]"), HasSubstr("WELCOME TO TENEX"),
                            HasSubstr("VERSE.TXT;1;P777700"), HasSubstr("DELETED ONES")));
  EXPECT_THAT(tenexfs("list p.dsk GUEST"), AllOf(HasSubstr("VERSE.TXT;1"), Not(HasSubstr("A.TXT"))));
  expectCleanPack();
}

TEST_P(Exec, RunsPrograms) {
  session(login(0, "GUEST") + command(0, "RUNSTAT") + type(0, "CALC\r") + goesOn("5s") + type(0, "2+3\r") +
          waits(0, "5") + type(0, "\024") + waits(0, "LOAD AV.") + type(0, "\003") + waits(0, "^C") + waits(0, "\n@") +
          command(0, "RUNSTAT") + command(0, "MEMSTAT") + type(0, "CONTINUE\r6*7\r") + waits(0, "42") +
          type(0, "\003") + waits(0, "\n@") + command(0, "SSAVE (PAGES FROM) 0 (TO) 777 (ON) MINE.SAV") +
          command(0, "RESET") + command(0, "START") + type(0, "RUN MINE\r") + goesOn("5s") + type(0, "8*9\r") +
          waits(0, "72") + type(0, "\003") + waits(0, "\n@") + command(0, "FILSTAT") + logout(0));
  EXPECT_THAT(log(0), AllOf(HasSubstr("NO PROGRAM"), HasSubstr("PAGES, ENTRY VECTOR AT")));
}

TEST_P(Exec, AcceptsGroupsOfFiles) {
  session(login(0, "GUEST") + command(0, "COPY VERSE.TXT VAR.TXT") + command(0, "COPY *.TXT *.OLD") +
          command(0, "COPY *.OLD *.*") + command(0, "APPEND *.OLD ALL.") + type(0, "DIRECTORY *.*;*,\r") +
          waits(0, "@@") + type(0, "OUTPUT (TO FILE) D.LST\r") + waits(0, "@@") + type(0, "LENGTH\r") + waits(0, "@@") +
          type(0, "\r") + waits(0, "\n@") + command(0, "TYPE D.LST,READ.ME") + command(0, "DELETE VAR.*,VERSE.OLD") +
          command(0, "PROTECTION *.MAC 777700") + command(0, "DIRECTORY") + logout(0));
  EXPECT_THAT(log(0), AllOf(HasSubstr(" VAR.TXT;1 [OK]\n VERSE.TXT;1 [OK]\n"), HasSubstr(" VERSE.OLD;2 [OK]"),
                            ContainsRegex(" ALL.;1 +276\\(7\\)"), ContainsRegex(" VERSE.OLD;2 +138\\(7\\)"),
                            HasSubstr("WELCOME TO TENEX"), HasSubstr(" CALLS.MAC;1 [OK]\n HELLO.MAC;1 [OK]\n"),
                            HasSubstr(" VAR.OLD;2\n VERSE.TXT;1\n VERSE.OLD;2\n")));
}

TEST_P(Exec, RedirectsAndDebugs) {
  session(login(0, "GUEST") + type(0, "COPY TTY: IN.TXT\r5*5\r6*7\r\032") + waits(0, "\n@") +
          command(0, "GET <SUBSYS>CALC") + command(0, "REDIRECT (INFILE) IN.TXT (OUTFILE) OUT.TXT") +
          type(0, "START\r") + goesOn("5s") + type(0, "\003") + waits(0, "\n@") + command(0, "FILSTAT") +
          command(0, "SHUT") + command(0, "TYPE OUT.TXT") + command(0, "RESET") + command(0, "GET <SUBSYS>CALC") +
          type(0, "DDT\r") + waits(0, "DDT") + type(0, "1+1=") + waits(0, "2") + type(0, "\003") + waits(0, "\n@") +
          type(0, "START\r4*4\r") + waits(0, "16") + type(0, "\003") + waits(0, "\n@") + command(0, "PISTAT") +
          logout(0));
  EXPECT_THAT(log(0), AllOf(ContainsRegex("IN.TXT;1 +READ EOF"), ContainsRegex("OUT.TXT;1 +WRITE"), HasSubstr("25"),
                            HasSubstr("42"), HasSubstr("PSI IS ON")));
}

// Control-O discards the current output; a second control-C also discards output that a program has sent.
TEST_P(Exec, StopsOutput) {
  session(login(0, "GUEST") + type(0, "TYPE CALLS.MAC\r") + goesOn("1s") + type(0, "\017") + waits(0, "^O") +
          waits(0, "@") + type(0, "TYPE CALLS.MAC\r") + goesOn("1s") + type(0, "\003\003") + waits(0, "^C") +
          waits(0, "\n@") + command(0, "DAYTIME") + logout(0));
  EXPECT_THAT(log(0), AllOf(HasSubstr("MONDAY, OCTOBER 2"), Not(ContainsRegex("\n\tEND"))));
}

TEST_P(Exec, ServesTheOperator) {
  session(login(0, "GUEST") + command(0, "ENABLE") + logout(0) + login(0, "OPERATOR") + command(0, "ENABLE", "\n!") +
              type(0, "\005CREATE NEWMAN SECRET,\r") + waits(0, "@@") + type(0, "DISK 100\r") + waits(0, "@@") +
              type(0, "\r") + waits(0, "\n!") + command(0, "\005PRINT NEWMAN", "\n!") +
              command(0, "STATISTICS", "\n!") + command(0, "DISCUSE", "\n!") + command(0, "DISABLE") + logout(0) +
              login(1, "NEWMAN", "SECRET") + command(1, "JOBSTAT") + logout(1) + goesOn("40s"),
          Pack::Keep);
  EXPECT_THAT(log(0),
              AllOf(HasSubstr("NO SPECIAL CAPABILITIES"), HasSubstr(" NAME NEWMAN"), HasSubstr(" DISK LIMIT 100"),
                    ContainsRegex("PAGES USED, [0-9]+ FREE"), HasSubstr("CORE PAGES FOR PROGRAMS")));
  EXPECT_THAT(log(1), HasSubstr("USER NEWMAN"));
  EXPECT_THAT(tenexfs("list p.dsk"), HasSubstr("<NEWMAN>"));
}

TEST_P(Exec, DetachesAndAttaches) {
  session(login(0, "GUEST") + type(0, "CALC\r") + goesOn("5s") + type(0, "\003") + waits(0, "\n@") +
          type(0, "DETACH\r") + waits(0, "GOES ON WITHOUT A TERMINAL") + goesOn("2s") + begin(1) +
          type(1, "ATTACH GUEST GUEST\r") + goesOn("5s") + command(1, "\rJOBSTAT") + type(1, "CONTINUE\r6*7\r") +
          waits(1, "42") + type(1, "\003") + waits(1, "\n@") + logout(1));
  EXPECT_THAT(log(1), HasSubstr("USER GUEST, TTY1"));
}

// After a hang-up a job with a user waits twenty minutes, its program frozen, for somebody to attach; one without ends.
TEST_P(Exec, KeepsTheJobOfALineThatWasHungUp) {
  std::string modems = machine("");
  modems.replace(modems.find("lines = 12\n"), 11, "lines = 12\nmodem-base = 32\n");
  const auto answered = [](int line) { return waits(line, "@"); };
  const auto leaves = [](int line) { return fmt::format("log tty{0} off\nhangup tty{0}\n", line); };
  // Most of the time passes at once: the operator sets the monitor's clock of ms.
  const std::string twentyMinutes = "symbols " + binaryDir() + "/roms/monitor" + std::string{GetParam()}.substr(5) +
                                    ".debug\ndeposit TODCLK 1100000.\n";
  sessionOn(modems, goesOn("3s") + answered(0) + login(0, "GUEST") + type(0, "CALC\r") + goesOn("3s") +
                        type(0, "2+3\r") + waits(0, "5") + answered(1) + login(1, "HICKS", "GREG") + answered(2) +
                        answered(3) + login(3, "SMITH", "LAKE") + leaves(0) + leaves(2) + goesOn("10s") +
                        command(1, "SYSTAT") + type(1, "ATTACH GUEST GUEST\r") + goesOn("5s") + type(1, "6*7\r") +
                        waits(1, "42") + leaves(1) + goesOn("10s") + twentyMinutes + command(3, "SYSTAT") +
                        goesOn("140s") + command(3, "SYSTAT"));
  EXPECT_THAT(log(1),
              AllOf(ContainsRegex("\n [0-9]+ +DET +GUEST +CALC\n"), Not(ContainsRegex("\n [0-9]+ +2 +NOT LOGGED"))));
  const std::size_t last = log(3).rfind("@SYSTAT");
  EXPECT_THAT(log(3).substr(0, last), ContainsRegex("DET +GUEST +CALC"));
  EXPECT_THAT(log(3).substr(last), Not(ContainsRegex("DET +GUEST")));
}

TEST_P(Exec, LinksTerminals) {
  session(login(0, "GUEST") + login(1, "HICKS", "GREG") + command(0, "LINK (TO) HICKS") + command(0, "; HELLO THERE") +
          waits(1, "HELLO THERE") + command(0, "BREAK") + waits(1, "BREAK") + type(1, "\rREFUSE\r") +
          waits(1, "REFUSE") + waits(1, "\n@") + command(0, "LINK 1"));
  EXPECT_THAT(log(0), HasSubstr("REFUSED"));
}

UTAH10_EVERY_SYSTEM(Exec);

}  // namespace
}  // namespace utah10::test

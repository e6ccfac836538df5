// Lines of the packaged systems: callers come and go by modem, advise each other, ask which lines there are.
#include "monitor_pack.hpp"

namespace utah10::test {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

class Lines : public MonitorPack {
 protected:
  // The machine of session() with a modem for each line.
  static std::string modems() {
    std::string text = machine("");
    const std::string lines = fmt::format("lines = {}\n", kLines);
    text.insert(text.find(lines) + lines.size(), "modem-base = 32\n");
    return text;
  }
  bool has1973() const { return std::string{GetParam()} == "tenex73"; }
  // A caller: his line begins a job by itself.
  static std::string calls(int line) { return type(line, "") + waits(line, "@"); }
  static std::string leaves(int line) { return fmt::format("hangup tty{}\n", line); }
  static std::string logsIn(int line, const std::string& user, const std::string& password) {
    return type(line, fmt::format("LOGIN {} {} 1\r", user, password)) + waits(line, "\n@");
  }
  // A new call on the line, with a log of its own.
  static std::string callsAgain(int line) { return fmt::format("log tty{0} again{0}.log\n", line) + waits(line, "@"); }
  std::string again(int line) const {
    std::string text = read(fmt::format("again{}.log", line));
    std::erase(text, '\r');
    return text;
  }
};

// The job goes on without a terminal, what was typed ahead is not the next caller's, and he may attach it.
TEST_P(Lines, TheNextCallerHasAJobOfHisOwn) {
  sessionOn(modems(), goesOn("2s") + logsIn(0, "GUEST", "GUEST") + type(0, "CALC\r") + waits(0, "\n*") +
                          type(0, "2+3\r") + waits(0, " 5") + type(0, "77777") + leaves(0) + goesOn("5s") +
                          callsAgain(0) + command(0, "SYSTAT") + type(0, "ATTACH GUEST GUEST\r") + goesOn("5s") +
                          type(0, "6*7\r") + waits(0, "42"));
  EXPECT_THAT(again(0),
              AllOf(HasSubstr("EXEC"), ContainsRegex("\n [0-9]+ +DET +GUEST +CALC\n"), Not(HasSubstr("777"))));
}

// He who calls at once gets through when the monitor has finished with the caller before.
TEST_P(Lines, ACallerRightAfterAnother) {
  sessionOn(modems(), goesOn("2s") + logsIn(0, "GUEST", "GUEST") + logsIn(1, "HICKS", "GREG") + command(1, "LINK 0") +
                          leaves(0) + callsAgain(0) + command(0, "JOBSTAT") + type(1, "; SECRET\r") + waits(1, "\n@") +
                          goesOn("2s"));
  EXPECT_THAT(again(0), AllOf(HasSubstr("EXEC"), Not(HasSubstr("USER GUEST")), Not(HasSubstr("SECRET"))));
}

// A logout hangs up: in 1972 at once, in 1973 after a minute, unless control-C begins another job before.
TEST_P(Lines, LogoutHangsUp) {
  sessionOn(modems(), goesOn("2s") + logsIn(0, "GUEST", "GUEST") + logsIn(1, "HICKS", "GREG") + logout(0) + logout(1) +
                          goesOn("5s") + type(0, "\003") + goesOn("70s") + "show tty\n" + type(0, "\r") +
                          waits(0, "@"));
  EXPECT_THAT(log(0), ContainsRegex("KILLED(.|\n)*EXEC"));
}

// The machine has twelve lines, of which line 0 is in use, and the console, which is in use.
TEST_P(Lines, AvailableListsLinesThatExist) {
  session(login(0, "GUEST") + command(0, "AVAILABLE LINES"));
  EXPECT_THAT(log(0), HasSubstr(" LINES: 1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 13, 41, 42"));
}

// What the adviser types is the other's input, whose output both see; control-Y is his control-C. Control-C ends it.
TEST_P(Lines, OneUserAdvisesAnother) {
  const std::string first = login(0, "GUEST") + login(1, "HICKS", "GREG");
  if (!has1973()) {
    session(first + command(0, "ADVISE 1") + command(1, "RECEIVE ADVICE 0") + command(1, "REFUSE") +
            command(1, "RECEIVE"));
    EXPECT_THAT(log(0), HasSubstr("NOT IMPLEMENTED IN THIS MONITOR"));
    EXPECT_THAT(log(1), AllOf(HasSubstr("NOT IMPLEMENTED IN THIS MONITOR"), Not(HasSubstr("?"))));
    return;
  }
  session(first + command(0, "ADVISE HICKS") + command(1, "RECEIVE ADVICE GUEST") + type(0, "ADVISE HICKS\r") +
          waits(0, "ADVICE FROM GUEST, JOB ") + waits(1, "ADVICE FROM GUEST, JOB ") + waits(0, "\n@") +
          type(0, "JOBSTAT\r") + waits(1, "USER HICKS") + waits(0, "USER HICKS") + waits(1, "\n@") + type(0, "CALC\r") +
          waits(1, "*") + type(0, "\031") + waits(1, "^C\r\n@") + waits(0, "^C\r\n@") + type(0, "\003") +
          waits(0, "^C\r\n@") + command(0, "BREAK") + command(0, "JOBSTAT") + command(1, "REFUSE LINKS") +
          command(0, "ADVISE HICKS") + command(1, "RECEIVE LINKS") + command(1, "REFUSE ADVICE"));
  EXPECT_THAT(log(0), AllOf(ContainsRegex("ADVISE HICKS\n REFUSED(.|\n)*USER GUEST(.|\n)*ADVISE HICKS\n REFUSED")));
  EXPECT_THAT(log(1), Not(HasSubstr("?")));
}

UTAH10_EVERY_SYSTEM(Lines);

}  // namespace
}  // namespace utah10::test

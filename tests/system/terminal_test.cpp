// The program on a terminal: the guest's keys, the escape key, the prompt with line editing.
#include <gmock/gmock.h>
#include <poll.h>
#include <pty.h>
#include <unistd.h>

#include <csignal>

#include "program_support.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;

// A child process on a pseudo-terminal.
class Teletype {
 public:
  explicit Teletype(std::vector<std::string> arguments, const std::string& history = {}) {
    winsize size{24, 120, 0, 0};
    child_ = forkpty(&line_, nullptr, nullptr, &size);
    if (child_ != 0) return;
    setenv("TERM", "dumb", 1);
    setenv("UTAH10_HISTORY", history.c_str(), 1);
    setenv("LSAN_OPTIONS", "suppressions=" UTAH10_SOURCE_DIR "/tests/system/libedit.supp", 1);
    arguments.insert(arguments.begin(), kProgram);
    std::vector<char*> argv;
    for (std::string& a : arguments) argv.push_back(a.data());
    argv.push_back(nullptr);
    execv(kProgram.c_str(), argv.data());
    _exit(127);
  }
  ~Teletype() {
    if (!ended_) kill(child_, SIGKILL), waitpid(child_, nullptr, 0);
    if (line_ >= 0) close(line_);
  }
  Teletype(const Teletype&) = delete;
  Teletype& operator=(const Teletype&) = delete;

  void type(std::string_view keys) const { ASSERT_EQ(write(line_, keys.data(), keys.size()), std::ssize(keys)); }
  // Reads until `text` has arrived since the last call; false after ten seconds.
  bool sees(std::string_view text) {
    for (int waits = 0; waits < 100;) {
      if (const std::size_t at = seen_.find(text, read_); at != std::string::npos) {
        read_ = at + text.size();
        return true;
      }
      pollfd in{line_, POLLIN, 0};
      char some[1000];
      if (poll(&in, 1, 100) <= 0) {
        ++waits;
        continue;
      }
      const ssize_t n = read(line_, some, sizeof some);
      if (n <= 0) return seen_.find(text, read_) != std::string::npos;
      seen_.append(some, static_cast<std::size_t>(n));
    }
    return false;
  }
  int exitCode() {
    int status = 0;
    while (sees("\001never printed")) {
    }
    waitpid(child_, &status, 0);
    ended_ = true;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  // Closes the terminal and waits for the program's end.
  void hangUp() {
    close(line_);
    waitpid(child_, nullptr, 0);
    ended_ = true;
    line_ = -1;
  }
  const std::string& seen() const { return seen_; }

 private:
  int line_ = -1;
  pid_t child_ = -1;
  bool ended_ = false;
  std::string seen_;
  std::size_t read_ = 0;
};

TEST_F(ProgramTest, TheGuestHasTheKeyboardUntilTheEscapeKey) {
  Teletype t{{}};
  ASSERT_TRUE(t.sees("COMES BACK.\r\n")) << t.seen();
  t.type("abc");
  ASSERT_TRUE(t.sees("abc")) << t.seen();
  t.type("\003x");  // ^C goes to the guest
  ASSERT_TRUE(t.sees("\003x")) << t.seen();
  t.type("\034\034y");  // two escape keys send one
  ASSERT_TRUE(t.sees("\034y")) << t.seen();
  t.type("\034");
  ASSERT_TRUE(t.sees("utah10> ")) << t.seen();
  t.type("examine pc\n");
  ASSERT_TRUE(t.sees("pc/ 0001")) << t.seen();
  t.type("quit 9\n");
  EXPECT_EQ(t.exitCode(), 9) << t.seen();
}

TEST_F(ProgramTest, NoKeyEndsAMachineWithUsers) {
  Teletype t{{"boot"}};
  ASSERT_TRUE(t.sees("TENEX IN OPERATION")) << t.seen();
  t.type("\034");
  ASSERT_TRUE(t.sees("utah10> ")) << t.seen();
  for (int times = 0; times < 2; ++times) {  // each a signal, which may come later than a key typed after it
    t.type("\034");
    ASSERT_TRUE(t.sees("^C: quit ends utah10")) << t.seen();
  }
  t.type("exam");
  ASSERT_TRUE(t.sees("exam")) << t.seen();
  for (int times = 0; times < 3; ++times) {
    t.type("\003");
    ASSERT_TRUE(t.sees("^C: quit ends utah10")) << t.seen();
  }
  t.type("\004");
  ASSERT_TRUE(t.sees("quit ends utah10 and TENEX, continue runs the machine")) << t.seen();
  t.type("pace\n");
  ASSERT_TRUE(t.sees("pace: auto: 1 virtual seconds per second")) << t.seen();
  t.type("quit 3\n");
  EXPECT_EQ(t.exitCode(), 3) << t.seen();
}

TEST_F(ProgramTest, AClosedTerminalStopsTenexInOrder) {
  {
    Teletype t{{"boot", "--pack", (folder / "p.dsk").string()}};
    ASSERT_TRUE(t.sees("TENEX IN OPERATION")) << t.seen();
    ASSERT_TRUE(t.sees("\n@")) << t.seen();
    t.type("LOGIN GUEST GUEST 1\r");
    ASSERT_TRUE(t.sees("\n@")) << t.seen();
    t.type("COPY VERSE.TXT NEW.TXT\r");
    ASSERT_TRUE(t.sees("\n@")) << t.seen();
    t.hangUp();
  }
  EXPECT_THAT(runProgram(binaryDir() + "/tenexfs", "list p.dsk GUEST").out, HasSubstr("NEW.TXT;1"));
}

TEST_F(ProgramTest, ThePromptCompletesAndForgivesErrors) {
  Teletype t{{}};
  ASSERT_TRUE(t.sees("COMES BACK.\r\n")) << t.seen();
  t.type("\034");
  ASSERT_TRUE(t.sees("utah10> ")) << t.seen();
  t.type("nonsense\n");
  ASSERT_TRUE(t.sees("nonsense: no such command")) << t.seen();
  ASSERT_TRUE(t.sees("utah10> ")) << t.seen();
  t.type("ech\tcompleted\n");
  ASSERT_TRUE(t.sees("\ncompleted")) << t.seen();
  t.type("re\t");
  ASSERT_TRUE(t.sees("readin")) << t.seen();
  ASSERT_TRUE(t.sees("restore")) << t.seen();
  t.type("set quiet\n");
  ASSERT_TRUE(t.sees("utah10> ")) << t.seen();
  t.type("\004");  // ^D at the prompt exits
  EXPECT_EQ(t.exitCode(), 0) << t.seen();
}

TEST_F(ProgramTest, ControlCStopsARunWithoutKeyboard) {
  write("count.oct", "100: 254000000100\nstart 100\n");
  Teletype t{{"-c", "load " + (folder / "count.oct").string() + "; echo running; start"}};
  ASSERT_TRUE(t.sees("running")) << t.seen();
  usleep(200000);
  t.type("\003");
  ASSERT_TRUE(t.sees("stopped by the operator after")) << t.seen();
  EXPECT_EQ(t.exitCode(), 0) << t.seen();
}

// Control-P fetches the last line of the session before.
TEST_F(ProgramTest, LinesTypedAreKeptForTheNextSession) {
  const std::string history = (folder / "state" / "history").string();
  const auto session = [&](std::string_view keys, std::string_view answer) {
    Teletype t{{"--quiet"}, history};
    ASSERT_TRUE(t.sees("COMES BACK.\r\n")) << t.seen();
    t.type("\034");
    ASSERT_TRUE(t.sees("utah10> ")) << t.seen();
    t.type(keys);
    EXPECT_TRUE(t.sees(answer)) << t.seen();
    t.type("quit\r");
    EXPECT_EQ(t.exitCode(), 0);
  };
  session("print 2+3*4\r", "000000000016");
  EXPECT_EQ(read("state/history"), "print 2+3*4\nquit\n");
  session("\020\020\r", "000000000016");
}

}  // namespace
}  // namespace utah10

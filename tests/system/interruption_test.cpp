// Runs that are interrupted: what is finished is kept, and no temporary folder stays.
#include <gmock/gmock.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <functional>
#include <thread>

#include "program_support.hpp"

namespace utah10 {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

class Interruptions : public ProgramTest {
 protected:
  void SetUp() override {
    ProgramTest::SetUp();
    fs::create_directory(temporary());
  }
  fs::path temporary() const { return folder / "temporary"; }
  bool temporaryIsEmpty() const { return fs::is_empty(temporary()); }

  // Starts the program in the test's folder, sends the signal when `ready` says so, and returns what wait() gives.
  int interrupted(const std::string& arguments, int signal, const std::function<bool()>& ready) const {
    const std::string command = "cd " + folder.string() + " && TMPDIR=" + temporary().string() + " exec " + kProgram +
                                " " + arguments + " </dev/null >out 2>err";
    fs::remove(folder / "out");  // of the run before
    const pid_t child = ::fork();
    if (child == 0) {
      ::execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
      ::_exit(127);
    }
    for (unsigned n = 0; n < patience * 20 && !ready(); ++n) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    EXPECT_TRUE(ready()) << read("err");
    ::kill(child, signal);
    int status = 0;
    ::waitpid(child, &status, 0);
    return status;
  }
  bool says(const std::string& file, const char* text) const { return read(file).find(text) != std::string::npos; }
};

TEST_F(Interruptions, AnExperimentReportsTheRowsThatAreFinished) {
  const int status = interrupted("rfc392 --quick --only QS01,QS02,QS03,QS04,QS05 --jobs 1", SIGTERM,
                                 [&] { return says("err", "  1/5 "); });
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 128 + SIGTERM);
  EXPECT_THAT(read("err"), HasSubstr("stopped by SIGTERM"));
  const std::string report = read("out"), finished = read("err").substr(6, 4);
  EXPECT_THAT(report, HasSubstr("This run was stopped before its end: "));
  EXPECT_THAT(report, HasSubstr("\n" + finished + "  "));
  const std::size_t list = report.find("of 5 measurements are missing: ");
  ASSERT_NE(list, std::string::npos) << report;
  EXPECT_THAT(report.substr(list, report.find('\n', list) - list), Not(HasSubstr(finished)));
  EXPECT_TRUE(temporaryIsEmpty());
}

TEST_F(Interruptions, BeforeTheFirstResultThereIsNoReport) {
  const int status = interrupted("rfc415 --output report", SIGINT, [&] { return !temporaryIsEmpty(); });
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 128 + SIGINT);
  EXPECT_FALSE(fs::exists(folder / "report"));
  EXPECT_TRUE(temporaryIsEmpty());
}

TEST_F(Interruptions, ABootedSystemLeavesNoFolder) {
  for (const int signal : {SIGTERM, SIGHUP}) {
    const int status = interrupted("boot -c 'run 100000s'", signal, [&] { return says("out", "TENEX IN OPERATION"); });
    ASSERT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 128 + signal);
    EXPECT_TRUE(temporaryIsEmpty()) << signal;
  }
}

// A file that was written a moment before the signal.
TEST_F(Interruptions, ABootedSystemIsStoppedInOrder) {
  write("script", R"(type "\003"
expect "@"
type "LOGIN GUEST GUEST 1\r"
expect "\n@"
type "COPY VERSE.TXT NEW.TXT\r"
expect "\n@"
echo written
run 100000s
)");
  const int status = interrupted("boot --pack p.dsk -c 'do script'", SIGTERM, [&] { return says("out", "written"); });
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 128 + SIGTERM);
  EXPECT_THAT(read("out"), HasSubstr("TENEX has stopped; its files are on the pack"));
  EXPECT_THAT(runProgram(binaryDir() + "/tenexfs", "list p.dsk GUEST").out, HasSubstr("NEW.TXT;1"));
}

// A script that waits for its next command.
TEST_F(Interruptions, ASignalEndsTheWaitForACommand) {
  write("wait.sh", "mkfifo pipe; sleep 60 > pipe & " + kProgram + " < pipe > out 2> err & child=$!\n" +
                       "sleep 1; kill -TERM $child; wait $child; echo $? > code; kill %1\n");
  runProgram("sh", "wait.sh");
  EXPECT_EQ(read("code"), "143\n");
}

TEST_F(Interruptions, AKilledSystemLeavesNoFolder) {
  const int status = interrupted("boot -c 'run 100000s'", SIGKILL, [&] { return says("out", "TENEX IN OPERATION"); });
  ASSERT_TRUE(WIFSIGNALED(status));
  for (int n = 0; n < 500 && !temporaryIsEmpty(); ++n) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_TRUE(temporaryIsEmpty());
}

TEST_F(Interruptions, AKilledSweepGoesOnAndEqualsAWholeOne) {
  write("plan.toml", "experiment = \"rfc508\"\n[fixed]\ndevice = true\nquick = true\n[vary]\nhops = [1, 2, 3]\n");
  const int status = interrupted("sweep plan.toml --jobs 1", SIGKILL, [&] { return says("err", "  1/3 "); });
  ASSERT_TRUE(WIFSIGNALED(status));
  const Result rest = run("sweep plan.toml");
  EXPECT_EQ(rest.code, 0) << rest.err;
  EXPECT_THAT(rest.err, Not(HasSubstr("hops=1:")));
  EXPECT_THAT(rest.out, HasSubstr("3 of 3 points done; "));
  EXPECT_EQ(run("sweep plan.toml --output whole.sqlite").code, 0);
  EXPECT_EQ(read("plan.csv"), read("whole.csv"));
}

TEST_F(Interruptions, AnInterruptedSweepSaysHowToGoOn) {
  write("plan.toml", "experiment = \"rfc508\"\n[fixed]\ndevice = true\n[vary]\nhops = [1, 2, 3, 4]\n");
  const int status = interrupted("sweep plan.toml --jobs 2", SIGINT, [&] { return !temporaryIsEmpty(); });
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 128 + SIGINT);
  EXPECT_THAT(read("err"), HasSubstr("stopped by SIGINT; the same command goes on from here"));
  EXPECT_THAT(read("out"), HasSubstr("not run; "));
  EXPECT_TRUE(temporaryIsEmpty());
}

}  // namespace
}  // namespace utah10

#include <gmock/gmock.h>

#include <fmt/core.h>

#include "program_support.hpp"

namespace utah10 {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// The program at 100 counts for ever; the one at 200 prints OK and halts.
constexpr std::string_view kCounting = "100: 271040000001 202040001000 254000000100\nstart 100\n";
constexpr std::string_view kOk =
    "200: 201040000117 712140000001 712300000020 254000000202\n"
    "204: 201040000113 712140000001 712300000020 254000000206 254200000210\nstart 200\n";

bool oneLine(const std::string& text) { return !text.empty() && text.find('\n') == text.size() - 1; }

TEST_F(ProgramTest, VersionAndHelp) {
  EXPECT_THAT(run("--version").out, StartsWith("utah10 0."));
  const Result help = run("--help");
  EXPECT_EQ(help.code, 0);
  for (const char* word : {"run", "boot", "script", "config", "timing", "--machine", "--quiet", "-c"})
    EXPECT_THAT(help.out, HasSubstr(word));
}

TEST_F(ProgramTest, WithoutArgumentsGreetsAndReadsCommands) {
  const Result r = run("", "examine pc\nquit 5\n");
  EXPECT_EQ(r.code, 5);
  EXPECT_EQ(r.err, "");
  EXPECT_THAT(r.out, StartsWith("utah10 0."));
  EXPECT_THAT(r.out, HasSubstr("UTAH10 KA10 GREETS YOU."));
  EXPECT_THAT(r.out, HasSubstr("help lists them"));
  EXPECT_THAT(r.out, HasSubstr("\npc/ 0001"));
}

TEST_F(ProgramTest, WithoutArgumentsAndInputEnds) { EXPECT_EQ(run("").code, 0); }

TEST_F(ProgramTest, TheGreetingEchoes) {
  const Result r = run("--quiet", "type \"hello\\r\"\nexpect \"hello\\r\\n\" within 10s\n");
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_THAT(r.out, EndsWith("hello\n"));
}

TEST_F(ProgramTest, CommandsFromTheCommandLine) {
  const Result r = run("-c 'deposit 100 5; examine 100' -c 'echo \"a; b\"'");
  EXPECT_EQ(r.code, 0);
  EXPECT_EQ(r.out, "000100/ 000000000005\na; b\n");
  EXPECT_EQ(run("-c 'quit 7; echo no' -c 'echo no'").code, 7);
}

TEST_F(ProgramTest, AFailingCommandIsOneLineAndExitCodeOne) {
  const Result r = run("-c 'echo before; examine 1000000; echo after'");
  EXPECT_EQ(r.code, 1);
  EXPECT_EQ(r.out, "before\n");
  EXPECT_EQ(r.err, "examine: 1000000 is not an address; the last address is 777777\n");
}

// Reports of rfc392 that vary an option, or do not use it, refuse it before anything runs.
TEST_F(ProgramTest, Rfc392RefusesOptionsThatItsReportsDoNotUse) {
  for (const char* options :
       {"--receiving --quoted", "--page-faults --range", "--proposals --receiving", "--receiving --only QS01",
        "--quoted --only QS01", "--page-faults --only QS01", "--receiving --program RJS2", "--quoted --shape 2",
        "--page-faults --program RJS2", "--receiving --monitor UNBUF1", "--page-faults --faults", "--users 2",
        "--tables --generation 73", "tables --quick", "receiving --quoted", "--alone --quick",
        "--proposal pages --receiving", "quoted --repeat 2"}) {
    const Result r = run(fmt::format("rfc392 {} --no-progress", options));
    EXPECT_NE(r.code, 0) << options;
    EXPECT_TRUE(oneLine(r.err)) << options << ": " << r.err;
    EXPECT_THAT(r.err, ::testing::ContainsRegex("excludes|requires")) << options;
  }
}

TEST_F(ProgramTest, RunLoadsStartsAndHalts) {
  write("ok.oct", kOk);
  const Result r = run("run ok.oct");
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_THAT(r.out, StartsWith("ok.oct: octal text: 000200-000210"));
  EXPECT_THAT(r.out, HasSubstr("\nOK\nhalt instruction at 000210 after "));
  const Result quiet = run("--quiet run ok.oct");
  EXPECT_EQ(quiet.out, "OK");
}

TEST_F(ProgramTest, RunForATime) {
  write("count.oct", kCounting);
  const Result r = run("run count.oct --for 10ms");
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_THAT(r.out, HasSubstr("time reached at 0001"));
}

TEST_F(ProgramTest, RunRefusesUnreadableFiles) {
  const Result missing = run("run nosuch.sav");
  EXPECT_EQ(missing.code, 1);
  EXPECT_EQ(missing.err, "nosuch.sav: no such file\n");
  write("junk", std::string(1000, '\xa5'));
  const Result junk = run("run junk");
  EXPECT_EQ(junk.code, 1);
  EXPECT_TRUE(oneLine(junk.err)) << junk.err;
  EXPECT_THAT(junk.err, StartsWith("junk: "));
  write("nostart.oct", "100: 254200000100\n");
  EXPECT_THAT(run("run nostart.oct").err, StartsWith("nostart.oct: the program has no start address"));
}

TEST_F(ProgramTest, ScriptsReturnExitCodes) {
  write("ok.oct", kOk);
  write("good.u10", "load ok.oct\ndeposit pc 200\nexpect \"OK\" within 5s\nassert ac1 = 113 ; K\n");
  EXPECT_EQ(run("script good.u10").code, 0);
  write("bad.u10", "set quiet on\nload ok.oct\ndeposit pc 200\nexpect \"KO\" within 5s\necho no\n");
  const Result bad = run("script bad.u10");
  EXPECT_EQ(bad.code, 1);
  EXPECT_EQ(bad.out, "OK");
  EXPECT_EQ(bad.err,
            "bad.u10(4): expect: \"KO\" was not printed: halt instruction at 000210; the guest printed \"OK\"\n");
  EXPECT_THAT(run("script nosuch.u10").err, StartsWith("nosuch.u10: no such file"));
}

TEST_F(ProgramTest, InputFromAPipeStopsAtTheFirstError) {
  const Result r = run("--quiet", "echo one\nexmaine 100\necho two\n");
  EXPECT_EQ(r.code, 1);
  EXPECT_THAT(r.out, HasSubstr("one\n"));
  EXPECT_THAT(r.out, Not(HasSubstr("two")));
  EXPECT_EQ(r.err, "stdin(2): exmaine: no such command; did you mean examine?\n");
}

// A RIM10 tape: MOVEI 1,5 and MOVEM 1,1000 at 100, then JRST 4,102, which is executed.
std::string bootTape() {
  std::string tape;
  for (const std::uint64_t w : {0777775000077, 0201040000005, 0202040001000, 0254200000102})
    for (int shift = 30; shift >= 0; shift -= 6) tape += static_cast<char>(0200 | ((w >> shift) & 077));
  return tape;
}

TEST_F(ProgramTest, BootReadsTheMachineAndItsTape) {
  write("boot.rim", bootTape());
  write("m.toml", "[machine]\nname = \"Utah\"\n[[memory]]\nsize = \"16K\"\n[ptr]\ntape = \"boot.rim\"\n");
  const Result r = run("boot m.toml", "start 100\nassert word 1000 = 5\ndeposit 40000 1\n");
  EXPECT_THAT(r.out,
              StartsWith("m.toml: Utah, 40000 words of core\nptr: boot.rim, 24. frames\nhalt instruction after 0."));
  EXPECT_EQ(r.err, "stdin(3): deposit: there is no memory at 040000; the last word is at 037777\n");
  EXPECT_EQ(r.code, 1);
}

TEST_F(ProgramTest, BootWithoutTapeGreets) {
  write("m.toml", "[processor]\ntiming = \"gate\"\n");
  const Result r = run("boot m.toml", "show config\n");
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_THAT(r.out, HasSubstr("UTAH10 KA10 GREETS YOU."));
  EXPECT_THAT(r.out, HasSubstr("timing gate\n"));
}

TEST_F(ProgramTest, MachineFilesApplyToEverySubcommand) {
  write("m.toml", "[[memory]]\nsize = \"16K\"\n[tty]\nspeed = \"100 cps\"\n");
  EXPECT_THAT(run("--machine m.toml -c 'show memory'").out, StartsWith("40000 words of core in one box\n"));
  write("bad.toml", "[tty]\nspede = \"10 cps\"\n");
  const Result bad = run("--machine bad.toml -c 'show memory'");
  EXPECT_EQ(bad.code, 1);
  EXPECT_EQ(bad.err, "bad.toml(2): unknown key spede in [tty]; did you mean speed?\n");
  EXPECT_TRUE(oneLine(run("boot nosuch.toml").err));
}

TEST_F(ProgramTest, ConfigAndTimingExplain) {
  EXPECT_THAT(run("config").out, HasSubstr("tty.speed                    10 cps       rate\n"));
  EXPECT_THAT(run("config --csv").out, StartsWith("key,value,unit\n"));
  EXPECT_THAT(run("config --explain").out, HasSubstr("speed of the console Teletype; rate; default;"));
  EXPECT_THAT(run("config --explain --csv").out, StartsWith("key,unit,default,value,place,source,meaning\n"));
  EXPECT_THAT(run("config --explain --json").out, StartsWith("[\n"));
  const Result timing = run("timing 'MOVE 1,200'");
  EXPECT_EQ(timing.code, 0);
  EXPECT_THAT(timing.out, StartsWith("200040000200  MOVE 1,200\n"));
  EXPECT_THAT(timing.out, HasSubstr("2.31 us\n"));
  const Result wrong = run("timing 'MVOE 1,2'");
  EXPECT_EQ(wrong.code, 1);
  EXPECT_EQ(wrong.err, "unknown mnemonic MVOE; did you mean MOVE?\n");
}

TEST_F(ProgramTest, PrintsItsReference) {
  const Result commands = run("reference commands");
  EXPECT_EQ(commands.code, 0) << commands.err;
  EXPECT_THAT(commands.out, HasSubstr("\n# Commands of the prompt\n"));
  EXPECT_THAT(run("reference machine-file").out, HasSubstr("\n# Keys of a machine file\n"));
  const Result none = run("reference keys");
  EXPECT_EQ(none.code, 2);
  EXPECT_EQ(none.out, "");
  EXPECT_TRUE(oneLine(none.err)) << none.err;
  EXPECT_THAT(none.err, HasSubstr("keys not in {commands,machine-file}"));
}

TEST_F(ProgramTest, WrongUsageIsOneLineAndExitCodeTwo) {
  for (const char* arguments : {"--nosuch", "run", "nosuch", "-c", "run a b", "script"}) {
    const Result r = run(arguments);
    EXPECT_EQ(r.code, 2) << arguments;
    EXPECT_TRUE(oneLine(r.err)) << r.err;
    EXPECT_THAT(r.err, StartsWith("utah10: "));
    EXPECT_EQ(r.out, "");
  }
}

TEST_F(ProgramTest, SnapshotsCanBeRestoredInALaterRun) {
  write("count.oct", kCounting);
  ASSERT_EQ(run("-c 'load count.oct; run 12345; save here.snap'").code, 0);
  const Result onward = run("--quiet -c 'load count.oct; run 12345; run 777; hash'");
  const Result restored = run("--quiet -c 'restore here.snap; run 777; hash'");
  EXPECT_EQ(restored.out, onward.out);
  EXPECT_EQ(restored.out.size(), 33u);
}

}  // namespace
}  // namespace utah10

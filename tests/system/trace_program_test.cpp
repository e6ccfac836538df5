// utah10 --trace: the trace file after a run that succeeds, fails or is killed.
#include <gmock/gmock.h>

#include <algorithm>

#include "program_support.hpp"
#include "support/binary_dir.hpp"
#include "trace/record_log.hpp"
#include "utah10/trace/trace_reader.hpp"

namespace utah10 {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::StartsWith;

// Counts for ever.
constexpr std::string_view kLoop = "100: 271040000001 202040001000 254000000100\nstart 100\n";

class TraceProgram : public ProgramTest {
 protected:
  std::unique_ptr<TraceReader> open(const std::string& name) const {
    auto r = TraceReader::open(folder / name);
    EXPECT_TRUE(r) << r.error().text();
    return r ? std::move(*r) : nullptr;
  }
  // Every record of a trace of kLoop: instruction n ends later than the one before, AC 1 counts.
  static void expectCounted(TraceReader& trace) {
    struct Count final : Probe {
      std::uint64_t expected = 0, wrong = 0;
      Instant last = kPowerOn;
      void instruction(const InstructionRecord& r) override {
        const bool counts = r.entry.instruction.word().bits() == 0271040000001;
        wrong += r.ended <= last || r.ac[1].bits() != (expected += counts ? 1 : 0) ? 1 : 0;
        last = r.ended;
      }
    } count;
    const auto played = trace.playAll(count);
    ASSERT_TRUE(played) << played.error().text();
    EXPECT_EQ(*played, trace.records());
    EXPECT_EQ(count.wrong, 0u);
    EXPECT_EQ(count.expected, (trace.instructions() + 2) / 3);
  }
};

TEST_F(TraceProgram, RunsAndReportsTheContentsOfTheFile) {
  write("loop.oct", kLoop);
  const Result r = run("--trace t.trace run --for 1ms loop.oct");
  EXPECT_EQ(r.code, 0) << r.err;
  EXPECT_THAT(r.out, HasSubstr("trace: t.trace: every record\n"));
  EXPECT_THAT(r.out.substr(r.out.rfind("\ntrace:") + 1),
              MatchesRegex("trace: t.trace: [0-9]+. records of [0-9]+. instructions, [0-9]+. bytes, [0-9.]+ bytes an "
                           "instruction\n"));
  const auto trace = open("t.trace");
  EXPECT_FALSE(trace->cutShort());
  EXPECT_GT(trace->instructions(), 300u);
  expectCounted(*trace);
}

TEST_F(TraceProgram, OptionsMayFollowAndAFilterNeedsAFile) {
  write("loop.oct", kLoop);
  EXPECT_EQ(run("run --for 1ms loop.oct --trace t.trace --trace-filter \"write | run\"").code, 0);
  test::RecordLog log;
  ASSERT_TRUE(open("t.trace")->playAll(log));
  EXPECT_GT(log.count("memory"), 100u);
  EXPECT_EQ(log.count("instruction"), 0u);
  EXPECT_EQ(run("--trace-filter io run loop.oct").code, 2);
  const Result bad = run("--trace u.trace --trace-filter frob run loop.oct");
  EXPECT_EQ(bad.code, 1);
  EXPECT_THAT(bad.err, StartsWith("filter, character 1: "));
  EXPECT_FALSE(std::filesystem::exists(folder / "u.trace"));
}

TEST_F(TraceProgram, IsClosedAfterAnError) {
  write("loop.oct", kLoop);
  write("script", "load loop.oct\ndeposit pc 100\nrun 100\nfrobnicate\n");
  const Result failed = run("--trace s.trace script script");
  EXPECT_EQ(failed.code, 1);
  EXPECT_THAT(failed.err, HasSubstr("frobnicate: no such command"));
  const auto trace = open("s.trace");
  EXPECT_FALSE(trace->cutShort());
  EXPECT_EQ(trace->instructions(), 100u);
}

TEST_F(TraceProgram, TwoRunsGiveTheSameFileAndTheSameHash) {
  const std::string rom = binaryDir() + "/roms/pi.sav";
  const std::string commands = " -c \"load " + rom + "; start; hash\"";
  const Result plain = run("--quiet" + commands);
  const Result a = run("--quiet --trace a.trace" + commands);
  const Result b = run("--quiet --trace b.trace" + commands);
  EXPECT_EQ(plain.code, 0) << plain.err;
  EXPECT_EQ(a.out, plain.out);
  EXPECT_EQ(b.out, plain.out);
  EXPECT_EQ(read("a.trace"), read("b.trace"));
  EXPECT_GT(open("a.trace")->instructions(), 100'000u);
}

TEST_F(TraceProgram, AKilledRunLeavesCompleteBlocks) {
  write("loop.oct", kLoop);
  write("kill.sh",
        "$1 --trace t.trace run loop.oct >out 2>&1 &\n"
        "n=0\n"
        "while [ $n -lt 400 ] && [ $(wc -c <t.trace 2>/dev/null || echo 0) -lt 20000 ]; do\n"
        "  sleep 0.1; n=$((n+1))\n"
        "done\n"
        "kill -9 $!\nwait $!\nexit 0\n");
  ASSERT_EQ(runProgram("sh", "kill.sh " + kProgram).code, 0);
  const auto trace = open("t.trace");
  EXPECT_TRUE(trace->cutShort());
  EXPECT_GT(trace->instructions(), 1'000'000u);
  EXPECT_THAT(trace->ending(), StartsWith("cut short after " + std::to_string(trace->records()) + ". records at "));
  expectCounted(*trace);
}

TEST_F(TraceProgram, AFullDiskIsReportedOnceAndTheRunContinues) {
  write("loop.oct", kLoop);
  const std::string commands = " --quiet -c \"load loop.oct; deposit pc 100; run 10s; hash\"";
  const Result plain = run(commands);
  // Files of this process may have 8 blocks of 512 (or of 1024) octets.
  write("full.sh", "trap '' XFSZ\nulimit -f 8\nexec \"$@\"\n");
  const Result full = runProgram("sh full.sh " + kProgram, "--trace t.trace" + commands);
  EXPECT_EQ(full.out, plain.out);
  EXPECT_EQ(full.code, 1);
  EXPECT_THAT(full.err,
              MatchesRegex("t.trace: cannot be written: File too large; the trace ends after [0-9]+. records\n"));
  const auto trace = open("t.trace");
  EXPECT_TRUE(trace->cutShort());
  EXPECT_GT(trace->records(), 0u);
  EXPECT_THAT(full.err, HasSubstr("after " + std::to_string(trace->records()) + ". records"));
  expectCounted(*trace);
}

TEST_F(TraceProgram, ADiskThatIsFullFromTheStartIsRefused) {
  write("loop.oct", kLoop);
  const Result r = run("--trace /dev/full run --for 1ms loop.oct");
  EXPECT_EQ(r.code, 1);
  EXPECT_THAT(r.err, HasSubstr("/dev/full: cannot be written: No space left on device"));
}

}  // namespace
}  // namespace utah10

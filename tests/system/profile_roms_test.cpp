// The profile of complete diagnostics: sums are exact to the nanosecond, calls agree with the processor's counters, and
// the files can be read by other programs.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <map>
#include <numeric>
#include <regex>
#include <sstream>

#include "diag_bench.hpp"
#include "support/temp_folder.hpp"
#include "trace/profile_export.hpp"
#include "trace/state_hash.hpp"
#include "utah10/devices/console_set.hpp"

namespace utah10 {
namespace {

struct Bench {
  explicit Bench(const std::string& program, bool watched = true)
      : machine{config(program != "uuo")}, console{machine, {}} {
    test::loadRom(machine, program);
    if (watched) machine.cpu().connect(profile.probe());
  }
  static MachineConfig config(bool paged) {  // uuo needs 100 to 104 unassigned
    MachineConfig c;
    for (std::uint32_t i = 0; i < 8; ++i) c.memory.push_back({*findMemoryKind("MA10"), i * 16384, 16384, 1, 4});
    if (paged) c.pager = PagerConfig{};
    return c;
  }
  void run() {
    EXPECT_EQ(machine.cpu().run({.until = kPowerOn + seconds(60)}), StopReason::Halt);
    EXPECT_EQ(machine.cpu().pc().bits(), test::kPass);
  }
  std::map<std::string, ProfileRow> rows(ProfileView::By by = ProfileView::By::Routine) const {
    std::map<std::string, ProfileRow> all;
    for (const ProfileRow& r : profileRows(profile, {}, {.by = by})) all[r.mode + " " + r.name] = r;
    return all;
  }
  Profile profile;
  Machine machine;
  ConsoleSet console;
};

class ProfiledRom : public ::testing::TestWithParam<const char*> {};

TEST_P(ProfiledRom, AddsUp) {
  Bench b{GetParam()};
  b.run();
  const Counters& counted = b.machine.cpu().counters();
  EXPECT_EQ(b.profile.elapsed(), b.machine.now() - kPowerOn);
  EXPECT_EQ(b.profile.instructions(), counted.totalInstructions());
  using By = ProfileView::By;
  for (const By by : {By::Routine, By::Label, By::Line, By::Process}) {
    Cost sum;
    for (const auto& [name, row] : b.rows(by)) sum += row.exclusive;
    EXPECT_EQ(sum.time, b.profile.elapsed());
    EXPECT_EQ(sum.instructions, counted.totalInstructions());
  }
  std::istringstream folded{foldedText(b.profile, {}, true)};
  std::int64_t sum = 0;
  for (std::string line; std::getline(folded, line);) sum += std::stoll(line.substr(line.rfind(' ')));
  EXPECT_EQ(sum, b.profile.elapsed().count());
}

// The inclusive times at the bottom of the stacks sum to the total.
TEST_P(ProfiledRom, CallsAgreeWithTheProcessorsCounters) {
  Bench b{GetParam()};
  b.run();
  const Counters& counted = b.machine.cpu().counters();
  std::map<std::string, std::uint64_t> calls;
  for (const auto& [name, row] : b.rows())
    if (row.name.starts_with("JSYS ") || row.name.starts_with("interrupt ") || row.name == "page trap")
      calls[row.name] += row.calls;
  std::map<std::string, std::uint64_t> expected;
  for (std::size_t n = 0; n < counted.jsys[0].size(); ++n)
    if (const auto k = counted.jsys[0][n] + counted.jsys[1][n]; k != 0) {
      std::ostringstream name;
      name << "JSYS " << std::oct << n;
      expected[name.str()] = k;
    }
  for (std::size_t n = 1; n < 8; ++n)
    if (counted.interrupts[n] != 0) expected["interrupt " + std::to_string(n)] = counted.interrupts[n];
  if (const auto k = std::accumulate(counted.pager.faults.begin(), counted.pager.faults.end(), std::uint64_t{0});
      k != 0)
    expected["page trap"] = k;
  EXPECT_EQ(calls, expected);
}

TEST_P(ProfiledRom, ProfilingChangesNothing) {
  Bench watched{GetParam()};
  Bench plain{GetParam(), false};
  // With any probe BLT records a different time at which a memory box was last free; this has no effect.
  Probe nobody;
  if (std::string_view{GetParam()} == "blt") plain.machine.cpu().connect(nobody);
  watched.run();
  plain.run();
  EXPECT_EQ(stateHash(watched.machine), stateHash(plain.machine));
}

INSTANTIATE_TEST_SUITE_P(All, ProfiledRom,
                         ::testing::Values("basic", "arith", "bytes", "blt", "pi", "uuo", "user", "pager"),
                         [](const auto& test) { return std::string{test.param}; });

// Runs in many slices: by instructions, and by memory cycles with stops within instructions.
TEST(ProfiledRuns, SlicesAddUpToTheSame) {
  Bench whole{"pager"};
  whole.run();
  Bench pieces{"pager"};
  while (pieces.machine.cpu().run({.instructions = 997}) == StopReason::InstructionLimit) {
  }
  EXPECT_EQ(profileCsv(whole.profile, {}, {}), profileCsv(pieces.profile, {}, {}));
  EXPECT_EQ(foldedText(whole.profile, {}), foldedText(pieces.profile, {}));
}

TEST(ProfiledRuns, MemoryCyclesAddUp) {
  Bench b{"pi"};
  b.machine.cpu().switches().singleCycle = true;
  for (int i = 0; i < 20000 && b.machine.cpu().run({}) == StopReason::SingleCycle; ++i) {
    Duration sum{};
    if (i % 1000 != 0) continue;
    for (const auto& [name, row] : b.rows()) sum += row.exclusive.time;
    ASSERT_EQ(sum, b.profile.elapsed()) << i;
    ASSERT_EQ(sum, b.machine.now() - kPowerOn) << i;
  }
}

std::string output(const std::string& command) {
  std::string text;
  FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  std::array<char, 4096> buffer{};
  for (std::size_t n = 0; (n = fread(buffer.data(), 1, buffer.size(), pipe)) != 0;) text.append(buffer.data(), n);
  pclose(pipe);
  return text;
}

std::int64_t withoutCommas(std::string s) {
  std::erase(s, ',');
  return std::stoll(s);
}

// Sums computed by callgrind_annotate: the totals, and the line of one routine.
TEST(Callgrind, IsReadByCallgrindAnnotate) {
  if (std::system("command -v callgrind_annotate >/dev/null") != 0)
    GTEST_SKIP() << "callgrind_annotate is missing: install the package valgrind (tools/setup)";
  const auto folder = test::ownFolder();
  std::filesystem::create_directories(folder);
  const auto file = folder / "pager.callgrind";
  Bench b{"pager"};
  b.run();
  Symbols symbols;
  symbols.exec.add("PASS", Word36{0140});
  const ProfileNames names{.symbols = &symbols};
  ASSERT_TRUE(writeCallgrind(file, b.profile, names));
  const std::string text = output("callgrind_annotate --threshold=100 " + file.string());
  std::smatch found;
  ASSERT_TRUE(
      std::regex_search(text, found, std::regex{R"(([\d,]+) \([ \d.]+%\) +([\d,]+) \([ \d.]+%\) +PROGRAM TOTALS)"}))
      << text;
  EXPECT_EQ(withoutCommas(found[1]), b.profile.elapsed().count());
  EXPECT_EQ(static_cast<std::uint64_t>(withoutCommas(found[2])), b.profile.instructions());
  // The lines of the functions are sums of the costs in the file.
  std::int64_t ns = 0;
  std::uint64_t instructions = 0;
  const std::regex line{R"(\n *([\d,]+) \([ \d.]+%\) +([\d,]+|\.) (?:\([ \d.]+%\))? +\?\?\?:)"};
  for (std::sregex_iterator i{text.begin(), text.end(), line}, end; i != end; ++i) {
    ns += withoutCommas((*i)[1]);
    if ((*i)[2] != ".") instructions += static_cast<std::uint64_t>(withoutCommas((*i)[2]));
  }
  EXPECT_EQ(ns, b.profile.elapsed().count()) << text;
  EXPECT_EQ(instructions, b.profile.instructions()) << text;
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace utah10

// The transform that pages, on laboratory machines, and its numbers.
#include "experiments/remote/paging.hpp"

#include <gtest/gtest.h>

#include <charconv>
#include <complex>
#include <numbers>

#include "experiments/lab_bench.hpp"
#include "experiments/remote/paper.hpp"
#include "experiments/report/report_numbers.hpp"

namespace utah10 {
namespace {

TEST(Remote, RunsDifferInOnePointEach) {
  const RemoteSettings s;
  EXPECT_EQ(s.dataPages(), 256u);
  const auto all = pagingConditions(s);
  ASSERT_EQ(all.size(), 3 + 3 * s.variants().size());
  EXPECT_EQ(all[0].name(), "disk");
  EXPECT_EQ(all[1].name(), "drum");
  EXPECT_EQ(all[2].name(), "all in core");
  EXPECT_EQ(all[5].name(), "remote x10");
  EXPECT_EQ(machineOf(s, all[0]).swapping, Swapping::Disk);
  EXPECT_EQ(machineOf(s, all[1]).swapping, Swapping::Drum);
  EXPECT_EQ(machineOf(s, all[2]).coreK, 256u);
  EXPECT_EQ(machineOf(s, all[5]).coreK, 128u);
  EXPECT_EQ(machineOf(s, all[5]).remote.bitsPerSecond, 100'000'000);
  for (const PagingVariant& v : s.variants()) {
    const PagingVariant d = s.declared();
    EXPECT_LE((v.rate != d.rate) + (v.protocol != d.protocol) + (v.sweep != d.sweep), 1);
  }
  RemoteSettings slow;
  slow.machine.remote.bitsPerSecond = 50'000;
  const PagingVariant fifty{50'000, s.declared().protocol, false};
  EXPECT_EQ(machineOf(slow, {Backing::Remote, slow.declared(), 1}).remote.timeLimit,
            machineOf(s, {Backing::Remote, fifty, 1}).remote.timeLimit)
      << "no page is sent again only because --rate names a slow link";
  EXPECT_GT(machineOf(slow, {Backing::Remote, slow.declared(), 1}).remote.timeLimit, s.machine.remote.timeLimit);
  RemoteSettings quick;
  quick.quick = true;
  EXPECT_EQ(pagingConditions(quick).size(), 5u);
}

TEST(Remote, DataExceedCoreAsInThePaper) {
  const RemotePaperScale paper = remotePaperScale();
  EXPECT_EQ(paper.dataPages(), 3584);
  EXPECT_DOUBLE_EQ(paper.dataMegabytes / paper.onsetMegabytes, 1.4);
}

TEST(Remote, SettingsAreChecked) {
  RemoteSettings s;
  EXPECT_TRUE(s.check());
  s.size = 17;
  EXPECT_FALSE(s.check());
  s.size = 16;
  s.machine.remote.loss = 2;
  EXPECT_FALSE(s.check());
}

class RemoteTest : public test::LabTest {};

TEST_F(RemoteTest, TheSeedChoosesWhenTheTransformBegins) {
  RemoteSettings s;
  s.size = 10;
  std::vector<Instant> begins;
  for (const std::uint64_t seed : {1, 2, 1}) {
    s.machine.remote.seed = seed;
    const auto made = runPaging(s, site("utah72"), {{Backing::Core, s.declared(), 1}}, {});
    ASSERT_TRUE(made) << made.error().text();
    begins.push_back(made->front().stretch.from);
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
  }
  EXPECT_NE(begins[0], begins[1]);
  EXPECT_EQ(begins[0], begins[2]);
}

// With the least core, the smaller transform pages, too.
TEST_F(RemoteTest, ATransformPagesToTheHost) {
  RemoteSettings s;
  s.size = 15;
  s.machine.coreK = 96;
  for (const bool sweep : {false, true}) {
    PagingVariant v = s.declared();
    v.sweep = sweep;
    const auto made = runPaging(s, site("utah72"), {{Backing::Remote, v, 1}}, {});
    ASSERT_TRUE(made) << made.error().text();
    const PagingResult& r = made->front();
    EXPECT_TRUE(r.done) << r.trouble;
    EXPECT_LT(r.error, 1e-5);
    EXPECT_GT(r.error, 0);
    EXPECT_GT(r.pageIns, 10u);
    EXPECT_GT(r.pageOuts, 10u);
    EXPECT_GT(r.reads + r.writes, (r.pageIns + r.pageOuts) / 2) << "at the end some page-outs still wait";
    EXPECT_EQ(r.stretch.chargedMs, r.usedMs) << "the meter agrees with the process's reading";
    EXPECT_NEAR(msOf(r.stretch.elapsed()), static_cast<double>(r.clockMs), 30);
    EXPECT_GT(r.link.wire, Duration{});
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
  }
}

// The program's points, made as it makes them, and their transform by definition.
std::vector<std::complex<double>> points(std::size_t n) {
  std::uint64_t seed = 1'234'567;
  const auto next = [&] {
    constexpr std::uint64_t kLow = (std::uint64_t{1} << 35) - 1;
    seed = ((seed * 3125 & kLow) + 49'297) & kLow;
    return static_cast<double>(seed >> 8) / (1 << 26) - 1;
  };
  std::vector<std::complex<double>> all;
  for (std::size_t j = 0; j < n; ++j) {
    const double real = next(), imaginary = next();
    all.emplace_back(real, imaginary);
  }
  return all;
}

std::complex<double> transformed(const std::vector<std::complex<double>>& all, std::size_t k) {
  std::complex<double> sum;
  for (std::size_t j = 0; j < all.size(); ++j) {
    const double turn = static_cast<double>(j * k % all.size()) / static_cast<double>(all.size());
    sum += all[j] * std::polar(1.0, -2 * std::numbers::pi * turn);
  }
  return sum;
}

// "-1.25 3.5"
std::complex<double> pointIn(std::string_view line) {
  double value[2] = {};
  for (double& v : value) {
    line.remove_prefix(std::min(line.find_first_of("-.0123456789"), line.size()));
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), v);
    line.remove_prefix(static_cast<std::size_t>(end - line.data()));
  }
  return {value[0], value[1]};
}

TEST_F(RemoteTest, TheTransformHasTheNumbersOfItsDefinition) {
  const LabSite own = site("utah72");
  const auto program = labProgram(own, "FFT");
  ASSERT_TRUE(program);
  auto lab = Laboratory::make({}, own, std::span{&*program, 1});
  ASSERT_TRUE(lab);
  Laboratory& l = **lab;
  ASSERT_TRUE(l.boot());
  ASSERT_TRUE(l.logIn());
  LabSteps steps = l.run("FFT", {{}, "\n*"});
  ASSERT_TRUE(l.converse(l.measuredLine(), steps));
  const auto said = [&](const std::string& command) {
    const std::size_t from = l.line(l.measuredLine()).printed().size() + command.size() + 1;
    const LabSteps one = {{command + "\r", "\n*"}};
    const auto done = l.converse(l.measuredLine(), one);
    EXPECT_TRUE(done) << done.error().text();
    return l.line(l.measuredLine()).printed().substr(from);
  };
  EXPECT_NE(said("POINT 0").find("THERE IS NO TRANSFORM"), std::string::npos);
  EXPECT_NE(said("FFT 17").find("SIZES ARE 1 TO 16"), std::string::npos);
  const auto all = points(1024);
  for (const char* command : {"FFT 10", "SWEEP 10"}) {
    EXPECT_NE(said(command).find(": MS "), std::string::npos);
    for (const std::size_t k : {0u, 1u, 2u, 255u, 256u, 512u, 777u, 1023u}) {
      const auto ours = pointIn(said(fmt::format("POINT {}", k)));
      EXPECT_LT(std::abs(ours - transformed(all, k)), 1e-3) << command << ' ' << k << ": " << ours;
    }
    EXPECT_NE(said("POINT 1024").find("THERE IS NO SUCH POINT"), std::string::npos);
    EXPECT_NE(said("BACK").find("BACK: ERROR "), std::string::npos);
  }
}

}  // namespace
}  // namespace utah10

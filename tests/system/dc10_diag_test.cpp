// roms/diag/dc10.mac with looped lines and with faulty ones.
#include "devices/dc10.hpp"
#include "devices/dk10.hpp"
#include "diag_bench.hpp"

namespace utah10 {
namespace {

using test::DiagBench;

Dc10Config plugged() {
  Dc10Config config{.lines = {}, .modemBase = 32};
  for (const int baud : {110, 300, 1200, 2400}) config.lines.push_back({.baud = baud, .loopback = true});
  return config;
}

struct ScannerDiag : DiagBench {
  Dk10 clk{machine.clock(), machine.pi()};
  Dc10 dls;
  explicit ScannerDiag(const Dc10Config& config = plugged(), const char* timing = "srm")
      : DiagBench{"dc10", timing}, dls{machine.clock(), machine.pi(), config} {
    connect(070, clk);
    connect(0240, dls);
  }
};

TEST(Dc10Diagnostic, StopsAtPass) {
  for (const char* timing : {"srm", "gate"}) {
    ScannerDiag b{plugged(), timing};
    EXPECT_EQ(b.run(), test::kPass) << timing << ' ' << b.why();
    EXPECT_LT(b.machine.now(), kPowerOn + seconds(30));
  }
}

TEST(Dc10Diagnostic, TheOutputIsVisibleOutside) {
  ScannerDiag b;
  std::string printed;
  b.dls.port(3).onPrint([&](Instant, std::uint8_t c) { printed += static_cast<char>(c); });
  EXPECT_EQ(b.run(), test::kPass) << b.why();
  EXPECT_TRUE(printed.ends_with("ABCDEFGHIJKLMNOPQRST")) << printed;
}

TEST(Dc10Diagnostic, FailsIfALineHasTheWrongSpeed) {
  Dc10Config config = plugged();
  config.lines[2].baud = 1150;
  ScannerDiag b{config};
  EXPECT_EQ(b.run(), test::kFail);
  EXPECT_EQ(b.machine.cpu().ac(AcNo{2}).bits(), 806u);
  EXPECT_GT(b.machine.cpu().ac(AcNo{3}).bits(), 820u);
}

TEST(Dc10Diagnostic, FailsIfAPlugIsMissing) {
  Dc10Config config = plugged();
  config.lines[1].loopback = false;
  ScannerDiag b{config};
  EXPECT_EQ(b.run(), test::kFail);
  EXPECT_EQ(b.machine.cpu().ac(AcNo{2}).bits(), 010u) << "no carrier";
}

TEST(Dc10Diagnostic, FailsIfInputArrivesOnALine) {
  ScannerDiag b;
  b.machine.cpu().run({.until = kPowerOn + seconds(1)});
  b.dls.port(3).type("?");
  EXPECT_EQ(b.run(), test::kFail);
}

}  // namespace
}  // namespace utah10

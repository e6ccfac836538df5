// roms/diag/clocks.mac on a machine with correct clocks and with faulty ones.
#include "devices/bbn_clock.hpp"
#include "devices/calendar_clock.hpp"
#include "devices/dk10.hpp"
#include "devices/microsecond_timer.hpp"
#include "diag_bench.hpp"

namespace utah10 {
namespace {

using test::DiagBench;

TEST(ClocksDiagnostic, StopsAtPass) {
  for (const char* timing : {"srm", "gate"}) {
    DiagBench b{"clocks", timing};
    BbnClock oap{b.machine.clock(), b.machine.pi()};
    Dk10 clk{b.machine.clock(), b.machine.pi()};
    CalendarClock cal{b.machine.clock()};
    MicrosecondTimer usec{b.machine.clock()};
    b.connect(020, oap);
    b.connect(070, clk);
    b.connect(0600, cal);
    b.connect(0610, usec);
    EXPECT_EQ(b.run(), test::kPass) << timing << ' ' << b.why();
    EXPECT_LT(b.machine.now(), kPowerOn + seconds(6));
  }
}

TEST(ClocksDiagnostic, NeedsNoBbnTimers) {
  DiagBench b{"clocks"};
  BbnClock oap{b.machine.clock(), b.machine.pi()};
  Dk10 clk{b.machine.clock(), b.machine.pi()};
  b.connect(020, oap);
  b.connect(070, clk);
  EXPECT_EQ(b.run(), test::kPass) << b.why();
}

TEST(ClocksDiagnostic, FailsWithoutTheCrystalOfTheDk10) {
  DiagBench b{"clocks"};
  BbnClock oap{b.machine.clock(), b.machine.pi()};
  Dk10 clk{b.machine.clock(), b.machine.pi(), Dk10::Source::External};
  b.connect(020, oap);
  b.connect(070, clk);
  EXPECT_EQ(b.run(), test::kFail);
  EXPECT_EQ(b.machine.cpu().ac(AcNo{2}), Word36::halves(0123456, 5)) << "the bit of the external clock";
  EXPECT_EQ(b.machine.cpu().ac(AcNo{3}), Word36::halves(0123456, 01005));
}

TEST(ClocksDiagnostic, FailsWithoutTheMillisecondClock) {
  DiagBench b{"clocks"};
  Dk10 clk{b.machine.clock(), b.machine.pi()};
  b.connect(070, clk);
  EXPECT_EQ(b.run(), test::kFail);
  EXPECT_EQ(b.machine.cpu().ac(AcNo{2}).bits(), 999u);
  EXPECT_EQ(b.machine.cpu().ac(AcNo{3}).bits(), 0u);
}

// A microsecond timer that is fast by one part in a thousand.
class FastTimer final : public IoDevice {
 public:
  explicit FastTimer(Scheduler& clock) : clock_(clock) {}
  std::string_view name() const override { return "fast"; }
  Word36 coni() const override { return {}; }
  void cono(HalfWord) override {}
  Word36 datai() override {
    return Word36{static_cast<std::uint64_t>((clock_.now() - kPowerOn).count() / 1000 * 1001 / 1000)};
  }
  void ioReset() override {}
  void state(Archive&) override {}

 private:
  Scheduler& clock_;
};

TEST(ClocksDiagnostic, FailsWhenAClockIsFastByAThousandth) {
  DiagBench b{"clocks"};
  BbnClock oap{b.machine.clock(), b.machine.pi()};
  Dk10 clk{b.machine.clock(), b.machine.pi()};
  FastTimer usec{b.machine.clock()};
  b.connect(020, oap);
  b.connect(070, clk);
  b.connect(0610, usec);
  EXPECT_EQ(b.run(), test::kFail);
  EXPECT_EQ(b.machine.cpu().ac(AcNo{2}).bits(), 1000040u);
}

}  // namespace
}  // namespace utah10

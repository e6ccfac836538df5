// roms/diag/imptst.mac with a looped IMP interface and with faulty cables.
#include "devices/dk10.hpp"
#include "devices/imp_interface.hpp"
#include "diag_bench.hpp"

namespace utah10 {
namespace {

using test::DiagBench;

struct Counted : Probe {
  std::uint64_t messages[2] = {};
  std::uint64_t bits[2] = {};
  void message(const MessageRecord& r) override {
    ++messages[r.fromHost ? 0 : 1];
    bits[r.fromHost ? 0 : 1] += r.bits;
  }
};

struct ImpDiag : DiagBench {
  Dk10 clk{machine.clock(), machine.pi()};
  HostLink cable;
  ImpInterface imp{machine.pi(), cable};
  explicit ImpDiag(const HostLinkConfig& config = {}, const char* timing = "srm")
      : DiagBench{"imptst", timing}, cable{machine.clock(), "imp", config, &machine.observers()} {
    connect(070, clk);
    connect(0550, imp);
  }
};

struct LoopedImpDiag : ImpDiag {
  explicit LoopedImpDiag(const HostLinkConfig& config = {}, const char* timing = "srm") : ImpDiag{config, timing} {
    cable.plugLoop();
  }
};

TEST(ImpDiagnostic, StopsAtPass) {
  for (const char* timing : {"srm", "gate"}) {
    LoopedImpDiag b{{}, timing};
    EXPECT_EQ(b.run(), test::kPass) << timing << ' ' << b.why();
    EXPECT_LT(b.machine.now(), kPowerOn + seconds(3));
  }
}

// Messages: three of one, two and one words, 7 of 40 words, one of each length up to 40, 7 of one word, 10 of 40, one
// of one and one of 40. The half message counts in neither direction, although 35 of its bits have come back.
TEST(ImpDiagnostic, TheObserversSeeEveryMessageInBothDirections) {
  LoopedImpDiag b;
  Counted counted;
  b.machine.observers().connect(counted);
  ASSERT_EQ(b.run(), test::kPass) << b.why();
  constexpr std::uint64_t kMessages = 3 + 7 + 40 + 7 + 10 + 1 + 1;
  constexpr std::uint64_t kWords = 1 + 2 + 1 + 7 * 40 + 820 + 7 + 10 * 40 + 1 + 40;
  EXPECT_EQ(counted.messages[0], kMessages);
  EXPECT_EQ(counted.messages[1], kMessages);
  EXPECT_EQ(counted.bits[0], kWords * 36);
  EXPECT_EQ(counted.bits[1], kWords * 36);
  b.machine.observers().disconnect(counted);
}

TEST(ImpDiagnostic, FailsIfThePlugIsMissing) {
  ImpDiag b;
  EXPECT_EQ(b.run(), test::kFail);
  EXPECT_EQ(b.machine.cpu().ac(AcNo{3}).bits() & 020000, 020000u) << "IMP down";
}

TEST(ImpDiagnostic, FailsIfOneDirectionHasTheWrongSpeed) {
  LoopedImpDiag slowOut{{.perBitToImp = microseconds(11)}};
  EXPECT_EQ(slowOut.run(), test::kFail);
  LoopedImpDiag slowIn{{.perBitToHost = microseconds(12)}};
  EXPECT_EQ(slowIn.run(), test::kFail);
}

TEST(ImpDiagnostic, FailsWhenABitIsLost) {
  LoopedImpDiag b;
  b.machine.cpu().run({.until = kPowerOn + milliseconds(200)});
  b.cable.toHost.withdraw();
  EXPECT_EQ(b.run(), test::kFail);
}

}  // namespace
}  // namespace utah10

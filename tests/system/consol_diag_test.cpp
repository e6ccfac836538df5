// roms/diag/consol.mac with and without a tape in the reader; its typed and punched output; and faulty devices.
#include "devices/dk10.hpp"
#include "diag_bench.hpp"
#include "utah10/devices/cty.hpp"
#include "utah10/devices/paper_tape_punch.hpp"
#include "utah10/devices/paper_tape_reader.hpp"

namespace utah10 {
namespace {

using test::DiagBench;

constexpr std::size_t kBinary = 16;  // frames before the binary words
constexpr std::size_t kWords = 16;
constexpr std::size_t kEightBits = kBinary + 6 * kWords + 2;
constexpr std::size_t kFrames = 72;

std::vector<std::byte> diagnosticTape() {
  std::vector<std::byte> tape(kBinary);
  std::uint64_t word = 1;
  for (std::size_t n = 0; n < kWords; ++n) {
    for (int shift = 30; shift >= 0; shift -= 6) tape.push_back(static_cast<std::byte>(0200 | (word >> shift & 077)));
    word = (word + 0123456701234) & 0777777777777;
  }
  tape.resize(kEightBits);
  for (std::size_t n = 0; n < kFrames; ++n) tape.push_back(static_cast<std::byte>(5 + 045 * n));
  return tape;
}

// A teletype with a defect.
class BrokenTty final : public IoDevice {
 public:
  // DoneTooLate: input done appears only together with output done.
  enum class Defect : std::uint8_t { None, LosesABit, DoneTooLate };
  BrokenTty(Cty& tty, Defect defect) : tty_(tty), defect_(defect) {}
  std::string_view name() const override { return tty_.name(); }
  Word36 coni() const override {
    const std::uint64_t w = tty_.coni().bits();
    const bool hidden = defect_ == Defect::DoneTooLate && sending_ && (w & 020) != 0;
    return Word36{hidden ? w & ~std::uint64_t{040} : w};
  }
  void cono(HalfWord conditions) override { tty_.cono(conditions); }
  Word36 datai() override {
    const std::uint64_t w = tty_.datai().bits();
    return Word36{defect_ == Defect::LosesABit ? w & ~std::uint64_t{0200} : w};
  }
  void datao(Word36 w) override {
    sending_ = true;
    tty_.datao(w);
  }
  void ioReset() override { tty_.ioReset(); }
  void state(Archive& a) override { tty_.state(a); }

 private:
  Cty& tty_;
  Defect defect_;
  bool sending_ = false;
};
using Defect = BrokenTty::Defect;

struct Devices {
  int tty = Cty::kTeletype;
  int ptr = PaperTapeReader::kFramesPerSecond;
  int ptp = PaperTapePunch::kFramesPerSecond;
  Defect defect = Defect::None;
};

struct ConsoleDiag : DiagBench {
  Dk10 clk{machine.clock(), machine.pi()};
  Cty tty;
  BrokenTty broken;
  PaperTapeReader ptr;
  PaperTapePunch ptp;
  std::string printed;
  explicit ConsoleDiag(const std::vector<std::byte>& tape, const Devices& devices = {}, const char* timing = "srm")
      : DiagBench{"consol", timing},
        tty{machine.clock(), machine.pi(), devices.tty},
        broken{tty, devices.defect},
        ptr{machine.clock(), machine.pi(), devices.ptr},
        ptp{machine.clock(), machine.pi(), devices.ptp} {
    connect(070, clk);
    connect(0100, ptp);
    connect(0104, ptr);
    devices.defect == Defect::None ? connect(0120, tty) : connect(0120, broken);
    tty.onPrint([this](Instant, std::uint8_t c) { printed += static_cast<char>(c); });
    ptr.mount(tape);
  }
  std::uint64_t ac(unsigned n) const { return machine.cpu().ac(AcNo{n}).bits(); }
};

const std::string kTyped{"\0CONSOL: TELETYPE\0U\252\377\r\nBY INTERRUPT\r\n", 37};

TEST(ConsoleDiagnostic, StopsAtPassAndTypesAndPunches) {
  for (const char* timing : {"srm", "gate"}) {
    ConsoleDiag b{diagnosticTape(), {}, timing};
    EXPECT_EQ(b.run(), test::kPass) << timing << ' ' << b.why();
    EXPECT_LT(b.machine.now(), kPowerOn + seconds(30));
    EXPECT_EQ(b.printed, kTyped);
    EXPECT_EQ(b.ptp.punched(), diagnosticTape());
    EXPECT_EQ(b.ptr.position(), b.ptr.length());
  }
}

TEST(ConsoleDiagnostic, SkipsTheReaderWithoutATapeAndReportsIt) {
  ConsoleDiag b{{}};
  EXPECT_EQ(b.run(), test::kPass) << b.why();
  EXPECT_EQ(b.printed, kTyped + "NO TAPE IN THE READER\r\n");
  EXPECT_EQ(b.ptp.punched(), diagnosticTape());
}

TEST(ConsoleDiagnostic, ReadsTheTapeItHasPunched) {
  ConsoleDiag first{{}};
  ASSERT_EQ(first.run(), test::kPass) << first.why();
  ConsoleDiag second{first.ptp.punched()};
  EXPECT_EQ(second.run(), test::kPass) << second.why();
  EXPECT_EQ(second.printed, kTyped) << "the reader has been tested";
}

TEST(ConsoleDiagnostic, AcceptsTheSpeedOfTheTeletype) {
  for (const int speed : {15, 30, 120, 1000}) {
    ConsoleDiag b{diagnosticTape(), {.tty = speed}};
    EXPECT_EQ(b.run(), test::kPass) << speed << ' ' << b.why();
  }
}

// One hole changed in each frame that carries data
TEST(ConsoleDiagnostic, FailsAtADamagedFrame) {
  for (std::size_t n = kBinary; n < diagnosticTape().size(); n += 7) {
    auto tape = diagnosticTape();
    tape[n] ^= std::byte{020};
    ConsoleDiag b{tape};
    EXPECT_EQ(b.run(), test::kFail) << n;
    EXPECT_EQ(b.ac(2) ^ b.ac(3), n >= kEightBits - 2 ? 020u : 020ull << 6 * (5 - (n - kBinary) % 6)) << n;
  }
}

TEST(ConsoleDiagnostic, FailsWhenTheTapeIsTooShort) {
  auto tape = diagnosticTape();
  tape.pop_back();
  EXPECT_EQ(ConsoleDiag{tape}.run(), test::kFail);
}

TEST(ConsoleDiagnostic, FailsWhenThePunchIsOutOfTape) {
  ConsoleDiag b{{}};
  b.ptp.supply(false);
  EXPECT_EQ(b.run(), test::kFail);
  EXPECT_EQ(b.ac(2), 055u) << "binary, done and the channel";
  EXPECT_EQ(b.ac(3), 0155u) << "and out of tape";
}

TEST(ConsoleDiagnostic, FailsIfThePunchHasTheWrongSpeed) {
  ConsoleDiag slow{{}, {.ptp = 49}};
  EXPECT_EQ(slow.run(), test::kFail);
  EXPECT_EQ(slow.ac(2), 101004u);
  ConsoleDiag fast{{}, {.ptp = 63}};  // the PDP-6's
  EXPECT_EQ(fast.run(), test::kFail);
  EXPECT_EQ(fast.ac(2), 100996u);
}

TEST(ConsoleDiagnostic, FailsIfTheReaderHasTheWrongSpeed) {
  ConsoleDiag slow{diagnosticTape(), {.ptr = 299}};
  EXPECT_EQ(slow.run(), test::kFail);
  EXPECT_EQ(slow.ac(2), 7338u);
  ConsoleDiag fast{diagnosticTape(), {.ptr = 301}};
  EXPECT_EQ(fast.run(), test::kFail);
  EXPECT_EQ(fast.ac(2), 7332u);
}

TEST(ConsoleDiagnostic, FailsWhenTheTeletypeLosesABit) {
  ConsoleDiag b{diagnosticTape(), {.defect = Defect::LosesABit}};
  EXPECT_EQ(b.run(), test::kFail);
  EXPECT_EQ(b.ac(2), 0252u);
  EXPECT_EQ(b.ac(3), 052u);
}

TEST(ConsoleDiagnostic, FailsWhenInputDoneIsLate) {
  ConsoleDiag b{diagnosticTape(), {.defect = Defect::DoneTooLate}};
  EXPECT_EQ(b.run(), test::kFail);
  EXPECT_EQ(b.ac(2), 3u);
  EXPECT_NEAR(static_cast<double>(b.ac(3)), 1364, 3) << "1.5 of 11 units of 100 ms";
}

}  // namespace
}  // namespace utah10

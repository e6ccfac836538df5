// roms/diag/lpt.mac and its printed output on the host; and faulty printers.
#include <filesystem>
#include <fstream>

#include "devices/line_printer.hpp"
#include "diag_bench.hpp"
#include "support/temp_folder.hpp"

namespace utah10 {
namespace {

using test::DiagBench;

struct PrinterDiag : DiagBench {
  LinePrinter lpt;
  std::filesystem::path folder = test::ownFolder();
  explicit PrinterDiag(const LinePrinterConfig& config = {}, const char* timing = "srm")
      : DiagBench{"lpt", timing}, lpt{machine.clock(), machine.pi(), config} {
    connect(0124, lpt);
    std::filesystem::create_directories(folder);
  }
  ~PrinterDiag() { std::filesystem::remove_all(folder); }
};

std::string expectedPaper() {
  std::string paper;
  for (char c = ' '; c <= '_'; ++c) paper += c;
  paper += "\noverprinted\r__________\n";
  for (int n = 1; n <= 20; ++n) paper += "LINE " + std::string(n < 10 ? "0" : "") + std::to_string(n) + "\n";
  paper += '\f';
  for (int n = 0; n < 25; ++n) paper += "12345678901234567890123456789012345678901234567890\n";
  return paper + '\f';
}

TEST(LptDiagnostic, StopsAtPassAndPrintsCorrectly) {
  for (const char* timing : {"srm", "gate"}) {
    PrinterDiag b{{}, timing};
    const auto file = b.folder / "paper";
    ASSERT_TRUE(b.lpt.attach(file));
    EXPECT_EQ(b.run(), test::kPass) << timing << ' ' << b.why();
    EXPECT_LT(b.machine.now(), kPowerOn + seconds(10));
    ASSERT_TRUE(b.lpt.detach());
    std::ifstream in(file, std::ios::binary);
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), expectedPaper());
  }
}

TEST(LptDiagnostic, FailsWithoutPaper) {
  PrinterDiag b;
  EXPECT_EQ(b.run(), test::kFail);
  EXPECT_EQ(b.machine.cpu().ac(AcNo{1}).bits(), 2u) << "the first check";
}

TEST(LptDiagnostic, FailsIfThePrinterHasTheWrongSpeed) {
  PrinterDiag b{{.linesPerMinute = 660}};
  b.lpt.supply(true);
  EXPECT_EQ(b.run(), test::kFail);
  EXPECT_EQ(b.machine.cpu().ac(AcNo{2}).bits(), 113u);
}

TEST(LptDiagnostic, WaitsWhenPaperRunsOut) {
  PrinterDiag b;
  ASSERT_TRUE(b.lpt.attach(b.folder / "paper"));
  b.machine.cpu().run({.until = kPowerOn + milliseconds(150)});
  b.lpt.supply(false);
  EXPECT_EQ(b.machine.cpu().run({.until = kPowerOn + seconds(1)}), StopReason::TimeLimit) << "it waits for done";
  b.lpt.supply(true);
  EXPECT_EQ(b.run(), test::kPass) << b.why();
}

}  // namespace
}  // namespace utah10

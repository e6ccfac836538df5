// The line printer: bits, times, paper control, the host's file.
#include "devices/line_printer.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <fstream>

#include "bench.hpp"
#include "named_bits.hpp"
#include "support/random.hpp"
#include "support/temp_folder.hpp"

namespace utah10 {
namespace {

using namespace std::string_literals;
using test::Bench;
using test::code;

constexpr std::uint32_t kLpt = 0124;
constexpr Duration kLine = milliseconds(100);  // 600 a minute

struct PrinterBench : Bench {
  LinePrinter lpt;
  explicit PrinterBench(const LinePrinterConfig& config = {}) : lpt{clock, pi, config} {
    bus.connect(code(kLpt), lpt);
    lpt.supply(true);
  }
  // Sends text like a program that waits for done; NULs fill the last word.
  void print(std::string text) {
    while (text.size() % 5 != 0) text += '\0';
    for (std::size_t at = 0; at < text.size(); at += 5) {
      std::uint64_t word = 0;
      for (std::size_t i = 0; i < 5; ++i) word = word << 7 | static_cast<std::uint8_t>(text[at + i]);
      datao(kLpt, word << 1);
      EXPECT_NE(await(kLpt, 0100), kNever);
    }
  }
};

// A temporary folder for one test.
struct TempFolder {
  std::filesystem::path path = test::ownFolder();
  TempFolder() { std::filesystem::create_directories(path); }
  ~TempFolder() { std::filesystem::remove_all(path); }
};

class PrinterFiles : public ::testing::Test {
 protected:
  std::string paper() {
    EXPECT_TRUE(b_.lpt.flush());
    std::ifstream in(file_, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::string printed(const std::string& text) {
    EXPECT_TRUE(b_.lpt.detach());
    std::filesystem::remove(file_);
    EXPECT_TRUE(b_.lpt.attach(file_));
    b_.print(text);
    return paper();
  }
  PrinterBench b_;
  TempFolder temp_;
  std::filesystem::path folder_{temp_.path};
  std::filesystem::path file_{folder_ / "out.lpt"};
};

TEST(LinePrinter, ConoLoadsItsBits) {
  PrinterBench b;
  for (const std::uint32_t bits : {0u, 066u, 0100u, 0166u, 0177u, 0107u, 0170u}) {
    b.cono(kLpt, bits | 0775400);
    EXPECT_EQ(b.coni(kLpt), 02000u | bits);
    EXPECT_EQ(b.level(), (bits & 0100) != 0 ? bits & 7 : 0);
  }
}

TEST(LinePrinter, NotReadyRequestsItsOwnChannel) {
  PrinterBench b;
  b.cono(kLpt, 053);
  b.lpt.start(false);
  EXPECT_EQ(b.coni(kLpt), 02453u);
  EXPECT_EQ(b.level(), 5u);
  b.lpt.start(true);
  EXPECT_EQ(b.level(), 0u);
  b.lpt.supply(false);
  EXPECT_EQ(b.level(), 5u);
  b.cono(kLpt, 0);
  EXPECT_EQ(b.level(), 0u);
}

TEST(LinePrinter, TakesFiveCharactersThenIsDone) {
  PrinterBench b;
  b.cono(kLpt, 066);
  b.datao(kLpt, 0);
  EXPECT_EQ(b.coni(kLpt), 02266u);
  EXPECT_EQ(b.await(kLpt, 0100), kPowerOn + microseconds(50));
  EXPECT_EQ(b.coni(kLpt), 02166u);
  EXPECT_EQ(b.level(), 6u);
  b.datao(kLpt, 0);
  EXPECT_EQ(b.level(), 0u);
}

TEST(LinePrinter, PrintsSixHundredLinesAMinute) {
  PrinterBench b;
  for (int n = 0; n < 5; ++n) b.print("ABC\r\n");
  // The fifth line feed is taken when the line before it has been printed; the drum comes before the paper.
  const Duration drum = kLine - LinePrinter::kStep;
  EXPECT_EQ(b.time(), microseconds(40) + 4 * (kLine + microseconds(50)) + drum + microseconds(10));
  const Duration before = b.time();
  b.print("\n\n\n\n\n");
  EXPECT_EQ(b.time() - before, 5 * (LinePrinter::kStep + microseconds(10))) << "empty lines only move the paper";
}

TEST(LinePrinter, SpeedsAreConfigurable) {
  for (const int speed : {10, 300, 1000, 1250, 6000}) {
    PrinterBench b{{.linesPerMinute = speed}};
    b.print("A\nB\n\0"s);
    EXPECT_EQ(b.time(), microseconds(50) + 2 * (seconds(60) / speed)) << speed;
  }
  EXPECT_FALSE(LinePrinter::check({.linesPerMinute = 9}));
  EXPECT_EQ(LinePrinter::check({.linesPerMinute = 7000}).error().text(),
            "lpt: not a printer speed: 7000 lines a minute; 10 to 6000");
  EXPECT_TRUE(LinePrinter::check({}));
}

TEST(LinePrinter, AFormFeedMovesThePaperToTheEndOfThePage) {
  PrinterBench b;
  b.print("\n\n\n\n\f\0"s);
  EXPECT_EQ(b.time(), microseconds(100) + LinePrinter::kStep * (4 + 62)) << "the next word waited for it";
}

TEST(LinePrinter, StopsBetweenTwoCharactersAndContinues) {
  PrinterBench b;
  b.datao(kLpt, 0);
  b.pass(microseconds(25));
  b.lpt.supply(false);
  b.pass(seconds(1));
  EXPECT_EQ(b.coni(kLpt), 02600u);
  b.lpt.supply(true);
  EXPECT_EQ(b.await(kLpt, 0100), kPowerOn + seconds(1) + microseconds(25 + 30));
  b.datao(kLpt, 0);
  b.pass(microseconds(25));
  b.cono(kLpt, 0);
  b.pass(seconds(1));
  EXPECT_EQ(b.coni(kLpt), 02000u);
  b.cono(kLpt, 0200);
  b.pass(microseconds(30));
  EXPECT_EQ(b.coni(kLpt), 02100u);
}

TEST_F(PrinterFiles, TenexPrintsABuffer) {
  ASSERT_TRUE(b_.lpt.attach(file_));
  b_.cono(kLpt, 02066);  // LPTSTR: clear, both channels
  EXPECT_EQ(b_.coni(kLpt), 02266u);
  EXPECT_EQ(b_.await(kLpt, 0100), kPowerOn + microseconds(10));
  EXPECT_EQ(b_.level(), 6u);
  b_.print("HELLO, WORLD\nlower case\n");
  b_.cono(kLpt, 0);
  b_.cono(kLpt, 066);  // LPTST1: a word of nothing starts it again
  b_.datao(kLpt, 0);
  b_.await(kLpt, 0100);
  EXPECT_EQ(b_.level(), 6u);
  EXPECT_EQ(paper(), "HELLO, WORLD\nlower case\n");
}

TEST_F(PrinterFiles, ClearForgetsTheLineSent) {
  ASSERT_TRUE(b_.lpt.attach(file_));
  b_.print("wrong");
  b_.cono(kLpt, 02000);
  b_.await(kLpt, 0100);
  b_.print("right\n");
  EXPECT_EQ(paper(), "right\n");
}

struct Looks {
  const char* why;
  std::string sent;
  std::string paper;
};
const Looks kLooks[] = {
    {"CR LF is one line", "one\r\ntwo\r\n", "one\ntwo\n"},
    {"CR alone overprints", "word\r____\r\nnext\n", "word\r____\nnext\n"},
    {"a second CR does nothing", "word\r\r\n", "word\n"},
    {"tabs", "a\tb\t\tc\n12345678\tx\n", "a       b               c\n12345678        x\n"},
    {"form feed after a line", "top\n\fnext\n", "top\n\fnext\n"},
    {"form feed prints the line", "top\fnext\n", "top\n\fnext\n"},
    {"vertical tab: thirds", "a\013b\n", "a" + std::string(20, '\n') + "b\n"},
    {"half page", "\n\n\020b\n", std::string(30, '\n') + "b\n"},
    {"second lines", "\021b\n\021c\n", "\n\nb\n\nc\n"},
    {"third lines", "a\022b\022", "a\n\n\nb\n\n\n"},
    {"sixths", "\024b\n", std::string(10, '\n') + "b\n"},
    {"not printed", "a\001\007\016\017\025\037\177b\n", "ab\n"},
    {"the fold", std::string(60, '\n') + "x\n", std::string(59, '\n') + "\fx\n"},
    {"over the fold", std::string(59, '\n') + "\023\023\023\023\023\023\023x\n", std::string(66, '\n') + "x\n"},
    {"a third at the foot", std::string(45, '\n') + "\013x\n", std::string(45, '\n') + "\fx\n"},
    {"wide", std::string(132, 'x') + "y\n", std::string(132, 'x') + "\ny\n"},
};

TEST_F(PrinterFiles, TheFileShowsThePaper) {
  for (const Looks& l : kLooks) EXPECT_EQ(printed(l.sent), l.paper) << l.why;
}

TEST(LinePrinter, ADrumOf64PrintsUpperCase) {
  TempFolder temp;
  const auto file = temp.path / "upper";
  PrinterBench b{{.linesPerMinute = 1000, .lowerCase = false}};
  EXPECT_EQ(b.coni(kLpt), 0u);
  ASSERT_TRUE(b.lpt.attach(file));
  b.print("Abc `{|}~_[1\n");
  ASSERT_TRUE(b.lpt.detach());
  std::ifstream in(file);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), "ABC @[\\]^_[1\n");
}

// The printer is ready from the beginning; the file is made with the first line, and appended to if another program
// made it meanwhile.
TEST_F(PrinterFiles, PaperMayBecomeAFileLater) {
  for (const std::string before : {"", "mine\n"}) {
    std::filesystem::remove(file_);
    EXPECT_EQ(*b_.lpt.attach(file_, {.later = true}), "new paper; the file is made when something is printed");
    EXPECT_EQ(b_.coni(kLpt) & 0400, 0u);
    EXPECT_TRUE(b_.lpt.flush());
    EXPECT_EQ(b_.lpt.mounted(), file_.string() + ", page 1., line 1.");
    EXPECT_FALSE(std::filesystem::exists(file_));
    if (!before.empty()) std::ofstream(file_) << before;
    b_.print("a\n");
    EXPECT_EQ(paper(), before + "a\n");
    EXPECT_TRUE(b_.lpt.detach());
  }
  EXPECT_EQ(*b_.lpt.attach(file_, {.later = true}), "new paper behind 7. bytes");
}

// A folder that is not there cannot hold the file: what is printed is kept, and the operator learns of it.
TEST_F(PrinterFiles, PaperThatCannotBecomeAFileIsKept) {
  const auto nowhere = file_.parent_path() / "missing" / "paper";
  ASSERT_TRUE(b_.lpt.attach(nowhere, {.later = true}));
  b_.print("a\n");
  EXPECT_FALSE(b_.lpt.flush());
  std::filesystem::create_directory(nowhere.parent_path());
  EXPECT_TRUE(b_.lpt.detach());
  std::ifstream in(nowhere);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), "a\n");
}

TEST_F(PrinterFiles, PaperIsAppendedToAnExistingFile) {
  std::ofstream(file_) << "mine\n";
  b_.lpt.supply(false);
  EXPECT_EQ(b_.coni(kLpt), 02400u);
  EXPECT_EQ(*b_.lpt.attach(file_), "new paper behind 5. bytes");
  EXPECT_EQ(b_.coni(kLpt), 02000u);
  EXPECT_EQ(b_.lpt.mounted(), file_.string() + ", page 1., line 1.");
  b_.print("a\n\fb\nunfinished");
  EXPECT_EQ(b_.lpt.mounted(), file_.string() + ", page 2., line 2.");
  EXPECT_EQ(paper(), "mine\na\n\fb\n") << "as it is printed";
  EXPECT_EQ(*b_.lpt.detach(), "2. pages");
  EXPECT_EQ(b_.lpt.mounted(), "");
  EXPECT_EQ(b_.coni(kLpt), 02500u) << "no paper";
  EXPECT_EQ(*b_.lpt.attach(folder_ / "second"), "new paper");
  b_.print("\n");
  EXPECT_TRUE(b_.lpt.detach());
  std::ifstream in(folder_ / "second");
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), "unfinished\n");
}

TEST_F(PrinterFiles, AnUnfinishedLineIsTornOffBelowIt) {
  ASSERT_TRUE(b_.lpt.attach(file_));
  b_.print("last\r");
  ASSERT_TRUE(b_.lpt.detach());
  std::ifstream in(file_);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), "last\n");
}

TEST_F(PrinterFiles, BadNamesAreRefusedAndChangeNothing) {
  ASSERT_TRUE(b_.lpt.attach(file_));
  const auto refusal = [&](const std::filesystem::path& p, const AttachOptions& o = {}) {
    const auto r = b_.lpt.attach(p, o);
    return r ? "" : r.error().text();
  };
  EXPECT_EQ(refusal(folder_), "lpt: " + folder_.string() + ": is a directory; name a file");
  EXPECT_EQ(refusal("/dev/null"), "lpt: /dev/null: is not a plain file");
  EXPECT_EQ(refusal(folder_ / "no" / "x"),
            "lpt: " + (folder_ / "no" / "x").string() + ": cannot be written: No such file or directory");
  EXPECT_NE(refusal(file_, {.readOnly = true, .overlay = {}}), "");
  EXPECT_NE(refusal(file_, {.overlay = folder_ / "o"}), "");
  b_.print("still\n");
  EXPECT_EQ(paper(), "still\n");
}

// A full disk, simulated by the limit on the size of files.
TEST_F(PrinterFiles, AFullDiskLosesNothingAndTheGuestSeesNothing) {
  ASSERT_TRUE(b_.lpt.attach(file_));
  std::string text;
  for (int n = 0; n < 50; ++n) text += std::string(99, static_cast<char>('A' + n % 26)) + "\n";
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit small = before;
  small.rlim_cur = 4096;
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  b_.print(text);
  const auto written = b_.lpt.flush();
  const auto away = b_.lpt.detach();
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, handler);
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().text(), "lpt: " + file_.string() +
                                        ": cannot be written: File too large; nothing is lost; make room and try "
                                        "again");
  EXPECT_FALSE(away) << "the paper stays in the printer";
  EXPECT_NE(b_.lpt.mounted().find(". bytes not written yet"), std::string::npos);
  EXPECT_EQ(b_.coni(kLpt), 02100u);
  ASSERT_TRUE(b_.lpt.detach());
  std::ifstream in(file_);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(in), {}), text);
}

TEST(LinePrinter, EveryBitHasAName) {
  PrinterBench b;
  EXPECT_EQ(test::namedBits(b.lpt.coniBits()), 02777u);
  EXPECT_EQ(test::namedBits(b.lpt.conoBits()), 02377u);
}

void disturb(PrinterBench& b, std::uint64_t what) {
  switch (what % 8) {
    case 0:
      return b.cono(kLpt, static_cast<std::uint32_t>(what >> 3) & 02377);
    case 1:
      return b.lpt.start((what & 8) != 0);
    case 2:
      return b.lpt.supply((what & 24) != 0);
    default:
      return b.datao(kLpt, what * 0123456701234567);
  }
}

TEST(LinePrinter, ASnapshotAnywhereHasTheSameFuture) {
  test::Random random;
  for (int round = 0; round < 40; ++round) {
    PrinterBench a, b;
    for (int n = 0; n < 60; ++n) {
      disturb(a, random.below(1 << 30));
      a.pass(microseconds(static_cast<std::int64_t>(random.below(200))));
    }
    b.print("xyz");
    ASSERT_TRUE(b.machine.restore(a.machine.save()));
    for (int n = 0; n < 30; ++n) {
      const std::uint64_t what = random.below(1 << 30);
      for (PrinterBench* p : {&a, &b}) {
        disturb(*p, what);
        p->pass(microseconds(777));
      }
      ASSERT_EQ(a.machine.save(), b.machine.save());
      ASSERT_EQ(a.pi.bus(), b.pi.bus());
    }
  }
}

TEST(LinePrinter, SpoiledSnapshotsAreRefusedOrHarmless) {
  PrinterBench a, b;
  a.print("a line");
  a.cono(kLpt, 066);
  a.datao(kLpt, 0101010101010);
  const auto state = a.machine.save();
  int refused = 0;
  test::spoilEachByte(state, 80, [&](const auto& spoiled) {
    const auto before = b.machine.save(true);
    if (!b.machine.restore(spoiled)) {
      EXPECT_TRUE(b.machine.save(true) == before) << "a refused state changed the machine";
      return void(++refused);
    }
    b.pass(seconds(1));
    b.lpt.start(true);
    b.print("more\n");
  });
  EXPECT_GT(refused, 20);
}

}  // namespace
}  // namespace utah10

// The data line scanner: scanning, character times, metered keys, configurations, snapshots.
#include <gtest/gtest.h>

#include "dc10_rig.hpp"
#include "named_bits.hpp"
#include "support/random.hpp"

namespace utah10 {
namespace {

using namespace test::dc10;

TEST(Dc10, LooksAtOneLineEachMicrosecond) {
  ScannerBench b{{.lines = lines(64)}};
  for (int n = 0; n < 200; ++n) {
    b.until(kPowerOn + nanoseconds(1000 * n));
    EXPECT_EQ(b.dls.position(), n % 64);
    EXPECT_EQ(b.datai(kDls), static_cast<std::uint64_t>(n % 64) << 18);
    b.pass(nanoseconds(999));
    EXPECT_EQ(b.dls.position(), n % 64);
    EXPECT_EQ(b.status(), 0u);
  }
}

TEST(Dc10, StandsAtTheFirstFlagItMeets) {
  ScannerBench b{{.lines = lines(64)}};
  b.cono(kDls, 4);
  b.pass(microseconds(10));
  for (const std::uint64_t line : {5u, 20u, 40u, 12u}) b.send(line, 'x');
  const Duration sent = seconds(1) * 10 / 300;
  b.until(kPowerOn + microseconds(10) + sent);
  // 33343.333 us: the scanner is at line 63.
  EXPECT_EQ(b.dls.position(), 63);
  EXPECT_EQ(b.status(), 4u);
  for (const int line : {5, 12, 20, 40}) {
    EXPECT_EQ(b.await(), line);
    EXPECT_EQ(b.status(), 024u);
    EXPECT_EQ(b.level(), 4u);
    if (line == 5) {
      EXPECT_EQ(b.clock.now(), kPowerOn + microseconds(33344 + 5));
    }
    const Instant here = b.clock.now();
    b.pass(microseconds(7));
    EXPECT_EQ(b.datai(kDls), static_cast<std::uint64_t>(line) << 18);
    EXPECT_EQ(b.level(), 4u) << "nothing but DATAO clears a transmitter";
    b.datao(kDls, 0400);
    EXPECT_EQ(b.level(), 0u);
    EXPECT_EQ(b.status(), 4u);
    EXPECT_EQ(b.dls.position(), line);
    EXPECT_EQ(b.clock.now() - here, microseconds(7));
  }
  b.pass(seconds(1));
  EXPECT_FALSE(b.dls.standing());
}

struct Speed {
  int baud;
  std::int64_t character;  // ns
  std::int64_t received;   // ns from the start unit
};
constexpr Speed kSpeeds[] = {
    {50, 220'000'000, 190'000'000}, {110, 100'000'000, 86'363'636}, {134, 74'626'865, 70'895'522},
    {150, 66'666'666, 63'333'333},  {300, 33'333'333, 31'666'666},  {1200, 8'333'333, 7'916'666},
    {2400, 4'166'666, 3'958'333},   {9600, 1'041'666, 989'583},     {100'000, 100'000, 95'000},
};

TEST(Dc10, CharactersTakeTheTimeOfTheirLine) {
  for (const Speed& s : kSpeeds) {
    ScannerBench b{{.lines = lines(1, s.baud)}};
    b.send(0, 0301);
    EXPECT_EQ(b.completes[0], kPowerOn + nanoseconds(s.character)) << s.baud;
    EXPECT_EQ(b.printed[0], "\301");
    b.until(kPowerOn + nanoseconds(s.character - 1));
    EXPECT_FALSE(b.dls.line(0).sent()) << s.baud;
    b.pass(nanoseconds(1));
    EXPECT_TRUE(b.dls.line(0).sent()) << s.baud;
    b.send(0, 0400);
    const Instant start = b.clock.now();
    b.dls.port(0).type("ab");
    b.until(start + nanoseconds(s.received - 1));
    EXPECT_FALSE(b.dls.line(0).received()) << s.baud;
    b.pass(nanoseconds(1));
    EXPECT_TRUE(b.dls.line(0).received()) << s.baud;
    EXPECT_EQ(b.await(), 0);
    EXPECT_EQ(b.datai(kDls), 0400u | 'a');
    if (s.baud > 9600) continue;
    b.until(start + nanoseconds(s.character + s.received));
    EXPECT_TRUE(b.dls.line(0).received()) << "a prompt guest receives at full speed: " << s.baud;
  }
}

TEST(Dc10, AnUnconnectedLineCompletesItsOutput) {
  for (const int modems : {0, 32}) {
    ScannerBench b{{.lines = lines(8), .modemBase = modems}};
    b.send(3, 'x');
    EXPECT_EQ(b.await(), 3);
    EXPECT_EQ(b.printed[3], modems == 0 ? "x" : "") << "without carrier the character is lost";
  }
}

// The interrupt routine of TENEX for a DEC scanner (TTYSRV, DLSSV2): the keys it receives and the output it sends.
struct Tenex {
  ScannerBench& b;
  std::string typed;
  std::string output;
  bool active = false;
  void start() {
    if (active || output.empty()) return;
    b.send(2, static_cast<std::uint8_t>(output[0]));
    output.erase(0, 1);
    active = true;
  }
  void interrupt() {
    const std::uint64_t word = b.datai(kDls);
    ASSERT_EQ(word >> 18, 2u);
    if ((word & 0400) != 0) {
      typed += static_cast<char>(word & 0377);
      return;
    }
    b.datao(kDls, 01400);
    active = false;
    start();
  }
};

TEST(Dc10, ServesTenexInBothDirectionsAtFullSpeed) {
  ScannerBench b{{.lines = lines(8, 110)}};
  b.cono(kDls, 4);
  Tenex t{b, {}, "THE QUICK BROWN FOX JUMPS OVER THE LAZY DOG"};
  const std::string out = t.output, in = "pack my box with five dozen liquor jugs";
  b.dls.port(2).type(in);
  t.start();
  while (t.active || t.typed.size() < in.size()) {
    ASSERT_GE(b.await(), 0);
    b.pass(microseconds(80));
    t.interrupt();
  }
  EXPECT_EQ(b.printed[2], out);
  EXPECT_EQ(t.typed, in);
  EXPECT_LT(b.time(), milliseconds(100) * 43 + microseconds(43 * (80 + 64)));
  EXPECT_FALSE(b.dls.standing());
}

TEST(Dc10, NoPastedKeyIsLostOnASlowGuest) {
  test::Random random;
  ScannerBench b{{.lines = lines(1, 2400)}};
  std::string text;
  for (int i = 0; i < 5000; ++i) text += static_cast<char>(random.below(256));
  b.dls.port(0).type(text);
  std::string got;
  while (got.size() < text.size()) {
    ASSERT_EQ(b.await(), 0);
    b.pass(microseconds(static_cast<std::int64_t>(random.below(20000))));
    if (random.below(50) == 0) {
      b.cono(kDls, random.below(2) != 0 ? 0200040 : 050);  // the key that was not taken comes again
      continue;
    }
    got += static_cast<char>(b.datai(kDls) & 0377);
    EXPECT_EQ(b.dls.port(0).waiting(), text.size() - got.size());
  }
  EXPECT_EQ(got, text);
}

TEST(Dc10, ALoopbackPlugReturnsTheOutput) {
  ScannerBench b{{.lines = {{.baud = 110, .loopback = true}}}};
  b.send(0, 0252);
  b.until(kPowerOn + nanoseconds(86'363'636));
  b.await();
  EXPECT_EQ(b.status(), 010u);
  EXPECT_EQ(b.datai(kDls), 0400u | 0252);
  EXPECT_EQ(b.await(), 0);
  EXPECT_EQ(b.status(), 020u);
}

TEST(Dc10, ALoopbackPlugReturnsReadyAsCarrier) {
  ScannerBench b{{.lines = {{.baud = 110, .loopback = true}}, .modemBase = 8}};
  b.send(8, 0100);
  EXPECT_EQ(b.await(), 8);
  EXPECT_EQ(b.datai(kDls), 010'000504u);
  b.send(8, 0);
  EXPECT_EQ(b.await(), 8);
  EXPECT_EQ(b.datai(kDls), 010'000400u);
}

TEST(Dc10, ClearAndResetDropEverythingButKeys) {
  for (const bool reset : {false, true}) {
    ScannerBench b;
    b.cono(kDls, 5);
    b.send(1, 'a');
    b.dls.port(3).type("k");
    b.await();
    EXPECT_EQ(b.level(), 5u);
    reset ? b.bus.reset() : b.cono(kDls, 043);
    EXPECT_EQ(b.status(), reset ? 0u : 3u);
    EXPECT_EQ(b.level(), 0u);
    EXPECT_EQ(b.await(), 3);
    EXPECT_EQ(b.status(), reset ? 010u : 013u) << "the key, not the transmitter";
    b.datai(kDls);
    b.pass(seconds(1));
    EXPECT_FALSE(b.dls.standing());
  }
}

TEST(Dc10, ConoSendsTheScannerToLine0) {
  ScannerBench b;
  b.pass(microseconds(37));
  b.cono(kDls, 010);
  EXPECT_EQ(b.dls.position(), 0);
  b.pass(microseconds(3));
  EXPECT_EQ(b.dls.position(), 3);
  b.send(2, 'x');
  b.send(5, 'x');
  EXPECT_EQ(b.await(), 2);
  b.cono(kDls, 010);
  EXPECT_FALSE(b.dls.standing());
  EXPECT_EQ(b.await(), 2) << "the flag is still up";
  b.send(2, 0400);
  b.cono(kDls, 010);
  EXPECT_EQ(b.await(), 5);
}

TEST(Dc10, MissingLinesDoNothing) {
  ScannerBench b{{.lines = lines(4)}};
  for (std::uint64_t line = 4; line < 64; ++line) b.send(line, 'x');
  b.pass(seconds(1));
  EXPECT_FALSE(b.dls.standing());
  b.until(kPowerOn + seconds(1) + microseconds(20));  // it is scanning a missing line
  b.datao(kDls, 'x');
  b.pass(seconds(1));
  EXPECT_FALSE(b.dls.standing());
}

TEST(Dc10, ConfigurationsAreChecked) {
  const auto text = [](const Dc10Config& c) {
    const auto r = Dc10::check(c);
    return r ? std::string{} : r.error().text();
  };
  EXPECT_EQ(text({}), "");
  EXPECT_EQ(text({.lines = lines(64)}), "");
  EXPECT_EQ(text({.lines = lines(32), .modemBase = 32}), "");
  EXPECT_EQ(text({.lines = lines(65)}), "dls: a scanner has 1 to 64 lines");
  EXPECT_EQ(text({.lines = {}}), "dls: a scanner has 1 to 64 lines");
  EXPECT_EQ(text({.lines = lines(2, 9)}), "dls: tty0: not a line speed: 9 baud; 10 to 1000000");
  for (const int base : {8, 12, 60, 64, -8})
    EXPECT_EQ(text({.lines = lines(16), .modemBase = base}),
              "dls: modem lines cannot begin at " + std::to_string(base) +
                  "; use a multiple of 8 behind the data lines, such that 64 are enough for both");
  EXPECT_NE(text({.lines = lines(8), .flavour = ScannerFlavour::Bbn, .modemBase = 32}), "");
}

TEST(Dc10, EveryBitHasAName) {
  ScannerBench dec;
  BbnBench bbn;
  EXPECT_EQ(test::namedBits(dec.dls.coniBits()), 037u);
  EXPECT_EQ(test::namedBits(dec.dls.conoBits()), 077u);
  EXPECT_EQ(test::namedBits(bbn.dls.coniBits()), 0337u);
  EXPECT_EQ(test::namedBits(bbn.dls.conoBits()), 0157u);
}

// A random disturbance of a scanner, the same in both.
void disturb(ScannerBench& b, std::uint64_t what) {
  const int line = static_cast<int>(what >> 8) % 8;
  switch (what % 12) {
    case 0:
      return b.dls.port(line).type("abc");
    case 1:
      return b.dls.port(line).connect();
    case 2:
      return what % 5 == 0 ? b.dls.port(line).disconnect() : void();
    case 3:
      return b.send(static_cast<std::uint64_t>(line), 'a' + what % 20);
    case 4:
      return b.send(static_cast<std::uint64_t>(line) + 32, what % 3 == 0 ? 0 : 0100);
    case 5:
      return b.cono(kDls, what % 40 == 0 ? 050 : 5);
    case 6:
      return b.datao(kDls, 0400);
    default:
      return void(b.datai(kDls));
  }
}

TEST(Dc10, ASnapshotAnywhereHasTheSameFuture) {
  test::Random random;
  for (int round = 0; round < 40; ++round) {
    const Dc10Config config{.lines = lines(8, 1200), .modemBase = 32};
    ScannerBench a{config}, b{config};
    for (int n = 0; n < 100; ++n) {
      disturb(a, random.below(1 << 20));
      a.pass(nanoseconds(static_cast<std::int64_t>(random.below(5'000'000))));
    }
    disturb(b, 1);
    ASSERT_TRUE(b.machine.restore(a.machine.save()));
    for (int n = 0; n < 50; ++n) {
      const std::uint64_t what = random.below(1 << 20);
      for (ScannerBench* s : {&a, &b}) {
        disturb(*s, what);
        s->pass(nanoseconds(777'777));
      }
      ASSERT_EQ(a.machine.save(), b.machine.save());
      ASSERT_EQ(a.pi.bus(), b.pi.bus());
    }
  }
}

TEST(Dc10, SpoiledSnapshotsAreRefusedOrHarmless) {
  const Dc10Config config{.lines = lines(3), .modemBase = 8};
  ScannerBench a{config}, b{config};
  a.cono(kDls, 4);
  a.send(9, 0100);
  a.dls.port(1).connect();
  a.dls.port(1).type("xyz");
  a.send(2, 'x');
  a.pass(milliseconds(2));
  a.bus.reset();
  const auto state = a.machine.save();
  int refused = 0;
  test::spoilEachByte(state, 280, [&](const auto& spoiled) {
    const auto before = b.machine.save(true);
    if (!b.machine.restore(spoiled)) {
      EXPECT_TRUE(b.machine.save(true) == before) << "a refused state changed the machine";
      return void(++refused);
    }
    b.cono(kDls, 5);
    b.datai(kDls);
    b.pass(milliseconds(100));
  });
  EXPECT_GT(refused, 50);
  EXPECT_FALSE(ScannerBench{}.machine.restore(state)) << "a different scanner";
}

}  // namespace
}  // namespace utah10

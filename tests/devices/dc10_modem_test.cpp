// The data line scanner's modems, and BBN's variant, whose words include the modem bits.
#include <gtest/gtest.h>

#include "dc10_rig.hpp"

namespace utah10 {
namespace {

using namespace test::dc10;

struct ModemBench : ScannerBench {
  bool hungUp = false;
  ModemBench() : ScannerBench{{.lines = lines(8), .modemBase = 32}} {
    port().onHangUp([this] { hungUp = true; });
  }
  TerminalPort& port() { return dls.port(1); }
  // The modem's word, once the scanner has reached it.
  std::uint64_t modem() {
    EXPECT_EQ(await(), 33);
    EXPECT_EQ(status() & 030, 010u);
    return datai(kDls);
  }
};

TEST(Dc10, AModemThatIsReadyAnswersAtOnce) {
  ModemBench b;
  b.send(33, 0100);
  b.pass(milliseconds(1));
  EXPECT_FALSE(b.dls.standing());
  b.port().connect();
  EXPECT_EQ(b.modem(), 041'000504u);
  b.pass(milliseconds(1));
  EXPECT_FALSE(b.dls.standing()) << "DATAI took the flag";
  b.port().type("hi");
  EXPECT_EQ(b.await(), 1);
  EXPECT_EQ(b.datai(kDls), 01'000400u | 'h');
  b.port().disconnect();
  EXPECT_EQ(b.modem(), 041'000500u) << "carrier off";
  b.pass(seconds(1));
  EXPECT_EQ(b.port().waiting(), 0u) << "the other key was discarded with the call";
  EXPECT_FALSE(b.dls.standing());
  EXPECT_FALSE(b.hungUp);
}

TEST(Dc10, AModemThatIsNotReadyRings) {
  ModemBench b;
  b.port().connect();
  EXPECT_EQ(b.modem(), 041'000402u);
  b.port().type("x");
  b.send(1, 'y');
  b.pass(seconds(1));
  EXPECT_EQ(b.dls.position(), 1);
  EXPECT_EQ(b.status(), 020u) << "no key without carrier";
  EXPECT_EQ(b.printed[1], "");
  b.datao(kDls, 0400);
  b.send(33, 0100);
  EXPECT_EQ(b.modem(), 041'000504u);
  EXPECT_EQ(b.await(), 1);
  EXPECT_EQ(b.datai(kDls), 01'000400u | 'x');
}

TEST(Dc10, AModemNotReadyForLongHangsUp) {
  ModemBench b;
  b.send(33, 0100);
  b.port().connect();
  b.modem();
  b.send(33, 0);
  b.pass(milliseconds(50) - nanoseconds(1));
  EXPECT_TRUE(b.port().connected());
  b.send(33, 0100);
  b.pass(seconds(1));
  EXPECT_TRUE(b.port().connected()) << "back in time";
  b.bus.reset();
  b.send(33, 0100);
  b.pass(seconds(1));
  EXPECT_TRUE(b.port().connected()) << "a reset and a quick restart";
  b.send(33, 0);
  b.pass(milliseconds(50));
  EXPECT_FALSE(b.port().connected());
  EXPECT_TRUE(b.hungUp);
  EXPECT_EQ(b.modem(), 041'000400u);
}

// A caller who has hung up leaves a busy line until the guest hangs up, too; the next one gets through then.
TEST(Dc10, ALineIsBusyUntilTheGuestHangsUp) {
  ModemBench b;
  b.send(33, 0100);
  b.port().connect();
  b.modem();
  b.port().disconnect();
  EXPECT_EQ(b.modem(), 041'000500u);
  b.port().connect();
  b.port().type("x");
  b.pass(seconds(5));
  EXPECT_FALSE(b.dls.standing()) << "busy: neither ringing nor carrier";
  b.send(33, 0);
  EXPECT_EQ(b.modem(), 041'000402u) << "it rings";
  b.send(33, 0100);
  EXPECT_EQ(b.modem(), 041'000504u);
  EXPECT_EQ(b.await(), 1);
  EXPECT_EQ(b.datai(kDls), 01'000400u | 'x');
  EXPECT_FALSE(b.hungUp);
}

TEST(Dc10, ALineIsNotBusyForLong) {
  ModemBench b;
  b.send(33, 0100);
  b.port().connect();
  b.modem();
  b.port().disconnect();
  b.modem();
  b.port().connect();
  b.pass(seconds(10) - milliseconds(1));
  EXPECT_FALSE(b.dls.standing());
  b.pass(milliseconds(1));
  EXPECT_EQ(b.modem(), 041'000504u) << "the guest never hangs up: ten seconds later the modem answers again";
}

TEST(Dc10, TheModemsFlagCanBeSetByProgram) {
  ModemBench b;
  b.send(33, 0200);
  EXPECT_EQ(b.modem(), 041'000400u);
  b.send(33, 0300);
  b.send(33, 0100);
  b.pass(milliseconds(1));
  EXPECT_FALSE(b.dls.standing());
}

TEST(Dc10, BbnsWordsCarryTheModem) {
  BbnBench b;
  b.cono(kDls, 4);
  b.send(1, 01400);  // as TENEX activates a line
  b.dls.port(1).connect();
  EXPECT_EQ(b.await(), 1);
  EXPECT_EQ(b.status(), 0304u);
  EXPECT_EQ(b.datai(kDls), 01'006000u);
  EXPECT_EQ(b.status(), 4u);
  b.dls.port(1).type("k");
  b.send(1, 01000 | 'p');
  b.await();
  EXPECT_EQ(b.status(), 0214u);
  b.pass(milliseconds(5));  // sent in the meantime
  EXPECT_EQ(b.status(), 0234u);
  EXPECT_EQ(b.datai(kDls), 01'005400u | 'k');
  b.datao(kDls, 01400);
  b.cono(kDls, 0114);
  EXPECT_EQ(b.dls.position(), 0);
  EXPECT_EQ(b.printed[1], "p");
  b.send(1, 0400);  // as TENEX hangs up
  b.pass(milliseconds(50));
  EXPECT_FALSE(b.dls.port(1).connected());
  b.await();
  EXPECT_EQ(b.datai(kDls), 01'002000u);
}

TEST(Dc10, BbnsReleaseGoesOnWithTheNextLine) {
  BbnBench b;
  b.send(1, 01000 | 'a');
  b.send(4, 01000 | 'a');
  EXPECT_EQ(b.await(), 1);
  b.cono(kDls, 0100);
  EXPECT_EQ(b.await(), 4);
  b.cono(kDls, 0100);
  EXPECT_EQ(b.await(), 1) << "after a full scan";
  b.cono(kDls, 0110);
  EXPECT_EQ(b.dls.position(), 0);
  EXPECT_EQ(b.await(), 1);
}

}  // namespace
}  // namespace utah10

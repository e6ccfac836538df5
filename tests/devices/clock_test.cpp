// The clocks: line clock, BBN millisecond clock, DK10, calendar clock, microsecond timer.
#include <gtest/gtest.h>

#include "bench.hpp"
#include "devices/bbn_clock.hpp"
#include "devices/calendar_clock.hpp"
#include "devices/dk10.hpp"
#include "devices/microsecond_timer.hpp"
#include "named_bits.hpp"
#include "support/random.hpp"

namespace utah10 {
namespace {

using test::Bench;
using test::code;
using test::kApr;

constexpr std::uint32_t kOap = 020;
constexpr std::uint32_t kClk = 070;

struct ClockBench : Bench {
  BbnClock oap{clock, pi};
  Dk10 clk{clock, pi};
  CalendarClock cal{clock};
  MicrosecondTimer usec{clock};
  ClockBench() {
    bus.connect(code(kOap), oap);
    bus.connect(code(kClk), clk);
    bus.connect(code(0600), cal);
    bus.connect(code(0610), usec);
  }
};

TEST(LineClock, TicksSixtyTimesASecondAndInterruptsOnlyWhenEnabled) {
  ClockBench b;
  b.cono(kApr, 5);
  for (int n = 1; n <= 60; ++n) {
    b.until(tickInstant(n, 60) - nanoseconds(1));
    EXPECT_EQ(b.coni(kApr) & 03007, 5u);
    b.pass(nanoseconds(1));
    EXPECT_EQ(b.coni(kApr) & 03007, 01005u) << n;
    EXPECT_EQ(b.level(), 0u);
    b.cono(kApr, 02005);
    EXPECT_EQ(b.level(), 5u);
    b.cono(kApr, 05005);  // flag cleared, disabled
    EXPECT_EQ(b.level(), 0u);
  }
  EXPECT_EQ(b.time(), seconds(1));
}

TEST(BbnClock, TicksAtEveryMillisecondWhileItRuns) {
  ClockBench b;
  b.pass(microseconds(300));
  b.cono(kOap, 0100);
  for (int n = 1; n <= 20; ++n) {
    EXPECT_EQ(b.coni(kOap), 0u);
    EXPECT_EQ(b.await(kOap, 0200), kPowerOn + milliseconds(n));
    b.pass(microseconds(10));
    b.cono(kOap, 0200);
  }
  b.cono(kOap, 0100);
  b.pass(milliseconds(10));
  EXPECT_EQ(b.coni(kOap), 0u) << "stopped";
  b.cono(kOap, 0100);
  EXPECT_EQ(b.await(kOap, 0200), kPowerOn + milliseconds(31)) << "the crystal ran on";
}

TEST(BbnClock, OneConoDoesBoth) {
  ClockBench b;
  b.cono(kOap, 0100);
  b.pass(milliseconds(1));
  b.cono(kOap, 0300);
  EXPECT_EQ(b.coni(kOap), 0u);
  EXPECT_FALSE(b.oap.running());
  b.cono(kOap, 0777477);
  EXPECT_FALSE(b.oap.running()) << "no other bit matters";
}

TEST(BbnClock, RequestsWhateverChannelTheProcessorHas) {
  ClockBench b;
  b.cono(kOap, 0100);
  b.pass(milliseconds(1));
  for (unsigned channel = 0; channel < 8; ++channel) {
    b.cono(kApr, channel);
    EXPECT_EQ(b.level(), channel);
    EXPECT_EQ(b.pi.bus(), channel == 0 ? 0 : PiSystem::maskOf(channel));
  }
  b.cono(kOap, 0200);
  EXPECT_EQ(b.level(), 0u);
  b.pass(milliseconds(1));
  EXPECT_EQ(b.level(), 7u);
  b.cono(kApr, 02003);
  b.pass(milliseconds(20));
  b.cono(kOap, 0300);
  EXPECT_EQ(b.level(), 3u) << "the line clock still requests";
  b.cono(kApr, 01003);
  EXPECT_EQ(b.level(), 0u);
}

TEST(BbnClock, AResetStopsIt) {
  ClockBench b;
  b.cono(kApr, 3);
  b.cono(kOap, 0100);
  b.pass(milliseconds(1));
  b.cono(kApr, 0200003);
  EXPECT_EQ(b.coni(kOap), 0u);
  EXPECT_EQ(b.level(), 0u);
  b.pass(milliseconds(5));
  EXPECT_EQ(b.coni(kOap), 0u);
  b.cono(kOap, 0100);
  EXPECT_TRUE(b.oap.running());
}

// The synchronisation TENEX makes of the two clocks (APCLK1 and PIAPR): fifty ticks in three of 60 Hz, none left over.
TEST(BbnClock, FiftyTicksFallBetweenEveryThirdTickOfTheLineClock) {
  ClockBench b;
  b.cono(kApr, 03003);
  b.cono(kOap, 0100);
  int milliseconds = 0, sixtieths = 0;
  while (sixtieths < 300) {
    b.until(b.clock.nextEvent());
    if ((b.coni(kOap) & 0200) != 0) {
      ++milliseconds;
      b.cono(kOap, 0200);
    }
    if ((b.coni(kApr) & 01000) == 0) continue;
    ++sixtieths;
    b.cono(kApr, 03003);
    if (sixtieths % 3 == 0) {
      EXPECT_NEAR(milliseconds, sixtieths / 3 * 50, 1) << sixtieths;
    }
  }
}

TEST(Dk10, GivesAFlagEveryInterval) {
  ClockBench b;
  b.cono(kClk, 01000);
  b.datao(kClk, 0777777000144);
  b.cono(kClk, 0443);  // as TENEX: on, user time off, channel 3
  EXPECT_EQ(b.coni(kClk), 0144000043u);
  for (int n = 1; n <= 20; ++n) {
    EXPECT_EQ(b.level(), 0u);
    EXPECT_EQ(b.await(kClk, 010), kPowerOn + milliseconds(n));
    EXPECT_EQ(b.coni(kClk), 0144000053u);
    EXPECT_EQ(b.level(), 3u);
    EXPECT_EQ(b.datai(kClk), 0u);
    b.pass(microseconds(25));
    EXPECT_EQ(b.datai(kClk), 2u);
    b.cono(kClk, 033);
  }
}

TEST(Dk10, TheCrystalRunsFreely) {
  ClockBench b;
  b.pass(microseconds(3));
  b.datao(kClk, 0777777);
  b.cono(kClk, 040);
  b.pass(nanoseconds(6999));
  EXPECT_EQ(b.datai(kClk), 0u);
  b.pass(nanoseconds(1));
  EXPECT_EQ(b.datai(kClk), 1u);
  b.pass(microseconds(1));
  b.cono(kClk, 0100);
  b.pass(microseconds(100));
  EXPECT_EQ(b.datai(kClk), 1u) << "off";
  b.cono(kClk, 040);
  b.pass(microseconds(9));
  EXPECT_EQ(b.datai(kClk), 2u);
}

TEST(Dk10, AnIntervalAlreadyPassedWaitsForTheCounterToWrap) {
  ClockBench b;
  b.cono(kClk, 046);
  b.pass(milliseconds(5));
  EXPECT_EQ(b.datai(kClk), 500u);
  b.datao(kClk, 100);
  EXPECT_EQ(b.await(kClk, 020), kPowerOn + microseconds(10) * 01000000);
  EXPECT_EQ(b.coni(kClk), 0144000066u);
  EXPECT_EQ(b.level(), 6u);
  b.cono(kClk, 026);
  EXPECT_EQ(b.level(), 0u);
  EXPECT_EQ(b.await(kClk, 010), kPowerOn + microseconds(10) * (01000000 + 100));
  EXPECT_EQ(b.coni(kClk), 0144000056u);
}

TEST(Dk10, IntervalZeroIsReachedWhenTheCounterWraps) {
  ClockBench b;
  b.cono(kClk, 041);
  EXPECT_EQ(b.await(kClk, 030), kPowerOn + microseconds(10) * 01000000);
}

TEST(Dk10, EveryBitOfCono) {
  ClockBench b;
  b.datao(kClk, 5);
  const auto status = [&] { return b.coni(kClk) & 0777777; };
  b.cono(kClk, 010007);
  EXPECT_EQ(status(), 027u);
  EXPECT_EQ(b.level(), 7u);
  b.cono(kClk, 020);
  EXPECT_EQ(status(), 0u);
  b.cono(kClk, 04002);
  EXPECT_EQ(status(), 012u);
  EXPECT_EQ(b.level(), 2u);
  b.cono(kClk, 014030);
  EXPECT_EQ(status(), 0u) << "clear wins";
  b.cono(kClk, 0200);
  EXPECT_EQ(status(), 0200u);
  b.cono(kClk, 0);
  EXPECT_EQ(status(), 0200u) << "user time stays";
  b.cono(kClk, 0400);
  EXPECT_EQ(status(), 0u);
  for (std::uint64_t n = 1; n < 5; ++n) {
    b.cono(kClk, 02001);
    EXPECT_EQ(b.datai(kClk), n);
    EXPECT_EQ(b.level(), 0u);
  }
  b.cono(kClk, 02001);
  EXPECT_EQ(b.datai(kClk), 0u);
  EXPECT_EQ(status(), 011u);
  b.cono(kClk, 0241);
  b.cono(kClk, 02041);
  EXPECT_EQ(b.datai(kClk), 0u) << "it is on: nothing is added";
  b.cono(kClk, 01004);
  EXPECT_EQ(b.coni(kClk), 05000004u) << "cleared, except the interval and the new channel";
  b.cono(kClk, 0140);
  EXPECT_EQ(status(), 0u) << "off wins";
}

TEST(Dk10, AnExternalClockIsSeenAndCounts) {
  Bench b;
  Dk10 clk{b.clock, b.pi, Dk10::Source::External};
  b.bus.connect(code(kClk), clk);
  b.datao(kClk, 2);
  b.cono(kClk, 045);
  b.pass(seconds(1));
  EXPECT_EQ(b.coni(kClk), 02001045u);
  clk.externalPulse();
  EXPECT_EQ(b.datai(kClk), 1u);
  clk.externalPulse();
  EXPECT_EQ(b.coni(kClk), 02001055u);
  EXPECT_EQ(b.level(), 5u);
  b.cono(kClk, 0100);
  clk.externalPulse();
  EXPECT_EQ(b.datai(kClk), 0u);
}

TEST(Dk10, AResetLeavesTheInterval) {
  ClockBench b;
  b.datao(kClk, 3);
  b.cono(kClk, 0247);
  b.pass(milliseconds(1));
  b.bus.reset();
  EXPECT_EQ(b.coni(kClk), 03000000u);
  EXPECT_EQ(b.level(), 0u);
  b.pass(milliseconds(1));
  EXPECT_EQ(b.datai(kClk), 0u);
}

struct Date {
  const char* text;
  std::uint32_t day;
  std::uint32_t second;
};
constexpr Date kDates[] = {
    {"1858-11-17", 0, 0},
    {"1858-11-18 00:00:01", 1, 1},
    {"1972-02-29 23:59:59", 41376, 86399},
    {"1972-10-01 12:00:00", 41591, 43200},
    {"1974-12-29", 0122652, 0},
    {"1990-01-01T01:02:03", 0135424, 3723},  // LOGJS, STADMX
    {"2576-08-07", 0777777, 0},
};
constexpr const char* kNoDates[] = {"",           "1972",       "1972-13-01",          "1972-00-01",
                                    "1973-02-29", "1900-02-29", "1972-10-01 24:00:00", "1972-10-01 12:00",
                                    "1858-11-16", "2576-08-08", "1972-10-01 12:60:00", "-972-10-01",
                                    "1972/10/01", "1972-1a-01", "1972-10-01 12:00:00x"};

TEST(CalendarClock, ReadsDatesAsPeopleWriteThem) {
  for (const Date& d : kDates) {
    const auto got = DayAndSecond::parse(d.text);
    ASSERT_TRUE(got) << d.text;
    EXPECT_EQ(got->word(), Word36::halves(d.day, d.second)) << d.text;
  }
  for (const char* text : kNoDates) EXPECT_FALSE(DayAndSecond::parse(text)) << text;
  EXPECT_EQ(DayAndSecond::parse("1973-02-29").error().text(),
            "date \"1973-02-29\": is not a day of the calendar; write 1972-10-01 or 1972-10-01 12:00:00");
}

TEST(CalendarClock, ConvertsToSecondsSince1970) {
  EXPECT_EQ(DayAndSecond::parse("1970-01-01")->secondsSince1970(), 0);
  EXPECT_EQ(DayAndSecond::parse("1972-09-20 12:00:00")->secondsSince1970(), 85838400);
}

TEST(CalendarClock, RunsWithTheMachine) {
  Bench b;
  CalendarClock cal{b.clock, *DayAndSecond::parse("1974-12-31 23:59:58")};
  b.bus.connect(code(0600), cal);
  const std::uint64_t day = DayAndSecond::parse("1974-12-31")->day;
  EXPECT_EQ(b.datai(0600), (day << 18) | 86398);
  b.until(kPowerOn + seconds(2) - nanoseconds(1));
  EXPECT_EQ(b.datai(0600), (day << 18) | 86399);
  b.pass(nanoseconds(1));
  EXPECT_EQ(b.datai(0600), (day + 1) << 18);
  b.until(kPowerOn + seconds(2 + 86400));
  EXPECT_EQ(b.datai(0600), (day + 2) << 18);
  b.cono(0600, 0777777);
  b.bus.reset();
  EXPECT_EQ(b.coni(0600), 0u);
  EXPECT_EQ(b.datai(0600), (day + 2) << 18);
}

TEST(MicrosecondTimer, CountsMicroseconds) {
  ClockBench b;
  b.until(kPowerOn + nanoseconds(1999));
  EXPECT_EQ(b.datai(0610), 1u);
  b.until(kPowerOn + microseconds(1'000'000));
  EXPECT_EQ(b.datai(0610), 1'000'000u);
  b.until(kPowerOn + microseconds((std::int64_t{1} << 36) + 7));
  EXPECT_EQ(b.datai(0610), 7u);
  EXPECT_EQ(b.coni(0610), 0u);
}

TEST(Clocks, EveryBitHasAName) {
  ClockBench b;
  for (const auto& [device, coni, cono] :
       {std::tuple<IoDevice*, std::uint64_t, std::uint64_t>{&b.oap, 0200, 0300}, {&b.clk, 0777777001277, 017777}}) {
    EXPECT_EQ(test::namedBits(device->coniBits()), coni) << device->name();
    EXPECT_EQ(test::namedBits(device->conoBits()), cono) << device->name();
  }
}

TEST(Clocks, ASnapshotAnywhereHasTheSameFuture) {
  test::Random random;
  for (int round = 0; round < 50; ++round) {
    ClockBench a;
    a.cono(kApr, 02003);
    for (int n = 0; n < 20; ++n) {
      a.datao(kClk, random.below(300));
      a.cono(kClk, static_cast<std::uint32_t>(random.below(040000)) & ~(random.below(2) ? 0100u : 0u));
      a.cono(kOap, static_cast<std::uint32_t>(random.below(0400)));
      a.pass(microseconds(static_cast<std::int64_t>(random.below(2000))));
    }
    ClockBench b;
    b.cono(kOap, 0100);
    b.pass(milliseconds(1));
    const auto state = a.machine.save();
    ASSERT_TRUE(b.machine.restore(state));
    for (int n = 0; n < 20; ++n) {
      a.pass(microseconds(470));
      b.pass(microseconds(470));
      ASSERT_EQ(a.machine.save(), b.machine.save());
      ASSERT_EQ(a.pi.bus(), b.pi.bus());
      ASSERT_EQ(a.datai(kClk), b.datai(kClk));
      a.cono(kOap, 0200);
      b.cono(kOap, 0200);
    }
  }
}

TEST(Clocks, SpoiledSnapshotsAreRefusedOrHarmless) {
  ClockBench a;
  a.datao(kClk, 10);
  a.cono(kClk, 043);
  a.cono(kOap, 0100);
  a.pass(microseconds(1234));
  const auto state = a.machine.save();
  ClockBench b;
  int refused = 0;
  test::spoilEachByte(state, 200, [&](const auto& spoiled) {
    const auto before = b.machine.save(true);
    if (!b.machine.restore(spoiled)) {
      EXPECT_TRUE(b.machine.save(true) == before) << "a refused state changed the machine";
      return void(++refused);
    }
    (void)b.datai(kClk);
    EXPECT_TRUE(b.machine.restore(state));
  });
  EXPECT_GT(refused, 50);
  EXPECT_FALSE(Bench{}.machine.restore(state)) << "a machine without clocks";
}

}  // namespace
}  // namespace utah10

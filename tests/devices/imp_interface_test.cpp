// The IMP interface without a processor: bits, requests, framing and times, with the test at the other end of the
// cable, and looped.
#include "devices/imp_interface.hpp"

#include <gmock/gmock.h>

#include <random>
#include <string>
#include <vector>

#include "support/damaged_states.hpp"

namespace utah10 {
namespace {

using ::testing::ElementsAre;

// CONO
constexpr std::uint32_t kClearError = 0200000, kDrop = 0100000, kStop = 040000, kEndOut = 020000, kGotEnd = 010000;
// CONI
constexpr std::uint64_t kPower = 0200000, kHostDown = 0100000, kWasDown = 040000, kImpDown = 020000, kEnd = 014000,
                        kEmpty = 0200, kFull = 010;

struct ImpBench {
  Scheduler clock;
  PiSystem pi{clock};
  HostLink cable;
  ImpInterface imp{pi, cable};

  explicit ImpBench(Duration perBitToHost = microseconds(20))
      : cable{clock, "imp", {microseconds(10), perBitToHost, 4}, nullptr} {}
  void until(std::int64_t us) { clock.idleUntil(kPowerOn + microseconds(us)); }
  void cono(std::uint32_t bits) { imp.cono(HalfWord{bits}); }
  std::uint64_t coni() const { return imp.coni().bits(); }
  bool shows(std::uint64_t bits) const { return (coni() & bits) == bits; }
  std::uint64_t datai() { return imp.datai().bits(); }
  void datao(std::uint64_t w) { imp.datao(Word36{w}); }
  std::int64_t us() const { return clock.now().time_since_epoch() / microseconds(1); }
  // The microsecond at which all of `bits` are set; -1 after a second.
  std::int64_t await(std::uint64_t bits) {
    for (const Instant last = clock.now() + seconds(1); !shows(bits); clock.idleUntil(clock.nextEvent()))
      if (clock.nextEvent() > last) return -1;
    return us();
  }
  std::vector<std::byte> save(bool device = true) {
    Archive out = Archive::writer();
    clock.state(out);
    pi.state(out);
    if (device) imp.state(out);
    return out.take();
  }
  // The first error found in `state`, or "".
  std::string restore(const std::vector<std::byte>& state) {
    Archive in = Archive::reader(state);
    clock.state(in);
    pi.state(in);
    imp.state(in);
    return in.error();
  }
};

// The IMP's end: accepts everything, sends what the test offers.
struct OpenBench : ImpBench {
  std::vector<std::string> came;  // "at: bits", with "." for the end
  OpenBench() {
    cable.toImp.onArrival([this](const WireBits& b) {
      came.push_back(std::to_string(us()) + ": " + std::to_string(b.count) + " bits " + std::to_string(b.value) +
                     (b.last ? "." : ""));
      cable.toImp.allow(36);
    });
    cable.toImp.allow(36);
  }
};

struct LoopedBench : ImpBench {
  explicit LoopedBench(Duration perBitToHost = microseconds(20)) : ImpBench{perBitToHost} { cable.plugLoop(); }
};

TEST(ImpInterface, AtPowerOnOnlyThePowerIsUp) {
  OpenBench b;
  EXPECT_EQ(b.coni(), kPower | kHostDown | kWasDown | kImpDown);
}

TEST(ImpInterface, EveryConoLoadsTheHostReadyLine) {
  OpenBench b;
  b.cono(0);
  EXPECT_TRUE(b.cable.hostReady.up());
  b.cono(kDrop | kClearError);
  EXPECT_FALSE(b.cable.hostReady.up());
  EXPECT_TRUE(b.shows(kHostDown));
  b.cono(kClearError);  // as TENEX does
  EXPECT_TRUE(b.cable.hostReady.up());
  EXPECT_FALSE(b.shows(kHostDown));
  b.imp.ioReset();
  EXPECT_FALSE(b.cable.hostReady.up());
}

TEST(ImpInterface, WasDownStaysUntilItIsClearedWithTheLineUp) {
  OpenBench b;
  b.cono(kClearError);
  EXPECT_TRUE(b.shows(kWasDown | kImpDown)) << "the line is down";
  b.cable.impReady.set(true);
  EXPECT_EQ(b.coni(), kPower | kWasDown);
  b.cono(0);
  EXPECT_TRUE(b.shows(kWasDown));
  b.cono(kClearError);
  EXPECT_EQ(b.coni(), kPower);
  b.cable.impReady.set(false);
  b.cable.impReady.set(true);
  EXPECT_EQ(b.coni(), kPower | kWasDown) << "a flap remains visible";
  EXPECT_EQ(b.pi.bus(), 0) << "and requests nothing";
}

TEST(ImpInterface, EachChannelHasItsLoadBit) {
  OpenBench b;
  b.cono(04000 | 5 << 8 | 0200 | 6 << 4 | 010 | 7);
  EXPECT_EQ(b.coni() & 07777 & ~(kEmpty | kFull), 5u << 8 | 6u << 4 | 7u);
  b.cono(0200 | 3 << 4 | 2 << 8 | 1);
  EXPECT_EQ(b.coni() & 03567, 5u << 8 | 3u << 4 | 7u) << "the other channels are unchanged";
  b.cono(04010);  // TENEX: input off
  EXPECT_EQ(b.coni() & 03567, 3u << 4);
}

TEST(ImpInterface, OutputIsReadyAfterTheBitTimesOfAWord) {
  OpenBench b;
  b.cono(kClearError | 0200 | 4 << 4);
  b.until(1000);
  EXPECT_FALSE(b.shows(kEmpty));
  b.datao(0400000000001);
  EXPECT_EQ(b.await(kEmpty), 1360);
  EXPECT_EQ(b.pi.bus(), PiSystem::maskOf(4));
  b.datao(0252525252525);
  EXPECT_FALSE(b.shows(kEmpty));
  EXPECT_EQ(b.pi.bus(), 0);
  EXPECT_EQ(b.await(kEmpty), 1720);
  b.cono(kEndOut);
  EXPECT_FALSE(b.shows(kEmpty));
  EXPECT_EQ(b.await(kEmpty), 1730);
  b.cono(kStop);
  EXPECT_FALSE(b.shows(kEmpty));
  EXPECT_EQ(b.pi.bus(), 0);
  EXPECT_THAT(b.came, ElementsAre("1360: 36 bits 34359738369", "1720: 36 bits 22906492245", "1730: 0 bits 0."));
}

TEST(ImpInterface, OutputWaitsForTheImp) {
  OpenBench b;
  b.cable.toImp.allow(0);
  b.datao(1);
  EXPECT_EQ(b.await(kEmpty), -1);
  b.clock.idleUntil(kPowerOn + seconds(2));
  b.cable.toImp.allow(6);
  EXPECT_EQ(b.await(kEmpty), 2000360) << "room for 6 bits, then the test's end makes room for all";
}

TEST(ImpInterface, TheEndFollowsAWordBeingSentAndStopClearsOnlyTheFlag) {
  OpenBench b;
  b.datao(1);
  b.until(100);
  b.cono(kEndOut);
  EXPECT_EQ(b.await(kEmpty), 370);
  b.datao(2);
  b.datao(3);  // lost
  b.until(400);
  b.cono(kStop);
  EXPECT_EQ(b.await(kEmpty), 730);
  EXPECT_THAT(b.came, ElementsAre("360: 36 bits 1", "370: 0 bits 0.", "730: 36 bits 2"));
}

TEST(ImpInterface, ReadyDownWithdrawsAWordBeingSent) {
  OpenBench b;
  b.cono(0);
  b.datao(1);
  b.cono(kEndOut);
  b.until(350);
  b.cono(kDrop);
  EXPECT_EQ(b.await(kEmpty), -1);
  EXPECT_TRUE(b.came.empty());
  b.cono(0);
  b.datao(2);
  EXPECT_NE(b.await(kEmpty), -1);
  EXPECT_EQ(b.came.size(), 1u);
}

// 80 bits at 20 us: a word after 720 us, the next 720 after it has been taken, the last 8 bits 160 after that.
TEST(ImpInterface, TheLastWordArrivesWithTheEnd) {
  OpenBench b;
  b.cono(010 | 5 | 04000 | 6 << 8);
  b.cable.toHost.onGone([&] {
    if (b.us() < 1500) b.cable.toHost.offer({0xa5, 16, true});
  });
  b.cable.toHost.offer({0x123456789abcdef0, 64, false});
  EXPECT_EQ(b.await(kFull), 720);
  EXPECT_FALSE(b.shows(kEnd));
  EXPECT_EQ(b.pi.bus(), PiSystem::maskOf(5));
  b.until(800);
  EXPECT_EQ(b.datai(), 0x123456789u);
  EXPECT_FALSE(b.shows(kFull));
  EXPECT_EQ(b.pi.bus(), 0);
  EXPECT_EQ(b.await(kFull), 1520);
  EXPECT_EQ(b.datai(), 0xabcdef000u);  // 28 of the first offer, 8 of the second
  EXPECT_EQ(b.await(kFull | kEnd), 1680);
  EXPECT_EQ(b.pi.bus(), PiSystem::maskOf(5) | PiSystem::maskOf(6)) << "both requests at one instant";
  EXPECT_EQ(b.datai(), std::uint64_t{0xa5} << 28) << "left-justified, padded with zeros";
  EXPECT_EQ(b.coni() & (kFull | kEnd), kEnd) << "the end stays";
  EXPECT_EQ(b.pi.bus(), PiSystem::maskOf(6));
  b.cono(kGotEnd);
  EXPECT_EQ(b.coni() & (kFull | kEnd), 0u);
  EXPECT_EQ(b.pi.bus(), 0);
}

TEST(ImpInterface, TheNextMessageWaitsUntilTheEndIsSeen) {
  OpenBench b;
  b.cable.toHost.onGone([&] {
    if (b.us() < 800) b.cable.toHost.offer({7, 3, true});
  });
  b.cable.toHost.offer({0777777777777, 36, true});
  EXPECT_EQ(b.await(kFull | kEnd), 720);
  b.datai();
  b.until(5000);
  EXPECT_FALSE(b.cable.toHost.moving());
  b.cono(kGotEnd);
  EXPECT_EQ(b.await(kFull | kEnd), 5060);
  b.cono(kGotEnd);
  EXPECT_EQ(b.coni() & (kFull | kEnd), kFull) << "an untaken word is not lost";
  EXPECT_EQ(b.cable.toHost.room(), 0u);
  EXPECT_EQ(b.datai(), 0700000000000u);
  EXPECT_EQ(b.cable.toHost.room(), 36u);
}

TEST(ImpInterface, AnEndWithoutBitsBringsNoWordOrTheEarlierBits) {
  OpenBench b;
  b.cable.toHost.offer({0, 0, true});
  EXPECT_EQ(b.await(kEnd), 20);
  EXPECT_FALSE(b.shows(kFull));
  b.cono(kGotEnd);
  b.cable.toHost.offer({5, 3, false});
  b.until(1000);
  EXPECT_EQ(b.coni() & (kFull | kEnd), 0u);
  EXPECT_EQ(b.datai(), 0500000000000u) << "the bits received so far; they stay";
  b.cable.toHost.offer({0, 0, true});
  EXPECT_EQ(b.await(kFull | kEnd), 1020);
  EXPECT_EQ(b.datai(), 0500000000000u);
}

// TENEX begins with a DATAI, and with "end seen" although there was no end.
TEST(ImpInterface, DataiWithoutAWordAndEndSeenWithoutAnEndAreHarmless) {
  OpenBench b;
  b.cono(kClearError);
  EXPECT_EQ(b.datai(), 0u);
  b.cono(kStop | kGotEnd);
  b.cable.toHost.offer({1, 36, true});
  b.until(300);
  b.datai();
  b.cono(kGotEnd);
  EXPECT_EQ(b.await(kFull | kEnd), 720);
  EXPECT_EQ(b.datai(), 1u);
}

// A flap in the middle of a message: for the host, the half message and the next are one, which it discards.
TEST(ImpInterface, ReceivedBitsStayWhenTheImpsLineDrops) {
  OpenBench b;
  b.cono(kClearError);
  b.cable.impReady.set(true);
  b.cable.toHost.offer({1, 4, false});
  b.until(50);
  b.cable.toHost.withdraw();
  b.cable.toHost.offer({3, 2, false});
  b.until(100);
  b.cable.impReady.set(false);
  EXPECT_TRUE(b.shows(kWasDown | kImpDown));
  b.cable.impReady.set(true);
  b.cable.toHost.offer({0xf, 4, true});
  EXPECT_EQ(b.await(kFull | kEnd), 180);
  EXPECT_EQ(b.datai(), std::uint64_t{0x3f} << 30);
}

TEST(ImpInterface, ResetForgetsBothDirections) {
  OpenBench b;
  b.cono(kClearError | 04000 | 7 << 8 | 0200 | 7 << 4 | 010 | 7);
  b.cable.toHost.offer({1, 36, true});
  b.datao(5);
  b.until(720);
  EXPECT_TRUE(b.shows(kFull | kEnd | kEmpty));
  b.datao(6);
  b.imp.ioReset();
  EXPECT_EQ(b.coni(), kPower | kHostDown | kWasDown | kImpDown);
  EXPECT_EQ(b.pi.bus(), 0);
  EXPECT_EQ(b.datai(), 0u);
  b.until(5000);
  EXPECT_EQ(b.came.size(), 1u);
  EXPECT_FALSE(b.shows(kEmpty));
  EXPECT_EQ(b.cable.toHost.room(), 36u);
}

TEST(ImpInterface, EachRequestOnEachChannelAndNoneOnZero) {
  for (unsigned channel = 0; channel <= 7; ++channel) {
    const auto level = channel == 0 ? 0 : PiSystem::maskOf(channel);
    OpenBench b;
    b.cono(0200 | channel << 4);
    b.datao(0);
    b.until(360);
    EXPECT_EQ(b.pi.bus(), level);
    b.cono(kStop | 04200 | 010 | channel);
    b.cable.toHost.offer({0, 1, true});
    b.until(1000);
    EXPECT_EQ(b.pi.bus(), level);
    b.cono(04010 | channel << 8);
    EXPECT_EQ(b.pi.bus(), level);
    b.datai();
    EXPECT_EQ(b.pi.bus(), level) << "the channel of the end, not of the input";
  }
}

// 10 us a bit to the plug, 20 us back. A word is complete when the bit that the plug kept follows it, with the next
// bits or the end.
TEST(ImpInterface, LoopedWordsReturnWithoutPadding) {
  LoopedBench b;
  b.cono(kClearError);
  EXPECT_EQ(b.coni(), kPower) << "raising ready raises the IMP's line; the error is cleared by the same CONO";
  std::vector<std::uint64_t> got;
  const std::vector<std::uint64_t> sent = {0777777777777, 0, 0123456701234};
  b.datao(sent[0]);
  EXPECT_EQ(b.await(kEmpty), 360);
  b.datao(sent[1]);
  EXPECT_EQ(b.await(kEmpty), 720);
  b.datao(sent[2]);
  // The first 35 bits are back at 360 + 700. Then the second word starts back, one bit of it until 1080.
  EXPECT_EQ(b.await(kFull), 1080);
  EXPECT_FALSE(b.shows(kEnd));
  got.push_back(b.datai());
  // 35 bits until 1780; the third word's 36 then, and the first of them fills the second word at 1800.
  EXPECT_EQ(b.await(kFull), 1800);
  EXPECT_TRUE(b.shows(kEmpty));
  b.cono(kEndOut);
  got.push_back(b.datai());
  EXPECT_EQ(b.await(kFull | kEnd), 2520);  // 35 until 2500, the last bit 20 more
  got.push_back(b.datai());
  EXPECT_EQ(got, sent);
  b.cono(kGotEnd);
  b.until(10000);
  EXPECT_EQ(b.coni(), kPower | kEmpty);
}

TEST(ImpInterface, LoopedAnUnfinishedMessageIsLostWithTheReadyLine) {
  LoopedBench b;
  b.cono(kClearError);
  b.datao(0777777777777);
  b.until(400);
  b.cono(kDrop);
  EXPECT_TRUE(b.shows(kHostDown | kWasDown | kImpDown));
  b.until(5000);
  b.cono(kClearError);
  EXPECT_EQ(b.coni(), kPower | kEmpty) << "the flag is unchanged";
  b.datao(0123456701234);
  EXPECT_EQ(b.await(kEmpty), 5360);
  b.cono(kEndOut);
  EXPECT_NE(b.await(kFull | kEnd), -1);
  EXPECT_EQ(b.datai(), 0123456701234u) << "none of its bits had arrived";
}

// A program that sends messages of 1 to 4 words and checks those that return, driven by the flags alone: its state
// and the machine's are the whole state.
struct Traffic {
  std::minstd_rand random{1};
  std::uint64_t sent = 0, received = 0, messages = 0;
  unsigned left = 0;
  bool wrong = false;
  static std::uint64_t word(std::uint64_t n) { return (n * 0x9e3779b97f4a7c15) >> 28; }

  void serve(ImpBench& b) {
    if (b.shows(kFull)) {
      wrong = wrong || b.datai() != word(received++);
      if (b.shows(kEnd)) b.cono(kGotEnd), ++messages;
    }
    if (!b.shows(kEmpty)) return;
    if (left == 0) {
      left = static_cast<unsigned>(random() % 4 + 1);
      b.datao(word(sent++));
    } else if (--left == 0) {
      b.cono(kEndOut);
    } else {
      b.datao(word(sent++));
    }
  }
};

TEST(ImpInterface, ASnapshotAtAnyInstantHasTheSameFuture) {
  LoopedBench a;
  Traffic traffic;
  a.cono(kClearError);
  a.datao(Traffic::word(traffic.sent++));
  traffic.left = 2;
  for (int n = 0; n < 600; ++n) {
    LoopedBench b;
    Traffic copy = traffic;
    ASSERT_EQ(b.restore(a.save()), "") << n;
    ASSERT_EQ(b.save(), a.save()) << n;
    for (ImpBench* bench : {static_cast<ImpBench*>(&a), static_cast<ImpBench*>(&b)}) {
      bench->clock.idleUntil(bench->clock.now() + microseconds(1 + n % 97));
      (bench == &a ? traffic : copy).serve(*bench);
    }
    ASSERT_EQ(b.save(), a.save()) << n;
  }
  EXPECT_FALSE(traffic.wrong);
  EXPECT_GT(traffic.messages, 10u);
}

TEST(ImpInterface, DamagedStatesDoNoHarm) {
  LoopedBench a;
  a.cono(kClearError | 010 | 5);
  a.datao(0123456701234);
  a.until(500);
  const auto state = a.save();
  LoopedBench sound;
  ASSERT_EQ(sound.restore(state), "");
  std::minstd_rand random{3};
  const std::size_t first = a.save(false).size();
  test::DamageCounts counts;
  for (int n = 0; n < 20000; ++n) {
    auto spoiled = state;
    for (int i = 0; i < 1 + n % 3; ++i)
      spoiled[first + random() % (spoiled.size() - first)] = static_cast<std::byte>(random());
    LoopedBench b;
    test::restoreDamaged(
        counts, spoiled, state, [&](const auto& bytes) { return b.restore(bytes); }, [&] { return b.save(); },
        [&] {
          b.clock.idleUntil(b.clock.now() + seconds(1));
          b.datai();
          b.cono(kGotEnd);
          b.clock.idleUntil(b.clock.now() + seconds(1));
        });
  }
  EXPECT_GT(counts.refused, 1000);
  EXPECT_GT(counts.accepted, 1000);
}

TEST(ImpInterface, ACableOfADifferentSpeedIsRefused) {
  LoopedBench a, other{microseconds(10)};
  EXPECT_NE(other.restore(a.save()).find("a different speed"), std::string::npos);
}

}  // namespace
}  // namespace utah10

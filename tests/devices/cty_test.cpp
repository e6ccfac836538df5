// The console teletype: bits, virtual times, interrupts, the metered keyboard, test mode.
#include <gtest/gtest.h>

#include "device_rig.hpp"
#include "support/random.hpp"

namespace utah10 {
namespace {

using test::DeviceRig;

constexpr std::uint32_t kPairs[][3] = {
    // flag, CONO bit that sets it, CONO bit that clears it: SRM, Teletype
    {0100, 0100, 02000},
    {0040, 0040, 01000},
    {0020, 0020, 00400},
    {0010, 0010, 00200},
};

TEST(Cty, EachFlagIsSetClearedAndComplementedAlone) {
  for (const auto& [flag, set, clear] : kPairs) {
    DeviceRig rig;
    rig.tty.cono(HalfWord{set});
    EXPECT_EQ(rig.tty.coni().bits(), flag);
    rig.tty.cono(HalfWord{0});
    EXPECT_EQ(rig.tty.coni().bits(), flag) << "a zero changes no flag";
    rig.tty.cono(HalfWord{set | clear});
    EXPECT_EQ(rig.tty.coni().bits(), 0u) << "both bits complement";
    rig.tty.cono(HalfWord{set | clear});
    EXPECT_EQ(rig.tty.coni().bits(), flag) << "both bits complement";
    rig.tty.cono(HalfWord{clear});
    EXPECT_EQ(rig.tty.coni().bits(), 0u);
  }
}

TEST(Cty, EveryConoLoadsChannelAndTest) {
  DeviceRig rig;
  for (std::uint32_t channel = 0; channel < 8; ++channel) {
    rig.tty.cono(HalfWord{04000 | channel});
    EXPECT_EQ(rig.tty.coni().bits(), 04000 | channel);
    rig.tty.cono(HalfWord{channel});
    EXPECT_EQ(rig.tty.coni().bits(), channel);
  }
}

TEST(Cty, DoneFlagsRequestTheChannelAndBusyFlagsDoNot) {
  DeviceRig rig;
  for (unsigned channel = 1; channel < 8; ++channel) {
    rig.tty.cono(HalfWord{03600 | channel});
    EXPECT_EQ(rig.pi.bus(), 0);
    rig.tty.cono(HalfWord{0120 | channel});
    EXPECT_EQ(rig.pi.bus(), 0) << "busy";
    for (const std::uint32_t done : {0040u, 0010u}) {
      rig.tty.cono(HalfWord{done | channel});
      EXPECT_EQ(rig.pi.bus(), PiSystem::maskOf(channel));
      rig.tty.cono(HalfWord{done << 5 | channel});  // clears busy, not done
      EXPECT_EQ(rig.pi.bus(), PiSystem::maskOf(channel));
      rig.tty.cono(HalfWord{done << 4 | channel});
      EXPECT_EQ(rig.pi.bus(), 0);
    }
  }
  rig.tty.cono(HalfWord{050});
  EXPECT_EQ(rig.pi.bus(), 0) << "channel 0 requests nothing";
}

TEST(Cty, PrintsExactlyTenCharactersASecondForAPromptProgram) {
  DeviceRig rig;
  for (int n = 1; n <= 30; ++n) {
    rig.tty.datao(Word36{static_cast<std::uint64_t>('A' + n % 26)});
    EXPECT_EQ(rig.tty.coni().bits(), 020u);
    rig.until(kPowerOn + milliseconds(100) * n - nanoseconds(1));
    EXPECT_EQ(rig.tty.coni().bits(), 020u) << n;
    rig.pass(nanoseconds(1));
    EXPECT_EQ(rig.tty.coni().bits(), 010u) << n;
    EXPECT_EQ(rig.completions.back(), kPowerOn + milliseconds(100) * n);
    rig.pass(milliseconds(0));
  }
  EXPECT_EQ(rig.completions[2], kPowerOn + milliseconds(300));
}

TEST(Cty, TheOutputClockRunsFreely) {
  // Within a unit (9.09 ms) of done the next character loses no time; later it waits for the next tick of 110 Hz.
  DeviceRig rig;
  rig.tty.datao(Word36{'A'});
  rig.until(kPowerOn + milliseconds(109));
  rig.tty.datao(Word36{'B'});
  EXPECT_EQ(rig.completions[1], kPowerOn + milliseconds(200));
  rig.until(kPowerOn + milliseconds(200) + nanoseconds(9'090'909));
  rig.tty.datao(Word36{'C'});
  EXPECT_EQ(rig.completions[2], tickInstant(34, 110));
}

TEST(Cty, SpeedsAreConfigurable) {
  for (const int speed : {1, 10, 15, 30, 120, 100000}) {
    DeviceRig rig{{.tty = speed}};
    rig.tty.datao(Word36{'x'});
    EXPECT_EQ(rig.completions[0] - kPowerOn, seconds(1) / speed) << speed;
    rig.tty.type("k");
    EXPECT_EQ(rig.awaitBits(rig.tty, 040) - kPowerOn, Duration{seconds(1).count() * 17 / (22 * speed)}) << speed;
  }
}

TEST(Cty, EightBitsAreSentUnchanged) {
  DeviceRig rig;
  rig.tty.datao(Word36{0777777777401});
  EXPECT_EQ(rig.printed, "\001");
  rig.tty.datao(Word36{0777777777777});
  EXPECT_EQ(rig.printed, "\001\377");
}

TEST(Cty, AKeyIsBusyFromItsStartBitAndDoneInTheMiddleOfItsEighthBit) {
  DeviceRig rig;
  rig.tty.cono(HalfWord{4});
  rig.tty.type("xy");
  rig.pass(nanoseconds(77'272'726));
  EXPECT_EQ(rig.tty.coni().bits(), 0104u);
  EXPECT_EQ(rig.pi.bus(), 0);
  rig.pass(nanoseconds(1));
  EXPECT_EQ(rig.tty.coni().bits(), 0044u);
  EXPECT_EQ(rig.pi.bus(), PiSystem::maskOf(4));
  EXPECT_EQ(rig.tty.datai().bits(), std::uint64_t{'x'});
  EXPECT_EQ(rig.pi.bus(), 0);
  EXPECT_EQ(rig.tty.coni().bits(), 4u) << "the stop units of x are still on the line";
  rig.until(kPowerOn + milliseconds(100));
  EXPECT_EQ(rig.tty.coni().bits(), 0104u);
  EXPECT_EQ(rig.awaitBits(rig.tty, 040), kPowerOn + milliseconds(100) + nanoseconds(77'272'727));
}

TEST(Cty, APromptProgramReceivesTenCharactersASecond) {
  DeviceRig rig;
  rig.tty.type(std::string(100, 'a'));
  for (int n = 0; n < 100; ++n) {
    EXPECT_EQ(rig.awaitBits(rig.tty, 040), kPowerOn + milliseconds(100) * n + nanoseconds(77'272'727));
    rig.pass(milliseconds(20));
    rig.tty.datai();
  }
  EXPECT_EQ(rig.tty.waiting(), 0u);
}

TEST(Cty, NothingTypedIsLostOnASlowGuest) {
  test::Random random;
  DeviceRig rig;
  std::string text;
  for (int i = 0; i < 10000; ++i) text += static_cast<char>(random.below(256));
  rig.tty.type(text);
  std::string got;
  Instant last = kPowerOn;
  while (got.size() < text.size()) {
    ASSERT_NE(rig.awaitBits(rig.tty, 040), kNever);
    rig.pass(milliseconds(static_cast<std::int64_t>(random.below(400))));
    if (random.below(20) == 0) {
      rig.tty.ioReset();  // the key that was not taken comes again
      continue;
    }
    got += static_cast<char>(rig.tty.datai().bits());
    EXPECT_GE(rig.clock.now() - last, milliseconds(77)) << "faster than the line";
    last = rig.clock.now();
    EXPECT_EQ(rig.tty.waiting(), text.size() - got.size());
  }
  EXPECT_EQ(got, text);
}

TEST(Cty, ClearingInputDoneDiscardsTheKey) {
  DeviceRig rig;
  rig.tty.type("ab");
  rig.awaitBits(rig.tty, 040);
  rig.tty.cono(HalfWord{01000});
  rig.awaitBits(rig.tty, 040);
  EXPECT_EQ(rig.tty.datai().bits(), std::uint64_t{'b'});
}

TEST(Cty, SettingInputDoneByProgramTakesNoKey) {
  DeviceRig rig;
  rig.tty.cono(HalfWord{040});
  rig.tty.type("a");
  rig.pass(seconds(1));
  EXPECT_EQ(rig.tty.waiting(), 1u);
  rig.tty.datai();
  rig.awaitBits(rig.tty, 040);
  EXPECT_EQ(rig.tty.datai().bits(), std::uint64_t{'a'});
}

TEST(Cty, TheKeyboardSetsTheEighthBitAsItsModelDoes) {
  const auto received = [](EighthBit keyboard, char key) {
    DeviceRig rig{{.keyboard = keyboard}};
    rig.tty.type(std::string(1, key));
    rig.awaitBits(rig.tty, 040);
    return rig.tty.datai().bits();
  };
  EXPECT_EQ(received(EighthBit::AsTyped, 'A'), 0101u);
  EXPECT_EQ(received(EighthBit::AsTyped, '\301'), 0301u);
  EXPECT_EQ(received(EighthBit::Mark, 'A'), 0301u);
  EXPECT_EQ(received(EighthBit::Even, 'A'), 0101u);
  EXPECT_EQ(received(EighthBit::Even, 'C'), 0303u);
  EXPECT_EQ(received(EighthBit::Even, '\r'), 0215u);
}

TEST(Cty, TestConnectsThePrintersLineToTheKeyboards) {
  DeviceRig rig;
  rig.tty.cono(HalfWord{04003});
  rig.tty.type("k");
  rig.tty.datao(Word36{0252});
  // The start bit goes out at the first tick of 110 Hz, input is done 8.5 units after, output 10 units after.
  rig.until(tickInstant(1, 110));
  EXPECT_EQ(rig.tty.coni().bits(), 04123u);
  EXPECT_EQ(rig.awaitBits(rig.tty, 040), tickInstant(1, 110) + nanoseconds(77'272'727));
  EXPECT_EQ(rig.awaitBits(rig.tty, 010), kPowerOn + milliseconds(100));
  EXPECT_EQ(rig.tty.datai().bits(), 0252u);
  rig.pass(seconds(1));
  EXPECT_EQ(rig.tty.coni().bits(), 04013u) << "the keyboard is disconnected from the line";
  rig.tty.cono(HalfWord{0200});
  rig.awaitBits(rig.tty, 040);
  EXPECT_EQ(rig.tty.datai().bits(), std::uint64_t{'k'});
}

TEST(Cty, AResetStopsBothLinesAndForgetsNoKey) {
  DeviceRig rig;
  rig.tty.cono(HalfWord{4});
  rig.tty.type("ab");
  rig.tty.datao(Word36{'z'});
  rig.awaitBits(rig.tty, 040);
  rig.bus.reset();
  EXPECT_EQ(rig.tty.coni().bits(), 0u);
  EXPECT_EQ(rig.pi.bus(), 0);
  EXPECT_EQ(rig.awaitBits(rig.tty, 040), kPowerOn + milliseconds(100) + nanoseconds(77'272'727));
  EXPECT_EQ(rig.tty.coni().bits() & 030, 0u) << "the printer stays silent";
  EXPECT_EQ(rig.tty.datai().bits(), std::uint64_t{'a'});
}

}  // namespace
}  // namespace utah10

// The console's devices together: snapshots, two sets in parallel, and on a whole machine.
#include <gtest/gtest.h>

#include "device_rig.hpp"
#include "named_bits.hpp"
#include "support/damaged_states.hpp"
#include "support/random.hpp"

namespace utah10 {
namespace {

using test::binaryFrames;
using test::DeviceRig;
using test::frames;

// Random operations that a program might perform on the devices.
class Program {
 public:
  explicit Program(std::uint64_t seed) : engine_(seed) {}
  void step(DeviceRig& rig) {
    const std::uint64_t w = engine_();
    const auto c = static_cast<std::uint32_t>(w >> 8 & 0777777);
    IoDevice* const devices[] = {&rig.tty, &rig.ptr, &rig.ptp};
    IoDevice& device = *devices[w % 3];
    switch (w >> 4 & 7) {
      case 0:
        device.cono(HalfWord{c});
        break;
      case 1:
        device.cono(HalfWord{c & 067});
        break;
      case 2:
        trail_.push_back(device.datai().bits());
        break;
      case 3:
        device.datao(Word36{w >> 20});
        break;
      case 4:
        rig.tty.type(std::string(w >> 40 & 3, static_cast<char>(w >> 48)));
        break;
      case 5:
        if ((w >> 40 & 15) == 0) rig.bus.reset();
        break;
      default:
        rig.pass(Duration{static_cast<std::int64_t>(w >> 36)});
        break;  // up to 268 ms
    }
    if ((w >> 62) == 3) rig.ptr.mount({std::byte{0301}, std::byte(w), std::byte(w >> 8), std::byte(w >> 16)});
    trail_.push_back(rig.pi.bus());
    for (const IoDevice* d : devices) trail_.push_back(d->coni().bits());
  }
  // Everything the devices have shown.
  const std::vector<std::uint64_t>& trail() const { return trail_; }
  void forget() { trail_.clear(); }

 private:
  std::mt19937_64 engine_;
  std::vector<std::uint64_t> trail_;
};

TEST(ConsoleSet, ASnapshotAtAnyMomentHasTheSameFuture) {
  test::Random random;
  for (int round = 0; round < 200; ++round) {
    DeviceRig one;
    Program program{random.bits()};
    for (std::uint64_t n = random.below(200); n > 0; --n) program.step(one);
    program.forget();
    Program other = program;
    DeviceRig two;
    two.tty.type("not from here");
    two.ptr.mount(frames({1}));
    ASSERT_EQ(two.restore(one.save()), "");
    ASSERT_TRUE(two.save() == one.save());
    one.printed.clear();
    for (int n = 0; n < 200; ++n) {
      program.step(one);
      other.step(two);
    }
    ASSERT_EQ(program.trail(), other.trail()) << round;
    ASSERT_EQ(one.printed, two.printed);
    ASSERT_EQ(one.ptp.punched(), two.ptp.punched());
    ASSERT_TRUE(one.save() == two.save());
  }
}

TEST(ConsoleSet, TwoSetsShareNothing) {
  DeviceRig alone, one, two{{.tty = 30, .ptr = 1000, .ptp = 63}};
  Program same{1}, again{1}, different{2};
  for (int n = 0; n < 2000; ++n) {
    same.step(alone);
    again.step(one);
    different.step(two);
  }
  EXPECT_EQ(same.trail(), again.trail());
  EXPECT_NE(same.trail(), different.trail());
  EXPECT_TRUE(alone.save() == one.save());
}

TEST(ConsoleSet, AStateOfADifferentSetIsRefused) {
  DeviceRig plain;
  const auto refusal = [&](const ConsoleSpeeds& speeds) { return DeviceRig{speeds}.restore(plain.save()); };
  EXPECT_EQ(refusal({}), "");
  EXPECT_NE(refusal({.tty = 30}).find("tty has a different speed"), std::string::npos);
  EXPECT_NE(refusal({.ptr = 301}).find("ptr has a different speed"), std::string::npos);
  EXPECT_NE(refusal({.ptp = 51}).find("ptp has a different speed"), std::string::npos);
  EXPECT_NE(refusal({.keyboard = EighthBit::Even}).find("tty has a different keyboard"), std::string::npos);
}

// Bytes changed anywhere in a state are refused or give a state that can run: never a crash, never a hang.
TEST(ConsoleSet, DamagedStatesDoNoHarm) {
  test::Random random;
  DeviceRig source;
  Program program{random.bits()};
  for (int n = 0; n < 100; ++n) program.step(source);
  const std::vector<std::byte> good = source.save();
  test::DamageCounts counts;
  for (int round = 0; round < 2000; ++round) {
    std::vector<std::byte> bad = good;
    // The clock's own section is the scheduler's; the devices' begin after it.
    const std::size_t at = bad.size() / 3 + random.below(bad.size() - bad.size() / 3);
    bad[at] ^= static_cast<std::byte>(1 + random.below(255));
    DeviceRig rig;
    test::restoreDamaged(
        counts, bad, good, [&](const auto& state) { return rig.restore(state); }, [&] { return rig.save(); },
        [&] {
          rig.pass(seconds(3));
          rig.bus.reset();
          rig.tty.type("x");
          EXPECT_NE(rig.awaitBits(rig.tty, 040), kNever);
        });
  }
  EXPECT_GT(counts.refused, 100);
  EXPECT_GT(counts.accepted, 100);
}

struct Rig {
  Machine machine;
  ConsoleSet console{machine};
  std::string printed;
  Rig() {
    console.onPrint([this](char c) { printed += c; });
  }
};

TEST(ConsoleSet, ConnectsToTheDocumentedCodes) {
  DeviceRig rig;
  EXPECT_EQ(rig.bus.at(DeviceCode::written(0120)), &rig.tty);
  EXPECT_EQ(rig.bus.at(DeviceCode::written(0104)), &rig.ptr);
  EXPECT_EQ(rig.bus.at(DeviceCode::written(0100)), &rig.ptp);
  EXPECT_EQ(rig.bus.connections().size(), 3u);
}

TEST(ConsoleSet, TheBitTablesMatchTheDevices) {
  // The bits that CONI can show and CONO can take, from the manual; the devices' tables must name exactly these.
  DeviceRig rig;
  EXPECT_EQ(test::namedBits(rig.tty.coniBits()), 04177u);
  EXPECT_EQ(test::namedBits(rig.tty.conoBits()), 07777u);
  EXPECT_EQ(test::namedBits(rig.ptr.coniBits()), 0477u);
  EXPECT_EQ(test::namedBits(rig.ptr.conoBits()), 077u);
  EXPECT_EQ(test::namedBits(rig.ptp.coniBits()), 0177u);
  EXPECT_EQ(test::namedBits(rig.ptp.conoBits()), 077u);
}

// Hardware read-in of a program that prints HI: IOWD, then words into 20 and up, the last being JRST 20.
TEST(ConsoleSet, ReadsInATapeAndRunsIt) {
  Rig rig;
  rig.console.ptr.mount(binaryFrames({
      0777770000017,  // IOWD: 10 words from 20
      0201040000110,  // MOVEI 1,"H"
      0712140000001,  // DATAO TTY,1
      0712300000020,  // CONSZ TTY,20
      0254000000022,  // JRST .-1
      0201040000111,  // MOVEI 1,"I"
      0712140000001,  // DATAO TTY,1
      0254200000026,  // HALT .
      0254000000020,  // JRST 20
  }));
  EXPECT_EQ(rig.machine.cpu().readIn({.until = kPowerOn + seconds(2)}), StopReason::Halt);
  EXPECT_EQ(rig.printed, "HI");
  EXPECT_EQ(rig.machine.cpu().pc().bits(), 026u);
}

TEST(ConsoleSet, ReadInFromATapeThatEndsTooSoonIsReported) {
  Rig rig;
  rig.console.ptr.mount(binaryFrames({0777770000017, 0201040000110}));
  EXPECT_EQ(rig.machine.cpu().readIn({.until = kPowerOn + seconds(2)}), StopReason::ReadInWaits);
}

TEST(ConsoleSet, EveryBitHasOneName) {
  Rig rig;
  for (const IoDevice* device : std::initializer_list<const IoDevice*>{
           &rig.console.tty, &rig.console.ptr, &rig.console.ptp, &rig.machine.pi(), &rig.machine.cpu().apr()}) {
    for (const auto bits : {device->coniBits(), device->conoBits()}) {
      std::uint64_t seen = 0;
      ASSERT_FALSE(bits.empty()) << device->name();
      for (const BitName& b : bits) {
        EXPECT_EQ(seen & b.mask, 0u) << device->name() << " " << b.name;
        seen |= b.mask;
      }
    }
  }
}

}  // namespace
}  // namespace utah10

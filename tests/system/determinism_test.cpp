// The same inputs give the same state; observation changes nothing; a restored machine has the same future.
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "utah10/devices/console_set.hpp"
#include "utah10/machine/machine.hpp"
#include "utah10/toolchain/core_image.hpp"

namespace utah10 {
namespace {

struct Whole {
  Machine machine;
  ConsoleSet console{machine};
  Whole() {
    const auto image = loadCoreImage(std::string(UTAH10_SOURCE_DIR) + "/roms/diag/selftest.oct");
    EXPECT_TRUE(image);
    for (const auto& s : image->segments) machine.load(PhysicalAddress{s.first.bits()}, s.words);
    machine.cpu().setStart(VirtualAddress{01000});
    console.type("typed ahead");
    console.ptr.mount({std::byte{0201}, std::byte{0202}, std::byte{0203}});
    console.ptr.cono(HalfWord{020});
  }
};

class Everything final : public Probe {
 public:
  bool wantsPhases() const override { return true; }
  void phase(const PhaseRecord&) override { ++seen; }
  void instruction(const InstructionRecord&) override { ++seen; }
  void memory(const MemoryRecord&) override { ++seen; }
  void io(const IoRecord&) override { ++seen; }
  void interrupt(const InterruptRecord&) override { ++seen; }
  std::uint64_t seen = 0;
};

std::uint64_t seed() {
  const char* text = std::getenv("UTAH10_SEED");
  const std::uint64_t s = text != nullptr ? std::strtoull(text, nullptr, 10) : 392;
  std::printf("seed %llu\n", static_cast<unsigned long long>(s));
  return s;
}

TEST(Determinism, TwoRunsAreTheSameBitForBit) {
  Whole a;
  Whole b;
  a.machine.cpu().run({});
  b.machine.cpu().run({});
  EXPECT_TRUE(a.machine.save(true) == b.machine.save(true));
}

TEST(Determinism, ObservationDoesNotChangeARun) {
  Whole plain;
  Whole watched;
  Everything probe;
  struct Never final : Watch {
    bool stopBefore(VirtualAddress) override { return false; }
  } never;
  watched.machine.cpu().connect(probe);
  plain.machine.cpu().run({});
  watched.machine.cpu().run({.watch = &never});
  EXPECT_GT(probe.seen, 1000u);
  EXPECT_EQ(plain.machine.cpu().pc().bits(), 0777u);
  EXPECT_TRUE(plain.machine.save(true) == watched.machine.save(true));  // including counters
}

TEST(Determinism, SlicingARunChangesNothing) {
  Whole whole;
  Whole sliced;
  whole.machine.cpu().run({});
  while (sliced.machine.cpu().run({.until = sliced.machine.now() + microseconds(37)}) != StopReason::Halt) {
  }
  EXPECT_TRUE(whole.machine.save() == sliced.machine.save());
}

TEST(Snapshot, TheFutureIsTheSameAfterARestoreAtARandomInstant) {
  std::mt19937_64 random(seed());
  for (int n = 0; n < 25; ++n) {
    Whole one;
    one.machine.cpu().run({.until = kPowerOn + nanoseconds(static_cast<std::int64_t>(random() % 45'000'000))});
    Whole two;
    two.machine.cpu().run({.instructions = random() % 100});  // an arbitrary other state
    ASSERT_TRUE(two.machine.restore(one.machine.save(true)));
    EXPECT_TRUE(one.machine.save(true) == two.machine.save(true));
    one.machine.cpu().run({});
    two.machine.cpu().run({});
    EXPECT_TRUE(one.machine.save(true) == two.machine.save(true)) << "round " << n;
  }
}

TEST(Snapshot, ContinuesInTheMiddleOfAMemoryCycle) {
  Whole one;
  one.machine.cpu().switches().singleCycle = true;
  for (int n = 0; n < 77; ++n) one.machine.cpu().run({});
  ASSERT_TRUE(one.machine.cpu().stoppedInCycle());
  Whole two;
  ASSERT_TRUE(two.machine.restore(one.machine.save()));
  for (Whole* w : {&one, &two}) {
    w->machine.cpu().switches().singleCycle = false;
    EXPECT_EQ(w->machine.cpu().run({}), StopReason::Halt);
    EXPECT_EQ(w->machine.cpu().pc().bits(), 0777u);
  }
  EXPECT_TRUE(one.machine.save() == two.machine.save());
}

TEST(Snapshot, ADamagedSnapshotIsRefusedAndTheMachineIsUnchanged) {
  Whole whole;
  whole.machine.cpu().run({.instructions = 50});
  const auto good = whole.machine.save(true);
  std::mt19937_64 random(seed());
  for (int n = 0; n < 40; ++n) {
    auto bad = good;
    bad.resize(random() % bad.size());
    EXPECT_FALSE(whole.machine.restore(bad));
    EXPECT_TRUE(whole.machine.save(true) == good);
  }
  for (std::size_t n = 0; n < 4; ++n) {  // the version
    auto bad = good;
    bad[n] ^= std::byte{0xFF};
    EXPECT_FALSE(whole.machine.restore(bad));
    EXPECT_TRUE(whole.machine.save(true) == good) << n;
  }
  for (int n = 0; n < 400; ++n) {
    auto bad = good;
    bad[random() % bad.size()] ^= static_cast<std::byte>(1 + random() % 255);
    if (whole.machine.restore(bad)) {  // a word of core, for instance
      ASSERT_TRUE(whole.machine.restore(good));
    }
    EXPECT_TRUE(whole.machine.save(true) == good) << n;
  }
  Machine bare;  // without the console devices
  const auto refused = bare.restore(good);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().what.find("different devices"), std::string::npos) << refused.error().text();
}

TEST(Snapshot, AStateOfAnotherVersionSaysItsVersion) {
  Whole whole;
  auto other = whole.machine.save();
  ASSERT_EQ(std::to_integer<int>(other[0]), 4);
  other[0] = std::byte{2};
  const auto refused = whole.machine.restore(other);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().text(),
            "snapshot: state of version 2, this program reads version 4; the machine is unchanged");
}

}  // namespace
}  // namespace utah10

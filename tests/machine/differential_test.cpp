// Every instruction of the processor compared with the plain reference: random operands one step at a time, and
// random programs at every step, with and without a probe.
#include <gtest/gtest.h>

#include <algorithm>
#include <iomanip>
#include <sstream>

#include "random_situations.hpp"
#include "reference_step.hpp"
#include "rig.hpp"
#include "support/random.hpp"

namespace utah10::test {
namespace {

constexpr DeviceCode kApr = DeviceCode::written(0);

std::string octal(std::uint64_t w) {
  std::ostringstream text;
  text << std::oct << std::setw(6) << std::setfill('0') << (w >> 18) << ",," << std::setw(6) << (w & 0777777);
  return text.str();
}

// The two machines, kept in the same state.
class Twins {
 public:
  ReferenceKa10 reference;

  explicit Twins(Random& random) : ours_(Rig::boxesOf("ideal", 16)) {
    for (std::uint32_t a = 020; a < ReferenceKa10::kWords; ++a) set(a, random.word().bits());
  }
  void observe(bool on) {
    if (on == observed_) return;
    observed_ = on;
    if (on)
      ours_.m.cpu().connect(nobody_);
    else
      ours_.m.cpu().disconnect(nobody_);
  }
  void set(std::uint32_t address, std::uint64_t w) {
    reference.set(address, w);
    ours_.m.cpu().poke(Space::Exec, VirtualAddress{address}, Word36{w});
  }
  // A machine after reset with the words it holds; users may reach everything at its real address.
  void begin(const Situation& s) {
    ours_.m.cpu().reset();
    ours_.m.bus().datao(kApr, Word36{0776000000000});
    for (const auto& [address, word] : s.words) set(address, word);
    ours_.m.cpu().setPc(VirtualAddress{s.pc});
    ours_.m.cpu().setFlags(s.flags);
    reference.pc = s.pc;
    reference.flags = s.flags;
    reference.pushdownOverflow = false;
    reference.trapped = false;
  }
  // One instruction on both; returns the difference, or "". Ours does not move if the reference gives up (beyond()).
  std::string step() {
    const std::string before =
        "PC " + octal(reference.pc | std::uint64_t{reference.flags} << 18) + ": " + octal(reference.at(reference.pc));
    const auto ac = reference.ac;
    reference.step();
    if (reference.beyond) return give();
    const StopReason why = ours_.m.cpu().run({.instructions = 1});
    const std::string differences = compare(why);
    if (differences.empty()) return {};
    std::string text = before + "\n  AC";
    for (const std::uint64_t w : ac) text += " " + octal(w);
    return text + differences;
  }
  bool beyond() const { return reference.beyond; }

  // Unexpected writes.
  std::string strayWrites() {
    for (std::uint32_t a = 020; a < ReferenceKa10::kWords; ++a)
      if (ours_.m.core().peek(PhysicalAddress{a}).bits() != reference.core[a]) {
        const std::string text = "core " + octal(a) + " is " + octal(ours_.at(a)) + ", not " + octal(reference.core[a]);
        set(a, reference.core[a]);
        return text;
      }
    return {};
  }

 private:
  // The reference gave up in the middle: it copies its memory back from ours, which has not moved.
  std::string give() {
    for (const std::uint32_t a : reference.written)
      if (a >= 020) reference.core[a] = ours_.at(a);
    return {};
  }
  std::string compare(StopReason why) {
    std::string text;
    const auto note = [&text](const std::string& what, std::uint64_t got, std::uint64_t want) {
      if (got != want) text += "\n  " + what + " is " + octal(got) + ", not " + octal(want);
    };
    for (std::uint32_t n = 0; n < 16; ++n) note("AC " + std::to_string(n), ours_.ac(n), reference.ac[n]);
    note("PC", ours_.pc(), reference.pc);
    note("flags", ours_.m.cpu().flags(), reference.flags);
    note("PDL OV", (ours_.coniApr() & 0200000) != 0, reference.pushdownOverflow);
    note("halted", why == StopReason::Halt, reference.halted);
    for (const std::uint32_t a : reference.written)
      if (a >= 020) note("word " + octal(a), ours_.at(a), reference.at(a));
    return text;
  }

  Rig ours_;
  Probe nobody_;
  bool observed_ = false;
};

TEST(Differential, EveryInstructionOnRandomOperands) {
  Random random;
  Twins twins{random};
  const std::uint64_t each = std::max<std::uint64_t>(200, caseCount() / 0700);
  for (std::uint32_t op = 0; op < 0700; ++op) {
    std::uint64_t beyond = 0;
    for (std::uint64_t n = 0; n < each && !::testing::Test::HasFailure(); ++n) {
      twins.observe(random.oneIn(2));
      twins.begin(randomInstruction(random, op));
      EXPECT_EQ(twins.step(), "") << "opcode " << octal(op);
      beyond += twins.beyond() ? 1 : 0;
    }
    EXPECT_EQ(twins.strayWrites(), "") << "after opcode " << octal(op);
    EXPECT_LT(beyond, each / 2) << "opcode " << octal(op);
  }
}

TEST(Differential, RandomProgramsAtEveryStep) {
  Random random;
  Twins twins{random};
  std::uint64_t steps = 0;
  for (bool observed = false; steps < caseCount() && !::testing::Test::HasFailure(); observed = !observed) {
    twins.observe(observed);
    twins.begin(randomProgram(random));
    for (int n = 0; n < 300 && !::testing::Test::HasFailure(); ++n) {
      const std::string differences = twins.step();
      if (twins.beyond()) break;
      EXPECT_EQ(differences, "") << "step " << n;
      ++steps;
    }
    EXPECT_EQ(twins.strayWrites(), "");
  }
  EXPECT_GE(steps, caseCount());
}

}  // namespace
}  // namespace utah10::test

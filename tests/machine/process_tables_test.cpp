// Peeking through the page tables of any process, and at the previous context: without time, by the same walk.
#include "paged_machine.hpp"

namespace utah10 {
namespace {

using namespace test;

TEST(ProcessTables, TranslateAsThePagerDoes) {
  PagedMachine p;
  p.map(7, 0);
  p.on();
  const auto before = p.m.save();
  const ProcessTables loaded{kUpt, kPsb};
  for (std::uint32_t page = 0; page < 01000; ++page) {
    const VirtualAddress va{page << 9 | 5};
    EXPECT_EQ(p.m.cpu().physicalOf(loaded, Space::User, va), p.m.cpu().physical(Space::User, va)) << page;
    EXPECT_EQ(p.m.cpu().physicalOf(loaded, Space::Exec, va), p.m.cpu().physical(Space::Exec, va)) << page;
  }
  EXPECT_EQ(p.m.cpu().physicalOf(loaded, Space::User, VirtualAddress{06005}), PhysicalAddress{046005});
  EXPECT_EQ(p.m.cpu().physicalOf(loaded, Space::User, VirtualAddress{07005}), std::nullopt);
  EXPECT_EQ(p.m.save(), before);
}

// A second process: its page table in core page 60 maps page 6 to core page 47, its PSB in 61 the monitor's page 600.
TEST(ProcessTables, OfAProcessThatIsNotRunning) {
  PagedMachine p;
  p.on();
  p.set(PagedMachine::word(060, 6), kAllAccess | 047);
  p.set(PagedMachine::word(061, 0600), kAllAccess | 046);
  const ProcessTables other{060, 061};
  const Ka10& cpu = p.m.cpu();
  EXPECT_EQ(cpu.physicalOf(other, Space::User, VirtualAddress{06001}), PhysicalAddress{047001});
  EXPECT_EQ(cpu.physicalOf(other, Space::User, VirtualAddress{05001}), std::nullopt);
  EXPECT_EQ(cpu.physicalOf(other, Space::Exec, VirtualAddress{0600001}), PhysicalAddress{046001});
  EXPECT_EQ(cpu.physicalOf(other, Space::Exec, VirtualAddress{0100}), PhysicalAddress{0100});  // resident
  Rig plain;
  EXPECT_EQ(plain.m.cpu().physicalOf(other, Space::User, VirtualAddress{06001}), std::nullopt);
}

TEST(ProcessTables, ThePreviousContextHasItsOwnAccumulators) {
  PagedMachine p;
  p.on();
  p.m.cpu().setAc(AcNo{3}, Word36{5});
  p.set(PagedMachine::word(kPsb, 0460) + 3, 7);
  p.set(046001, 9);
  EXPECT_EQ(p.m.cpu().peekPrevious(VirtualAddress{3}), Word36{7});
  EXPECT_EQ(p.m.cpu().peekPrevious(VirtualAddress{06001}), Word36{9});
  EXPECT_TRUE(p.m.cpu().pokePrevious(VirtualAddress{3}, Word36{8}));
  EXPECT_EQ(p.real(PagedMachine::word(kPsb, 0460) + 3), 8u);
  EXPECT_EQ(p.m.cpu().ac(AcNo{3}), Word36{5});
  EXPECT_FALSE(p.m.cpu().pokePrevious(VirtualAddress{0777000}, Word36{1}));  // the user has no such page
}

}  // namespace
}  // namespace utah10

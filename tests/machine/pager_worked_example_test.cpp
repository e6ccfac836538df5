// The smallest structure that turns paging on, and the effects of twelve instructions at 1402, row by row.
#include "pager_rig.hpp"

namespace utah10 {
namespace {

using test::lh;
using test::PagerRig;

constexpr std::uint64_t kUmove = 0100040005123;   // UMOVE 1,5123
constexpr std::uint64_t kUmovem = 0102040005123;  // UMOVEM 1,5123
constexpr std::uint64_t kUmoves = 0103040005123;  // UMOVES 1,5123
constexpr std::uint64_t kDatum = 0123456701234;
constexpr std::uint32_t kMap = 031005;
constexpr std::uint64_t kInUse = lh(0400000);

// The program of the example: CONO 24,0; CONO 24,6; the instruction. There is no hidden set-up.
void go(PagerRig& rig, std::uint64_t instruction) {
  rig.words(01400, {0702600000000, 0702600000006, instruction, PagerRig::halt(PagerRig::kEnded)});
  rig.start(01400, 0);
}

void expectTrap(PagerRig& rig, std::uint64_t status, std::uint64_t pc) {
  EXPECT_TRUE(rig.trapped()) << std::oct << rig.pc();
  EXPECT_EQ(rig.status(), status) << std::oct << rig.status();
  EXPECT_EQ(rig.trapPc(), pc) << std::oct << rig.trapPc();
}

TEST(WorkedExample, RowARead) {
  PagerRig rig;
  go(rig, kUmove);
  EXPECT_TRUE(rig.ended());
  EXPECT_EQ(rig.ac(1), kDatum);
  EXPECT_EQ(rig.cst(040), lh(0400200));
}

TEST(WorkedExample, RowBThenWrite) {
  PagerRig rig;
  go(rig, kUmove);
  rig.setAc(1, 0765);
  rig.run({0102040005124});
  EXPECT_TRUE(rig.ended());
  EXPECT_EQ(rig.at(040124), 0765u);
  EXPECT_EQ(rig.cst(040), lh(0400600));
}

TEST(WorkedExample, RowCWriteFirst) {
  PagerRig rig;
  go(rig, kUmovem);
  EXPECT_TRUE(rig.ended());
  EXPECT_EQ(rig.cst(040), lh(0400600));
}

TEST(WorkedExample, RowDEmptyWord) {
  PagerRig rig;
  rig.set(kMap, 0);
  go(rig, kUmove);
  expectTrap(rig, lh(0410010, 05123), 01402);
}

TEST(WorkedExample, RowEDrumAddress) {
  PagerRig rig;
  rig.set(kMap, lh(0160042, 0123));
  go(rig, kUmove);
  expectTrap(rig, lh(0500010, 05123), 01402);
}

TEST(WorkedExample, RowFReadCompleted) {
  PagerRig rig;
  rig.set(04040, lh(020000));
  go(rig, kUmove);
  expectTrap(rig, lh(040010, 05123), 01402);
}

TEST(WorkedExample, RowGShared) {
  PagerRig rig;
  rig.set(kMap, lh(0360040, 0400000));
  rig.set(020400, lh(020, 040));
  go(rig, kUmove);
  EXPECT_TRUE(rig.ended());
  EXPECT_EQ(rig.ac(1), kDatum);
}

TEST(WorkedExample, RowHIndirect) {
  PagerRig rig;
  rig.set(kMap, lh(0560040, 0401007));
  rig.set(020401, lh(020, 041));
  rig.set(041007, lh(0160040, 040));
  rig.set(04041, kInUse);
  go(rig, kUmove);
  EXPECT_TRUE(rig.ended());
  EXPECT_EQ(rig.ac(1), kDatum);
  EXPECT_EQ(rig.cst(041), kInUse) << "the table's own status word is not used";
}

TEST(WorkedExample, RowICopyOnWrite) {
  PagerRig rig;
  rig.set(kMap, lh(0160440, 040));
  go(rig, kUmove);
  EXPECT_TRUE(rig.ended());
  EXPECT_EQ(rig.ac(1), kDatum);
  rig.run({kUmovem});
  expectTrap(rig, lh(0440004, 05123), 01403);
}

TEST(WorkedExample, RowJCopyOnWriteUpdate) {
  PagerRig rig;
  rig.set(kMap, lh(0160440, 040));
  go(rig, kUmoves);
  expectTrap(rig, lh(0440014, 05123), 01402);
}

TEST(WorkedExample, RowKAccumulatorBlock) {
  PagerRig rig;
  rig.set(030462, 0777);
  go(rig, 0100040000002);  // UMOVE 1,2
  EXPECT_TRUE(rig.ended());
  EXPECT_EQ(rig.ac(1), 0777u);
}

TEST(WorkedExample, RowLBlockTransferToTheBlock) {
  PagerRig rig;
  rig.setAc(5, 0555);
  rig.setAc(017, 0);
  rig.set(01500, 0251740000016);  // BLT 17,16
  go(rig, 0256040001500);         // XCT 1,1500
  EXPECT_TRUE(rig.ended());
  EXPECT_EQ(rig.at(030465), 0555u);
}

}  // namespace
}  // namespace utah10

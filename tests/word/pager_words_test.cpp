// The words of the BBN pager, against the tables of docs/sources/pager.md 3, 6 and 9.
#include "word/pager_words.hpp"

#include <gtest/gtest.h>

namespace utah10 {
namespace {

constexpr Word36 bit(int n) { return Word36{std::uint64_t{1} << (35 - n)}; }

TEST(MapWord, FieldsAreWhereTheTablesHaveThem) {
  for (unsigned type = 0; type < 4; ++type)
    EXPECT_EQ(static_cast<unsigned>(MapWord{Word36{std::uint64_t{type} << 34}}.type()), type);
  EXPECT_EQ(MapWord{bit(2)}.rights(), Access::Read);
  EXPECT_EQ(MapWord{bit(3)}.rights(), Access::Write);
  EXPECT_EQ(MapWord{bit(4)}.rights(), Access::Execute);
  EXPECT_EQ(MapWord{~(bit(2) | bit(3) | bit(4))}.rights(), Rights{});
  for (int n = 0; n < 36; ++n) {
    EXPECT_EQ(MapWord{bit(n)}.trapToUser(), n == 8) << n;
    EXPECT_EQ(MapWord{bit(n)}.copyOnWrite(), n == 9) << n;
    EXPECT_EQ(MapWord{bit(n)}.accessible(), n == 12) << n;
    EXPECT_EQ(MapWord{bit(n)}.storage().inCore(), n < 14 || n > 17) << n;
    EXPECT_EQ(MapWord{bit(n)}.storage().corePage() != 0, n >= 25) << n;
    EXPECT_EQ(MapWord{bit(n)}.sptIndex() != 0, n >= 14 && n <= 26) << n;
    EXPECT_EQ(MapWord{bit(n)}.page() != 0, n >= 27) << n;
  }
}

// Words that TENEX itself builds (docs/sources/pager.md 7 and 14).
TEST(MapWord, WordsOfTenex) {
  const MapWord created{Word36{0160041000000}};  // all rights, not in core
  EXPECT_EQ(created.type(), MapWord::Type::Private);
  EXPECT_EQ(created.rights(), Rights::all());
  EXPECT_TRUE(created.accessible());
  EXPECT_FALSE(created.storage().inCore());
  EXPECT_FALSE(MapWord{}.accessible());
  EXPECT_FALSE(MapWord{bit(10) | bit(11) | bit(12)}.accessible());  // PAGEM's "no access"
  EXPECT_TRUE(MapWord{bit(10) | bit(12)}.accessible());
}

TEST(MapWord, ComposesWhatItTakesApart) {
  for (std::uint32_t bits = 0; bits < 8; ++bits) {
    const Rights rights = Rights::fromBits(bits);
    const MapWord own = MapWord::inCore(03777, rights);
    EXPECT_EQ(own.type(), MapWord::Type::Private);
    EXPECT_EQ(own.rights(), rights);
    EXPECT_TRUE(own.accessible());
    EXPECT_TRUE(own.storage().inCore());
    EXPECT_EQ(own.storage().corePage(), 03777u);
    const MapWord shared = MapWord::shared(017777, rights);
    EXPECT_EQ(shared.type(), MapWord::Type::Shared);
    EXPECT_EQ(shared.rights(), rights);
    EXPECT_EQ(shared.sptIndex(), 017777u);
    const MapWord indirect = MapWord::indirect(012345, 0321, rights);
    EXPECT_EQ(indirect.type(), MapWord::Type::Indirect);
    EXPECT_EQ(indirect.rights(), rights);
    EXPECT_EQ(indirect.sptIndex(), 012345u);
    EXPECT_EQ(indirect.page(), 0321u);
  }
  EXPECT_EQ(MapWord::inCore(0123, Rights::all()).word(), Word36{0160040000123});
  EXPECT_EQ(MapWord::inCore(0, Access::Read).withCopyOnWrite().word(), bit(2) | bit(9) | bit(12));
  EXPECT_EQ(MapWord::inCore(0, Access::Read).withTrapToUser().word(), bit(2) | bit(8) | bit(12));
}

TEST(SptWord, TheShareCountIsBesideTheStorageAddress) {
  const SptWord w = SptWord::inCore(0123, 037777);
  EXPECT_EQ(w.word(), Word36{0777760000123});
  EXPECT_EQ(w.shareCount(), 037777u);
  EXPECT_TRUE(w.storage().inCore());
  EXPECT_EQ(w.storage().corePage(), 0123u);
  EXPECT_FALSE(SptWord{bit(17)}.storage().inCore());
}

TEST(CstWord, FieldsAreWhereTheTablesHaveThem) {
  const CstWord w{Word36{0123400765432}};
  EXPECT_EQ(w.age(), 0123u);
  EXPECT_TRUE(w.modified());
  EXPECT_EQ(w.processes(), 0000765432u);
  EXPECT_FALSE(CstWord{Word36{0123000000000}}.modified());
}

TEST(CstWord, AgesBelow100AreNotUsable) {
  for (std::uint32_t age = 0; age < 01000; ++age) {
    const CstWord w{Word36{std::uint64_t{age} << 27}};
    EXPECT_EQ(w.usable(), age >= 0100) << std::oct << age;
    if (w.usable()) continue;
    EXPECT_EQ(w.unusableState(), age / 020) << std::oct << age;
  }
}

TEST(CstWord, AReferenceReplacesTheAgeAndAddsTheRest) {
  const CstWord w{Word36{0777000000001}};
  EXPECT_EQ(w.referenced(0100, 0000000000006, false).word(), Word36{0100000000007});
  EXPECT_EQ(w.referenced(0100, 0000000000006, true).word(), Word36{0100400000007});
  EXPECT_TRUE(w.referenced(0100, 0, true).referenced(0200, 0, false).modified());
}

TEST(LoadWords, FieldsAreWhereTheTablesHaveThem) {
  for (int n = 0; n < 36; ++n) {
    EXPECT_EQ(BaseWord{bit(n)}.limit() != 0, n >= 3 && n <= 5) << n;
    EXPECT_EQ(BaseWord{bit(n)}.userTable() != 0, n >= 7 && n <= 17) << n;
    EXPECT_EQ(BaseWord{bit(n)}.acBase() != 0, n >= 18 && n <= 22) << n;
    EXPECT_EQ(BaseWord{bit(n)}.psb() != 0, n >= 25) << n;
    EXPECT_EQ(UseWord{bit(n)}.age() != 0, n <= 8) << n;
    EXPECT_EQ(UseWord{bit(n)}.processes() != 0, n >= 10) << n;
  }
  EXPECT_EQ(UseWord{~Word36{}}.processes(), UseWord::kProcesses);
}

TEST(TrapStatus, FieldsAreWhereTheTablesHaveThem) {
  constexpr std::pair<TrapStatus::Flag, int> kFlags[] = {
      {TrapStatus::kParity, 9}, {TrapStatus::kNonexistent, 10}, {TrapStatus::kPiCycle, 12}, {TrapStatus::kIndirect, 13},
      {TrapStatus::kRead, 14},  {TrapStatus::kWrite, 15},       {TrapStatus::kFetch, 16},   {TrapStatus::kMonitor, 17}};
  for (const auto& [flag, n] : kFlags) {
    EXPECT_EQ(TrapStatus{}.with(flag).word(VirtualAddress{}), bit(n));
    EXPECT_TRUE(TrapStatus{bit(n).left().bits()}.has(flag));
    EXPECT_EQ(TrapStatus{}.with(flag, false), TrapStatus{});
  }
  for (unsigned group = 0; group < 4; ++group)
    for (unsigned n = 2; n <= 8; ++n) {
      const auto status = TrapStatus::cause(static_cast<TrapStatus::Group>(group), n);
      EXPECT_EQ(status.word(VirtualAddress{0777777}),
                Word36{std::uint64_t{group} << 34} | bit(static_cast<int>(n)) | Word36{0777777});
      EXPECT_EQ(static_cast<unsigned>(status.group()), group);
      EXPECT_TRUE(status.hasCause(n));
      EXPECT_EQ(status.reasons(), group << 7 | 0400u >> n);
    }
}

TEST(TrapStatus, ShowsTheKindsOfReference) {
  EXPECT_EQ(TrapStatus::kindOf(Access::ReadModifyWrite), TrapStatus{}.with(TrapStatus::kRead).with(TrapStatus::kWrite));
  EXPECT_EQ(TrapStatus::kindOf(Access::Execute), TrapStatus{}.with(TrapStatus::kFetch));
}

TEST(Rights, AreSetsOfKindsOfReference) {
  EXPECT_TRUE(Rights::all().allow(Access::ReadModifyWrite));
  EXPECT_FALSE(Rights{Access::Read}.allow(Access::ReadModifyWrite));
  EXPECT_EQ((Rights{Access::Read} | Access::Write), Rights{Access::ReadModifyWrite});
  EXPECT_EQ(Rights::all().without(Access::Write), Rights::fromBits(5));
  EXPECT_EQ((Rights::all() & Access::Execute), Rights{Access::Execute});
  EXPECT_TRUE(Rights{}.none());
  EXPECT_TRUE(Rights{Access::Read}.allow(Rights{}));
}

}  // namespace
}  // namespace utah10

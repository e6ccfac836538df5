// Conformance checklist of the BBN pager, cases 12-39 of docs/sources/pager.md 14: core status words, rights, pointers
// of all kinds.
//
// Each row of the tables sets some words, makes one reference to the user's word 5123 and gives the expected result.
#include "pager_rig.hpp"

namespace utah10 {
namespace {

using test::lh;
using test::PagerRig;

constexpr std::uint64_t kRead = 0100040005123;    // UMOVE 1,5123
constexpr std::uint64_t kWrite = 0102040005123;   // UMOVEM 1,5123
constexpr std::uint64_t kUpdate = 0103040005123;  // UMOVES 1,5123
constexpr std::uint64_t kFetch = 0;               // in user mode, at 5123
constexpr std::uint64_t kDatum = 0123456701234;

struct Given {
  std::uint32_t real;
  std::uint64_t word;
};

struct Row {
  const char* name;
  std::vector<Given> given;
  std::uint64_t reference;
  std::uint64_t status;  // 0: no trap
  std::uint64_t cst;     // of core page 40 afterwards
};
void PrintTo(const Row& r, std::ostream* out) { *out << r.name; }

constexpr std::uint64_t kUntouched = lh(0400000);
constexpr std::uint64_t kReadOnce = lh(0400200);
constexpr std::uint64_t kWrittenOnce = lh(0400600);
constexpr std::uint32_t kMap = 031005;
constexpr std::uint32_t kStatus40 = 04040;

// An indirect pointer to word 7 of the table in core page 41, which holds the words `pointer` and `seven`, SPT index
// 401.
std::vector<Given> throughTable(std::uint64_t pointer, std::uint64_t seven, std::vector<Given> more = {}) {
  std::vector<Given> all = {{kMap, pointer}, {020401, 0000020000041}, {041007, seven}};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

const std::vector<Row>& rows() {
  static const std::vector<Row> all = {
      // Core status
      {"Case12ReadNotesAgeAndUse", {{kStatus40, lh(0512000, 1)}}, kRead, 0, lh(0400200, 1)},
      {"Case12ReadKeepsModified", {{kStatus40, lh(0512400, 1)}}, kRead, 0, lh(0400600, 1)},
      {"Case13WriteNotesModified", {{kStatus40, lh(0512000, 1)}}, kWrite, 0, lh(0400600, 1)},
      {"Case13UpdateNotesModified", {}, kUpdate, 0, kWrittenOnce},
      {"Case13FetchNotesAge", {}, kFetch, 0, kReadOnce},
      {"Case16OnlyTheAgeIsReplaced", {{kStatus40, 0777777777777}}, kRead, 0, 0400777777777},
      {"Case17AgeSeventySeven", {{kStatus40, lh(0077000)}}, kRead, lh(0010010, 05123), lh(0077000)},
      {"Case17AgeOneHundred", {{kStatus40, lh(0100000)}}, kRead, 0, kReadOnce},
      {"Case18ReadInProgress", {{kStatus40, lh(0060123)}}, kRead, lh(0010010, 05123), lh(0060123)},
      {"Case18WriteInProgress", {{kStatus40, lh(0040000)}}, kRead, lh(0020010, 05123), lh(0040000)},
      {"Case18ReadCompleted", {{kStatus40, lh(0027000)}}, kRead, lh(0040010, 05123), lh(0027000)},
      {"Case18Replaceable", {{kStatus40, lh(0010000)}}, kWrite, lh(0100004, 05123), lh(0010000)},
      // The map word
      {"Case19EmptyWord", {{kMap, 0}}, kRead, lh(0410010, 05123), kUntouched},
      {"Case19EmptyWordWrite", {{kMap, 0}}, kWrite, lh(0410004, 05123), kUntouched},
      {"Case19EmptyWordFetch", {{kMap, 0}}, kFetch, lh(0410002, 05123), kUntouched},
      {"Case19NoAccessForAllItsRights", {{kMap, lh(0160000, 040)}}, kRead, lh(0410010, 05123), kUntouched},
      {"Case20Unassigned", {{kMap, lh(0160041)}}, kRead, lh(0500010, 05123), kUntouched},
      {"Case20UnassignedUpdate", {{kMap, lh(0160041)}}, kUpdate, lh(0500014, 05123), kUntouched},
      {"Case21Bit14", {{kMap, lh(0160050, 040)}}, kRead, lh(0500010, 05123), kUntouched},
      {"Case21Bit15", {{kMap, lh(0160044, 040)}}, kRead, lh(0500010, 05123), kUntouched},
      {"Case21Bit16", {{kMap, lh(0160042, 040)}}, kRead, lh(0500010, 05123), kUntouched},
      {"Case21Bit17", {{kMap, lh(0160041, 040)}}, kRead, lh(0500010, 05123), kUntouched},
      {"Case22NoReading", {{kMap, lh(0060040, 040)}}, kRead, lh(0404010, 05123), kUntouched},
      {"Case22NoReadingUpdate", {{kMap, lh(0060040, 040)}}, kUpdate, lh(0404014, 05123), kUntouched},
      {"Case22WritingOnly", {{kMap, lh(0040040, 040)}}, kWrite, 0, kWrittenOnce},
      {"Case23NoExecuting", {{kMap, lh(0140040, 040)}}, kFetch, lh(0404002, 05123), kUntouched},
      {"Case23ExecutingOnly", {{kMap, lh(0020040, 040)}}, kFetch, 0, kReadOnce},
      {"Case24WriteDenied", {{kMap, lh(0120040, 040)}}, kWrite, lh(0402004, 05123), kUntouched},
      {"Case24UpdateDenied", {{kMap, lh(0120040, 040)}}, kUpdate, lh(0402014, 05123), kUntouched},
      {"Case24ReadAllowed", {{kMap, lh(0120040, 040)}}, kRead, 0, kReadOnce},
      {"Case25CopyOnWriteRead", {{kMap, lh(0160440, 040)}}, kRead, 0, kReadOnce},
      {"Case25CopyOnWriteFetch", {{kMap, lh(0160440, 040)}}, kFetch, 0, kReadOnce},
      {"Case25CopyOnWriteWrite", {{kMap, lh(0160440, 040)}}, kWrite, lh(0440004, 05123), kUntouched},
      {"Case25CopyOnWriteUpdate", {{kMap, lh(0160440, 040)}}, kUpdate, lh(0440014, 05123), kUntouched},
      {"Case26TrapToUserRead", {{kMap, lh(0161040, 040)}}, kRead, lh(0420010, 05123), kUntouched},
      {"Case26TrapToUserWrite", {{kMap, lh(0161040, 040)}}, kWrite, lh(0420004, 05123), kUntouched},
      {"Case26TrapToUserUpdate", {{kMap, lh(0161040, 040)}}, kUpdate, lh(0420014, 05123), kUntouched},
      {"Case26TrapToUserFetch", {{kMap, lh(0161040, 040)}}, kFetch, lh(0420002, 05123), kUntouched},
      {"Case28IllegalType", {{kMap, lh(0760040, 040)}}, kRead, lh(0401010, 05123), kUntouched},
      // Not in the list: PAGEM's table of causes has "access (or bits 10-11 = 3)"
      {"Case19Bits10And11", {{kMap, lh(0160340, 040)}}, kRead, lh(0410010, 05123), kUntouched},
      {"Case19Bit10", {{kMap, lh(0160240, 040)}}, kRead, 0, kReadOnce},
      // Shared
      {"Case29Shared", {{kMap, 0360040400000}, {020400, 0000020000040}}, kRead, 0, kReadOnce},
      {"Case29NoRightsInTheSpt", {{kMap, 0360040400777}, {020400, 0000000000040}}, kWrite, 0, kWrittenOnce},
      {"Case30SharedOnDisk", {{kMap, 0360040400000}, {020400, lh(030, 0123)}}, kRead, lh(0240010, 05123), kUntouched},
      {"Case31SharedWriteDenied",
       {{kMap, 0320040400000}, {020400, 0000020000040}},
       kWrite,
       lh(0402004, 05123),
       kUntouched},
      {"Case38ShareCount", {{kMap, 0360040400000}, {020400, lh(0777760, 040)}}, kRead, 0, kReadOnce},
      {"Case39LastOfTheSpt", {{kMap, 0360057777000}, {037777, 0000020000040}}, kRead, 0, kReadOnce},
      // Indirect
      {"Case32Indirect", throughTable(0560040401007, lh(0160040, 040)), kRead, 0, kReadOnce},
      {"Case32IndirectWrite", throughTable(0560040401007, lh(0160040, 040)), kWrite, 0, kWrittenOnce},
      {"Case33TableOnDrum", {{kMap, 0560040401007}, {020401, lh(022, 0123)}}, kRead, lh(0220010, 05123), kUntouched},
      {"Case34EmptySlot", throughTable(0560040401007, 0), kRead, lh(0610010, 05123), kUntouched},
      {"Case35SharedNotInCore", throughTable(0560040401007, 0360040402000, {{020402, lh(020 | 1)}}), kRead,
       lh(0204010, 05123), kUntouched},
      {"Case35Shared", throughTable(0560040401007, 0360040402000, {{020402, lh(020, 040)}}), kRead, 0, kReadOnce},
      {"Case36TwoTables",
       throughTable(0560040401007, 0560040402010, {{020402, lh(020, 042)}, {042010, lh(0160040, 040)}}), kRead, 0,
       kReadOnce},
      {"Case36ThreeTables",
       throughTable(
           0560040401007, 0560040402010,
           {{020402, lh(020, 042)}, {042010, 0560040403011}, {020403, lh(020, 043)}, {043011, lh(0160040, 040)}}),
       kRead, lh(0201010, 05123), kUntouched},
      {"Case36SecondTableNotInCore", throughTable(0560040401007, 0560040402010, {{020402, lh(030, 0123)}}), kRead,
       lh(0202010, 05123), kUntouched},
      {"Case37FirstPointerForReading", throughTable(0500040401007, lh(0160040, 040)), kWrite, lh(0402004, 05123),
       kUntouched},
      {"Case37SecondPointerForReading", throughTable(0560040401007, lh(0100040, 040)), kWrite, lh(0602004, 05123),
       kUntouched},
      {"Case37FirstPointerForReadingRead", throughTable(0500040401007, lh(0160040, 040)), kRead, 0, kReadOnce},
      {"Case37CopyInTheTable", throughTable(0560040401007, lh(0160440, 040)), kWrite, lh(0640004, 05123), kUntouched},
  };
  return all;
}

class Checklist : public ::testing::TestWithParam<Row> {};

constexpr std::uint64_t kInAc = 0535353131313;

void refer(PagerRig& rig, std::uint64_t reference) {
  rig.setAc(1, kInAc);
  if (reference != kFetch) return rig.run({reference});
  rig.set(040123, 0104000000030);  // JSYS 30
  rig.start(05123, kPcUser);
}

TEST_P(Checklist, Walk) {
  const Row& row = GetParam();
  PagerRig rig;
  for (const auto& [real, word] : row.given) rig.set(real, word);
  rig.on();
  refer(rig, row.reference);
  EXPECT_EQ(rig.cst(040), row.cst) << std::oct << rig.cst(040);
  EXPECT_EQ(rig.trapped(), row.status != 0);
  const bool fetch = row.reference == kFetch;
  const bool write = row.reference == kWrite;
  if (row.status == 0) {
    EXPECT_EQ(rig.ac(1), fetch || write ? kInAc : kDatum);
    EXPECT_EQ(rig.at(040123), fetch ? 0104000000030 : write ? kInAc : kDatum);
    return;
  }
  EXPECT_EQ(rig.status(), row.status) << std::oct << rig.status();
  EXPECT_EQ(rig.at(040123), fetch ? 0104000000030 : kDatum) << "memory is unchanged";
  EXPECT_EQ(rig.ac(1), kInAc) << "the accumulator is unchanged";
  EXPECT_EQ(rig.datum(), write ? kInAc : 0);
  EXPECT_EQ(rig.trapPc(), fetch ? lh(kPcUser, 05123) : write ? 01403 : 01402) << std::oct << rig.trapPc();
}

INSTANTIATE_TEST_SUITE_P(Bbn, Checklist, ::testing::ValuesIn(rows()),
                         [](const auto& test) { return std::string{test.param.name}; });

TEST(ChecklistCst, Case14ReadThenWrite) {
  PagerRig rig;
  rig.on();
  rig.run({kRead});
  EXPECT_EQ(rig.cst(040), kReadOnce);
  rig.run({kWrite});
  EXPECT_EQ(rig.cst(040), kWrittenOnce);
}

TEST(ChecklistCst, Case15AHitLeavesTheStatusAlone) {
  PagerRig rig;
  rig.on();
  rig.run({kRead});
  rig.set(kStatus40, kUntouched);
  rig.run({kRead});
  EXPECT_EQ(rig.ac(1), kDatum);
  EXPECT_EQ(rig.cst(040), kUntouched);
  rig.run({kWrite});
  EXPECT_EQ(rig.cst(040), kWrittenOnce);
  rig.set(kStatus40, kUntouched);
  rig.run({kWrite, kRead, kUpdate});
  EXPECT_EQ(rig.cst(040), kUntouched);
}

TEST(ChecklistMap, Case27CopyAndTrapToUser) {
  PagerRig rig;
  rig.set(kMap, lh(0161440, 040));
  rig.on();
  rig.run({kWrite});
  EXPECT_TRUE(rig.trapped());
  EXPECT_TRUE(rig.status() == lh(0420004, 05123) || rig.status() == lh(0460004, 05123)) << std::oct << rig.status();
  EXPECT_EQ(rig.at(040123), kDatum);
}

// A page that traps is not in an AR: the next reference walks again.
TEST(ChecklistMap, ATrapLoadsNothing) {
  PagerRig rig;
  rig.set(kStatus40, 0);
  rig.on();
  rig.run({kRead});
  EXPECT_TRUE(rig.trapped());
  rig.set(kStatus40, kUntouched);
  rig.run({kRead});
  EXPECT_TRUE(rig.ended());
  EXPECT_EQ(rig.cst(040), kReadOnce);
}

// KISRV's variant: a read of an already modified page also grants writing.
TEST(ChecklistCst, WriteWhenModified) {
  for (const bool variant : {false, true}) {
    PagerConfig config;
    config.writeWhenModified = variant;
    PagerRig rig{config};
    rig.set(kStatus40, kWrittenOnce);
    rig.on();
    rig.run({kRead});
    rig.set(kStatus40, kUntouched);
    rig.run({kWrite});
    EXPECT_EQ(rig.cst(040), variant ? kUntouched : kWrittenOnce) << variant;
    EXPECT_EQ(rig.at(040123), kDatum);
  }
}

}  // namespace
}  // namespace utah10

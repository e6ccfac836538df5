// The gate profile compared with whole-instruction times simulated from the drawings, pulse by pulse (R=.60, W=.20,
// no cables).
#include "rig.hpp"

namespace utah10 {
namespace {

using test::Rig;

struct Total {
  const char* what;
  std::uint64_t word;
  std::int64_t ns;
};

// AC1 = 300,,300 (a stack and a block pointer), AC2 = 0, 200 = 0, 201 = 300.
constexpr Total kTotals[] = {
    {"MOVE 1,200", 0200040000200, 2060},
    {"MOVE 1,200(2)", 0200042000200, 2270},
    {"MOVE 1,@201", 0200060000201, 2990},
    {"MOVE 1,@201(2)", 0200062000201, 3200},
    {"MOVE 1,3", 0200040000003, 1690},
    {"MOVEI 1,0", 0201040000000, 1250},
    {"MOVEM 1,200", 0202040000200, 1835},
    {"MOVEM 1,3", 0202040000003, 1835},
    {"MOVES 200", 0203000000200, 2370},
    {"ADD 1,200", 0270040000200, 2365},
    {"ADDM 1,200", 0272040000200, 2675},
    {"ADDM 1,3", 0272040000003, 2555},
    {"MOVN 1,200", 0210040000200, 2235},
    {"TRN 1,0", 0600040000000, 1715},
    {"HRL 1,200", 0504040000200, 2525},
    {"SETZM 200", 0402000000200, 1705},
    {"AOS 200", 0350000000200, 2545},
    {"EXCH 1,200", 0250040000200, 2515},
    {"EXCH 1,3", 0250040000003, 2395},
    {"DFN 1,200", 0131040000200, 3025},
    {"PUSHJ 1,200", 0260040000200, 2360},
    {"PUSH 1,200", 0261040000200, 3170},
    {"POP 1,200", 0262040000200, 3275},
    {"POPJ 1,", 0263040000000, 2805},
    {"JSR 200", 0264000000200, 2040},
    {"JSA 1,200", 0266040000200, 2185},
    {"JRA 1,200", 0267040000200, 2760},
    {"JRST 200", 0254000000200, 1250},
    {"IDIV 1,200 (refused)", 0230040000200, 2905},
    {"LDB 2,201", 0135100000201, 3950},
    {"DPB 2,201", 0137100000201, 5005},
    {"IBP 3", 0133000000003, 2325},
    {"BLT 1,300", 0251040000300, 3390},
    {"BLT 1,301", 0251040000301, 5660},
    {"CONO 774,0", 0777600000000, 3760},
    {"CONI 774,200", 0777640000200, 4215},
    {"DATAO 774,200", 0777540000200, 4570},
    {"CONSO 774,0", 0777740000000, 3965},
    {"BLKI 774,201", 0777400000201, 5750},
    {"BLKO 774,201", 0777500000201, 6105},
};

TEST(GateProfile, WholeInstructions) {
  MachineConfig config = Rig::idealConfig();
  config.timing = "gate";
  for (const Total& t : kTotals) {
    Rig rig{config};
    rig.load(0100, {t.word});
    rig.load(0201, {0300});
    rig.m.cpu().setAc(AcNo{1}, Word36{0000300000300});
    EXPECT_EQ(rig.timeOf(0100, 1), nanoseconds(t.ns)) << t.what;
  }
}

TEST(GateProfile, UserReferencesPayTheRelocation) {
  MachineConfig config = Rig::idealConfig();
  config.timing = "gate";
  constexpr Total user[] = {
      {"MOVE", 0200040000200, 2250}, {"MOVEM", 0202040000200, 2025}, {"ADDM", 0272040000200, 2865}};
  for (const auto& [what, word, ns] : user) {
    Rig rig{config};
    rig.load(0100, {word});
    rig.m.bus().datao(DeviceCode::written(0), Word36::halves(0776000, 0));
    rig.m.cpu().setFlags(kPcUser);
    EXPECT_EQ(rig.timeOf(0100, 1), nanoseconds(ns)) << what;
  }
}

}  // namespace
}  // namespace utah10

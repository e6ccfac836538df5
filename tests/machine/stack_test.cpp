// SRM, Push Down List: the pointer moves by 1,,1 as one 36-bit number. POP subtracts the gates' 777776,,777777.
#include <gtest/gtest.h>

#include "rig.hpp"

namespace utah10::test {
namespace {

struct PointerCase {
  std::string_view what;
  std::uint64_t instruction;
  std::uint64_t before;
  std::uint64_t after;
  bool overflow;
};

constexpr std::uint64_t kPush = 0261040000200;
constexpr std::uint64_t kPop = 0262040000200;
constexpr std::uint64_t kPushj = 0260040000300;
constexpr std::uint64_t kPopj = 0263040000000;

constexpr PointerCase kCases[] = {
    {"PUSH", kPush, 0777000001000, 0777001001001, false},
    {"PUSH to the end", kPush, 0777777001000, 0000000001001, true},
    {"PUSH, positive", kPush, 0000005001000, 0000006001001, false},
    {"PUSHJ", kPushj, 0777000001000, 0777001001001, false},
    {"PUSHJ to the end", kPushj, 0777777001000, 0000000001001, true},
    {"PUSHJ, carry into the left half", kPushj, 0000000777777, 0000002000000, false},
    {"POP", kPop, 0777001001001, 0777000001000, false},
    {"POP, positive", kPop, 0000006001001, 0000005001000, false},
    {"POP too far", kPop, 0000000001001, 0777777001000, true},
    {"POP, borrow from the left half", kPop, 0000001000000, 0777777777777, true},
    {"POPJ", kPopj, 0777001001001, 0777000001000, false},
    {"POPJ too far", kPopj, 0000000001001, 0777777001000, true},
};

TEST(Stack, ThePointerAndItsOverflow) {
  for (const PointerCase& c : kCases) {
    SCOPED_TRACE(c.what);
    Rig r;
    r.load(0100, {c.instruction});
    r.load(1, {c.before});
    r.start(0100, {.instructions = 1});
    EXPECT_EQ(r.ac(1), c.after);
    EXPECT_EQ((r.coniApr() & 0200000) != 0, c.overflow);
  }
}

TEST(Stack, CallsReturnAndRestoreThePointer) {
  Rig r;
  r.load(0100, {0260040000200, 0254200000101});                 // PUSHJ 1,200; HALT
  r.load(0200, {0261040000017, 0262040000020, 0263040000000});  // PUSH 1,17; POP 1,20; POPJ 1,
  r.load(1, {0777700001000});
  r.load(017, {0123456});
  EXPECT_EQ(r.start(0100), StopReason::Halt);
  EXPECT_EQ(r.ac(1), 0777700001000u);
  EXPECT_EQ(r.at(020), 0123456u);
  EXPECT_EQ(r.at(01001) & 0777777, 0101u);
}

}  // namespace
}  // namespace utah10::test

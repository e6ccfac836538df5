// The layouts of the instruction word and the PC word, against the pictures of the SRM.
#include "utah10/word/instruction.hpp"

#include <gtest/gtest.h>

#include <tuple>

#include "utah10/word/isa.hpp"
#include "utah10/word/pc_word.hpp"

namespace utah10 {
namespace {

struct Picture {
  std::uint64_t word;
  std::uint32_t opcode, ac;
  bool indirect;
  std::uint32_t index, y;
};

// One field at a time all ones, then instructions as a listing prints them.
constexpr Picture kPictures[] = {
    {0777000000000, 0777, 0, false, 0, 0},        // bits 0-8
    {0000740000000, 0, 017, false, 0, 0},         // bits 9-12
    {0000020000000, 0, 0, true, 0, 0},            // bit 13
    {0000017000000, 0, 0, false, 017, 0},         // bits 14-17
    {0000000777777, 0, 0, false, 0, 0777777},     // bits 18-35
    {0200040001003, 0200, 1, false, 0, 01003},    // MOVE 1,1003
    {0254037000123, 0254, 0, true, 017, 0123},    // JRST @123(17)
    {0260740005000, 0260, 017, false, 0, 05000},  // PUSHJ 17,5000
    {0104000000050, 0104, 0, false, 0, 050},      // JSYS 50
};

TEST(Instruction, FieldsAreWhereTheManualDrawsThem) {
  for (const Picture& p : kPictures) {
    const Instruction i{Word36{p.word}};
    EXPECT_EQ(i.opcode(), p.opcode) << std::oct << p.word;
    EXPECT_EQ(i.ac(), AcNo{p.ac}) << std::oct << p.word;
    EXPECT_EQ(i.indirect(), p.indirect) << std::oct << p.word;
    EXPECT_EQ(i.index(), AcNo{p.index}) << std::oct << p.word;
    EXPECT_EQ(i.indexed(), p.index != 0) << std::oct << p.word;
    EXPECT_EQ(i.direct(), !p.indirect && p.index == 0) << std::oct << p.word;
    EXPECT_EQ(i.y(), HalfWord{p.y}) << std::oct << p.word;
    EXPECT_EQ(i.address(), VirtualAddress{p.y}) << std::oct << p.word;
    EXPECT_EQ(i.word(), Word36{p.word});
  }
}

TEST(Instruction, ComposesWhatItTakesApart) {
  for (const Picture& p : kPictures) {
    Instruction i = Instruction::of(p.opcode, AcNo{p.ac}).withIndex(AcNo{p.index}).withY(HalfWord{p.y});
    if (p.indirect) i = i.withIndirect();
    EXPECT_EQ(i.word(), Word36{p.word}) << std::oct << p.word;
  }
}

// Each replaces its own field and no other.
TEST(Instruction, AWitherLeavesTheOtherFields) {
  const Instruction ones{~Word36{}};
  EXPECT_EQ(ones.withAc(AcNo{}).word(), Word36{0777037777777});
  EXPECT_EQ(ones.withIndex(AcNo{}).word(), Word36{0777760777777});
  EXPECT_EQ(ones.withY(HalfWord{}).word(), Word36{0777777000000});
  EXPECT_EQ(ones.withDevice(DeviceCode{}).word(), Word36{0700377777777});
  EXPECT_EQ(ones.asTrapped(VirtualAddress{0123}).word(), Word36{0777740000123});
  EXPECT_EQ(Instruction{}.withIndirect().word(), Word36{0000020000000});
}

TEST(Instruction, InputOutputWordsHaveADeviceAndAFunction) {
  const Instruction conso = Instruction::io(IoFunction::Conso, DeviceCode::written(0774));
  EXPECT_EQ(conso.word(), Word36{0777740000000});
  EXPECT_EQ(Instruction::io(IoFunction::Datai, DeviceCode::written(0104)).word(), Word36{0710440000000});  // DATAI PTR,
  EXPECT_EQ(Instruction::io(IoFunction::Cono).withDevice(DeviceCode::written(024)).word(),
            Word36{0702600000000});  // CONO 24,
  for (std::uint32_t code = 0; code < 01000; code += 4)
    for (unsigned f = 0; f < 8; ++f) {
      const Instruction i = Instruction::io(static_cast<IoFunction>(f), DeviceCode::written(code));
      EXPECT_TRUE(i.isIo());
      EXPECT_EQ(i.device(), DeviceCode::written(code));
      EXPECT_EQ(static_cast<unsigned>(i.function()), f);
      EXPECT_EQ(mnemonicOf(i), kIoMnemonic[f]);
    }
  EXPECT_FALSE(Instruction::of(0677).isIo());
  EXPECT_TRUE(Instruction::of(0700).isIo());
}

TEST(Instruction, AcHasTestsBitsOfA) {
  const Instruction jen{Word36{0254500000000}};  // JEN is JRST 12,
  EXPECT_TRUE(jen.acHas(kJrstDismiss));
  EXPECT_TRUE(jen.acHas(kJrstRestoreFlags));
  EXPECT_FALSE(jen.acHas(kJrstHalt));
  EXPECT_FALSE(jen.acHas(kJrstEnterUser));
}

TEST(Groups, TheTableKnowsTheOpcodesOfEach) {
  EXPECT_EQ(kOpcodeOf<Group::Jrst>, 0254u);
  EXPECT_EQ(kOpcodeOf<Group::Jsys>, 0104u);
  EXPECT_EQ(kOpcodeOf<Group::Muuo>, 0u);
  EXPECT_EQ(kOpcodesOf<Group::NoOp>, (std::array<std::uint32_t, 2>{0247, 0257}));
  EXPECT_EQ(kOpcodesOf<Group::Luuo>.front(), 001u);
  EXPECT_EQ(kOpcodesOf<Group::Luuo>.back(), 037u);
  EXPECT_EQ(kOpcodesOf<Group::Io>.size(), 0100u);
  EXPECT_EQ(groupOf(Instruction{Word36{0260740005000}}), Group::Pushj);
  EXPECT_EQ(mnemonicOf(Instruction{Word36{0260740005000}}), "PUSHJ");
  EXPECT_EQ(mnemonicOf(Instruction{}), "");
  EXPECT_TRUE(isUuo(groupOf(Instruction::of(077))));
  EXPECT_FALSE(isUuo(groupOf(Instruction::of(0100))));
}

TEST(PcWord, FlagsAreWhereTheManualDrawsThem) {
  constexpr std::pair<PcFlag, int> kBits[] = {
      {kPcOverflow, 0}, {kPcCarry0, 1}, {kPcCarry1, 2},          {kPcFloatOverflow, 3},   {kPcByteIncrement, 4},
      {kPcUser, 5},     {kPcUserIo, 6}, {kPcCallFromMonitor, 7}, {kPcFloatUnderflow, 11}, {kPcNoDivide, 12}};
  for (const auto& [flag, bit] : kBits) {
    const PcWord w{Word36{std::uint64_t{1} << (35 - bit)}};
    EXPECT_TRUE(w.has(flag)) << bit;
    EXPECT_EQ(w.flags(), flag) << bit;
    EXPECT_EQ(w.user(), flag == kPcUser) << bit;
    EXPECT_EQ(w.pc(), VirtualAddress{}) << bit;
    EXPECT_EQ((PcWord{flag, VirtualAddress{0123456}}.word()), Word36::halves(flag, 0123456)) << bit;
  }
}

TEST(PcWord, AWitherLeavesTheOtherHalf) {
  const PcWord w{Word36{0412300567123}};
  EXPECT_EQ(w.pc(), VirtualAddress{0567123});
  EXPECT_EQ(w.withPc(VirtualAddress{1}).word(), Word36{0412300000001});
  EXPECT_EQ(w.withFlags(kPcUser).word(), Word36{0010000567123});
  EXPECT_EQ(w.withFlags(w.flags()).withPc(w.pc()), w);
}

}  // namespace
}  // namespace utah10

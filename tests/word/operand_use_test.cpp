// How each of the 512 opcodes uses E, compared with a table typed in opcode order, and the eight transfer functions.
#include "word/operand_use.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace utah10 {
namespace {

// Sixteen opcodes a line: . a location, i immediate, m a mask of half a word, s a shift or scale, c a call's number.
constexpr std::string_view kPicture =
    "........ ........"   // 000 MUUO and LUUO
    "........ ........"   // 020
    "........ ........"   // 040
    "........ ........"   // 060
    ".i..c... ........"   // 100 UMOVE, JSYS
    "........ ..s....."   // 120 UFA to DPB: FSC
    ".....i.. .....i.."   // 140 FAD, FSB
    ".....i.. .....i.."   // 160 FMP, FDV
    ".i...i.. .i...i.."   // 200 MOVE ... MOVM
    ".i...i.. .i...i.."   // 220 IMUL ... DIV
    "sss.sss. ........"   // 240 ASH ... AOBJN
    "........ .i...i.."   // 260 PUSHJ ... SUB
    "iiiiiiii ........"   // 300 CAI, CAM
    "........ ........"   // 320
    "........ ........"   // 340
    "........ ........"   // 360
    ".i...i.. .i...i.."   // 400 SETZ ...
    ".i...i.. .i...i.."   // 420
    ".i...i.. .i...i.."   // 440
    ".i...i.. .i...i.."   // 460
    ".i...i.. .i...i.."   // 500 HLL ...
    ".i...i.. .i...i.."   // 520
    ".i...i.. .i...i.."   // 540
    ".i...i.. .i...i.."   // 560
    "mmmmmmmm ........"   // 600 TRN, TLN ... then TDN, TSN ...
    "mmmmmmmm ........"   // 620
    "mmmmmmmm ........"   // 640
    "mmmmmmmm ........"   // 660
    "........ ........"   // 700 I/O but conditions
    "........ ........"   // 720
    "........ ........"   // 740
    "........ ........";  // 760

OperandUse useOf(char c) {
  switch (c) {
    case 'i':
      return OperandUse::Immediate;
    case 'm':
      return OperandUse::Mask;
    case 's':
      return OperandUse::Shift;
    case 'c':
      return OperandUse::Call;
    default:
      return OperandUse::Memory;
  }
}

TEST(OperandUse, OfEveryOpcode) {
  std::string picture{kPicture};
  std::erase(picture, ' ');
  ASSERT_EQ(picture.size(), 512u);
  for (unsigned op = 0; op < 512; ++op) {
    EXPECT_EQ(operandUse(op, IoFunction::Blki), useOf(picture[op])) << std::oct << op;
    EXPECT_EQ(operandUse(Instruction::of(op)), useOf(picture[op])) << std::oct << op;
  }
}

// CONI alone of the conditions has a location: it writes them there.
TEST(OperandUse, OfEveryTransfer) {
  constexpr std::string_view kFunctions = "....c.cc";  // BLKI DATAI BLKO DATAO CONO CONI CONSZ CONSO
  for (std::uint64_t op = 0700; op < 01000; ++op)
    for (std::uint64_t f = 0; f < 8; ++f)
      EXPECT_EQ(operandUse(Instruction{Word36{op << 27 | f << 23}}),
                kFunctions[f] == 'c' ? OperandUse::Conditions : OperandUse::Memory)
          << std::oct << op << " function " << f;
}

// Bits 10-12 of anything else are of its accumulator.
TEST(OperandUse, TheFunctionCountsForTransfersAlone) {
  for (unsigned op = 0; op < 0700; ++op)
    for (unsigned f = 0; f < 8; ++f)
      EXPECT_EQ(operandUse(op, static_cast<IoFunction>(f)), operandUse(op, IoFunction::Blki)) << std::oct << op;
}

TEST(OperandUse, ShiftsAreSix) {
  std::string names;
  for (const Insn& insn : kInsnTable)
    if (isShift(insn.group)) names += std::string{insn.mnemonic.view()} + " ";
  EXPECT_EQ(names, "ASH ROT LSH ASHC ROTC LSHC ");
}

}  // namespace
}  // namespace utah10

// How an instruction uses its effective address E.
//
// The processor does not need this list, since each unit uses E in its own way. A program that prints instructions
// does: only a location should be printed as a label. Sources: SRM, chapter 2, section by section (Shift and Rotate,
// Logical Testing, Input-Output Instructions ...); JSYS: BBN, the pager of the modified KA10.
#pragma once

#include <cstdint>

#include "utah10/word/isa.hpp"

namespace utah10 {

enum class OperandUse : std::uint8_t {
  Memory,      // E is a location: it is read, written, executed, jumped to, or kept as one (BLT's last, a UUO's)
  Immediate,   // 0,,E (rounded floating point: E,,0) is the operand: modes I and RI, CAI
  Mask,        // of half a word: TR, TL
  Shift,       // bits 18 and 28-35 are a number of places, or FSC's scale factor
  Call,        // JSYS: below 1000 a monitor call's number, else a location
  Conditions,  // CONO sets them, CONSZ and CONSO test them; CONI writes them into a location
};

// Any direction, of one word or two; FSC shifts no bits.
constexpr bool isShift(Group g) {
  return g == Group::Ash || g == Group::Rot || g == Group::Lsh || g == Group::Ashc || g == Group::Rotc ||
         g == Group::Lshc;
}

// `function` counts for opcodes 700-777 only.
constexpr OperandUse operandUse(unsigned opcode, IoFunction function) {
  const Insn& insn = kInsnTable[opcode];
  if (insn.mode == Mode::Immediate || insn.mode == Mode::RoundedImmediate || insn.group == Group::Cai)
    return OperandUse::Immediate;
  if (isShift(insn.group) || insn.group == Group::Fsc) return OperandUse::Shift;
  if (insn.group == Group::Jsys) return OperandUse::Call;
  if (insn.group == Group::Test && testOp(opcode).mask <= TestOp::Mask::Left) return OperandUse::Mask;
  if (insn.group == Group::Io && function >= IoFunction::Cono && function != IoFunction::Coni)
    return OperandUse::Conditions;
  return OperandUse::Memory;
}

constexpr OperandUse operandUse(Instruction i) { return operandUse(i.opcode(), i.function()); }

}  // namespace utah10

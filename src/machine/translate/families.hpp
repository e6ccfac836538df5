// Which instructions can be translated, family by family. Each function writes the code of one step, in the order of
// the execution unit of the same name (ka10/*.cpp), or returns false before it has written anything.
#pragma once

#include "machine/translate/block.hpp"
#include "word/arithmetic.hpp"

namespace utah10::translate {

bool translate(Block& b, const Step& s);

bool translateFullWord(Block& b, const Step& s, const Insn& insn);
bool translateHalfWord(Block& b, const Step& s, const Insn& insn);
bool translateBoolean(Block& b, const Step& s, const Insn& insn);
bool translateTest(Block& b, const Step& s, const Insn& insn);
bool translateAdder(Block& b, const Step& s, const Insn& insn);    // ADD, SUB
bool translateCompare(Block& b, const Step& s, const Insn& insn);  // CAI to SOS, AOBJP, AOBJN
bool translateJump(Block& b, const Step& s, const Insn& insn);
bool translateByte(Block& b, const Step& s, const Insn& insn);
bool translateCalled(Block& b, const Step& s, const Insn& insn);  // floating point, IMUL, IDIV
bool translateShift(Block& b, const Step& s, const Insn& insn);   // and JFCL
bool translateStack(Block& b, const Step& s, const Insn& insn);

// The operand of a step: a word in memory, or E itself.
struct Operand {
  std::optional<Place> place;
  bool immediate = false;
};
// False: not to be translated.
bool plan(Operand& operand, Block& b, const Step& s, Mode mode, Rights memory);
// The address part of an instruction that reads no operand; with one, which is then in kOperand.
void beginWithout(Block& b, const Step& s);
void beginWith(Block& b, const Step& s, const Operand& operand, bool pause);

void loadImmediate(Block& b, const Step& s);  // E in kOperand

// The rights of a read-pause-write.
constexpr Rights kReadWrite{Access::ReadModifyWrite};

// The sum of two words in kResult, modulo 2^36, and its carries in r11 for setCarries(). An overflow is left to the
// interpreter.
void addWords(Block& b, const x86::Gp& x, const x86::Gp& y, bool carryIn);
void setCarries(Block& b);
void cut(Block& b, const x86::Gp& word);  // to 36 bits
void swapHalves(Block& b, const x86::Gp& word);
// The program goes on at `target` if the condition holds, else at the next word.
void conditional(Block& b, const Step& s, x86::CondCode holds, std::uint32_t target);

}  // namespace utah10::translate

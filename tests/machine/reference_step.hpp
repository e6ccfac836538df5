// A second, plain and slow KA10 for comparison with ours: every instruction except I/O, no time, no interrupts.
//
// Written from the manual's description of each instruction (SRM, chapter 2) and the gate-level flow where the manual
// is silent; not from the processor it checks. Words are 36 bits in 64-bit integers. Addresses are not relocated: in
// user mode the map is taken to be the identity with everything legal.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace utah10::test {

class ReferenceKa10 {
 public:
  using W = std::uint64_t;
  static constexpr std::uint32_t kWords = 01000000;
  static constexpr int kPatience = 2000;  // fetches, indirect words and BLT words one step may take

  std::array<W, 16> ac{};
  std::vector<W> core = std::vector<W>(kWords);  // 0-17 are not used: those addresses are the accumulators
  std::uint32_t pc = 0;
  std::uint32_t flags = 0;             // PcFlag bits
  bool pushdownOverflow = false;       // APR flag
  bool trapped = false;                // ILL OP: an unrelocated UUO whose trap has not been left by a jump
  bool halted = false;                 // by the last step
  bool beyond = false;                 // the last step was abandoned: it does I/O or does not end; the state is invalid
  std::vector<std::uint32_t> written;  // by the last step

  void step();  // one instruction, including those it executes by XCT or as a UUO
  W at(std::uint32_t address) const { return address < 020 ? ac[address] : core[address]; }
  void set(std::uint32_t address, W w);

 private:
  struct Insn {
    W word;
    std::uint32_t op;
    std::uint32_t a;
    std::uint32_t e;
    std::uint32_t addressLeft;  // left half that came with the address: what JRSTF restores
  };
  enum class Next { Done, FromE, Trapped };

  W read(std::uint32_t address);
  void write(std::uint32_t address, W w) { set(address, w); }
  bool tire();  // counts one more fetch; false when patience is exhausted
  Insn decode(W word);
  void effective(W word, Insn& into);

  Next perform(const Insn& i);
  Next privileged(const Insn& i);
  bool isUuo(const Insn& i) const;
  void trap(const Insn& i);
  void byFamily(const Insn& i);

  void byteAndFloatOdds(const Insn& i);  // 130-137
  void byteInstruction(const Insn& i);
  void incrementPointer(std::uint32_t address);
  void floating(const Insn& i);  // 140-177
  void doubleNegate(const Insn& i);
  void move(const Insn& i);      // 200-217
  void multiply(const Insn& i);  // 220-227
  void divide(const Insn& i);    // 230-237
  void shift(const Insn& i);     // 240-247
  void shiftOnce(std::uint32_t op, bool right, W& high, W& low);
  void findFirstOne(const Insn& i);
  void control(const Insn& i);  // 250-257
  void blockTransfer(const Insn& i);
  void restore(const Insn& i);  // JRST
  void jumpOnFlag(const Insn& i);
  void stack(const Insn& i);       // 260-263
  void subroutine(const Insn& i);  // 264-267
  void addSubtract(const Insn& i);
  void compareAndCount(const Insn& i);  // 300-377
  void boolean(const Insn& i);
  void half(const Insn& i);
  void test(const Insn& i);

  W storePcWord();
  void jumpInTrap();
  void skip() { pc = (pc + 1) & 0777777; }
  void raise(std::uint32_t f) { flags |= f; }
  // The adder, setting the flags from its carries.
  W addNoting(W a, W b, W carry);
  // Stores a result by the mode in the last two bits: AC, AC, E, both.
  void storeByMode(const Insn& i, W result);
  W operandByMode(const Insn& i, W immediate);

  int patience_ = 0;
};

}  // namespace utah10::test

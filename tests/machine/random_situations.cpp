#include "random_situations.hpp"

#include <array>

#include "utah10/machine/ka10.hpp"

namespace utah10::test {

namespace {

constexpr std::uint64_t kIndirect = std::uint64_t{1} << 22;

class Maker {
 public:
  explicit Maker(Random& random) : random_(random) {}
  Situation instruction(std::uint32_t opcode);
  Situation program();

 private:
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_.below(n)); }
  std::uint32_t address();
  std::uint32_t near() { return 0100 + below(0500); }
  std::uint32_t count();
  std::uint32_t flags();
  std::uint64_t word(std::uint32_t opcode);
  std::uint64_t stackPointer();
  std::uint64_t bytePointer();
  std::uint64_t instructionWord(std::uint32_t opcode, std::uint32_t a, std::uint32_t y);
  std::uint64_t trapInstruction();

  void put(std::uint32_t at, std::uint64_t w) {
    s_.words.emplace_back(at, w);
    if (at < 020) ac_[at] = w;
  }
  void accumulators(std::uint32_t opcode);
  std::uint32_t aim(std::uint32_t opcode, std::uint64_t instruction);
  void settle(std::uint32_t opcode, std::uint32_t a, std::uint32_t e);

  Random& random_;
  Situation s_;
  std::array<std::uint64_t, 16> ac_{};
};

bool floats(std::uint32_t op) { return op >= 0130 && op < 0200 && !(op >= 0133 && op < 0140); }
bool counts(std::uint32_t op) { return op == 0132 || (op >= 0240 && op < 0250 && op != 0243); }

std::uint32_t Maker::address() {
  constexpr std::uint32_t kEdges[] = {0, 017, 020, 040, 0377777, 0400000, 0777776, 0777777};
  const std::uint32_t choice = below(8);
  if (choice < 2) return below(020);
  if (choice < 6) return 0200 + below(0100);
  return choice == 6 ? kEdges[below(8)] : below(01000000);
}

// A shift or scale count: both directions, near the widths, any.
std::uint32_t Maker::count() {
  constexpr std::uint32_t kEdges[] = {0, 1, 2, 042, 043, 044, 045, 077, 0100, 0107, 0110, 0111, 0377, 0400, 0177};
  std::uint32_t n = kEdges[below(15)];
  if (below(2) == 0) n = below(0120);
  if (below(4) == 0) n = below(01000000);
  return (below(2) == 0 ? n : 0 - n) & 0777777;
}

std::uint32_t Maker::flags() {
  auto f = static_cast<std::uint32_t>(random_.bits() & random_.bits());
  f &= kPcOverflow | kPcCarry0 | kPcCarry1 | kPcFloatOverflow | kPcByteIncrement | kPcFloatUnderflow | kPcNoDivide;
  if (below(3) == 0) f |= kPcUser;
  if (below(3) == 0) f |= kPcUserIo;
  return f;
}

std::uint64_t Maker::word(std::uint32_t opcode) {
  if (floats(opcode)) return random_.anyFloat(0200).bits();
  if (below(4) == 0) return (random_.bits() & 0777777000000) | address();
  return random_.word().bits();
}

std::uint64_t Maker::stackPointer() {
  constexpr std::uint64_t kLefts[] = {0, 1, 0777776, 0777777, 0777000};
  const std::uint64_t left = below(4) == 0 ? below(01000000) : kLefts[below(5)];
  return (left << 18) | address();
}

std::uint64_t Maker::bytePointer() {
  constexpr std::uint64_t kSizes[] = {0, 1, 6, 7, 8, 9, 12, 18, 35, 36, 37, 63};
  const std::uint64_t size = below(3) == 0 ? below(64) : kSizes[below(12)];
  const std::uint64_t position = below(3) == 0 ? below(64) : below(44);
  const std::uint64_t index = below(3) == 0 ? below(020) : 0;
  const std::uint64_t indirect = below(8) == 0 ? kIndirect : 0;
  const std::uint32_t y = address();
  if (y >= 020) put(y, word(0134));
  return (position << 30) | (size << 24) | indirect | (index << 18) | y;
}

std::uint64_t Maker::instructionWord(std::uint32_t opcode, std::uint32_t a, std::uint32_t y) {
  const std::uint64_t index = below(3) == 0 ? below(020) : 0;
  const std::uint64_t indirect = below(5) == 0 ? kIndirect : 0;
  return (std::uint64_t{opcode} << 27) | (std::uint64_t{a} << 23) | indirect | (index << 18) | y;
}

// The contents of 41 or 61 for a UUO: usually a call.
std::uint64_t Maker::trapInstruction() {
  constexpr std::uint32_t kCalls[] = {0254, 0260, 0264, 0265, 0266};
  const std::uint32_t op = below(4) == 0 ? 0130 + below(0550) : kCalls[below(5)];
  return instructionWord(op, below(020), near());
}

void Maker::accumulators(std::uint32_t opcode) {
  for (std::uint32_t n = 0; n < 020; ++n) put(n, word(opcode));
}

// Puts a word at the end of the instruction's address, and words on the way to it.
std::uint32_t Maker::aim(std::uint32_t opcode, std::uint64_t instruction) {
  std::uint64_t w = instruction;
  for (int level = 0;; ++level) {
    const auto x = static_cast<std::uint32_t>(w >> 18) & 017;
    const auto e = static_cast<std::uint32_t>(w + (x == 0 ? 0 : ac_[x])) & 0777777;
    if ((w & kIndirect) == 0 || level == 4) return e;
    w = instructionWord(below(01000), below(020), counts(opcode) ? count() : address());
    put(e, w);
  }
}

// Operands in AC and at E, suited to the instruction.
void Maker::settle(std::uint32_t opcode, std::uint32_t a, std::uint32_t e) {
  std::uint64_t operand = word(opcode);
  if (opcode >= 0133 && opcode <= 0137) operand = bytePointer();
  if (opcode == 0256) operand = instructionWord(below(0700), below(020), address());
  if (e >= 020 || below(2) == 0) put(e, operand);
  if (opcode >= 0260 && opcode < 0264 && below(4) != 0) put(a, stackPointer());
  if (opcode == 0251) put(a, (std::uint64_t{address()} << 18) | ((e - below(020)) & 0777777));
  if (opcode >= 0230 && opcode < 0240 && below(2) == 0)
    put(a, static_cast<std::uint64_t>(random_.word().value() >> below(36)) & Word36::kMask);
  const bool divides = (opcode >= 0170 && opcode < 0200) || (opcode >= 0230 && opcode < 0240);
  if (divides && below(16) == 0) {  // the dividend that is its own negative
    constexpr std::uint64_t kDivisors[] = {0, 1, Word36::kMask, Word36::kSign};
    put(a, Word36::kSign);
    put((a + 1) & 017, below(2) == 0 ? 0 : Word36::kSign);
    if (below(2) == 0) put(e, kDivisors[below(4)]);
    return;
  }
  if (opcode >= 0170 && opcode < 0200 && below(2) == 0) {
    put(a, random_.normalisedFloat(0200).bits());
    put(e, random_.normalisedFloat(0200).bits());
  }
}

Situation Maker::instruction(std::uint32_t opcode) {
  accumulators(opcode);
  const std::uint32_t a = below(020);
  put(041, trapInstruction());
  put(061, trapInstruction());
  s_.pc = below(16) == 0 ? address() : 0100;
  const std::uint32_t y = counts(opcode) ? count() : below(8) == 0 ? a : address();
  const std::uint64_t word = instructionWord(opcode, a, y);
  settle(opcode, a, aim(opcode, word));
  put(s_.pc, word);
  s_.flags = flags();
  return s_;
}

Situation Maker::program() {
  accumulators(below(0700));
  for (std::uint32_t n = 1; n < 020; n += 2) put(n, near());
  for (std::uint32_t at = 0100; at < 0600; ++at) {
    const std::uint32_t op = below(4) == 0 ? 0200 + below(0300) : below(0700);
    put(at, instructionWord(op, below(020), counts(op) ? count() : below(2) == 0 ? near() : address()));
  }
  for (const std::uint32_t at : {041U, 061U}) put(at, trapInstruction());
  s_.pc = near();
  s_.flags = flags();
  return s_;
}

}  // namespace

Situation randomInstruction(Random& random, std::uint32_t opcode) { return Maker{random}.instruction(opcode); }
Situation randomProgram(Random& random) { return Maker{random}.program(); }

}  // namespace utah10::test

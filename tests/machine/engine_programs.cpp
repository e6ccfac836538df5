#include "engine_programs.hpp"

namespace utah10::test {

namespace {

class LoopMaker {
 public:
  explicit LoopMaker(Random& random) : random_(random) {}
  LoopProgram make();

 private:
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_.below(n)); }
  void put(std::uint32_t at, std::uint64_t w) { loop_.words.emplace_back(at, Word36{w}); }
  void add(std::uint64_t w) { put(LoopProgram::kLoop + loop_.length++, w); }
  static std::uint64_t word(std::uint32_t op, std::uint32_t ac, std::uint32_t y, std::uint32_t x = 0) {
    return (std::uint64_t{op} << 27) | (std::uint64_t{ac} << 23) | (std::uint64_t{x} << 18) | (y & 0777777);
  }
  std::uint32_t opcode();
  std::uint64_t instruction(std::uint32_t at);
  std::uint64_t operand();
  void prologue();
  void data();
  void moveBlock();

  static constexpr std::uint32_t kBody = 24;
  static constexpr std::uint32_t kPointer = 017, kNear = 016, kOther = 015, kBytes = 014;
  Random& random_;
  LoopProgram loop_;
};

// Of the families that programs use most; now and then any other below I/O.
std::uint32_t LoopMaker::opcode() {
  constexpr std::pair<std::uint32_t, std::uint32_t> kFamilies[] = {
      {0200, 020}, {0200, 4}, {0270, 010}, {0300, 0100}, {0400, 0100}, {0500, 0100}, {0600, 0100},
      {0250, 1},   {0252, 4}, {0260, 3},   {0265, 1},    {0133, 5},    {0140, 040},  {0220, 027}};
  if (random_.oneIn(30)) return 0130 + below(0550);
  const auto [first, n] = kFamilies[below(std::size(kFamilies))];
  return first + below(n);
}

std::uint64_t LoopMaker::operand() {
  const std::uint32_t choice = below(8);
  const std::uint32_t ac = below(014);
  const std::uint32_t indirect = random_.oneIn(10) ? 020 : 0;
  if (choice == 0) return word(0, ac, below(014));
  if (choice == 1) return word(0, ac, below(040), kNear | indirect);
  if (choice == 2) return word(0, ac, below(040), kOther);
  if (choice == 3) return word(0, ac, LoopProgram::kFar + below(040));
  if (choice == 5) return word(0, ac, LoopProgram::kData + 060 + below(010), random_.oneIn(4) ? 020 | kNear : 020);
  if (choice == 4 && random_.oneIn(4)) return word(0, ac, LoopProgram::kLoop + below(kBody), below(014));
  return word(0, ac, LoopProgram::kData + below(040), indirect);
}

std::uint64_t LoopMaker::instruction(std::uint32_t at) {
  const std::uint32_t op = opcode();
  const std::uint64_t ahead = at + 1 + below(4);
  if (op == 0260) return word(op, kPointer, LoopProgram::kCalled + 4 * below(8));
  if (op == 0261 || op == 0262) return word(op, kPointer, LoopProgram::kData + below(040), below(8) == 0 ? kNear : 0);
  if (op >= 0133 && op <= 0137)
    return word(op, below(014), random_.oneIn(2) ? kBytes : LoopProgram::kData + 050 + below(4));
  if ((op >= 0240 && op <= 0246 && op != 0243))
    return word(op, below(014), random_.oneIn(2) ? below(50) : 0 - below(50));
  const bool jumps = (op >= 0320 && op < 0330) || (op >= 0340 && op < 0350) || (op >= 0360 && op < 0370) ||
                     (op >= 0252 && op < 0257) || op == 0265 || op == 0243;
  if (jumps) return word(op, op == 0254 ? 0 : below(014), static_cast<std::uint32_t>(ahead));
  if (op == 0256) return word(op, 0, LoopProgram::kData + 0100 + below(010));
  return (std::uint64_t{op} << 27) | operand();
}

// The loop puts right what the rest of it may have spoilt.
void LoopMaker::prologue() {
  add(word(0201, kPointer, 0) | 03000);        // MOVEI 17,3000
  add(word(0505, kPointer, 0777700));          // HRLI 17,-100
  add(word(0201, kNear, LoopProgram::kData));  // MOVEI 16,...
  if (random_.oneIn(2))
    add(word(0201, kOther, LoopProgram::kFar));
  else
    add(word(0550, kOther, 0100, kNear));  // HRRZ 15,100(16): the pages that it leads to differ
  if (random_.oneIn(2)) add(word(0200, kBytes, LoopProgram::kData + 054));
}

// A block of up to two pages, which may overlap its source or be filled from its first word.
void LoopMaker::moveBlock() {
  constexpr std::uint32_t kBlocks = 010000, kPointerWord = LoopProgram::kData + 0120, kAc = 013;
  const bool toFast = random_.oneIn(6);
  const std::uint32_t to = toFast ? below(020) : kBlocks + below(010000);
  const std::uint32_t from = random_.oneIn(3)   ? LoopProgram::kData + below(040)
                             : random_.oneIn(2) ? to - 1 - below(3)
                             : random_.oneIn(2) ? below(020)  // accumulators, and on
                                                : kBlocks + below(010000);
  put(kPointerWord, (std::uint64_t{from} << 18) | to);
  add(word(0200, kAc, kPointerWord));                           // MOVE 13,...
  add(word(0251, kAc, to + below(toFast ? 020 - to : 02000)));  // BLT 13,...
}

void LoopMaker::data() {
  constexpr std::uint64_t kSizes[] = {7, 6, 8, 9, 36, 18, 1};
  for (std::uint32_t n = 0; n < 050; ++n) put(LoopProgram::kData + n, random_.word().bits());
  for (std::uint32_t n = 0; n < 040; ++n) put(LoopProgram::kFar + n, random_.anyFloat(0200).bits());
  for (std::uint32_t n = 050; n < 060; ++n)
    put(LoopProgram::kData + n,
        (std::uint64_t{below(37)} << 30) | (kSizes[below(7)] << 24) | (LoopProgram::kData + 0200 + below(020)));
  for (std::uint32_t n = 060; n < 070; ++n)  // pointers
    put(LoopProgram::kData + n, random_.oneIn(8)   ? random_.word().bits()
                                : random_.oneIn(2) ? LoopProgram::kFar + below(040)
                                                   : 0400000000000 | (LoopProgram::kData + below(040)));
  for (std::uint32_t n = 0100; n < 0110; ++n) put(LoopProgram::kData + n, instruction(LoopProgram::kLoop + kBody - 4));
  put(LoopProgram::kData + 0100, random_.oneIn(2) ? LoopProgram::kFar : 0177000 + below(02000));
  for (std::uint32_t n = 0; n < 8; ++n) {  // short routines
    const std::uint32_t at = LoopProgram::kCalled + 4 * n;
    put(at, (std::uint64_t{0200 + below(020)} << 27) | operand());
    put(at + 1, word(0263, kPointer, 0));
    put(at + 2, word(0263, kPointer, 0));
    put(at + 3, word(0263, kPointer, 0));
  }
}

LoopProgram LoopMaker::make() {
  for (std::uint32_t n = 0; n < 014; ++n) put(n, random_.word().bits());
  data();
  prologue();
  const std::uint32_t body = 1 + below(kBody - 8);
  if (random_.oneIn(6)) moveBlock();
  for (std::uint32_t n = 0; n < body; ++n) add(instruction(LoopProgram::kLoop + loop_.length));
  for (std::uint32_t n = 0; n < 4; ++n) add(word(0254, 0, LoopProgram::kLoop));  // JRST, for those who jump ahead
  for (std::uint32_t n = 0; n < 4; ++n) loop_.other.emplace_back(instruction(LoopProgram::kLoop + 4));
  loop_.other.emplace_back(random_.word());
  return loop_;
}

}  // namespace

LoopProgram randomLoop(Random& random) { return LoopMaker{random}.make(); }

}  // namespace utah10::test

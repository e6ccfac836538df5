#include "trace/file/outcome.hpp"

#include "utah10/word/isa.hpp"

namespace utah10::tracefile {

namespace {

constexpr std::uint64_t kMask = Word36::kMask;
constexpr std::uint64_t kRight = 0777777;

constexpr std::uint64_t swapped(std::uint64_t w) { return (w << 18 | w >> 18) & kMask; }

// Truth table of the function, from opcode bits 3-6: one bit each for AC and operand, AC alone, the operand alone, and
// neither.
std::uint64_t boolean(unsigned function, std::uint64_t ac, std::uint64_t m) {
  std::uint64_t w = 0;
  if ((function & 1) != 0) w |= ac & m;
  if ((function & 2) != 0) w |= ~ac & m;
  if ((function & 4) != 0) w |= ac & ~m;
  if ((function & 8) != 0) w |= ~ac & ~m;
  return w & kMask;
}

std::uint64_t half(unsigned opcode, std::uint64_t source, std::uint64_t destination) {
  const HalfOp h = halfOp(opcode);
  const std::uint64_t value = h.fromRight ? source & kRight : source >> 18;
  std::uint64_t other = h.toRight ? destination >> 18 : destination & kRight;
  if (h.other == 1) other = 0;
  if (h.other == 2) other = kRight;
  if (h.other == 3) other = (value & 0400000) != 0 ? kRight : 0;
  return h.toRight ? other << 18 | value : value << 18 | other;
}

std::uint64_t moved(Group g, std::uint64_t m) {
  switch (g) {
    case Group::MoveSwapped:
      return swapped(m);
    case Group::MoveNegative:
      return (0 - m) & kMask;
    case Group::MoveMagnitude:
      return (m & Word36::kSign) != 0 ? (0 - m) & kMask : m;
    default:
      return m;
  }
}

std::uint64_t tested(unsigned opcode, std::uint64_t ac, std::uint64_t e, std::uint64_t m) {
  const TestOp t = testOp(opcode);
  std::uint64_t mask = e;
  if (t.mask == TestOp::Mask::Left) mask = e << 18;
  if (t.mask == TestOp::Mask::Direct) mask = m;
  if (t.mask == TestOp::Mask::Swapped) mask = swapped(m);
  switch (t.change) {
    case TestOp::Change::Zeros:
      return ac & ~mask;
    case TestOp::Change::Complement:
      return ac ^ mask;
    case TestOp::Change::Ones:
      return ac | mask;
    default:
      return ac;
  }
}

std::uint64_t shifted(std::uint64_t w, std::uint64_t e) {
  const std::uint64_t n = e & 0377;
  if ((e & 0400000) == 0) return n < 36 ? w << n & kMask : 0;
  return 0400 - n < 36 ? w >> (0400 - n) : 0;
}

std::uint64_t byteOf(std::uint64_t pointer, std::uint64_t w) {
  const std::uint64_t position = pointer >> 30;
  const std::uint64_t size = pointer >> 24 & 077;
  return position > 35 ? 0 : w >> position & (size > 35 ? kMask : (std::uint64_t{1} << size) - 1);
}

// The result of a two-operand operation, wherever it is stored.
std::uint64_t combined(const Insn& i, unsigned opcode, std::uint64_t ac, std::uint64_t m) {
  switch (i.group) {
    case Group::Add:
      return (ac + m) & kMask;
    case Group::Subtract:
      return (ac - m) & kMask;
    case Group::Boolean:
      return boolean(i.variant, ac, m);
    case Group::Half:
      return half(opcode, m, ac);
    default:
      return moved(i.group, m);
  }
}

}  // namespace

Outcome outcomeOf(const Operation& o) {
  const Instruction word{Word36{o.word}};
  const unsigned opcode = word.opcode();
  const Insn& i = insnOf(word);
  const auto n = static_cast<std::uint8_t>(word.ac().number());
  const std::uint64_t ac = o.ac[n].bits();
  const std::uint64_t m = i.mode == Mode::Immediate ? o.e : o.memory[0];
  switch (i.group) {
    case Group::Move:
    case Group::MoveSwapped:
    case Group::MoveNegative:
    case Group::MoveMagnitude:
    case Group::Add:
    case Group::Subtract:
    case Group::Boolean:
    case Group::Half:
      if (i.mode == Mode::Basic || i.mode == Mode::Immediate) return {true, n, combined(i, opcode, ac, m)};
      // The word stored is the result; SELF also puts it in AC unless AC is 0.
      if (i.mode == Mode::Both || (i.mode == Mode::Self && n != 0)) return {true, n, o.memory[0]};
      return {};
    case Group::Test:
      return {true, n, tested(opcode, ac, o.e, o.memory[0])};
    case Group::Aoj:
      return {true, n, (ac + 1) & kMask};
    case Group::Soj:
      return {true, n, (ac - 1) & kMask};
    case Group::Lsh:
      return {true, n, shifted(ac, o.e)};
    case Group::Skip:
    case Group::Aos:
    case Group::Sos:
      return n != 0 ? Outcome{true, n, o.memory[0]} : Outcome{};
    case Group::Exch:
      return {true, n, o.memory[1]};
    case Group::Ldb:
    case Group::Ildb:
      return {true, n, byteOf(o.memory[1], o.memory[0])};
    case Group::Pushj:
    case Group::Push:
    case Group::Aobjp:
    case Group::Aobjn:
      return {true, n, (ac + 01000001) & kMask};
    case Group::Pop:
    case Group::Popj:
      return {true, n, (ac - 01000001) & kMask};
    default:
      return {};
  }
}

std::uint64_t storedWord(const Operation& o) {
  const Instruction word{Word36{o.word}};
  const unsigned opcode = word.opcode();
  const Insn& i = insnOf(word);
  const std::uint64_t ac = o.ac[word.ac().number()].bits();
  switch (i.group) {
    case Group::Move:
    case Group::MoveSwapped:
    case Group::MoveNegative:
    case Group::MoveMagnitude:
      return moved(i.group, i.mode == Mode::Memory ? ac : o.memory[0]);
    case Group::Half:
      return half(opcode, i.mode == Mode::Memory ? ac : o.memory[0], o.memory[0]);
    case Group::Aos:
      return (o.memory[0] + 1) & kMask;
    case Group::Sos:
      return (o.memory[0] - 1) & kMask;
    case Group::Idpb:
    case Group::Dpb: {
      const std::uint64_t pointer = o.memory[1];
      const std::uint64_t position = pointer >> 30;
      const std::uint64_t mask = position > 35 ? 0 : byteOf(pointer & ~(std::uint64_t{077} << 30), kMask) << position;
      return ((o.memory[0] & ~mask) | (ac << (position & 63) & mask)) & kMask;
    }
    default:
      return combined(i, opcode, ac, o.memory[0]);
  }
}

}  // namespace utah10::tracefile

// Addresses, control and transfers of the reference processor; arithmetic and logic are in reference_data.cpp.
#include "reference_step.hpp"

#include "utah10/machine/ka10.hpp"

namespace utah10::test {

namespace {

using W = ReferenceKa10::W;
constexpr W kWord = 0777777777777;
constexpr W kOneOne = 01000001;

std::uint32_t left(W w) { return static_cast<std::uint32_t>(w >> 18) & 0777777; }
std::uint32_t right(W w) { return static_cast<std::uint32_t>(w) & 0777777; }
W halves(std::uint32_t l, std::uint32_t r) { return (W{l} << 18) | r; }

}  // namespace

void ReferenceKa10::set(std::uint32_t address, W w) {
  if (address < 020)
    ac[address] = w;
  else
    core[address] = w;
  written.push_back(address);
}

bool ReferenceKa10::tire() {
  if (--patience_ < 0) beyond = true;
  return !beyond;
}

ReferenceKa10::W ReferenceKa10::read(std::uint32_t address) { return at(address); }

// Follows I, X and Y of `word` through index registers and indirect words to the end.
void ReferenceKa10::effective(W word, Insn& into) {
  for (;;) {
    const auto x = static_cast<std::uint32_t>(word >> 18) & 017;
    into.e = right(word);
    into.addressLeft = left(word);
    if (x != 0) {
      into.e = (into.e + right(ac[x])) & 0777777;
      into.addressLeft = left(ac[x]);
    }
    if (((word >> 22) & 1) == 0 || !tire()) return;
    word = read(into.e);
  }
}

ReferenceKa10::Insn ReferenceKa10::decode(W word) {
  Insn i{word, static_cast<std::uint32_t>(word >> 27), static_cast<std::uint32_t>(word >> 23) & 017, 0, 0};
  effective(word, i);
  return i;
}

void ReferenceKa10::step() {
  written.clear();
  halted = false;
  beyond = false;
  patience_ = kPatience;
  std::uint32_t from = pc;
  while (tire()) {
    const Insn i = decode(read(from));
    if (beyond) return;
    const Next next = perform(i);
    if (next == Next::Done) return;
    from = next == Next::FromE ? i.e : (i.op >> 6) == 1 ? 061 : 041;
  }
}

// 000-127, and what a user without I/O rights may not execute: I/O instructions and JRST with a privileged bit.
bool ReferenceKa10::isUuo(const Insn& i) const {
  if (i.op < 0130) return true;
  const bool mayNot = (flags & kPcUser) != 0 && (flags & kPcUserIo) == 0;
  return mayNot && (i.op >= 0700 || (i.op == 0254 && (i.a & 014) != 0));
}

void ReferenceKa10::trap(const Insn& i) {
  const bool user = (flags & kPcUser) != 0;
  const bool usersOwn = user && i.op >= 1 && i.op <= 037;
  if (!usersOwn) trapped = true;
  write((i.op >> 6) == 1 ? 060 : 040, (W{i.op} << 27) | (W{i.a} << 23) | i.e);
}

ReferenceKa10::Next ReferenceKa10::perform(const Insn& i) {
  if (isUuo(i)) {
    trap(i);
    return Next::Trapped;
  }
  if (i.op == 0256) return Next::FromE;
  if (i.op != 0251) skip();  // PC advances before execution; for BLT at its end
  byFamily(i);
  return Next::Done;
}

void ReferenceKa10::byFamily(const Insn& i) {
  if (i.op < 0140) return byteAndFloatOdds(i);
  if (i.op < 0200) return floating(i);
  if (i.op < 0220) return move(i);
  if (i.op < 0230) return multiply(i);
  if (i.op < 0240) return divide(i);
  if (i.op < 0250) return shift(i);
  if (i.op < 0260) return control(i);
  if (i.op < 0264) return stack(i);
  if (i.op < 0270) return subroutine(i);
  if (i.op < 0300) return addSubtract(i);
  if (i.op < 0400) return compareAndCount(i);
  if (i.op < 0500) return boolean(i);
  if (i.op < 0600) return half(i);
  if (i.op < 0700) return test(i);
  beyond = true;
}

// EXCH BLT AOBJP AOBJN JRST JFCL (XCT) 257
void ReferenceKa10::control(const Insn& i) {
  const W old = ac[i.a];
  switch (i.op) {
    case 0250: {
      const W memory = read(i.e);
      ac[i.a] = memory;
      write(i.e, old);
      return;
    }
    case 0251:
      return blockTransfer(i);
    case 0252:
    case 0253: {
      ac[i.a] = (old + kOneOne) & kWord;
      const bool negative = (ac[i.a] >> 35) != 0;
      if (negative == (i.op == 0253)) pc = i.e;
      return;
    }
    case 0254:
      return restore(i);
    case 0255:
      return jumpOnFlag(i);
    default:
      return;
  }
}

// The pointer has a register of its own, so AC is unchanged, whatever is transferred.
void ReferenceKa10::blockTransfer(const Insn& i) {
  W pointer = ac[i.a];
  std::uint32_t destination = 0;
  do {
    if (!tire()) return;
    destination = right(pointer);
    write(destination, read(left(pointer)));
    pointer = (pointer + kOneOne) & kWord;
  } while (destination < i.e);
  skip();
}

// JSR, JSP, PUSHJ, JSA and JRST end the trap in which they are executed, and user mode with it.
void ReferenceKa10::jumpInTrap() {
  if (trapped) flags &= ~std::uint32_t{kPcUser};
  trapped = false;
}

// Not followed here: in the gate-level source, a user with I/O rights whose privileged JRST restores flags without
// them looks like a UUO from then on, and a PC word is also stored at E. No manual mentions it.
void ReferenceKa10::restore(const Insn& i) {
  const bool user = (flags & kPcUser) != 0;
  bool toUser = (i.a & 1) != 0;
  pc = i.e;
  if (i.a & 2) {
    constexpr std::uint32_t kPlain =
        kPcOverflow | kPcCarry0 | kPcCarry1 | kPcFloatOverflow | kPcByteIncrement | kPcFloatUnderflow | kPcNoDivide;
    flags = (flags & ~kPlain) | (i.addressLeft & kPlain);
    if ((i.addressLeft & kPcUserIo) == 0) flags &= ~std::uint32_t{kPcUserIo};
    if ((i.addressLeft & kPcUserIo) != 0 && !user) flags |= kPcUserIo;
    toUser = toUser || (i.addressLeft & kPcUser) != 0;
  }
  jumpInTrap();
  if (toUser) flags |= kPcUser;
  halted = (i.a & 4) != 0;
}

void ReferenceKa10::jumpOnFlag(const Insn& i) {
  const std::uint32_t chosen = i.a << 14;  // AC bits 9-12 are PC bits 0-3
  const std::uint32_t asked = chosen & (kPcOverflow | kPcCarry0 | kPcCarry1 | kPcFloatOverflow);
  if (flags & asked) pc = i.e;
  flags &= ~asked;
}

ReferenceKa10::W ReferenceKa10::storePcWord() {
  const W word = halves(flags, pc);
  flags &= ~std::uint32_t{kPcByteIncrement};
  return word;
}

// PUSHJ PUSH POP POPJ
void ReferenceKa10::stack(const Insn& i) {
  const W old = ac[i.a];
  if (i.op <= 0261) {
    const W item = i.op == 0260 ? storePcWord() : read(i.e);
    if (old + kOneOne > kWord) pushdownOverflow = true;
    ac[i.a] = (old + kOneOne) & kWord;
    write(right(ac[i.a]), item);
    if (i.op == 0260) {
      pc = i.e;
      jumpInTrap();
    }
    return;
  }
  const W item = read(right(old));
  if (old < kOneOne) pushdownOverflow = true;
  ac[i.a] = (old - kOneOne) & kWord;
  if (i.op == 0262)
    write(i.e, item);
  else
    pc = right(item);
}

// JSR JSP JSA JRA
void ReferenceKa10::subroutine(const Insn& i) {
  const W old = ac[i.a];
  if (i.op == 0267) {
    ac[i.a] = read(left(old));
    pc = i.e;
    return;
  }
  if (i.op == 0264) write(i.e, storePcWord());
  if (i.op == 0265) ac[i.a] = storePcWord();
  if (i.op == 0266) {
    ac[i.a] = halves(i.e, pc);
    write(i.e, old);
  }
  pc = i.op == 0265 ? i.e : (i.e + 1) & 0777777;
  jumpInTrap();
}

}  // namespace utah10::test

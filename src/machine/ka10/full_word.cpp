// SRM, Full Word Data Transmission: MOVE, MOVS, MOVN, MOVM, EXCH, BLT.
#include <algorithm>

#include "machine/ka10/unit.hpp"
#include "word/arithmetic.hpp"

namespace utah10 {

namespace {

template <bool P>
Word36 negative(Datapath<P>& d, Word36 w) {
  const Sum s = negate(w);
  d.p.flags |= (s.carry0 ? kPcCarry0 : 0u) | (s.carry1 ? kPcCarry1 : 0u);
  if (s.overflow()) [[unlikely]]
    d.p.raise(kPcOverflow);
  return s.word;
}

template <Group G, bool P>
Word36 moved(Datapath<P>& d, Word36 w) {
  if constexpr (G == Group::MoveSwapped) return w.swapped();
  if constexpr (G == Group::MoveNegative) return negative(d, w);
  if constexpr (G == Group::MoveMagnitude) return w.sign() ? negative(d, w) : w;
  return w;
}

template <bool P, Group G, Mode M>
void move(Datapath<P>& d, Operands o) {
  if constexpr (M == Mode::Memory) {
    d.noOperand();
    const Word36 source = d.ac(o.a);
    d.execute();
    d.write(o.e, moved<G>(d, source));
    return;
  }
  const Word36 source = fetchOperand<M>(d, o.e);
  d.execute();
  const Word36 result = moved<G>(d, source);
  if constexpr (M == Mode::Self) {
    if (o.a != 0) d.setAc(o.a, result);
    d.writeRestart(result);
  } else {
    d.setAc(o.a, result);
  }
}

template <bool P>
void exch(Datapath<P>& d, Operands o) {
  const Word36 theirs = d.readPause(o.e);
  const Word36 ours = d.ac(o.a);
  d.execute();
  d.template spend<&TimingProfile::viaSt2>();
  d.setAc(o.a, theirs);
  d.writeRestart(ours);
}

// A page trap ends the current turn: the AC shows the words still to be moved.
template <bool P>
Word36 readForBlock(Datapath<P>& d, Operands o, Word36 pointer) {
  try {
    return d.readBlock(pointer.left().bits());
  } catch (const InstructionAbort& abort) {
    if (abort.reason == InstructionAbort::Reason::PageTrap) d.leaveInAc(o.a, pointer);
    throw;
  }
}

// Words before the last, from a page to a page, while nothing can come between their memory cycles, which are those of
// the loop in blt(): what they have in common is looked up once. The pointer to what is left.
Word36 moveWithinPages(Datapath<false>& d, Word36 pointer, std::uint32_t last) {
  Processor& p = d.p;
  const std::uint32_t from = pointer.left().bits(), to = pointer.right().bits();
  if (to >= last || std::min(from, to) < p.fastLimit || p.pageTrap || d.interruptLevel() != 0) return pointer;
  const WindowEntry& source = p.window.entry(p.space, PageNo{from >> 9});
  const WindowEntry& target = p.window.entry(p.space, PageNo{to >> 9});
  if (!source.rights.allow(Access::Read) || !target.rights.allow(Access::Write)) return pointer;
  const Duration beforeRead = p.timing.bltReadBefore + source.cost;
  const Duration between = p.timing.bltReadAfter + p.timing.bltBetween + target.cost;
  const Instant attention = p.clock.attention();
  const std::uint32_t most = std::min({last - to, 01000 - (from & 0777), 01000 - (to & 0777)});
  std::uint32_t moved = 0;
  Duration waited{};
  for (; moved < most; ++moved) {
    const PhysicalAddress real{source.base | ((from & 0777) + moved)}, there{target.base | ((to & 0777) + moved)};
    CoreMemory::Box* const read = p.core.boxOf(real);
    CoreMemory::Box* const written = p.core.boxOf(there);
    if (read == nullptr || written == nullptr) break;
    const std::uint64_t cell = p.core.cell(real);
    if (cell > Word36::kMask || (p.core.cell(there) & CoreMemory::kWatched) != 0) break;
    const Instant reads = std::max(d.now + beforeRead, read->freeAt);
    const Instant free = read == written ? reads + read->cycle : written->freeAt;
    const Instant writes = std::max(reads + read->read + between, free);
    const Instant done = writes + written->write + p.timing.bltAfterWrite;
    if (done >= attention) break;
    const Duration readWaited = reads - (d.now + beforeRead);
    const Duration writeWaited = writes - (reads + read->read + between);
    read->freeAt = reads + read->cycle;
    read->waited += readWaited;
    written->freeAt = writes + written->cycle;
    written->waited += writeWaited;
    waited += readWaited + writeWaited;
    p.core.store(there, Word36{cell});
    p.mi = Word36{cell};
    d.now = done;
  }
  p.counters.memoryWait += waited;
  (*p.cycles)[static_cast<std::size_t>(CycleKind::Read)] += moved;
  (*p.cycles)[static_cast<std::size_t>(CycleKind::Write)] += moved;
  return pointer + Word36::halves(moved, moved);
}

// One word a turn; the pointer in use is the internal register, and the AC is touched only when interrupted.
template <bool P>
void blt(Datapath<P>& d, Operands o) {
  d.noOperand();
  Word36 pointer = d.ac(o.a);
  for (;;) {
    if constexpr (!P) pointer = moveWithinPages(d, pointer, o.e);
    pointer = d.beginTurn(pointer);
    const std::uint32_t destination = pointer.right().bits();
    const Word36 w = readForBlock(d, o, pointer);
    d.writeBlock(destination, w);
    pointer = pointer + Word36::halves(1, 1);       // one 36-bit add: a carry runs into the left half
    if (destination >= o.e) break;                  // done has priority over an interrupt
    if (d.p.pageTrap || d.interruptLevel() != 0) {  // a page trap: the word was diverted and counts as moved
      d.setAc(o.a, pointer);
      d.template spend<&TimingProfile::bltInterrupted>();
      return;  // PC still at the BLT; the interrupt is taken at its next fetch
    }
    if (destination >= d.p.fastLimit) d.endTurn();  // an accumulator's turn is kept: a replay starts from the old ones
  }
  d.operandsReady();
  d.template spend<&TimingProfile::bltLast>();
}

// Opcode 247 rewrites AC with itself (gate flow; SIMH traps it); 257 does nothing.
template <bool P, Mode M>
void noOp(Datapath<P>& d, Operands o) {
  d.noOperand();
  if constexpr (M == Mode::Basic) {
    const Word36 same = d.ac(o.a);
    d.execute();
    d.setAc(o.a, same);
  } else {
    d.execute();
  }
}

template <bool P, Group G>
void bindMove(Binder<P>& b) {
  b.template bindEach<G>([]<unsigned Op>() { return &move<P, G, kInsnTable[Op].mode>; });
}

template <bool P>
void bind(HandlerTable& table) {
  Binder<P> b{table};
  bindMove<P, Group::Move>(b);
  bindMove<P, Group::MoveSwapped>(b);
  bindMove<P, Group::MoveNegative>(b);
  bindMove<P, Group::MoveMagnitude>(b);
  b.template bind<Group::Exch, &exch<P>>();
  b.template bind<Group::Blt, &blt<P>>();
  b.template bindEach<Group::NoOp>([]<unsigned Op>() { return &noOp<P, kInsnTable[Op].mode>; });
}

}  // namespace

void bindFullWord(HandlerTable& plain, HandlerTable& probed) {
  bind<false>(plain);
  bind<true>(probed);
}

}  // namespace utah10

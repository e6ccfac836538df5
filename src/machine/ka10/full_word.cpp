// SRM, Full Word Data Transmission: MOVE, MOVS, MOVN, MOVM, EXCH, BLT.
#include <algorithm>
#include <optional>

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

// One side of a block: accumulators, or words in one page.
struct BlockSide {
  bool fast = false;
  std::uint32_t first = 0;  // accumulator, or word of core
  std::uint32_t words = 0;  // from there on
  Duration cost{};
  CoreMemory::Box* boxOf(CoreMemory& core, std::uint32_t n) const {
    return fast ? nullptr : core.boxOf(PhysicalAddress{first + n});
  }
};

std::optional<BlockSide> blockSide(const Processor& p, std::uint32_t va, Access why) {
  if (va < p.fastLimit) return BlockSide{true, va, p.fastLimit - va, {}};
  const WindowEntry& entry = p.window.entry(p.space, PageNo{va >> 9});
  const std::uint32_t offset = va & 0777;
  if (!entry.rights.allow(why)) return std::nullopt;
  return BlockSide{false, entry.base | offset, 01000 - offset, entry.cost};
}

// Words before the last, while nothing can come between their memory cycles, which are those of the loop in blt(): what
// they have in common is looked up once. The pointer to what is left.
Word36 moveAtOnce(Datapath<false>& d, Word36 pointer, std::uint32_t last) {
  Processor& p = d.p;
  const std::uint32_t from = pointer.left().bits(), to = pointer.right().bits();
  if (to >= last || p.pageTrap || d.interruptLevel() != 0) return pointer;
  const auto source = blockSide(p, from, Access::Read), target = blockSide(p, to, Access::Write);
  if (!source || !target) return pointer;
  const TimingProfile& timing = p.timing;
  const Duration before = timing.bltReadBefore + source->cost;
  const Duration between = timing.bltReadAfter + timing.bltBetween + target->cost;
  const Instant attention = p.clock.attention();
  const std::uint32_t most = std::min({last - to, source->words, target->words});
  std::uint32_t moved = 0;
  Duration waited{};
  for (; moved < most; ++moved) {
    CoreMemory::Box* const read = source->boxOf(p.core, moved);
    CoreMemory::Box* const written = target->boxOf(p.core, moved);
    if ((read == nullptr && !source->fast) || (written == nullptr && !target->fast)) break;
    const PhysicalAddress real{source->first + moved}, there{target->first + moved};
    const std::uint64_t cell = read == nullptr ? p.ac[real.bits()].bits() : p.core.cell(real);
    if (cell > Word36::kMask || (written != nullptr && (p.core.cell(there) & CoreMemory::kWatched) != 0)) break;
    const Instant asksToRead = d.now + before;
    const Instant reads = read == nullptr ? asksToRead : std::max(asksToRead, read->freeAt);
    const Instant asksToWrite = reads + (read == nullptr ? timing.fastRead : read->read) + between;
    const Instant free = written == nullptr ? asksToWrite : written == read ? reads + read->cycle : written->freeAt;
    const Instant writes = std::max(asksToWrite, free);
    const Instant done = writes + (written == nullptr ? timing.fastWrite : written->write) + timing.bltAfterWrite;
    if (done >= attention) break;
    if (read != nullptr) {
      read->freeAt = reads + read->cycle;
      read->waited += reads - asksToRead;
    }
    if (written != nullptr) {
      written->freeAt = writes + written->cycle;
      written->waited += writes - asksToWrite;
      p.core.store(there, Word36{cell});
    } else {
      p.ac[there.bits()] = Word36{cell};
    }
    waited += (reads - asksToRead) + (writes - asksToWrite);
    p.mi = Word36{cell};
    d.now = done;
  }
  p.counters.memoryWait += waited;
  (*p.cycles)[static_cast<std::size_t>(source->fast ? CycleKind::FastRead : CycleKind::Read)] += moved;
  (*p.cycles)[static_cast<std::size_t>(target->fast ? CycleKind::FastWrite : CycleKind::Write)] += moved;
  return pointer + Word36::halves(moved, moved);
}

// One word a turn; the pointer in use is the internal register, and the AC is touched only when interrupted.
template <bool P>
void blt(Datapath<P>& d, Operands o) {
  d.noOperand();
  Word36 pointer = d.ac(o.a);
  for (;;) {
    if constexpr (!P) pointer = moveAtOnce(d, pointer, o.e);
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

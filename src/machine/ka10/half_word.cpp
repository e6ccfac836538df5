// SRM, Half Word Data Transmission: 500-577.
#include "machine/ka10/unit.hpp"

namespace utah10 {

namespace {

constexpr std::uint64_t kRight = 0000000777777;
constexpr std::uint64_t kLeft = 0777777000000;

// The destination word with half of `source` inserted.
template <unsigned Op>
Word36 half(Word36 source, Word36 destination) {
  constexpr HalfOp h = halfOp(Op);
  const Word36 placed = h.fromRight == h.toRight ? source : source.swapped();
  constexpr std::uint64_t target = h.toRight ? kRight : kLeft;
  const std::uint64_t moved = placed.bits() & target;
  const bool sign = h.fromRight ? source.bit(18) : source.bit(0);
  if constexpr (h.other == 0) return Word36{moved | (destination.bits() & ~target)};
  if constexpr (h.other == 1) return Word36{moved};
  if constexpr (h.other == 2) return Word36{moved | ~target};
  return Word36{sign ? moved | ~target : moved};
}

template <bool P, unsigned Op>
void halfWord(Datapath<P>& d, Operands o) {
  constexpr Mode M = kInsnTable[Op].mode;
  constexpr bool keepsOther = halfOp(Op).other == 0;
  if constexpr (M == Mode::Memory && !keepsOther) {  // write only
    d.noOperand();
    const Word36 source = d.ac(o.a);
    d.execute();
    d.write(o.e, half<Op>(source, Word36{}));
  } else if constexpr (M == Mode::Memory) {
    const Word36 destination = d.readPause(o.e);
    const Word36 source = d.ac(o.a);
    d.execute();
    d.writeRestart(half<Op>(source, destination));
  } else if constexpr (M == Mode::Self) {
    const Word36 source = d.readPause(o.e);
    d.execute();
    const Word36 result = half<Op>(source, source);
    if (o.a != 0) d.setAc(o.a, result);
    d.writeRestart(result);
  } else {
    const Word36 source = fetchOperand<M>(d, o.e);
    const Word36 destination = keepsOther ? d.ac(o.a) : Word36{};
    d.execute();
    d.setAc(o.a, half<Op>(source, destination));
  }
}

template <bool P>
void bind(HandlerTable& table) {
  Binder<P> b{table};
  b.template bindEach<Group::Half>([]<unsigned Op>() { return &halfWord<P, Op>; });
}

}  // namespace

void bindHalfWord(HandlerTable& plain, HandlerTable& probed) {
  bind<false>(plain);
  bind<true>(probed);
}

}  // namespace utah10

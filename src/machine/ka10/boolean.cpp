// SRM, Boolean Functions: 400-477, the function's truth table in opcode bits 3-6.
#include "machine/ka10/unit.hpp"

namespace utah10 {

namespace {

template <unsigned F>
Word36 booleanFunction(Word36 a, Word36 m) {
  if constexpr (F == 0) return Word36{};
  if constexpr (F == 1) return a & m;
  if constexpr (F == 2) return ~a & m;
  if constexpr (F == 3) return m;
  if constexpr (F == 4) return a & ~m;
  if constexpr (F == 5) return a;
  if constexpr (F == 6) return a ^ m;
  if constexpr (F == 7) return a | m;
  if constexpr (F == 8) return ~a & ~m;
  if constexpr (F == 9) return ~(a ^ m);
  if constexpr (F == 10) return ~a;
  if constexpr (F == 11) return ~a | m;
  if constexpr (F == 12) return ~m;
  if constexpr (F == 13) return a | ~m;
  if constexpr (F == 14) return ~a | ~m;
  return ~Word36{};
}

constexpr bool needsAc(unsigned f) { return f != 0 && f != 3 && f != 12 && f != 15; }
constexpr bool needsMemory(unsigned f) { return f != 0 && f != 5 && f != 10 && f != 15; }

template <bool P, unsigned F, Mode M>
void boolean(Datapath<P>& d, Operands o) {
  constexpr bool toMemory = M == Mode::Memory || M == Mode::Both;
  Word36 m{o.e};
  if constexpr (M == Mode::Immediate || !needsMemory(F))
    d.noOperand();
  else if constexpr (toMemory)
    m = d.readPause(o.e);
  else
    m = d.read(o.e);
  const Word36 a = needsAc(F) ? d.ac(o.a) : Word36{};
  d.execute();
  const Word36 result = booleanFunction<F>(a, m);
  if constexpr (M != Mode::Memory) d.setAc(o.a, result);
  if constexpr (toMemory && needsMemory(F)) d.writeRestart(result);
  if constexpr (toMemory && !needsMemory(F)) d.write(o.e, result);
}

template <bool P>
void bind(HandlerTable& table) {
  Binder<P> b{table};
  b.template bindEach<Group::Boolean>(
      []<unsigned Op>() { return &boolean<P, kInsnTable[Op].variant, kInsnTable[Op].mode>; });
}

}  // namespace

void bindBoolean(HandlerTable& plain, HandlerTable& probed) {
  bind<false>(plain);
  bind<true>(probed);
}

}  // namespace utah10

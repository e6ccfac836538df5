// SRM, Push Down List: PUSHJ, PUSH, POP, POPJ.
//
// The pointer moves by 1,,1 as one 36-bit number, up or down. PDL OV is a processor condition; the instruction
// completes.
#include "machine/ka10/unit.hpp"
#include "word/arithmetic.hpp"

namespace utah10 {

namespace {

constexpr Word36 kOneOne = Word36::halves(1, 1);
// The operand of the adder: all ones except bit 17, so that the borrow of the right half is the only carry into the
// left.
constexpr Word36 kMinusOneOne = Word36::halves(0777776, 0777777);

template <bool P>
void overflow(Datapath<P>& d) {
  d.once([](const Away& at) {
    at.p.apr->setPdlOverflow();
    return Word36{};
  });
}

template <bool P>
Word36 pushed(Datapath<P>& d, Word36 pointer) {
  const Sum s = add(pointer, kOneOne);
  if (s.carry0) [[unlikely]]
    overflow(d);
  return s.word;
}

template <bool P>
Word36 popped(Datapath<P>& d, Word36 pointer) {
  const Sum s = add(pointer, kMinusOneOne);
  if (!s.carry0) [[unlikely]]
    overflow(d);
  return s.word;
}

template <bool P>
void pushj(Datapath<P>& d, Operands o) {
  d.noOperand();
  const Word36 a = d.ac(o.a);
  d.execute();
  const Word36 pointer = pushed(d, a);
  const Word36 saved = savePc(d);
  d.jump(o.e);
  const Space at = d.p.space;
  d.leaveUser();
  d.setAc(o.a, pointer);
  d.template spend<&TimingProfile::viaSt2>();
  d.writeIn(at, pointer.right().bits(), saved);
}

template <bool P>
void push(Datapath<P>& d, Operands o) {
  const Word36 w = d.read(o.e);
  const Word36 a = d.ac(o.a);
  d.execute();
  const Word36 pointer = pushed(d, a);
  d.setAc(o.a, pointer);
  d.template spend<&TimingProfile::viaSt2>();
  d.write(pointer.right().bits(), w);
}

template <bool P>
void pop(Datapath<P>& d, Operands o) {
  d.noOperand();
  const Word36 a = d.ac(o.a);
  const Word36 w = d.readStack(a.right().bits());
  d.execute();
  d.setAc(o.a, popped(d, a));
  d.template spend<&TimingProfile::viaSt2>();
  d.write(o.e, w);  // after the AC: POP into its own AC leaves the popped word there
}

template <bool P>
void popj(Datapath<P>& d, Operands o) {
  d.noOperand();
  const Word36 a = d.ac(o.a);
  const Word36 w = d.readStack(a.right().bits());
  d.execute();
  d.setAc(o.a, popped(d, a));
  d.jump(w.right().bits());
}

template <bool P>
void bind(HandlerTable& table) {
  Binder<P> b{table};
  b.template bind<Group::Pushj, &pushj<P>>();
  b.template bind<Group::Push, &push<P>>();
  b.template bind<Group::Pop, &pop<P>>();
  b.template bind<Group::Popj, &popj<P>>();
}

}  // namespace

void bindStack(HandlerTable& plain, HandlerTable& probed) {
  bind<false>(plain);
  bind<true>(probed);
}

}  // namespace utah10

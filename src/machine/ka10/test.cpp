// SRM, Logical Testing and Modification: 600-677.
#include "machine/ka10/unit.hpp"

namespace utah10 {

namespace {

template <bool P, unsigned Op>
void test(Datapath<P>& d, Operands o) {
  constexpr TestOp t = testOp(Op);
  Word36 mask;
  if constexpr (t.mask == TestOp::Mask::Right || t.mask == TestOp::Mask::Left) {
    d.noOperand();
    mask = t.mask == TestOp::Mask::Right ? Word36{o.e} : Word36{std::uint64_t{o.e} << 18};
  } else {
    mask = d.read(o.e);
    if constexpr (t.mask == TestOp::Mask::Swapped) mask = mask.swapped();
  }
  const Word36 a = d.ac(o.a);
  d.execute();
  const bool zero = (a & mask).zero();  // tested before the change
  if constexpr (t.skip == TestOp::Skip::Always) d.skip();
  if constexpr (t.skip == TestOp::Skip::IfZero) {
    if (zero) d.skip();
  }
  if constexpr (t.skip == TestOp::Skip::IfNotZero) {
    if (!zero) d.skip();
  }
  if constexpr (t.change == TestOp::Change::Zeros) d.setAc(o.a, a & ~mask);
  if constexpr (t.change == TestOp::Change::Complement) d.setAc(o.a, a ^ mask);
  if constexpr (t.change == TestOp::Change::Ones) d.setAc(o.a, a | mask);
}

template <bool P>
void bind(HandlerTable& table) {
  Binder<P> b{table};
  b.template bindEach<Group::Test>([]<unsigned Op>() { return &test<P, Op>; });
}

}  // namespace

void bindTest(HandlerTable& plain, HandlerTable& probed) {
  bind<false>(plain);
  bind<true>(probed);
}

}  // namespace utah10

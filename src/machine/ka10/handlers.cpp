// The two dispatch tables, filled once from the execution units.
#include "machine/ka10/unit.hpp"

namespace utah10 {

namespace {

struct Tables {
  HandlerTable plain{};
  HandlerTable probed{};
};

Tables build() {
  Tables t;
  for (auto* bind : {&bindTrap, &bindByte, &bindFloatingPoint, &bindFullWord, &bindFixedPoint, &bindShift, &bindCompare,
                     &bindJump, &bindStack, &bindBoolean, &bindHalfWord, &bindTest, &bindInputOutput, &bindTenex})
    bind(t.plain, t.probed);
  for (const HandlerTable* table : {&t.plain, &t.probed})
    for (const Handler handler : *table)
      if (handler == nullptr) throw std::logic_error("no unit binds an opcode");
  return t;
}

const Tables& tables() {
  static const Tables t = build();
  return t;
}

}  // namespace

const HandlerTable& plainHandlers() { return tables().plain; }
const HandlerTable& probedHandlers() { return tables().probed; }

}  // namespace utah10

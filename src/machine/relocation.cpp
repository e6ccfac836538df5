#include "machine/relocation.hpp"

namespace utah10 {

void Relocation::load(TranslationWindow& window, Word36 registers) {
  registers_ = registers;
  window.clear(Space::User);
}

Relocation::Segment Relocation::segment(VirtualAddress va) const {
  const std::uint32_t block = va.bits() >> 10;
  const Rights all = Rights::all();
  if (block <= kLowLast.of(registers_)) return {((block + kLowBase.of(registers_)) & 0377) << 10, all};
  if ((block & 0200) == 0 || block > kHighLast.of(registers_)) return {};
  return {((block + kHighBase.of(registers_)) & 0377) << 10,
          registers_.bit(kHighProtected) ? all.without(Access::Write) : all};
}

void Relocation::grant(TranslationWindow& window, Space space, VirtualAddress va, Access access) {
  WindowEntry& entry = window.entry(space, va.page());
  if (space == Space::Exec) {  // executive addresses are real
    entry = {va.bits() & ~0777u, Rights::all(), Duration{}};
    return;
  }
  const Segment s = segment(va);
  if (!s.rights.allow(access)) throw InstructionAbort{InstructionAbort::Reason::Protection};
  entry = {s.base | (va.bits() & 01000), s.rights, cost_};
}

std::optional<PhysicalAddress> Relocation::peek(Space space, VirtualAddress va) const {
  if (space != Space::User) return PhysicalAddress{va.bits()};
  const Segment s = segment(va);
  if (s.rights.none()) return std::nullopt;
  return PhysicalAddress{s.base | (va.bits() & 01777)};
}

void Relocation::state(Archive& a) {
  a.section("relocation", [&] { a.word(registers_); });
}

}  // namespace utah10

#include "machine/relocation.hpp"

namespace utah10 {

namespace {
constexpr std::uint32_t kAll = 7;
constexpr std::uint32_t kNoWrite = 5;
}  // namespace

void Relocation::load(TranslationWindow& window, Word36 registers) {
  registers_ = registers;
  window.clear(Space::User);
}

Relocation::Segment Relocation::segment(VirtualAddress va) const {
  const std::uint32_t block = va.bits() >> 10;
  const std::uint32_t low = registers_.field(0, 7);
  const std::uint32_t high = registers_.field(9, 16);
  if (block <= low) return {((block + registers_.field(18, 25)) & 0377) << 10, kAll};
  if ((block & 0200) == 0 || block > high) return {};
  return {((block + registers_.field(27, 34)) & 0377) << 10, registers_.bit(17) ? kNoWrite : kAll};
}

void Relocation::grant(TranslationWindow& window, Space space, VirtualAddress va, Access access) {
  WindowEntry& entry = window.entry(space, va.page());
  if (space == Space::Exec) {  // executive addresses are real
    entry = {va.bits() & ~0777u, kAll, Duration{}};
    return;
  }
  const Segment s = segment(va);
  const auto need = static_cast<std::uint32_t>(access);
  if ((s.rights & need) != need) throw InstructionAbort{InstructionAbort::Reason::Protection};
  entry = {s.base | (va.bits() & 01000), s.rights, cost_};
}

std::optional<PhysicalAddress> Relocation::peek(Space space, VirtualAddress va) const {
  if (space != Space::User) return PhysicalAddress{va.bits()};
  const Segment s = segment(va);
  if (s.rights == 0) return std::nullopt;
  return PhysicalAddress{s.base | (va.bits() & 01777)};
}

void Relocation::save(StateWriter& out) const {
  out.beginSection("relocation");
  out.word(registers_);
  out.endSection();
}

void Relocation::restore(StateReader& in) {
  in.beginSection("relocation");
  registers_ = in.word();
  in.endSection();
}

}  // namespace utah10

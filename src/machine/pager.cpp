#include "utah10/machine/pager.hpp"

#include "processor.hpp"

namespace utah10 {

struct Pager::State {};

std::vector<TimingFact> pagerDelays(const PagerConfig& config) {
  return {{"pager-hit", config.hit, "no source found"}};
}

Expected<void> Pager::check(const PagerConfig& config) {
  if (config.registers < 1 || config.registers > 54)
    return fail("pager", "1 to 54 (decimal) associative registers", "16 were fitted");
  return {};
}

Pager::Pager(Processor& processor, const PagerConfig& config)
    : p_(processor), config_(config), state_(std::make_unique<State>()) {}
Pager::~Pager() = default;

void Pager::grant(TranslationWindow& window, Space space, VirtualAddress va, Access access) {
  p_.map->grant(window, space, va, access);
}
std::optional<PhysicalAddress> Pager::peek(Space space, VirtualAddress va) const { return p_.map->peek(space, va); }
void Pager::cono(HalfWord) {}
void Pager::ioReset() {}
std::span<const BitName> Pager::conoBits() const { return {}; }
void Pager::save(StateWriter&) const {}
void Pager::restore(StateReader&) {}

}  // namespace utah10

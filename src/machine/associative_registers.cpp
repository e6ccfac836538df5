#include "machine/associative_registers.hpp"

#include <algorithm>

namespace utah10 {

const AssociativeRegister* AssociativeRegisters::match(PageKey key, Rights need) {
  for (AssociativeRegister& r : registers_) {
    if (!r.valid || r.key != key || !r.rights.allow(need)) continue;
    touch(r);
    return &r;
  }
  return nullptr;
}

const AssociativeRegister* AssociativeRegisters::find(PageKey key) const {
  const auto it = std::ranges::find_if(registers_, [&](const auto& r) { return r.valid && r.key == key; });
  return it != registers_.end() ? &*it : nullptr;
}

std::size_t AssociativeRegisters::victim(PageKey key) const {
  if (const AssociativeRegister* own = find(key); own != nullptr)
    return static_cast<std::size_t>(own - registers_.data());
  if (replacement_ == PagerConfig::Replacement::RoundRobin) return next_;
  const auto oldest =
      std::ranges::min_element(registers_, {}, [](const auto& r) { return r.valid ? r.used : std::uint64_t{0}; });
  return static_cast<std::size_t>(oldest - registers_.begin());
}

AssociativeRegister AssociativeRegisters::load(const AssociativeRegister& entry) {
  const std::size_t at = victim(entry.key);
  const AssociativeRegister before = registers_[at];
  if (!before.valid || before.key != entry.key) next_ = (at + 1) % registers_.size();
  registers_[at] = entry;
  registers_[at].valid = true;
  touch(registers_[at]);
  return before;
}

void AssociativeRegisters::clear(bool monitor) {
  for (AssociativeRegister& r : registers_)
    if (r.key.monitor == monitor) r = {};
}

void AssociativeRegisters::state(Archive& a) {
  a.sameU32(registers_.size(), "the pager has a different number of associative registers");
  a.u32(next_);
  a.u64(clock_);
  for (AssociativeRegister& r : registers_) {
    std::uint32_t rights = r.rights.bits();
    a.flag(r.valid, r.key.monitor);
    a.u32(r.key.page, r.core, rights);
    a.u64(r.used);
    a.check(r.key.page <= 0777 && r.core <= 03777 && rights <= Rights::all().bits(),
            "pager: an associative register is out of range");
    r.rights = Rights::fromBits(rights);
  }
  a.check(next_ < registers_.size(), "pager: there is no such associative register");
}

}  // namespace utah10

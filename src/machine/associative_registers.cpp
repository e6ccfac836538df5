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

void AssociativeRegisters::save(StateWriter& out) const {
  out.u32(static_cast<std::uint32_t>(registers_.size()));
  out.u32(static_cast<std::uint32_t>(next_));
  out.u64(clock_);
  for (const AssociativeRegister& r : registers_) {
    out.flag(r.valid);
    out.flag(r.key.monitor);
    for (const std::uint32_t v : {r.key.page, r.core, r.rights.bits()}) out.u32(v);
    out.u64(r.used);
  }
}

void AssociativeRegisters::restore(StateReader& in) {
  if (in.u32() != registers_.size()) in.reject("the pager has a different number of associative registers");
  next_ = in.u32();
  clock_ = in.u64();
  for (AssociativeRegister& r : registers_) {
    r.valid = in.flag();
    r.key.monitor = in.flag();
    std::uint32_t rights = 0;
    for (std::uint32_t* v : {&r.key.page, &r.core, &rights}) *v = in.u32();
    r.rights = Rights::fromBits(rights);
    r.used = in.u64();
    if (r.key.page > 0777 || r.core > 03777 || rights > Rights::all().bits())
      in.reject("pager: an associative register is out of range");
  }
  if (next_ >= registers_.size()) in.reject("pager: there is no such associative register");
}

}  // namespace utah10

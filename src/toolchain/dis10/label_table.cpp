#include "toolchain/dis10/label_table.hpp"

#include <algorithm>
#include <set>

#include "toolchain/disassembly.hpp"
#include "toolchain/octal.hpp"

namespace utah10 {

namespace {

// Names with more than one value: an assembler would give all their uses the same one.
std::set<std::string> ambiguousNames(const std::vector<ImageSymbol>& symbols) {
  std::map<std::string, Word36> first;
  std::set<std::string> ambiguous;
  for (const ImageSymbol& s : symbols) {
    const auto [entry, added] = first.emplace(s.name, s.value);
    if (!added && entry->second != s.value) ambiguous.insert(s.name);
  }
  return ambiguous;
}

// Each program extends to the origin of the next.
bool inItsProgram(const ImageSymbol& s, const std::set<VirtualAddress>& origins) {
  if (!s.origin) return true;
  const VirtualAddress value{s.value.right()};
  if (value < *s.origin) return false;
  const auto next = origins.upper_bound(*s.origin);
  return next == origins.end() || value < *next;
}

int preference(const ImageSymbol& s) { return (s.global() ? 2 : 0) + (s.suppressed() ? 0 : 1); }

}  // namespace

LabelTable::LabelTable(const std::vector<ImageSymbol>& symbols, const std::vector<Segment>& merged) {
  const auto ambiguous = ambiguousNames(symbols);
  std::set<VirtualAddress> origins;
  for (const ImageSymbol& s : symbols)
    if (s.origin) origins.insert(*s.origin);
  std::vector<const ImageSymbol*> usable;
  for (const ImageSymbol& s : symbols) {
    const VirtualAddress value{s.value.right()};
    const bool address = s.value.left().bits() == 0 && !value.isAc() && wordAt(merged, value).has_value();
    if (address && !ambiguous.contains(s.name) && !isReservedName(s.name) && inItsProgram(s, origins))
      usable.push_back(&s);
  }
  std::stable_sort(usable.begin(), usable.end(), [](const ImageSymbol* a, const ImageSymbol* b) {
    return std::pair{-preference(*a), a->name} < std::pair{-preference(*b), b->name};
  });
  for (const ImageSymbol* s : usable) {
    const VirtualAddress value{s->value.right()};
    if (values_.emplace(s->name, value).second) labels_[value].push_back(s->name);
  }
}

const std::vector<std::string>& LabelTable::at(VirtualAddress a) const {
  const auto found = labels_.find(a);
  return found == labels_.end() ? none_ : found->second;
}

std::optional<LabelTable::Reference> LabelTable::reference(VirtualAddress a, std::uint32_t most) const {
  auto after = labels_.upper_bound(a);
  if (after == labels_.begin()) return std::nullopt;
  const auto& [address, names] = *--after;
  const std::uint32_t offset = a.bits() - address.bits();
  if (offset > most) return std::nullopt;
  const std::string& name = names.front();
  return Reference{name, address, offset == 0 ? name : fmt::format("{}+{:o}", name, offset)};
}

}  // namespace utah10

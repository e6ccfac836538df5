#include "toolchain/macro10/symbols/symbol_table.hpp"

#include <algorithm>

namespace utah10::macro10 {

SymbolTable::SymbolTable() = default;

Meanings* SymbolTable::find(Name name) {
  const auto it = names_.find(name);
  return it == names_.end() ? nullptr : &it->second;
}

const Meanings* SymbolTable::find(Name name) const {
  const auto it = names_.find(name);
  return it == names_.end() ? nullptr : &it->second;
}

void SymbolTable::removeOperation(Name name) {
  Meanings* m = find(name);
  if (m == nullptr) return;
  m->operation.reset();
  if (!m->operand) names_.erase(name);
}

void SymbolTable::removeOperand(Name name) {
  Meanings* m = find(name);
  if (m == nullptr) return;
  m->operand.reset();
  if (!m->operation) names_.erase(name);
}

std::vector<Name> SymbolTable::ordered() const {
  std::vector<Name> names;
  names.reserve(names_.size());
  for (const auto& [name, meanings] : names_) names.push_back(name);
  std::sort(names.begin(), names.end(), [](Name a, Name b) { return Word36{a}.value() < Word36{b}.value(); });
  return names;
}

}  // namespace utah10::macro10

#include "toolchain/macro10/symbol_table.hpp"

#include <algorithm>

#include "toolchain/macro10/character.hpp"

namespace utah10::macro10 {

Name nameOf(std::string_view text) {
  Name n = 0;
  int shift = 30;
  for (const char c : text.substr(0, 6)) {
    n |= static_cast<Name>(six(static_cast<char>(upper(c)))) << shift;
    shift -= 6;
  }
  return n;
}

std::string nameText(Name name) {
  std::string text;
  for (int shift = 30; shift >= 0; shift -= 6) {
    const unsigned code = static_cast<unsigned>(name >> shift) & 077;
    if (code == 0 && (name & ((Name{1} << shift) - 1)) == 0) break;
    text += static_cast<char>(code + 040);
  }
  return text;
}

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

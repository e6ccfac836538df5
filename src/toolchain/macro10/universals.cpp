// UNIVERSAL programs: kept for SEARCH in the same assembly, and written to files for others.
#include <fmt/format.h>

#include <algorithm>

#include "toolchain/macro10/assembly.hpp"
#include "toolchain/macro10/universal_file.hpp"

namespace utah10::macro10 {

void Assembly::keepUniversal() {
  auto u = std::make_unique<Universal>();
  u->name = titleName();
  suppressAll();
  for (const Name name : orderedSymbols()) u->table[name] = *program_.symbols.find(name);
  u->externals = program_.externals;
  result_.universals.push_back({nameText(u->name), writeUniversal(*u, version_)});
  universals_.push_back(std::move(u));
  program_.universalKept = true;
}

// Adds a universal to the list to search: one of this assembly, or a file.
bool Assembly::loadUniversal(Name name, Name file) {
  for (const auto& u : universals_)
    if (u->name == name) {
      // Searching it a second time would find nothing new.
      if (std::find(searched_.begin(), searched_.end(), u.get()) == searched_.end()) searched_.push_back(u.get());
      return true;
    }
  if (!options_.findUniversal) return false;
  const auto words = options_.findUniversal(nameText(file));
  if (!words) throw GiveUp{words.error().text(), true};
  if (!*words) return false;
  Expected<Universal> u = readUniversal(name, **words);
  if (!u) throw GiveUp{u.error().text(), true};
  universals_.push_back(std::make_unique<Universal>(std::move(*u)));
  searched_.push_back(universals_.back().get());
  return true;
}

}  // namespace utah10::macro10

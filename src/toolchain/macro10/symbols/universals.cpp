#include "toolchain/macro10/symbols/universals.hpp"

#include <algorithm>

#include "toolchain/macro10/give_up.hpp"
#include "toolchain/macro10/symbols/universal_file.hpp"

namespace utah10::macro10 {

void Universals::keep(Universal u) { all_.push_back(std::make_unique<Universal>(std::move(u))); }

void Universals::searchNone() { searched_.clear(); }

bool Universals::search(Name name, Name file) {
  for (const auto& u : all_)
    if (u->name == name) {
      // Searching it a second time would find nothing new.
      if (std::find(searched_.begin(), searched_.end(), u.get()) == searched_.end()) searched_.push_back(u.get());
      return true;
    }
  if (!finder_) return false;
  const auto words = finder_(nameText(file));
  if (!words) throw GiveUp{words.error().text(), true};
  if (!*words) return false;
  Expected<Universal> u = readUniversal(name, **words);
  if (!u) throw GiveUp{u.error().text(), true};
  keep(std::move(*u));
  searched_.push_back(all_.back().get());
  return true;
}

std::optional<Universals::Found> Universals::find(Name name) const {
  for (const Universal* u : searched_)
    if (const auto it = u->table.find(name); it != u->table.end()) return Found{u, &it->second};
  return std::nullopt;
}

}  // namespace utah10::macro10

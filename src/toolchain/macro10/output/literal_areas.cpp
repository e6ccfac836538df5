#include "toolchain/macro10/output/literal_areas.hpp"

#include "toolchain/macro10/give_up.hpp"

namespace utah10::macro10 {

void LiteralAreas::beginPass() { literal_ = variable_ = 0; }

void LiteralAreas::beginPassTwoHere() {
  literal_ = layout_.literals.size();
  variable_ = layout_.variables.size();
}

void LiteralAreas::beginArea() {
  pool_.take();
  count_ = 0;
}

std::size_t LiteralAreas::keep(std::span<const StoredWord> words, bool shared) {
  const LiteralPool::Match match = shared ? pool_.find(words) : LiteralPool::Match{pool_.size(), 0};
  for (std::size_t i = match.shared; i < words.size(); ++i) {
    if (pool_.size() > 0777777) throw GiveUp{"more literals than fit in memory", true};
    pool_.add(words[i]);
    ++count_;
  }
  return match.index;
}

}  // namespace utah10::macro10

#include "toolchain/macro10/output/literal_pool.hpp"

#include <utility>

namespace utah10::macro10 {

namespace {

bool same(const StoredWord& a, const StoredWord& b) {
  return a.word == b.word && a.reloc == b.reloc && !a.byLoader && !b.byLoader;
}

}  // namespace

std::size_t LiteralPool::Hash::operator()(const Key& k) const {
  constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15U;
  std::uint64_t h = k.first.bits() * kOdd;
  for (const Word36 w : {k.firstReloc, k.second, k.secondReloc}) h = (h ^ h >> 29 ^ w.bits()) * kOdd;
  return static_cast<std::size_t>(h ^ h >> 32);
}

// Number of words from `at` on that match the literal.
std::size_t LiteralPool::matching(std::size_t at, std::span<const StoredWord> literal) const {
  std::size_t n = 0;
  while (n < literal.size() && at + n < words_.size() && same(words_[at + n], literal[n])) ++n;
  return n;
}

LiteralPool::Match LiteralPool::find(std::span<const StoredWord> literal) const {
  if (literal.empty() || words_.empty() || literal[0].byLoader) return {words_.size(), 0};
  const StoredWord& first = literal[0];
  if (literal.size() == 1) {
    const auto it = one_.find({first.word, first.reloc, {}, {}});
    return it == one_.end() ? Match{words_.size(), 0} : Match{it->second, 1};
  }
  const auto it = two_.find({first.word, first.reloc, literal[1].word, literal[1].reloc});
  if (it != two_.end()) {
    for (std::size_t at = it->second.first;; at = next_[at]) {
      const std::size_t n = matching(at, literal);
      if (n == literal.size() || at + n == words_.size()) return {at, n};
      if (next_[at] == at) break;
    }
  }
  // The last word of the area may serve as the first word of the literal.
  const std::size_t last = words_.size() - 1;
  return same(words_[last], first) ? Match{last, 1} : Match{words_.size(), 0};
}

void LiteralPool::add(const StoredWord& w) {
  const std::size_t at = words_.size();
  words_.push_back(w);
  next_.push_back(at);
  if (w.byLoader) return;
  one_.try_emplace({w.word, w.reloc, {}, {}}, at);
  if (at == 0 || words_[at - 1].byLoader) return;
  const StoredWord& before = words_[at - 1];
  const auto [it, added] = two_.try_emplace({before.word, before.reloc, w.word, w.reloc}, Chain{at - 1, at - 1});
  if (added) return;
  next_[it->second.last] = at - 1;
  it->second.last = at - 1;
}

std::vector<StoredWord> LiteralPool::take() {
  one_.clear();
  two_.clear();
  next_.clear();
  return std::exchange(words_, {});
}

}  // namespace utah10::macro10

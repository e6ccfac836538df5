// The words of a literal area, with a search for words equal to those of a new literal.
//
// MACRO searches from the start of the area for the first place where the words match in sequence; at the end of the
// area a match of the words that exist is enough, and the rest is added. Here an index by the first two words finds
// candidate places, so that an area of thousands of literals need not be scanned for each new one.
#pragma once

#include <cstddef>
#include <span>
#include <unordered_map>
#include <vector>

#include "toolchain/macro10/output/stored_word.hpp"

namespace utah10::macro10 {

class LiteralPool {
 public:
  struct Match {
    std::size_t index = 0;
    std::size_t shared = 0;  // words already present
  };
  // Where the words are or begin; the end of the area if there is no match.
  Match find(std::span<const StoredWord> literal) const;
  void add(const StoredWord& w);

  std::size_t size() const { return words_.size(); }
  bool empty() const { return words_.empty(); }
  std::vector<StoredWord> take();

 private:
  struct Key {
    Word36 first;
    Word36 firstReloc;
    Word36 second;
    Word36 secondReloc;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& k) const;
  };
  struct Chain {
    std::size_t first;
    std::size_t last;
  };
  std::vector<StoredWord> words_;
  std::vector<std::size_t> next_;                   // next place with the same two words; its own index: none
  std::unordered_map<Key, std::size_t, Hash> one_;  // first place of a single word
  std::unordered_map<Key, Chain, Hash> two_;        // places of two successive words

  std::size_t matching(std::size_t at, std::span<const StoredWord> literal) const;
};

}  // namespace utah10::macro10

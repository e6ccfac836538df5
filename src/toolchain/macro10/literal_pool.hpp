// The words of a literal area, and where in it words like those of a new literal stand already.
//
// MACRO looks from the start of the area for the first place where the words match, one after the other; at the end of
// the area it is enough that those that are there match, and the rest is added. Here the first two words find the
// places, so that an area of thousands of literals is not gone through for each one.
#pragma once

#include <cstddef>
#include <span>
#include <unordered_map>
#include <vector>

#include "toolchain/macro10/stored_word.hpp"

namespace utah10::macro10 {

class LiteralPool {
 public:
  struct Place {
    std::size_t index = 0;
    std::size_t shared = 0;  // words that are there
  };
  // Where the words are or begin; the end of the area if nowhere.
  Place find(std::span<const StoredWord> literal) const;
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
  std::vector<std::size_t> next_;                   // the next place with the same two words; its own number: none
  std::unordered_map<Key, std::size_t, Hash> one_;  // by one word: its first place
  std::unordered_map<Key, Chain, Hash> two_;        // by two words that follow each other

  std::size_t matching(std::size_t at, std::span<const StoredWord> literal) const;
};

}  // namespace utah10::macro10

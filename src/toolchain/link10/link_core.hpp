// The core image being linked: a 256K address space in which only loaded words are kept. Private to the linker.
#pragma once

#include <array>
#include <bitset>
#include <memory>
#include <vector>

#include "utah10/toolchain/core_image.hpp"

namespace utah10::link {

using Address = std::uint32_t;  // 18 bits

class LinkCore {
 public:
  // A word that was not loaded reads as zero.
  Word36 at(Address a) const;
  void put(Address a, Word36 w);
  void putLeft(Address a, Word36 w) { put(a, Word36::halves(w.right(), at(a).right())); }
  void putRight(Address a, Word36 w) { put(a, Word36::halves(at(a).left(), w.right())); }
  bool loaded(Address a) const;
  // Runs of loaded words, ascending.
  std::vector<Segment> segments() const;
  // One past the highest word loaded below `limit`; 0 if there is none.
  Address endBelow(Address limit) const;

 private:
  static constexpr std::size_t kPage = 01000;
  struct Page {
    std::array<Word36, kPage> words{};
    std::bitset<kPage> loaded;
  };
  std::array<std::unique_ptr<Page>, 01000> pages_;
};

}  // namespace utah10::link

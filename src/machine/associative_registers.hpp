// The pager's associative registers: translations of a few pages, matched on space, page and kind of reference.
#pragma once

#include <optional>
#include <vector>

#include "utah10/machine/pager.hpp"

namespace utah10 {

// A page of one of the two spaces the tables know.
struct PageKey {
  bool monitor = false;
  std::uint32_t page = 0;  // 0-777
  bool operator==(const PageKey&) const = default;
};

struct AssociativeRegister {
  bool valid = false;
  PageKey key;
  std::uint32_t core = 0;  // core page, 0-3777
  Rights rights;           // granted
  std::uint64_t used = 0;  // for LeastRecent: when it last matched
};

class AssociativeRegisters {
 public:
  AssociativeRegisters(unsigned count, PagerConfig::Replacement replacement)
      : replacement_(replacement), registers_(count) {}

  // The register that grants all of `need`, or null: a reference whose kind is not granted misses.
  const AssociativeRegister* match(PageKey key, Rights need);
  // The register that holds the page, whatever its rights; does not count as a match.
  const AssociativeRegister* find(PageKey key) const;
  // Loads a register and returns its previous contents. A page already in a register keeps it (inferred: it is not
  // known whether the hardware used a second one for a page first read and then written).
  AssociativeRegister load(const AssociativeRegister& entry);
  void clear(bool monitor);

  void state(Archive& a);

 private:
  std::size_t victim(PageKey key) const;
  // Updates recency under LRU only: the number of matches is not part of the state of a round robin.
  void touch(AssociativeRegister& r) {
    if (replacement_ == PagerConfig::Replacement::LeastRecent) r.used = ++clock_;
  }

  PagerConfig::Replacement replacement_;
  std::vector<AssociativeRegister> registers_;
  std::size_t next_ = 0;     // round robin; clearing does not move it (inferred)
  std::uint64_t clock_ = 0;  // matches and loads so far
};

}  // namespace utah10

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
  std::uint32_t core = 0;    // core page, 0-3777
  std::uint32_t rights = 0;  // Access bits granted
  std::uint64_t used = 0;    // of LeastRecent: when it last matched
};

class AssociativeRegisters {
 public:
  AssociativeRegisters(unsigned count, PagerConfig::Replacement replacement)
      : replacement_(replacement), registers_(count) {}

  // The register that grants all of `need` (Access bits), or null: a reference whose kind is not granted misses.
  const AssociativeRegister* match(PageKey key, std::uint32_t need);
  // The one that holds the page at all; matching nothing.
  const AssociativeRegister* find(PageKey key) const;
  // Loads a register and gives back what it held before. A page that has one already keeps it (inferred: whether the
  // hardware took a second for a page first read and then written is not known).
  AssociativeRegister load(const AssociativeRegister& entry);
  void clear(bool monitor);

  void save(StateWriter& out) const;
  void restore(StateReader& in);

 private:
  std::size_t victim(PageKey key) const;
  // Only where it counts: how often the host asks is no state of a round robin.
  void touch(AssociativeRegister& r) {
    if (replacement_ == PagerConfig::Replacement::LeastRecent) r.used = ++clock_;
  }

  PagerConfig::Replacement replacement_;
  std::vector<AssociativeRegister> registers_;
  std::size_t next_ = 0;     // round robin; clearing does not move it (inferred)
  std::uint64_t clock_ = 0;  // matches and loads so far
};

}  // namespace utah10

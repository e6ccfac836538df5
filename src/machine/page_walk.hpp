// Translates a page of a space to its core page through the tables in core: map word, shared and indirect pointers.
//
// The words are in word/pager_words.hpp. The rights of every pointer on the way count (KISRV does the same); a right
// that is missing is reported before a page that is not in core.
#pragma once

#include "utah10/machine/address_map.hpp"
#include "word/pager_words.hpp"

namespace utah10 {

struct PageTables {
  std::uint32_t user = 0;   // core page of the user's page table
  std::uint32_t psb = 0;    // core page of the PSB, whose words 600-777 map the monitor's pages of that number
  std::uint32_t limit = 0;  // ALR: the user has pages below 40 * limit; 0 is no limit
};

struct Walked {
  std::uint32_t core = 0;
  Rights rights = Rights::all();  // that all pointers grant
  bool copy = false;              // some pointer says copy on write
  TrapStatus fault;               // none: translated
};

constexpr std::uint32_t kMmap = 03000;
constexpr std::uint32_t kCst = 04000;
constexpr std::uint32_t kSpt = 020000;

// `Read` fetches a real location: {word, fault}, where any fault ends the walk. With no `need` the page only has to
// exist.
template <class Read>
class PageWalk {
 public:
  PageWalk(const PageTables& tables, Read read) : tables_(tables), read_(std::move(read)) {}

  Walked operator()(bool monitor, std::uint32_t page, Rights need) {
    if (!monitor && tables_.limit != 0 && page >= 040 * tables_.limit)
      return failed(TrapStatus::cause(Group::FirstTable, 8));
    std::uint32_t at = monitor ? (page < 0600 ? kMmap : tables_.psb << 9) + page : (tables_.user << 9) + page;
    for (unsigned depth = 0;; ++depth) {
      const MapWord pointer{fetch(at)};
      if (result_.fault.any()) return result_;
      const Group group = depth == 0 ? Group::FirstTable : Group::LaterTable;
      if (const TrapStatus causes = refused(group, pointer, need); causes.any()) return failed(causes);
      switch (pointer.type()) {
        case MapWord::Type::Private:
          return finish(pointer.storage(), depth);
        case MapWord::Type::Shared:
          return finishShared(pointer, depth);
        case MapWord::Type::Indirect:
          break;
        case MapWord::Type::Illegal:
          return failed(TrapStatus::cause(group, 8));
      }
      if (depth == 2) return failed(TrapStatus::cause(Group::NotInCore, 8));  // a third indirect pointer
      const StorageAddress table = SptWord{fetch(kSpt + pointer.sptIndex())}.storage();
      if (result_.fault.any()) return result_;
      if (!table.inCore()) return failed(TrapStatus::cause(Group::NotInCore, depth == 0 ? 4 : 7));
      at = (table.corePage() << 9) + pointer.page();
    }
  }

 private:
  using Group = TrapStatus::Group;

  Walked failed(TrapStatus fault) {
    result_.fault = fault;
    return result_;
  }
  Word36 fetch(std::uint32_t real) {
    const auto [word, fault] = read_(real);
    result_.fault = fault;
    return word;
  }

  // All causes a pointer gives; an empty one only that it is empty. (The monitor takes the first, and examines further
  // ones when the first is copy on write.)
  TrapStatus refused(Group group, MapWord pointer, Rights need) {
    const Rights rights = pointer.rights();
    result_.rights = result_.rights & rights;
    result_.copy = result_.copy || pointer.copyOnWrite();
    if (!pointer.accessible()) return TrapStatus::cause(group, 5);
    TrapStatus causes;
    if (need.none()) return causes;
    const bool reads = need.allow(Access::Read), writes = need.allow(Access::Write);
    const bool executes = need.allow(Access::Execute);
    const auto add = [&](bool refuses, unsigned n) {
      if (refuses) causes = causes | TrapStatus::cause(group, n);
    };
    add(pointer.trapToUser(), 4);
    add((reads && !rights.allow(Access::Read)) || (executes && !rights.allow(Access::Execute)), 6);
    add(writes && !rights.allow(Access::Write), 7);
    add(writes && pointer.copyOnWrite(), 3);
    return causes;
  }

  Walked finishShared(MapWord pointer, unsigned depth) {
    const StorageAddress storage = SptWord{fetch(kSpt + pointer.sptIndex())}.storage();
    if (result_.fault.any()) return result_;
    if (!storage.inCore()) return failed(TrapStatus::cause(Group::NotInCore, depth == 0 ? 3 : 6));
    result_.core = storage.corePage();
    return result_;
  }

  Walked finish(StorageAddress storage, unsigned depth) {
    if (!storage.inCore()) {
      // PAGEM's table calls group 1 bit 5 "2nd indirect priv not in core"; after one, group 3 says the same.
      if (depth == 2) return failed(TrapStatus::cause(Group::NotInCore, 5));
      return failed(TrapStatus::cause(depth == 0 ? Group::FirstTable : Group::LaterTable, 2));
    }
    result_.core = storage.corePage();
    return result_;
  }

  const PageTables& tables_;
  Read read_;
  Walked result_;
};

}  // namespace utah10

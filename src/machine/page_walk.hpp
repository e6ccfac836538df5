// Translates a page of a space to its core page through the tables in core: map word, shared and indirect pointers.
//
//   table word   0-1 type (0 private, 1 shared, 2 indirect, 3 illegal), 2 read, 3 write, 4 execute, 8 trap to user,
//                9 copy on write, 10-11 3: no access (PAGEM), 12 any access; 14-35 storage address, or 14-26 index in
//                SPT and 27-35 page of that table
//   SPT word     14-35 storage address; the share count in 0-13 is the monitor's own
//   storage address in core when its bits 14-17 are zero: bits 25-35 are the core page
//
// The rights of every pointer on the way count (KISRV does the same); a right that is missing is reported before a page
// that is not in core. Faults are the left half of the trap status word: bits 0-1 the group, 2-8 the cause.
#pragma once

#include "utah10/machine/address_map.hpp"
#include "utah10/word/word36.hpp"

namespace utah10 {

struct PageTables {
  std::uint32_t user = 0;   // core page of the user's page table
  std::uint32_t psb = 0;    // core page of the PSB, whose words 600-777 map the monitor's pages of that number
  std::uint32_t limit = 0;  // ALR: the user has pages below 40 * limit; 0 is no limit
};

struct Walked {
  std::uint32_t core = 0;
  std::uint32_t rights = 7;  // Access bits that all pointers grant
  bool copy = false;         // some pointer says copy on write
  std::uint32_t fault = 0;   // 0: translated
};

constexpr std::uint32_t kMmap = 03000;
constexpr std::uint32_t kCst = 04000;
constexpr std::uint32_t kSpt = 020000;

// A cause, bit n of the status word.
constexpr std::uint32_t trapBit(unsigned n) { return 0400000u >> n; }
constexpr std::uint32_t trapGroup(unsigned n) { return n << 16; }

// `Read` fetches a real location: {word, fault}, where any fault ends the walk. With no `need` (0) the page only has
// to exist.
template <class Read>
class PageWalk {
 public:
  PageWalk(const PageTables& tables, Read read) : tables_(tables), read_(std::move(read)) {}

  Walked operator()(bool monitor, std::uint32_t page, std::uint32_t need) {
    if (!monitor && tables_.limit != 0 && page >= 040 * tables_.limit) return failed(trapGroup(2) | trapBit(8));
    std::uint32_t at = monitor ? (page < 0600 ? kMmap : tables_.psb << 9) + page : (tables_.user << 9) + page;
    for (unsigned depth = 0;; ++depth) {
      const Word36 pointer = fetch(at);
      if (result_.fault != 0) return result_;
      if (const std::uint32_t cause = refused(pointer, need); cause != 0)
        return failed(trapGroup(depth == 0 ? 2 : 3) | cause);
      const std::uint32_t type = pointer.field(0, 1);
      if (type == 3) return failed(trapGroup(depth == 0 ? 2 : 3) | trapBit(8));
      if (type != 2) return finish(pointer, type == 1, depth);
      if (depth == 2) return failed(trapGroup(1) | trapBit(8));  // a third indirect pointer
      const Word36 table = fetch(kSpt + pointer.field(14, 26));
      if (result_.fault != 0) return result_;
      if (!inCore(table)) return failed(trapGroup(1) | trapBit(depth == 0 ? 4 : 7));
      at = (table.field(25, 35) << 9) + pointer.field(27, 35);
    }
  }

 private:
  static bool inCore(Word36 storage) { return storage.field(14, 17) == 0; }

  Walked failed(std::uint32_t fault) {
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
  std::uint32_t refused(Word36 pointer, std::uint32_t need) {
    const bool read = pointer.bit(2), write = pointer.bit(3), execute = pointer.bit(4), copy = pointer.bit(9);
    result_.rights &= (read ? 1u : 0u) | (write ? 2u : 0u) | (execute ? 4u : 0u);
    result_.copy = result_.copy || copy;
    if (!pointer.bit(12) || pointer.field(10, 11) == 3) return trapBit(5);
    if (need == 0) return 0;
    std::uint32_t cause = pointer.bit(8) ? trapBit(4) : 0;
    if (((need & 1) != 0 && !read) || ((need & 4) != 0 && !execute)) cause |= trapBit(6);
    if ((need & 2) != 0 && !write) cause |= trapBit(7);
    if ((need & 2) != 0 && copy) cause |= trapBit(3);
    return cause;
  }

  Walked finish(Word36 pointer, bool shared, unsigned depth) {
    Word36 storage = pointer;
    if (shared) {
      storage = fetch(kSpt + pointer.field(14, 26));
      if (result_.fault != 0) return result_;
      if (!inCore(storage)) return failed(trapGroup(1) | trapBit(depth == 0 ? 3 : 6));
    } else if (!inCore(storage)) {
      // PAGEM's table calls group 1 bit 5 "2nd indirect priv not in core"; after one, group 3 says the same.
      if (depth == 2) return failed(trapGroup(1) | trapBit(5));
      return failed(trapGroup(depth == 0 ? 2 : 3) | trapBit(2));
    }
    result_.core = storage.field(25, 35);
    return result_;
  }

  const PageTables& tables_;
  Read read_;
  Walked result_;
};

}  // namespace utah10

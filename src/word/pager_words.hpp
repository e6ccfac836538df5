// The words that the BBN pager reads and writes in core: map words, SPT and CST words, words 71 and 72, trap status.
//
// Source: docs/sources/pager.md 3, 6 and 9 (TENEX modules PAGEM, PROLOG, PISRV; KISRV's imitation of the pager).
//
//   map word      0-1 type, 2 read, 3 write, 4 execute, 8 trap to user, 9 copy on write, 10-11 3: no access, 12 any
//                 access; 14-35 storage address, or 14-26 index in SPT and 27-35 page of the table found there
//   SPT word      0-13 share count, which the pager ignores; 14-35 storage address
//   CST word      0-8 age, 9 modified, 10-35 processes that have used the page
//   word 71       3-5 ALR, 7-17 UPT, 18-22 AC base, 25-35 PSB
//   word 72       0-8 age, 10-35 process-use bits
//   trap status   0-1 group, 2-8 causes, 9 parity, 10 nonexistent memory, 11 key, 12 PI cycle, 13 indirect word,
//                 14 read, 15 write, 16 fetch, 17 monitor space; 18-35 virtual address
//
// Shapes: core pages 0-3777, SPT indices 0-17777, ages 0-777. Errors: none.
#pragma once

#include "utah10/word/address.hpp"

namespace utah10 {

// Bits 14-35: where a page is.
class StorageAddress {
 public:
  constexpr explicit StorageAddress(Word36 w) : word_(w) {}
  // Otherwise it is on the drum or the disk.
  constexpr bool inCore() const { return word_.field(14, 17) == 0; }
  constexpr std::uint32_t corePage() const { return word_.field(25, 35); }

 private:
  Word36 word_;
};

class MapWord {
 public:
  enum class Type : std::uint8_t { Private, Shared, Indirect, Illegal };

  constexpr MapWord() = default;
  constexpr explicit MapWord(Word36 w) : word_(w) {}
  // Pointers that allow access in general; the rights say which kinds.
  static constexpr MapWord inCore(std::uint32_t corePage, Rights rights) {
    return made(Type::Private, rights, corePage);
  }
  static constexpr MapWord shared(std::uint32_t sptIndex, Rights rights) {
    return made(Type::Shared, rights, std::uint64_t{sptIndex} << 9);
  }
  static constexpr MapWord indirect(std::uint32_t sptIndex, std::uint32_t page, Rights rights) {
    return made(Type::Indirect, rights, (std::uint64_t{sptIndex} << 9) | page);
  }

  constexpr Word36 word() const { return word_; }
  constexpr Type type() const { return static_cast<Type>(word_.field(0, 1)); }
  constexpr Rights rights() const {
    return (word_.bit(2) ? Rights{Access::Read} : Rights{}) | (word_.bit(3) ? Rights{Access::Write} : Rights{}) |
           (word_.bit(4) ? Rights{Access::Execute} : Rights{});
  }
  constexpr bool trapToUser() const { return word_.bit(8); }
  constexpr bool copyOnWrite() const { return word_.bit(9); }
  // An empty word has no page; PAGEM also forbids access by bits 10-11.
  constexpr bool accessible() const { return word_.bit(12) && word_.field(10, 11) != 3; }
  constexpr StorageAddress storage() const { return StorageAddress{word_}; }  // private
  constexpr std::uint32_t sptIndex() const { return word_.field(14, 26); }    // shared, indirect
  constexpr std::uint32_t page() const { return word_.field(27, 35); }        // indirect: the word of that table

  constexpr MapWord withTrapToUser() const { return MapWord{word_ | Word36{01000000000}}; }
  constexpr MapWord withCopyOnWrite() const { return MapWord{word_ | Word36{0400000000}}; }
  constexpr bool operator==(const MapWord&) const = default;

 private:
  static constexpr std::uint64_t kAccessible = std::uint64_t{1} << (35 - 12);
  static constexpr MapWord made(Type type, Rights rights, std::uint64_t address) {
    std::uint64_t w = (static_cast<std::uint64_t>(type) << 34) | kAccessible | address;
    if (rights.allow(Access::Read)) w |= std::uint64_t{1} << (35 - 2);
    if (rights.allow(Access::Write)) w |= std::uint64_t{1} << (35 - 3);
    if (rights.allow(Access::Execute)) w |= std::uint64_t{1} << (35 - 4);
    return MapWord{Word36{w}};
  }
  Word36 word_;
};

// A word of the special pages table: where a shared page or a page table is.
class SptWord {
 public:
  constexpr SptWord() = default;
  constexpr explicit SptWord(Word36 w) : word_(w) {}
  static constexpr SptWord inCore(std::uint32_t corePage, std::uint32_t shareCount = 0) {
    return SptWord{Word36{(std::uint64_t{shareCount} << 22) | corePage}};
  }

  constexpr Word36 word() const { return word_; }
  constexpr std::uint32_t shareCount() const { return word_.field(0, 13); }
  constexpr StorageAddress storage() const { return StorageAddress{word_}; }
  constexpr bool operator==(const SptWord&) const = default;

 private:
  Word36 word_;
};

// Word 72: what the pager stores in the CST word of each page that it maps.
class UseWord {
 public:
  constexpr UseWord() = default;
  constexpr explicit UseWord(Word36 w) : word_(w) {}
  static constexpr std::uint32_t kProcesses = 0377777777;  // bits 10-35

  constexpr std::uint32_t age() const { return word_.field(0, 8); }
  constexpr std::uint32_t processes() const { return word_.field(10, 35); }

 private:
  Word36 word_;
};

// A word of the core status table, one a core page.
class CstWord {
 public:
  static constexpr std::uint32_t kLeastAge = 0100;  // below, the page may not be used

  constexpr CstWord() = default;
  constexpr explicit CstWord(Word36 w) : word_(w) {}

  constexpr Word36 word() const { return word_; }
  constexpr std::uint32_t age() const { return word_.field(0, 8); }
  constexpr bool usable() const { return age() >= kLeastAge; }
  // Why a page is not usable, 0-3: its age is 00x, 02x, 04x or 06x.
  constexpr std::uint32_t unusableState() const { return word_.field(3, 4); }
  constexpr bool modified() const { return word_.bit(9); }
  constexpr std::uint32_t processes() const { return word_.field(10, 35); }

  // As the pager rewrites it: a new age, further processes, and the modified bit once a write has been made.
  constexpr CstWord referenced(std::uint32_t age, std::uint32_t processes, bool written) const {
    return CstWord{Word36{(word_.bits() & ~kAge) | (std::uint64_t{age} << 27) | processes | (written ? kModified : 0)}};
  }
  constexpr bool operator==(const CstWord&) const = default;

 private:
  static constexpr std::uint64_t kAge = 0777000000000;
  static constexpr std::uint64_t kModified = std::uint64_t{1} << (35 - 9);
  Word36 word_;
};

// Word 71: the tables and the accumulators of the process to be run.
class BaseWord {
 public:
  constexpr explicit BaseWord(Word36 w) : word_(w) {}

  constexpr std::uint32_t limit() const { return word_.field(3, 5); }       // ALR
  constexpr std::uint32_t userTable() const { return word_.field(7, 17); }  // UPT, a core page
  constexpr std::uint32_t acBase() const { return word_.field(18, 22); }
  constexpr std::uint32_t psb() const { return word_.field(25, 35); }  // a core page

 private:
  Word36 word_;
};

// The left half of the trap status word: why a reference was refused, and what kind of reference it was.
class TrapStatus {
 public:
  enum class Group : std::uint8_t { Cst, NotInCore, FirstTable, LaterTable };
  // Bits 9-17.
  enum Flag : std::uint32_t {
    kParity = 0400,
    kNonexistent = 0200,
    kPiCycle = 0040,
    kIndirect = 0020,
    kRead = 0010,
    kWrite = 0004,
    kFetch = 0002,
    kMonitor = 0001,
  };

  constexpr TrapStatus() = default;
  constexpr explicit TrapStatus(std::uint32_t leftHalf) : bits_(leftHalf & HalfWord::kMask) {}
  // Cause n is bit n, 2-8; what it means depends on the group (docs/sources/pager.md 9).
  static constexpr TrapStatus cause(Group group, unsigned n) {
    return TrapStatus{(static_cast<std::uint32_t>(group) << 16) | (0400000u >> n)};
  }
  static constexpr TrapStatus kindOf(Rights need) {
    return TrapStatus{(need.allow(Access::Read) ? kRead : 0u) | (need.allow(Access::Write) ? kWrite : 0u) |
                      (need.allow(Access::Execute) ? kFetch : 0u)};
  }

  constexpr std::uint32_t bits() const { return bits_; }
  constexpr bool any() const { return bits_ != 0; }
  constexpr Group group() const { return static_cast<Group>(bits_ >> 16); }
  // Group and causes, bits 0-8: 0-777.
  constexpr std::uint32_t reasons() const { return bits_ >> 9; }
  constexpr bool has(Flag flag) const { return (bits_ & flag) != 0; }
  constexpr bool hasCause(unsigned n) const { return (bits_ & (0400000u >> n)) != 0; }
  constexpr TrapStatus with(Flag flag, bool on = true) const { return TrapStatus{bits_ | (on ? flag : 0u)}; }
  constexpr TrapStatus operator|(TrapStatus o) const { return TrapStatus{bits_ | o.bits_}; }
  // The whole word, as it is stored in the PSB.
  constexpr Word36 word(VirtualAddress va) const { return Word36::halves(HalfWord{bits_}, va.half()); }
  constexpr bool operator==(const TrapStatus&) const = default;

 private:
  std::uint32_t bits_ = 0;
};

}  // namespace utah10

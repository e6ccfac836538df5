// A second, plain and slow BBN pager for comparison with ours: one reference at a time, word by word, no windows.
//
// Written from what is known of the hardware (TENEX PAGEM and KISRV, the TENEX Monitor Manual, CACM 15:3), not from the
// pager it checks. Words are 36 bits in 64-bit integers; memory is a plain array; the only state of its own are the
// registers that CONO 24, loads and the associative registers (ARs).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace utah10::test {

enum class ReferenceKind : std::uint8_t { Read, Write, ReadModifyWrite, Execute };

class ReferencePager {
 public:
  using W = std::uint64_t;
  struct Reference {
    bool monitor = false;
    std::uint32_t va = 0;
    ReferenceKind kind = ReferenceKind::Read;
    bool indirect = false;  // an indirect word of an address calculation
    bool piCycle = false;
    W datum = 0;  // of a pure write
  };
  enum class CycleKind : std::uint8_t { MapRead, CstRead, CstWrite, TrapWrite };
  struct Cycle {
    CycleKind kind = CycleKind::MapRead;
    std::uint32_t address = 0;
    W word = 0;
    bool operator==(const Cycle&) const = default;
  };
  struct Outcome {
    std::optional<std::uint32_t> physical;  // nothing: trapped
    W status = 0;                           // trap status word
    std::vector<Cycle> cycles;
    bool mapped = true;  // false: a real address, the ARs were not used
    bool hit = false;
    unsigned tables = 0;  // indirect pointers followed
    bool shared = false;  // the last pointer was a shared one
    unsigned group() const { return static_cast<unsigned>(status >> 34); }
    // Number of the first cause bit, 2-8; 0 if there is none.
    unsigned cause() const;
  };

  std::vector<W> memory;  // by real address
  // Policy, not known with certainty for the hardware
  unsigned registers = 16;
  bool leastRecent = false;        // if false, round robin
  bool writeWhenModified = false;  // KISRV: a read also grants writing if the page is already modified

  // The effect of CONO 24,E; returns the cycles it makes.
  std::vector<Cycle> conditions(std::uint32_t e);
  Outcome translate(const Reference& r);
  // A reference to location 0-17 of the previous context, as a monitor address.
  std::uint32_t acAddress(std::uint32_t n) const { return 0775000 + 020 * acBase_ + n; }
  bool on() const { return on_; }
  std::uint32_t psbBase() const { return psb_ << 9; }

 private:
  struct Ar {
    bool valid = false;
    bool monitor = false;
    std::uint32_t page = 0;
    std::uint32_t core = 0;
    bool read = false;
    bool write = false;
    bool execute = false;
    std::uint64_t used = 0;
  };
  struct Walk {
    const Reference& r;
    Outcome& out;
    W acc = ~W{0};      // the rights that all pointers grant
    bool copy = false;  // one of them has copy on write
  };

  std::uint32_t mapWord(const Reference& r) const;
  std::optional<std::uint32_t> follow(Walk& w);
  bool refused(Walk& w, W pointer) const;
  bool serve(Walk& w, std::uint32_t core);
  void load(const Walk& w, std::uint32_t core, bool modified);
  Ar* find(const Reference& r);
  Ar& victim();
  W read(Outcome& out, CycleKind kind, std::uint32_t address);
  void fail(Walk& w, unsigned group, W causes) const;
  void trap(Walk& w);

  bool on_ = false;
  bool residentMapped_ = false;
  std::uint32_t limit_ = 0;
  std::uint32_t userTable_ = 0;
  std::uint32_t acBase_ = 0;
  std::uint32_t psb_ = 0;
  W age_ = 0;
  W use_ = 0;
  std::vector<Ar> ars_;
  std::size_t next_ = 0;
  std::uint64_t now_ = 0;
};

}  // namespace utah10::test

// A paged machine for unit tests of the pager: hand-made tables in core, a trap handler, observers.
//
// PSB in core page 30, UPT in 31, process use bit 10, age 400; the accumulators of the previous context at PSB+460. The
// user's page p, 5 to 24, is core page 40+p and starts out absent or present as a test wants it.
#pragma once

#include <algorithm>
#include <memory>

#include "rig.hpp"

namespace utah10::test {

constexpr std::uint32_t kPsb = 030, kUpt = 031;
constexpr std::uint32_t kFirstUser = 5, kLastUser = 024;
constexpr std::uint64_t kAllAccess = 0160040000000;
constexpr std::uint64_t kOpen = 0776776000000;  // DATAO APR: the processor's own registers pass everything

struct CycleLog final : Probe {
  std::vector<MemoryRecord> all;
  Duration phases{};
  void memory(const MemoryRecord& r) override { all.push_back(r); }
  bool wantsPhases() const override { return true; }
  void phase(const PhaseRecord& r) override { phases += r.length; }
  std::size_t count(CycleKind k) const {
    return static_cast<std::size_t>(std::ranges::count(all, k, &MemoryRecord::kind));
  }
  std::size_t reloads() const { return count(CycleKind::CstWrite); }
};

inline MachineConfig pagedConfig(const PagerConfig& pager = {}, std::string_view kind = "ideal") {
  MachineConfig config = Rig::boxesOf(kind, 16);
  config.pager = pager;
  return config;
}

struct PagedMachine : Rig {
  explicit PagedMachine(const PagerConfig& pager = {}, std::string_view kind = "ideal")
      : PagedMachine(pagedConfig(pager, kind)) {}
  explicit PagedMachine(const MachineConfig& config) : Rig(config) {
    m.bus().datao(DeviceCode::written(0), Word36{kOpen});
    load(070, {0104000001100});
    load(071, {0000031460030, 0400200000000});
    load(01100, {0777573001200});
    set(word(kPsb, 0775), kAllAccess | kPsb);
    set(word(kPsb, 0776), kAllAccess | kUpt);
    set(word(kPsb, 0777), kAllAccess | kPsb);
    for (const std::uint32_t core : {kPsb, kUpt}) set(04000 + core, 0400000000000);
    for (std::uint32_t page = kFirstUser; page <= kLastUser; ++page) {
      set(04000 + 040 + page, 0400000000000);
      map(page);
    }
  }
  static std::uint32_t word(std::uint32_t core, std::uint32_t n) { return core << 9 | n; }
  static std::uint32_t user(std::uint32_t va) { return va + 040000; }  // its real address
  void set(std::uint32_t real, std::uint64_t w) { m.core().poke(PhysicalAddress{real}, Word36{w}); }
  std::uint64_t real(std::uint32_t a) { return m.core().peek(PhysicalAddress{a}).bits(); }
  void map(std::uint32_t page, std::uint64_t access = kAllAccess) {
    set(word(kUpt, page), access == 0 ? 0 : access | (040 + page));
  }
  void cono(std::uint32_t e) {
    m.cpu().setFlags(0);  // in user mode it would be a UUO
    m.cpu().execute(Word36{std::uint64_t{0702600000000} | e});
  }
  void on(std::uint32_t mode = 6) {
    cono(0);
    cono(mode);
  }
  void startUser(std::uint32_t va) {
    m.cpu().setFlags(kPcUser);
    m.cpu().setPc(VirtualAddress{va});
  }
  std::uint64_t status() { return real(word(kPsb, 0571)); }
  // Maps the missing page as table 70000 says, stores the datum of a write, returns. 1277 counts traps.
  void installHandler() {
    for (std::uint32_t page = kFirstUser; page <= kLastUser; ++page) set(070000 + page, kAllAccess | (040 + page));
    load(01200, {0202040001270, 0202100001271, 0202140001272, 0350000001277, 0200140030571, 0135040001273,
                 0200101070000, 0202101031000, 0702600000000, 0603140000012, 0254000001215, 0200100030572,
                 0102103000000, 0200040001270, 0200100001271, 0200140001272, 0254120030573});
    load(01273, {0111100000003});  // POINT 9,3,26
  }
};

}  // namespace utah10::test

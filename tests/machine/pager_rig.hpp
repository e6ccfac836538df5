// A machine with the BBN pager and the smallest set of tables that turns it on, for tests that set words in octal.
//
// Core page 30 is the PSB, 31 the user's page table (UPT), 40 the user's page 5. The block of the previous context's
// accumulators is at PSB+460. A trap goes to 1200, which halts; programs begin at 1402, in unmapped core; a user's at
// 5010. JSYS 30 goes to 1300, which halts too, and leaves its PC word at 777560.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <vector>

#include "utah10/machine/machine.hpp"
#include "utah10/machine/pager.hpp"

namespace utah10::test {

// The bits of a pager's trap status word (the left half, read in octal).
constexpr std::uint64_t lh(std::uint64_t left, std::uint64_t right = 0) { return (left << 18) | right; }

class PagerRig {
 public:
  using W = std::uint64_t;
  static constexpr std::uint32_t kProgram = 01402;
  static constexpr std::uint32_t kUserProgram = 05010;  // at 40010
  static constexpr std::uint32_t kUserCore = 033000;    // add to an address in the user's page 5: its real address
  static constexpr std::uint32_t kTrapped = 01201;      // PC when the handlers have halted
  static constexpr std::uint32_t kRefused = 01202;
  static constexpr std::uint32_t kCalled = 01301;
  static constexpr std::uint32_t kEnded = 01400;  // end() does

  Machine m;

  explicit PagerRig(const PagerConfig& pager = {}) : m(configOf(pager)) {
    m.bus().datao(DeviceCode::written(0), Word36{0776776000000});  // the KA10's relocation passes all unchanged
    words(070, {0104000001100});
    words(01100, {0777573001200});
    words(01200, {halt(kTrapped)});
    words(01030, {0777560001300});
    words(01300, {halt(kCalled)});
    words(071, {0000031460030, 0400200000000});
    words(030775, {0160040000030, 0160040000031, 0160040000030});
    words(031005, {0160040000040});
    for (const std::uint32_t page : {001u, 030u, 031u, 040u}) set(04000 + page, lh(0400000));
    words(040123, {0123456701234});
  }
  static MachineConfig configOf(const PagerConfig& pager, std::uint32_t boxes = 16) {
    MachineConfig config;
    for (std::uint32_t i = 0; i < boxes; ++i)
      config.memory.push_back({*findMemoryKind("ideal"), i * 16384, 16384, 1, 4});
    config.pager = pager;
    return config;
  }
  static constexpr W halt(std::uint32_t at) { return 0254200000000 | at; }

  void set(std::uint32_t real, W w) { m.core().poke(PhysicalAddress{real}, Word36{w}); }
  void words(std::uint32_t real, std::initializer_list<W> ws) {
    for (const W w : ws) set(real++, w);
  }
  W at(std::uint32_t real) { return m.core().peek(PhysicalAddress{real}).bits(); }
  W ac(std::uint32_t n) const { return m.cpu().ac(AcNo{n}).bits(); }
  void setAc(std::uint32_t n, W w) { m.cpu().setAc(AcNo{n}, Word36{w}); }
  std::uint32_t pc() const { return m.cpu().pc().bits(); }
  std::uint32_t flags() const { return m.cpu().flags(); }
  W cst(std::uint32_t page) { return at(04000 + page); }
  // Each core status word that differs from PagerRig's setting, except the PSB's, which the pager's trap also uses.
  std::vector<std::uint32_t> changedStatusWords() {
    std::vector<std::uint32_t> changed;
    for (std::uint32_t page = 0; page < 04000; ++page) {
      const bool inUse = page == 1 || page == 031 || page == 040;
      if (page != 030 && cst(page) != (inUse ? lh(0400000) : 0)) changed.push_back(page);
    }
    return changed;
  }

  void cono(std::uint32_t e) { m.cpu().execute(Word36{W{0702600000000} | e}); }
  // Loads the pager's registers and turns it on.
  void on(std::uint32_t mode = 6) {
    cono(0);
    cono(mode);
  }
  // Executes one instruction as the EXECUTE key does.
  void x(W instruction) { m.cpu().execute(Word36{instruction}); }

  // Monitor code from 1402, followed by a HALT.
  void run(std::initializer_list<W> program, std::uint32_t flags = 0) {
    put(kProgram, program, halt(kEnded));
    start(kProgram, flags);
  }
  // A user's program from 5010, followed by JSYS 30.
  void runUser(std::initializer_list<W> program, std::uint32_t flags = 0) {
    put(kUserProgram + kUserCore, program, 0104000000030);
    start(kUserProgram, kPcUser | flags);
  }
  void start(std::uint32_t pc, std::uint32_t flags) {
    m.cpu().setFlags(flags);
    m.cpu().setPc(VirtualAddress{pc});
    EXPECT_EQ(m.cpu().run({.until = m.now() + seconds(1)}), StopReason::Halt) << std::oct << "PC " << this->pc();
  }
  bool trapped() const { return pc() == kTrapped; }
  bool ended() const { return pc() == kEnded; }
  bool called() const { return pc() == kCalled; }
  W status() { return at(030571); }
  W datum() { return at(030572); }
  W trapPc() { return at(030573); }
  bool pdlOverflow() { return (m.bus().coni(DeviceCode::written(0)).bits() & 0200000) != 0; }
  W callPc() { return at(030560); }

  // A trap handler like TENEX's: installs the page's map word, clears the ARs, completes a pure write by its own
  // store and returns. repair() sets the word that page `page` of either space will get.
  void installHandler();
  void repair(std::uint32_t page, W mapWord) { set(050000 + page, mapWord); }
  W traps() { return at(01263); }
  // Core page 41 is held ready for page 6, which is absent.
  void standBy(std::uint32_t page = 6, std::uint32_t core = 041) {
    set(031000 + page, 0);
    set(04000 + core, lh(0400000));
    repair(page, lh(0160040, core));
  }

 private:
  void put(std::uint32_t real, std::initializer_list<W> program, W last) {
    for (const W w : program) set(real++, w);
    set(real, last);
  }
};

}  // namespace utah10::test

// A paged machine with a monitor of a few calls, each consisting of a few instructions that can be counted by hand.
//
// The user's program is at 5000; the monitor's calls save the PC in 777560 of the PSB and return with JRST 2. Two
// processes: PSB 30 and PSB 32, sharing their pages.
#pragma once

#include "machine/paged_machine.hpp"

namespace utah10::test {

constexpr std::uint32_t kOtherPsb = 032, kOtherUpt = 033;
constexpr std::uint64_t kBack = 0254120777560;  // JRST 2,@777560
constexpr std::uint64_t kSkip = 0350000777560;  // AOS 777560
constexpr std::uint32_t kVectorPage = 034;      // core page of the vector when it is in monitor page 600
constexpr std::uint64_t kCallDone = 0104000000170;

constexpr std::uint64_t jsys(std::uint32_t number) { return 0104000000000 | number; }

struct ToyMonitor : PagedMachine {
  std::uint32_t vector;  // real address of the word of JSYS 0
  explicit ToyMonitor(const PagerConfig& pager = {})
      : PagedMachine(pager), vector(pager.callVector == PagerConfig::CallVector::JobPage ? kVectorPage << 9 : 01000) {
    installHandler();
    for (const std::uint32_t psb : {kPsb, kOtherPsb}) set(word(psb, 0600), kAllAccess | kVectorPage);
    set(04000 + kVectorPage, 0400000000000);
    call(050, 01300, {0201100000101, kBack});                          // BIN: AC 2 = "A"
    call(021, 01304, {kSkip, kBack});                                  // OPENF: +2
    call(022, 01310, {0201040600160, kBack});                          // CLOSF: +1, CLSX1
    call(040, 01314, {kSkip, kSkip, kBack});                           // STDIR: +3
    call(020, 01320, {jsys(051), 0201040000003, kSkip, kBack});        // GTJFN: JFN 3, using BOUT
    call(051, 01330, {0254120777561}, 0777561);                        // BOUT from the monitor
    call(076, 01334, {0100101000000, kBack});                          // PSOUT: UMOVE 2,(1)
    call(0170, 01340, {0254200001340});                                // HALTF: JRST 4,.
    call(0306, 01344, {0200140777560, 0202140001450, 0254120001451});  // WAIT: to the user's routine at 5100
    call(0136, 01350, {0254120001450});                                // DEBRK: where WAIT was called
    call(0167, 01354, {0200140001452, 0202140000071, 0702600000000, 0254120001454});  // DISMS: the other at 5200
    call(0171, 01360, {0200140001453, 0202140000071, 0702600000000, kBack});          // GTRPW: back to the first
    // GTAD: a frame by JSYS 1370, BOUT, and an XCT of the return; NOUT: GTAD from the monitor.
    call(0227, 01364, {jsys(01370), jsys(051), 0256000001373}, 0777562);
    load(01370, {0777563001371, 0256000001372, 0254120777563, 0254120777562});
    call(0224, 01374, {jsys(0227), 0254120777564}, 0777564);
    load(01451, {0010000005100, 0000033460032, 0000031460030, 0010000005200});
    set(word(kOtherPsb, 0775), kAllAccess | kOtherPsb);
    set(word(kOtherPsb, 0776), kAllAccess | kOtherUpt);
    set(word(kOtherPsb, 0777), kAllAccess | kOtherPsb);
    for (const std::uint32_t core : {kOtherPsb, kOtherUpt, 040u}) set(04000 + core, 0400000000000);
    for (std::uint32_t page = kFirstUser; page <= kLastUser; ++page)
      set(word(kOtherUpt, page), kAllAccess | (040 + page));
    map(0);
  }
  void call(std::uint32_t number, std::uint32_t at, std::initializer_list<std::uint64_t> code,
            std::uint32_t save = 0777560) {
    load(vector + number, {std::uint64_t{save} << 18 | at});
    load(at, code);
  }
  void program(std::initializer_list<std::uint64_t> words, std::uint32_t at = 05000) {
    for (const std::uint64_t w : words) set(user(at++), w);
  }
  // Runs the user's program until the monitor halts.
  StopReason go(std::uint32_t at = 05000) {
    on();
    startUser(at);
    return m.cpu().run({.until = m.now() + seconds(1)});
  }
};

}  // namespace utah10::test

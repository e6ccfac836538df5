// A machine with a pager and an observer of its memory cycles.
#pragma once

#include "paged_machine.hpp"

namespace utah10::test::pager {

constexpr std::uint64_t kUmove1 = 0100040000000;   // UMOVE 1,
constexpr std::uint64_t kUmovem1 = 0102040000000;  // UMOVEM 1,

// A machine with an observer on it.
struct Watched : PagedMachine {
  CycleLog log;
  explicit Watched(const PagerConfig& pager = {}, std::string_view kind = "ideal") : PagedMachine(pager, kind) {
    m.cpu().connect(log);
    on();
    log.all.clear();
  }
  void x(std::uint64_t instruction) { m.cpu().execute(Word36{instruction}); }
  // Whether a read of the user's page had to walk.
  bool walks(std::uint32_t page) {
    log.all.clear();
    x(kUmove1 | page << 9 | 0100);
    return log.reloads() != 0;
  }
  Duration timeOf(std::uint64_t instruction) {
    const Instant before = m.now();
    x(instruction);
    return m.now() - before;
  }
};

}  // namespace utah10::test::pager

// Open calls of a monitor, and the rule that decides when one has returned, shared by everything that follows calls.
//
// A caller resumes at the word after its call or up to three words further (one per skip return), in the mode in which
// it called. Routines of the monitor may lie just as close to its own calls, so a call made by the monitor has returned
// only if a JRST that restores flags leads there. If an earlier call on a stack returns, the later ones never will
// (DEBRK ends this way). The follower decides which stack a call is on, and at which records a caller can resume.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "trace/jsys_names.hpp"
#include "utah10/machine/ka10.hpp"

namespace utah10 {

constexpr std::uint32_t kMostReturnSkips = 3;

// Which return of a call `pc` is: 1 for the word after it (`behind`), 2 for the one after that, ...; 0: none.
constexpr unsigned returnOf(std::uint32_t behind, std::uint32_t pc) {
  const std::uint32_t skips = (pc - behind) & VirtualAddress::kMask;
  return skips <= kMostReturnSkips ? skips + 1 : 0;
}

// The last instruction of each interrupt level, interrupt cycles kept separately: leaving a level resumes the
// interrupted code, which is not the return of a call.
class LastExecuted {
 public:
  // An XCT ends behind its target, which alone may have gone elsewhere: TENEX returns by XCT of a cell with a JRST.
  void ended(const InstructionRecord& r) {
    if (groupOf(r.entry.instruction) == Group::Xct) return;
    if ((r.entry.context & kHistoryPi) == 0) last_[r.level] = {r.entry.instruction, r.entry.e};
  }
  // Whether it restored flags and went to this PC.
  bool restoredTo(unsigned level, VirtualAddress pc) const {
    return restoresTo(last_[level].instruction, last_[level].e, pc);
  }

 private:
  struct One {
    Instruction instruction;
    std::uint32_t e = 0;
  };
  std::array<One, 8> last_{};
};

// The location of a call.
struct CallSite {
  bool user = false;
  std::uint32_t behind = 0;  // the return address without a skip
};

// A stack of open calls, innermost last, each with the follower's own data.
template <typename Call>
class OpenCalls {
 public:
  struct Open {
    CallSite site;
    Call call;
  };
  struct Return {
    std::size_t index = 0;
    unsigned place = 0;  // as from returnOf()
  };

  bool empty() const { return open_.empty(); }
  std::size_t size() const { return open_.size(); }
  std::vector<Open>& all() { return open_; }
  const std::vector<Open>& all() const { return open_; }
  void push(CallSite site, Call call) { open_.push_back({site, std::move(call)}); }

  // The call whose caller resumes at `pc`, among those that `may` return now. `restored()`: by a flag-restoring JRST.
  template <typename Restored, typename May>
  std::optional<Return> returned(bool user, std::uint32_t pc, Restored restored, May may) const {
    for (std::size_t n = open_.size(); n-- > 0;) {
      const Open& open = open_[n];
      const unsigned place = open.site.user == user ? returnOf(open.site.behind, pc) : 0;
      if (place != 0 && may(open.call) && (user || restored())) return Return{n, place};
    }
    return std::nullopt;
  }

  // Ends the calls above the first `keep`, innermost first; each is popped before it is reported.
  template <typename Ended>
  void cutTo(std::size_t keep, Ended ended) {
    while (open_.size() > keep) {
      Open last = std::move(open_.back());
      open_.pop_back();
      ended(last.call);
    }
  }

 private:
  std::vector<Open> open_;
};

}  // namespace utah10

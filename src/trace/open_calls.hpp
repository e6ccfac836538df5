// Calls of a monitor that have not returned, and the rule by which one is found to have: the same for whoever follows
// calls.
//
// A caller goes on at the word behind its call or up to three words further (a skip return each), in the mode in which
// it called. Routines of the monitor may lie as near to its own calls, so such a call has returned only by a JRST that
// restores flags. If an earlier call of a stack returns, the later ones above it never will (DEBRK ends that way).
// Whose stack a call is on, and at which records a caller goes on, is for the follower to say.
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

// Which return of a call `pc` is: 1 for the word `behind` it, 2 for the one after, ...; 0: none.
constexpr unsigned returnOf(std::uint32_t behind, std::uint32_t pc) {
  const std::uint32_t skips = (pc - behind) & VirtualAddress::kMask;
  return skips <= kMostReturnSkips ? skips + 1 : 0;
}

// The last instruction of each interrupt level, those of interrupt cycles apart: a level that is left goes back to what
// it interrupted, which is no return of a call.
class LastExecuted {
 public:
  void ended(const InstructionRecord& r) {
    if ((r.entry.context & kHistoryPi) == 0) last_[r.level] = {r.entry.instruction, r.entry.e};
  }
  // It went to this PC and restored flags.
  bool restoredTo(unsigned level, std::uint32_t pc) const {
    return restoresTo(last_[level].instruction, last_[level].e, pc);
  }

 private:
  struct One {
    Word36 instruction;
    std::uint32_t e = 0;
  };
  std::array<One, 8> last_{};
};

// Where a call was made from.
struct CallSite {
  bool user = false;
  std::uint32_t behind = 0;  // the word to which it returns without a skip
};

// A stack of them, the innermost last; with each what its follower wants to know of it.
template <typename Call>
class OpenCalls {
 public:
  struct Open {
    CallSite site;
    Call call;
  };
  struct Return {
    std::size_t index = 0;
    unsigned place = 0;  // as returnOf()
  };

  bool empty() const { return open_.empty(); }
  std::size_t size() const { return open_.size(); }
  std::vector<Open>& all() { return open_; }
  const std::vector<Open>& all() const { return open_; }
  void push(CallSite site, Call call) { open_.push_back({site, std::move(call)}); }

  // The call whose caller goes on at `pc`, of those that `may` return now. `restored()`: by a JRST that restores flags.
  template <typename Restored, typename May>
  std::optional<Return> returned(bool user, std::uint32_t pc, Restored restored, May may) const {
    for (std::size_t n = open_.size(); n-- > 0;) {
      const Open& open = open_[n];
      const unsigned place = open.site.user == user ? returnOf(open.site.behind, pc) : 0;
      if (place != 0 && may(open.call) && (user || restored())) return Return{n, place};
    }
    return std::nullopt;
  }

  // Ends those above the first `keep`, the innermost first; each is off the stack when it is told.
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

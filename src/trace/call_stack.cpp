#include "trace/call_stack.hpp"

#include <algorithm>

#include "trace/open_calls.hpp"
#include "utah10/word/isa.hpp"

namespace utah10 {

namespace {
// How far past its return address a routine may return: skip returns of one or two words, and in-line parameters.
constexpr std::uint32_t kSkips = 2;
// How many frames are compared with a jump that may be a return; jumps through dispatch tables are frequent.
constexpr std::size_t kLook = 48;

bool within(std::uint32_t to, std::uint32_t ret) {
  return ret != CallFrame::kUnknown && ((to - ret) & VirtualAddress::kMask) <= kSkips;
}
}  // namespace

std::size_t CallStack::forget() {
  const std::size_t half = frames_.size() / 2;
  frames_.erase(frames_.begin(), frames_.begin() + static_cast<std::ptrdiff_t>(half));
  return half;
}

std::size_t CallStack::topmostUser() const {
  for (std::size_t i = frames_.size(); i-- > 0;)
    if (frames_[i].user) return i;
  return kNone;
}

// The nearest frame of any kind that returns exactly here or with a skip; beyond a boundary, only other boundaries.
std::size_t CallStack::returnAddress(std::uint32_t to, bool user) const {
  bool crossed = false;
  for (std::size_t i = frames_.size(), n = 0; i-- > 0 && n < kLook; ++n) {
    const CallFrame& f = frames_[i];
    if ((!crossed || f.boundary) && (f.user == user || f.boundary) && within(to, f.ret)) return i;
    crossed = crossed || f.boundary;
  }
  return kNone;
}

// The word came from the stack slot of a frame, so that frame returns, wherever the jump lands. Across a boundary the
// landing address must match.
std::size_t CallStack::returnedBy(const Pop& popj) const {
  bool crossed = false;
  for (std::size_t i = frames_.size(); i-- > 0;) {
    const CallFrame& f = frames_[i];
    if (f.link == Link::Pushj && f.slot == popj.slot && f.ac == popj.ac && f.stack == popj.stack &&
        (crossed ? within(popj.to, f.ret) : f.user == popj.user || f.boundary))
      return i;
    crossed = crossed || f.boundary;
  }
  return returnAddress(popj.to, popj.user);
}

bool CallStack::jumpEnds(const CallFrame& f, const Jump& jump) const {
  const bool indirect = jump.instruction.indirect();
  const std::uint32_t x = jump.instruction.index().number();
  switch (f.link) {
    case Link::Jsp:  // JRST n(AC): AC still holds the return address; n words of parameters are skipped
      if (x == f.ac && !indirect && (*jump.ac)[f.ac].right().bits() == f.ret) return true;
      return within(jump.to, f.ret);
    case Link::Jsr:
      return (indirect && x == 0 && jump.instruction.y().bits() == f.slot) || within(jump.to, f.ret);
    case Link::Jsa:
      return (groupOf(jump.instruction) == Group::Jra && jump.instruction.ac().number() == f.ac) ||
             within(jump.to, f.ret);
    case Link::Pushj: {  // the stack pointer must have left its slot
      const Word36 pointer = (*jump.ac)[f.ac];
      const std::uint32_t down = (f.slot - pointer.right().bits()) & VirtualAddress::kMask;
      return within(jump.to, f.ret) && stackIdentity(pointer) == f.stack && down != 0 && down < 0400000;
    }
    default:
      return (f.ret != CallFrame::kUnknown && returnOf(f.ret, jump.to) != 0) ||
             (f.link == Link::PageTrap && within(jump.to, f.resume));
  }
}

std::size_t CallStack::returnedBy(const Jump& jump) const {
  if (frames_.empty()) return kNone;
  const bool computed = !jump.instruction.direct() || groupOf(jump.instruction) == Group::Jra;
  if (!computed) {  // a direct jump is a return only if the program stored its address: HRRM AC,. and similar
    const CallFrame& f = frames_.back();
    return (f.link == Link::Jsp || f.link == Link::Jsr) && jump.to == f.ret ? frames_.size() - 1 : kNone;
  }
  bool crossed = false;
  for (std::size_t i = frames_.size(), n = 0; i-- > 0 && n < kLook; ++n) {
    const CallFrame& f = frames_[i];
    if ((!crossed || f.boundary) && (f.user == jump.user || f.boundary) && jumpEnds(f, jump)) return i;
    crossed = crossed || f.boundary;
  }
  return kNone;
}

// Searches down to the first boundary. Slots of one stack grow upwards, so the first frame on that stack decides.
std::size_t CallStack::overwrittenBy(const CallFrame& frame) const {
  std::size_t dead = kNone;
  for (std::size_t i = frames_.size(), n = 0; i-- > 0 && n < kLook; ++n) {
    const CallFrame& f = frames_[i];
    const bool same = f.link == frame.link && f.user == frame.user;
    if (frame.link == Link::Pushj && same && f.ac == frame.ac && f.stack == frame.stack) {
      if (f.slot < frame.slot) break;
      dead = i;
    }
    if (frame.link == Link::Jsr && same && f.slot == frame.slot) dead = i;
    if (frame.link == Link::Jsp && same && f.ac == frame.ac && f.ret == frame.ret) dead = i;
    if (f.boundary || (frame.link == Link::Jsp && f.link == Link::Pushj)) break;
  }
  return dead;
}

}  // namespace utah10

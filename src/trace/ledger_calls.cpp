#include "trace/ledger_calls.hpp"

#include <algorithm>

namespace utah10 {

namespace {
constexpr auto numberOf = [](const auto& open) { return open.call.number; };
}  // namespace

void JsysClock::returns(Stack& s, const RunPlace& place, Instant at, const LastExecuted& last) {
  const auto back = s.frames.returned(
      place.user, place.pc, [&] { return last.restoredTo(place.level, VirtualAddress{place.pc}); },
      [](const Frame&) { return true; });
  if (back)
    close(s, back->index, back->place, at);
  else if (place.user)
    close(s, 0, 0, at);
}

// Of the calls above `keep`, the lowest returned at `place` (0: none did); the others were abandoned.
void JsysClock::close(Stack& s, std::size_t keep, unsigned place, Instant at) {
  s.frames.cutTo(keep, [&](const Frame& f) {
    JsysTotals& t = totals_[f.number];
    if (place != 0 && s.frames.size() == keep)
      ++t.returned[place - 1];
    else
      ++t.left;
    if (std::ranges::find(s.frames.all(), f.number, numberOf) != s.frames.all().end()) return;
    t.inclusive += s.clock - f.entered;
    t.elapsed += at - f.began;
  });
}

void JsysClock::called(const RunPlace& caller, unsigned number, std::uint32_t returnsTo, Instant at) {
  Stack& s = stack(caller.process, caller.level);
  ++totals_[number].calls;
  s.frames.push({caller.user, returnsTo}, {number, at, s.clock});
}

std::uint64_t JsysClock::open(unsigned number) const {
  std::uint64_t n = 0;
  for (const auto& [id, s] : stacks_)
    n += static_cast<std::uint64_t>(std::ranges::count(s.frames.all(), number, numberOf));
  return n;
}

void JsysClock::clear(Instant now) {
  std::ranges::fill(totals_, JsysTotals{});
  for (auto& [id, s] : stacks_)
    for (auto& open : s.frames.all()) {
      open.call.entered = s.clock;
      open.call.began = now;
    }
}

void FaultClock::trapped(unsigned reasons, Instant reference, Instant stored) {
  fresh_ = Fault{reasons, reference, stored, {}};
}

void FaultClock::reached(const RunPlace& place, Instant began, bool trap) {
  if (fresh_ && began >= fresh_->stored) {
    // The same place again: the instruction was retried and faulted again.
    serve(place, fresh_->reference);
    fresh_->place = place;
    if (open_.size() == kMost) open_.erase(open_.begin());
    open_.push_back(*fresh_);
    fresh_.reset();
  } else if (!trap) {
    serve(place, began);
  }
}

void FaultClock::serve(const RunPlace& place, Instant at) {
  std::erase_if(open_, [&](const Fault& f) {
    if (f.place != place) return false;
    FaultTotals& t = totals_[f.reasons];
    ++t.served;
    t.service += at - f.stored;
    return true;
  });
}

void FaultClock::clear() {
  fresh_.reset();
  open_.clear();
  std::ranges::fill(totals_, FaultTotals{});
}

}  // namespace utah10

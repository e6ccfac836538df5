#include "utah10/trace/ledger_calls.hpp"

#include <algorithm>

namespace utah10 {

JsysClock::Stack& JsysClock::stack(ProcessId process, unsigned level) {
  const std::uint32_t id = level == 0 ? process : 0x10000 + level;
  if (id != currentId_) {
    currentId_ = id;
    current_ = &stacks_[id];
  }
  return *current_;
}

void JsysClock::reached(const RunPlace& place, Instant at, bool restored) {
  Stack& s = stack(place.process, place.level);
  if (s.frames.empty()) return;
  for (std::size_t n = s.frames.size(); n-- > 0;) {
    const Frame& f = s.frames[n];
    const bool back = f.user == place.user && place.pc - f.returnsTo < 4 && (f.user || restored);
    if (back) return close(s, n, place.pc, true, at);
  }
  if (place.user) close(s, 0, place.pc, false, at);
}

// The frame and all above it are closed; those above have been left.
void JsysClock::close(Stack& s, std::size_t frame, std::uint32_t pc, bool found, Instant at) {
  while (s.frames.size() > frame) {
    const Frame f = s.frames.back();
    s.frames.pop_back();
    JsysTotals& t = totals_[f.number];
    if (found && s.frames.size() == frame)
      ++t.returned[pc - f.returnsTo];
    else
      ++t.left;
    if (std::ranges::find(s.frames, f.number, &Frame::number) != s.frames.end()) continue;
    t.inclusive += s.clock - f.entered;
    t.elapsed += at - f.began;
  }
}

void JsysClock::called(const RunPlace& caller, unsigned number, std::uint32_t returnsTo, Instant at) {
  Stack& s = stack(caller.process, caller.level);
  ++totals_[number].calls;
  s.frames.push_back({number, caller.user, returnsTo, at, s.clock});
}

LedgerBucket JsysClock::bucket(ProcessId process, unsigned level) {
  const Stack& s = stack(process, level);
  if (!s.frames.empty()) return ledger::bucket(ledger::kCalls, s.frames.back().number);
  return level == 0 ? ledger::kNoCall : ledger::kNoCallAtLevel;
}

std::uint64_t JsysClock::open(unsigned number) const {
  std::uint64_t n = 0;
  for (const auto& [id, s] : stacks_)
    n += static_cast<std::uint64_t>(std::ranges::count(s.frames, number, &Frame::number));
  return n;
}

void JsysClock::clear(Instant now) {
  std::ranges::fill(totals_, JsysTotals{});
  for (auto& [id, s] : stacks_)
    for (Frame& f : s.frames) {
      f.entered = s.clock;
      f.began = now;
    }
}

void FaultClock::trapped(unsigned reasons, Instant reference, Instant stored) {
  fresh_ = Fault{reasons, reference, stored, {}};
}

void FaultClock::reached(const RunPlace& place, Instant began, bool trap) {
  if (fresh_ && began >= fresh_->stored) {
    // The same place again: it has been run again, and refused again.
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

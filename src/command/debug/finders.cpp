#include "command/debug/finders.hpp"

#include <algorithm>

#include "command/console/numbers.hpp"

namespace utah10 {

namespace {
enum class Doing : std::uint8_t { Nothing, Reading, Writing };

// The effect of a cycle on core, or on the accumulators if `fast`. A fetch does not count as a read.
Doing doing(CycleKind kind, bool fast) {
  switch (kind) {
    case CycleKind::Indirect:
    case CycleKind::Read:
    case CycleKind::ReadPause:
    case CycleKind::MapRead:
    case CycleKind::CstRead:
      return fast ? Doing::Nothing : Doing::Reading;
    case CycleKind::Write:
    case CycleKind::WriteRestart:
    case CycleKind::CstWrite:
    case CycleKind::TrapWrite:
      return fast ? Doing::Nothing : Doing::Writing;
    case CycleKind::FastIndirect:
    case CycleKind::FastRead:
      return fast ? Doing::Reading : Doing::Nothing;
    case CycleKind::FastWrite:
      return fast ? Doing::Writing : Doing::Nothing;
    default:
      return Doing::Nothing;
  }
}

Doing doingTo(const Place& place, const MemoryRecord& r) {
  const bool ofPager = r.kind >= CycleKind::MapRead;
  bool same = false;
  switch (place.kind) {
    case PlaceKind::Physical:
      same = r.physicalAddress.bits() == place.first;
      break;
    case PlaceKind::Ac:
      same = r.virtualAddress.bits() == place.first;
      break;
    default:
      same = !ofPager && r.virtualAddress.bits() == place.first &&
             r.space == (place.kind == PlaceKind::User ? Space::User : Space::Exec);
  }
  return same ? doing(r.kind, place.kind == PlaceKind::Ac) : Doing::Nothing;
}
}  // namespace

Word36 WriteFinder::present() const { return readPlace(debugger_.machine(), place_, place_.first).value_or(Word36{}); }

void WriteFinder::begin(std::uint64_t position) {
  word_ = present();
  last_ = position;
  seen_ = false;
}

void WriteFinder::wrote(std::string who, Word36 before, Word36 now) {
  match();
  who_ = std::move(who);
  before_ = before;
  now_ = now;
  at_ = debugger_.machine().now();
  seen_ = true;
}

// Detects a change that no cycle reported: of an accumulator, or by a new mapping of the address.
void WriteFinder::boundary(std::uint64_t position, bool changed) {
  const Word36 now = present();
  if (now != word_ && (changed || !seen_)) {
    wrote(changed ? "a command" : "the processor", word_, now);
    matchAt(changed ? position : last_);
  }
  word_ = now;
  last_ = position;
  seen_ = false;
}

void WriteFinder::memory(const MemoryRecord& r) {
  if (doingTo(place_, r) != Doing::Writing) return;
  wrote(r.kind == CycleKind::CstWrite || r.kind == CycleKind::TrapWrite ? "the pager" : "the processor", word_, r.word);
}

void WriteFinder::portWrites(std::string_view port, PhysicalAddress a, Word36 before, Word36 now) {
  if (!place_.memory()) return;
  std::optional<PhysicalAddress> mine = PhysicalAddress{place_.first};
  if (place_.kind != PlaceKind::Physical)
    mine = debugger_.cpu().physical(place_.kind == PlaceKind::User ? Space::User : Space::Exec,
                                    VirtualAddress{place_.first});
  if (mine && *mine == a) wrote(fmt::format("a channel ({})", port), before, now);
}

std::string WriteFinder::story() const {
  return fmt::format("{} was written by {} at {}: {} became {}", placeText(place_, place_.first), who_,
                     timeText(at_ - kPowerOn), octal(before_), octal(now_));
}

void ReadFinder::memory(const MemoryRecord& r) {
  if (doingTo(place_, r) == Doing::Reading) match();
}

ConditionFinder::ConditionFinder(Debugger& debugger, StopCondition condition)
    : PlacedFinder(debugger), condition_(std::move(condition)), here_(debugger.recorder().position()) {
  condition_.begin(debugger.cpu());
  changes_ = condition_.changes();
}

void ConditionFinder::begin(std::uint64_t position) {
  held_ = condition_.holds(debugger_.cpu());
  if (held_ && changes_ && position < here_) matchAt(position);
}

void ConditionFinder::boundary(std::uint64_t position, bool) {
  const bool holds = condition_.holds(debugger_.cpu());
  if (holds && (changes_ || !held_) && position < here_) matchAt(position);
  held_ = holds;
}

void OutputFinder::begin(std::uint64_t position) {
  before_ = debugger_.recorder().printedSoFar() < printed_;
  last_ = position;
}

void OutputFinder::boundary(std::uint64_t position, bool) {
  const bool before = debugger_.recorder().printedSoFar() < printed_;
  if (before_ && !before) matchAt(last_);
  before_ = before;
  last_ = position;
}

}  // namespace utah10

#include "machine/ka10/wait_loop.hpp"

#include <algorithm>

namespace utah10 {

namespace {

constexpr std::uint64_t kMostTurns = std::uint64_t{1} << 20;  // at once

// A component is as it was, or all its times are one turn later.
bool shifted(Instant now, Instant then, Duration turn) { return now == then || now - then == turn; }

// Whether only the clock's events can change what the device answers.
bool testsConditions(const Processor& p, Instruction i) {
  if (i.function() != IoFunction::Consz && i.function() != IoFunction::Conso) return false;
  const IoDevice* device = p.bus.at(i.device());
  return device == nullptr || device->statusNeedsEvents();
}

// Instructions of one step that act on accumulators, flags, PC and memory alone: WaitTurn compares or counts these.
bool mayRepeat(const Processor& p, const HistoryEntry& entry) {
  if (entry.context != 0) return false;
  const Instruction i = entry.instruction;
  switch (groupOf(i)) {
    case Group::Io:
      return testsConditions(p, i);
    case Group::Jrst:
      return i.ac() == AcNo{};
    case Group::Move:
    case Group::Cai:
    case Group::Cam:
    case Group::Jump:
    case Group::Skip:
    case Group::Test:
      return true;
    default:
      return false;
  }
}

}  // namespace

WaitTurn::WaitTurn(const Processor& p, Instant now, std::uint64_t executed)
    : now_(now),
      executed_(executed),
      nextEvent_(p.clock.nextEvent()),
      pc_(p.pc),
      flags_(p.flags),
      ir_(p.ir),
      mi_(p.mi),
      br_(p.br),
      ac_(p.ac),
      busFreeAt_(p.busFreeAt),
      cycles_(p.counters.cycles[p.userIndex()]),
      memoryWait_(p.counters.memoryWait),
      boxCount_(p.core.boxes().size()) {
  if (boxCount_ > kMostBoxes) return;
  for (std::size_t n = 0; n < boxCount_; ++n) boxes_[n] = {p.core.boxes()[n].freeAt, p.core.boxes()[n].waited};
}

bool WaitTurn::changesNoRegister(const WaitTurn& before) const {
  return pc_ == before.pc_ && flags_ == before.flags_ && ir_ == before.ir_ && mi_ == before.mi_ && br_ == before.br_ &&
         ac_ == before.ac_;
}

// A box that the turn does not use stays as it is; one that it uses must be found by the next turn as by this one.
bool WaitTurn::boxesRepeat(const WaitTurn& before) const {
  const Duration turn = length(before);
  if (boxCount_ > kMostBoxes) return false;
  for (std::size_t n = 0; n < boxCount_; ++n)
    if (!shifted(boxes_[n].freeAt, before.boxes_[n].freeAt, turn)) return false;
  return true;
}

// Whether the instructions since `before` are a turn with no event in it that changed no register, wrote nothing, and
// left bus and boxes as it found them, one turn later.
bool WaitTurn::repeats(const Processor& p, const WaitTurn& before) const {
  const std::uint64_t executed = instructions(before);
  if (executed == 0 || executed > kMostInstructions || p.history.size() < executed) return false;
  if (before.nextEvent_ <= now_ || !changesNoRegister(before)) return false;
  if (!shifted(busFreeAt_, before.busFreeAt_, length(before)) || !boxesRepeat(before)) return false;
  for (std::size_t k = 0; k < kCycleKinds; ++k) {
    const auto kind = static_cast<CycleKind>(k);
    const bool reads = kind == CycleKind::Fetch || kind == CycleKind::Indirect || kind == CycleKind::Read ||
                       kind == CycleKind::FastFetch || kind == CycleKind::FastIndirect || kind == CycleKind::FastRead;
    if (!reads && cycles_[k] != before.cycles_[k]) return false;
  }
  for (std::size_t n = 0; n < executed; ++n)
    if (!mayRepeat(p, p.history.ago(n))) return false;
  return true;
}

std::uint64_t WaitTurn::ahead(const Processor& p, const WaitTurn& before, const RunLimit& limit) const {
  const Instant end = std::min(p.clock.attention(), limit.until);
  if (!p.running || end <= now_ || !repeats(p, before)) return 0;
  // The turn in which the event or the limit falls is executed.
  const auto byTime = static_cast<std::uint64_t>((end - now_ - Duration{1}) / length(before));
  const std::uint64_t byCount = (limit.instructions - executed_) / instructions(before);
  const std::uint64_t turns = std::min({byTime, byCount, kMostTurns});
  return turns == 0 ? 0 : turns - 1;
}

// Only what the ring can hold is written.
void WaitTurn::passInHistory(Processor& p, const WaitTurn& before, std::int64_t turns) const {
  std::array<HistoryEntry, kMostInstructions> turn;
  const auto size = static_cast<std::size_t>(instructions(before));
  for (std::size_t n = 0; n < size; ++n) turn[n] = p.history.ago(size - 1 - n);
  const auto held = static_cast<std::int64_t>(p.history.capacity() / size + 1);
  for (std::int64_t n = std::max<std::int64_t>(1, turns - held); n <= turns; ++n)
    for (std::size_t k = 0; k < size; ++k) {
      HistoryEntry entry = turn[k];
      entry.began += length(before) * n;
      p.history.next().set(entry);
    }
}

void WaitTurn::pass(Processor& p, const WaitTurn& before, std::uint64_t turns) const {
  if (turns == 0) return;
  const auto times = static_cast<std::int64_t>(turns);
  Counters& c = p.counters;
  const std::size_t user = p.userIndex();
  for (std::size_t n = 0; n < instructions(before); ++n) {
    const Instruction i = p.history.ago(n).instruction;
    c.instructions[user][i.opcode()] += turns;
    if (i.isIo()) c.io[i.device().index()][static_cast<std::size_t>(i.function())] += turns;
  }
  for (std::size_t k = 0; k < kCycleKinds; ++k) c.cycles[user][k] += (cycles_[k] - before.cycles_[k]) * turns;
  c.memoryWait += (memoryWait_ - before.memoryWait_) * times;
  p.busFreeAt += (busFreeAt_ - before.busFreeAt_) * times;
  std::vector<CoreMemory::Box>& boxes = p.core.boxes();
  for (std::size_t n = 0; n < boxCount_; ++n) {
    boxes[n].freeAt += (boxes_[n].freeAt - before.boxes_[n].freeAt) * times;
    boxes[n].waited += (boxes_[n].waited - before.boxes_[n].waited) * times;
  }
  passInHistory(p, before, times);
}

}  // namespace utah10

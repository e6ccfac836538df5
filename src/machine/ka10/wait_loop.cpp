#include "machine/ka10/wait_loop.hpp"

#include <algorithm>

namespace utah10 {

namespace {

constexpr std::uint64_t kMostTurns = std::uint64_t{1} << 20;  // at once

bool testsConditions(Instruction i) {
  return i.isIo() && (i.function() == IoFunction::Consz || i.function() == IoFunction::Conso);
}
bool jumps(Instruction i) { return groupOf(i) == Group::Jrst && i.ac() == AcNo{} && i.direct(); }

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
      words_{wordAt(p, p.pc), wordAt(p, (p.pc - 1) & 0777777)} {}

WaitTurn::LoopWord WaitTurn::wordAt(const Processor& p, std::uint32_t va) {
  if (va < p.fastLimit) return {.fast = true};
  const WindowEntry& entry = p.window.entry(p.space, PageNo{va >> 9});
  if (!entry.rights.allow(Access::Execute)) return {};
  CoreMemory::Box* const box = p.core.boxOf(PhysicalAddress{entry.base | (va & 0777)});
  return box == nullptr ? LoopWord{} : LoopWord{false, box, box->freeAt, box->waited};
}

std::uint64_t WaitTurn::fetches(CycleKind kind) const {
  if (kind != CycleKind::Fetch && kind != CycleKind::FastFetch) return 0;
  const auto fast = static_cast<std::uint64_t>(std::ranges::count(words_, true, &LoopWord::fast));
  return kind == CycleKind::FastFetch ? fast : words_.size() - fast;
}

// Whether the last two instructions were the loop's, with no event between them, changed no register, wrote nothing,
// and left bus and boxes as they found them, one turn later.
bool WaitTurn::repeats(const Processor& p, const WaitTurn& before) const {
  if (p.history.size() < 2 || executed_ != before.executed_ + 2 || before.nextEvent_ <= now_) return false;
  const HistoryEntry& test = p.history.ago(0);
  const HistoryEntry& jump = p.history.ago(1);
  if (!testsConditions(ir_) || ir_ != before.ir_ || test.context != 0) return false;
  if (!jumps(jump.instruction) || jump.context != 0) return false;
  const IoDevice* device = p.bus.at(ir_.device());
  if (device != nullptr && !device->statusNeedsEvents()) return false;
  if (pc_ != before.pc_ || flags_ != before.flags_ || mi_ != before.mi_ || br_ != before.br_ || ac_ != before.ac_)
    return false;
  const Duration turn = length(before);
  if (busFreeAt_ - before.busFreeAt_ != turn) return false;
  for (std::size_t kind = 0; kind < kCycleKinds; ++kind)
    if (cycles_[kind] - before.cycles_[kind] != fetches(static_cast<CycleKind>(kind))) return false;
  for (std::size_t n = 0; n < words_.size(); ++n) {
    const LoopWord &now = words_[n], &then = before.words_[n];
    if (now.fast) continue;
    if (now.box == nullptr || now.box != then.box || now.freeAt - then.freeAt != turn) return false;
  }
  return true;
}

std::uint64_t WaitTurn::ahead(const Processor& p, const WaitTurn& before, const RunLimit& limit) const {
  const Instant end = std::min(p.clock.attention(), limit.until);
  if (!p.running || end <= now_ || !repeats(p, before)) return 0;
  // The turn in which the event or the limit falls is executed.
  const auto byTime = static_cast<std::uint64_t>((end - now_ - Duration{1}) / length(before));
  const std::uint64_t turns = std::min({byTime, (limit.instructions - executed_) / 2, kMostTurns});
  return turns == 0 ? 0 : turns - 1;
}

void WaitTurn::pass(Processor& p, const WaitTurn& before, std::uint64_t turns) const {
  if (turns == 0) return;
  const Duration turn = length(before);
  const auto times = static_cast<std::int64_t>(turns);
  const HistoryEntry test = p.history.ago(0), jump = p.history.ago(1);
  for (std::int64_t n = 1; n <= times; ++n)
    for (const HistoryEntry* e : {&jump, &test}) {
      HistoryEntry& entry = p.history.next();
      entry = *e;
      entry.began += turn * n;
    }
  p.busFreeAt += turn * times;
  for (std::size_t n = 0; n < words_.size(); ++n) {
    if (words_[n].fast || (n != 0 && words_[n].box == words_[0].box)) continue;
    words_[n].box->freeAt += turn * times;
    words_[n].box->waited += (words_[n].waited - before.words_[n].waited) * times;
  }
  Counters& c = p.counters;
  const std::size_t user = p.userIndex();
  const Instruction conditions = test.instruction;
  c.instructions[user][jump.instruction.opcode()] += turns;
  c.instructions[user][conditions.opcode()] += turns;
  c.io[conditions.device().index()][static_cast<std::size_t>(conditions.function())] += turns;
  for (const CycleKind kind : {CycleKind::Fetch, CycleKind::FastFetch})
    c.cycles[user][static_cast<std::size_t>(kind)] += fetches(kind) * turns;
  c.memoryWait += (memoryWait_ - before.memoryWait_) * times;
}

}  // namespace utah10

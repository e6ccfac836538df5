// The ledger's bookkeeping: collects pieces of time as records arrive and attributes them when an instruction ends.
#include "trace/ledger.hpp"

#include <algorithm>
#include <bit>

#include "utah10/machine/ka10.hpp"
#include "utah10/word/isa.hpp"
#include "word/pager_words.hpp"

namespace utah10 {

using namespace ledger;

namespace {

// These leave user mode before they store, as the instruction of an interrupt or trap; JSYS also as a call.
bool savesPc(Group g) {
  return g == Group::Jsys || g == Group::Pushj || g == Group::Jsr || g == Group::Jsp || g == Group::Jsa;
}

LedgerBucket instructionBucket(Instruction i) {
  return i.isIo() ? bucket(kInOut, static_cast<std::size_t>(i.function())) : bucket(kInstructions, i.opcode());
}

bool isRead(LedgerBucket count) {
  for (const CycleKind kind : {CycleKind::Fetch, CycleKind::Read, CycleKind::Indirect, CycleKind::FastFetch,
                               CycleKind::FastRead, CycleKind::FastIndirect})
    if (count == access(kind)) return true;
  return false;
}

}  // namespace

// The first record sets the start of the counting.
void Ledger::live(Instant at) {
  if (records_ == Records::None) begin(at);
  records_ = Records::Running;
}

void Ledger::advance(Instant to) {
  if (to <= cursor_) return;
  pieces_.push_back({.start = cursor_, .length = to - cursor_});
  cursor_ = to;
}

// The first piece that begins at `at` or later; a piece that spans `at` is split.
std::size_t Ledger::firstFrom(Instant at) {
  if (pieces_.empty() || pieces_.front().start >= at) return 0;  // the usual case
  std::size_t n = pieces_.size();
  while (n > 0 && pieces_[n - 1].start >= at) --n;
  if (n == 0) return 0;
  Piece& before = pieces_[n - 1];
  const Instant end = before.start + before.length;
  if (end <= at) return n;
  Piece rest = before;
  before.length = at - before.start;
  before.count = kProcessor;  // counted in the part that contains its end
  rest.start = at;
  rest.length = end - at;
  pieces_.insert(pieces_.begin() + static_cast<std::ptrdiff_t>(n), rest);
  return n;
}

void Ledger::memory(const MemoryRecord& record) {
  const Instant asked = record.at - record.waited;
  live(asked);
  advance(asked);
  if (entry_ && entryEnd_ == kNever) entryEnd_ = cursor_;
  const Instant at = std::max(record.at, cursor_);
  if (at > cursor_) pieces_.push_back({.start = cursor_, .length = at - cursor_, .cycle = waiting(record.kind)});
  const LedgerBucket kind = access(record.kind);
  pieces_.push_back({.start = at, .length = record.length, .cycle = kind, .count = kind});
  cursor_ = at + record.length;
  if (record.kind == CycleKind::Read) lastRead_ = {record.at, record.space, record.virtualAddress};
  if (record.kind == CycleKind::TrapWrite)  // the datum is written after the trap's own record
    for (std::size_t n = pieces_.size(); n > 0 && pieces_[n - 1].start >= asked; --n)
      if (pieces_[n - 1].cycle != kProcessor) pieces_[n - 1].pager = kTrapStore;
}

void Ledger::io(const IoRecord& record) {
  live(record.at);
  advance(record.at);
  mark(transfer(record.device, record.function));
}

void Ledger::interrupt(const InterruptRecord& record) {
  live(record.at);
  advance(record.at);
  const bool user = record.pcWord.user();
  entry_ = Owner{key(user, process_, record.level, record.pcWord), kInterruptEntry, bucket(kEntries, record.level),
                 calls_.bucket(process_, record.level)};
  entryEnd_ = kNever;
  mark(kInterruptEntry);
  mark(bucket(kEntries, record.level));
}

void Ledger::pagerTime(std::size_t first, LedgerBucket b) {
  for (std::size_t n = first; n < pieces_.size(); ++n)
    if (pieces_[n].pager == kNoPagerWork) pieces_[n].pager = b;
}

// The page walk, then the CST update from the request for the CST word on.
void Ledger::reloaded(const PagerRecord& record, std::size_t first) {
  const bool user = record.space != Space::Exec;
  const LedgerBucket walk = reload(user, record.chain);
  const LedgerBucket update = bucket(walk, kCstUpdates - kReloads);
  std::size_t cst = first;
  while (cst < pieces_.size() && pieces_[cst].cycle != access(CycleKind::CstRead) &&
         pieces_[cst].cycle != waiting(CycleKind::CstRead))
    ++cst;
  for (std::size_t n = first; n < pieces_.size(); ++n)
    if (pieces_[n].pager == kNoPagerWork) pieces_[n].pager = n < cst ? walk : update;
  mark(walk);
  mark(update);
}

void Ledger::refused(const PagerRecord& record, std::size_t first) {
  const unsigned reasons = TrapStatus{record.status}.reasons();
  const LedgerBucket fault = bucket(kFaults, reasons);
  pagerTime(first, kRefused);
  for (std::size_t n = first; n < pieces_.size(); ++n) pieces_[n].fault = fault;
  mark(kRefused);
  mark(kTrapStore);
  mark(fault);
  faults_.trapped(reasons, record.at, record.at + record.length);
}

void Ledger::pager(const PagerRecord& record) {
  live(record.at);
  advance(record.at + record.length);
  const std::size_t first = firstFrom(record.at);
  switch (record.kind) {
    case PagerAction::Reload:
      return reloaded(record, first);
    case PagerAction::Trap:
      return refused(record, first);
    case PagerAction::Base:
      process_ = record.process;
      pagerTime(first, kBaseLoad);
      return mark(kBaseLoad);
    case PagerAction::AcBase:
      pagerTime(first, kAcBaseLoad);
      return mark(kAcBaseLoad);
    case PagerAction::Clear:
      return mark(bucket(kClears, record.space == Space::Exec ? 0 : 1));
    case PagerAction::Mode:
      return mark(kModeSwitch);
  }
}

Duration Ledger::charge(LedgerTable& table, const Piece* first, const Piece* last, const Owner& owner) {
  LedgerRow& row = table.row(owner.key);
  Duration all{}, worked{}, faulted{};
  LedgerBucket moved = kNoTransfer;
  for (const Piece* p = first; p != last; ++p) {
    all += p->length;
    row.at(p->cycle).time += p->length;
    if (p->pager != kNoPagerWork) {
      row.at(p->pager).time += p->length;
      worked += p->length;
    }
    if (p->fault != kNoFault) {
      row.at(p->fault).time += p->length;
      faulted += p->length;
    }
    if (p->count == kProcessor) continue;
    ++row.at(p->count).count;
    if (isTransfer(p->count)) moved = p->count;
  }
  row.at(kNoPagerWork).time += all - worked;
  row.at(kNoFault).time += all - faulted;
  row.at(owner.instruction).time += all;
  row.at(owner.level).time += all;
  row.at(owner.call).time += all;
  row.at(moved).time += all;
  return all;
}

Duration Ledger::charge(std::size_t first, std::size_t last, const Owner& owner) {
  const auto plain = [](const Piece& p) {
    return p.pager == kNoPagerWork && p.fault == kNoFault && p.count <= kProcessor && p.count >= kCycles;
  };
  if (std::all_of(pieces_.data() + first, pieces_.data() + last, plain)) [[likely]]
    return chargePlain(first, last, owner);
  return charge(current_, pieces_.data() + first, pieces_.data() + last, owner);
}

// The same for pieces that are only memory cycles and processor time.
Duration Ledger::chargePlain(std::size_t first, std::size_t last, const Owner& owner) {
  if (plain_.key != owner.key || plain_.level != owner.level || plain_.call != owner.call) [[unlikely]] {
    settlePlain();
    plain_ = {owner.key, owner.level, owner.call, {}};
  }
  LedgerRow& row = current_.row(owner.key);
  LedgerCell* const cycles = row.cycles();
  Duration all{};
  for (std::size_t n = first; n != last; ++n) {
    const Piece& p = pieces_[n];
    all += p.length;
    cycles[p.cycle - kCycles].time += p.length;
    if (p.count != kProcessor) ++cycles[p.count - kCycles].count;
  }
  row.at(owner.instruction).time += all;
  plain_.time += all;
  return all;
}

void Ledger::Plain::to(LedgerTable& table) const {
  if (time == Duration{}) return;
  LedgerRow& row = table.row(key);
  for (const LedgerBucket b : {kNoPagerWork, kNoFault, level, call, kNoTransfer}) row.at(b).time += time;
}

void Ledger::settlePlain() {
  plain_.to(current_);
  plain_.time = {};
}

// Whether a JSYS has read its vector word; on a machine without the pager it is a UUO, which reads none.
bool Ledger::isCall(const HistoryEntry& entry, std::size_t first) const {
  return entry.e < 01000 && first < pieces_.size() && lastRead_.at >= pieces_[first].start &&
         lastRead_.space == Space::Exec && (lastRead_.address.bits() & 0777) == entry.e &&
         std::any_of(pieces_.begin() + static_cast<std::ptrdiff_t>(first), pieces_.end(),
                     [](const Piece& p) { return p.count == access(CycleKind::Read); });
}

// The position after the last word read and the processor time that follows it.
std::size_t Ledger::lastRead(std::size_t first) const {
  std::size_t n = pieces_.size();
  while (n > first && !isRead(pieces_[n - 1].count)) --n;
  while (n < pieces_.size() && pieces_[n].cycle == kProcessor && pieces_[n].pager == kNoPagerWork) ++n;
  return n;
}

void Ledger::chargeInstruction(const InstructionRecord& record, std::size_t first, Owner owner) {
  const HistoryEntry& e = record.entry;
  const Group group = groupOf(e.instruction);
  const bool user = e.pcWord.user();
  const bool call = group == Group::Jsys && isCall(e, first);
  if (call) {
    const std::uint32_t step = (e.context & kHistoryPi) != 0 ? 0 : 1;  // PC does not step in a PI cycle
    calls_.called({record.process, record.level, user, e.pcWord.pc().bits()}, e.e, e.pcWord.pc().plus(step).bits(),
                  first < pieces_.size() ? pieces_[first].start : e.began);
  }
  owner.call = calls_.bucket(record.process, record.level);
  if (call) ++current_.row(owner.key).at(bucket(kCalls, e.e)).count;
  ++current_.row(owner.key).at(owner.instruction).count;
  std::size_t end = pieces_.size();
  if (user && savesPc(group) && (call || (e.context & (kHistoryPi | kHistoryTrap)) != 0)) {
    end = lastRead(first);
    Owner monitor = owner;
    monitor.key = key(false, record.process, record.level, e.pcWord);
    calls_.spent(charge(end, pieces_.size(), monitor));
  }
  calls_.spent(charge(first, end, owner));
}

// An interrupt's wasted fetch and entry: the pieces up to `end`.
void Ledger::entered(std::size_t end) {
  const unsigned level = entry_->level - kEntries;
  entry_->call = calls_.bucket(process_, level);
  calls_.spent(charge(0, end, *entry_));
  pieces_.erase(pieces_.begin(), pieces_.begin() + static_cast<std::ptrdiff_t>(end));
  entry_.reset();
}

// Where the pieces of an instruction begin. An instruction resumed from its middle is marked as such: the target of an
// XCT or UUO then begins with its fetch; any other takes all pending pieces except those of its interrupt entry.
std::size_t Ledger::firstOf(const HistoryEntry& entry) {
  const bool target = (entry.context & kHistoryXct) != 0;
  if (resumed_ && !target) {
    resumed_ = false;
    return entry_ && entryEnd_ != kNever ? firstFrom(entryEnd_) : 0;
  }
  const std::size_t first = firstFrom(entry.began);
  if (!resumed_) return first;
  std::size_t fetch = pieces_.size();
  while (fetch > 0 && pieces_[fetch - 1].count != access(CycleKind::Fetch) &&
         pieces_[fetch - 1].count != access(CycleKind::FastFetch))
    --fetch;
  return fetch == 0 ? first : std::min(first, fetch - 1);
}

void Ledger::instruction(const InstructionRecord& record) {
  const HistoryEntry& e = record.entry;
  live(e.began);
  advance(record.ended);
  process_ = record.process;
  const bool user = e.pcWord.user();
  const RunPlace place{record.process, record.level, user, e.pcWord.pc().bits()};
  const bool trap = (e.context & (kHistoryPi | kHistoryTrap)) != 0;
  const std::size_t first = firstOf(e);
  const Instant began = first < pieces_.size() ? pieces_[first].start : e.began;
  if (!faults_.idle()) faults_.reached(place, began, trap);
  if (!trap) calls_.reached(place, began, last_);
  last_.ended(record);
  chargeInstruction(record, first,
                    {key(user, record.process, record.level, e.pcWord), instructionBucket(e.instruction),
                     bucket(kLevels, record.level), kNoCall});
  pieces_.resize(first);
  if ((e.context & kHistoryXct) == 0) {
    if (first != 0) settled();
    entry_.reset();
  }
  held(record);
  if (cursor_ >= boundary_ && pieces_.empty()) finishSample();
}

// No instruction is in progress: the remaining pieces precede the one that ended.
void Ledger::settled() {
  if (entry_) return entered(pieces_.size());
  Owner nobody{key(false, process_, levelNow(), PcWord{}), kBetween, bucket(kLevels, levelNow()), kNoCall};
  nobody.call = calls_.bucket(process_, levelNow());
  calls_.spent(charge(0, pieces_.size(), nobody));
  pieces_.clear();
}

void Ledger::abandoned(const AbandonRecord& record) {
  live(record.at);
  advance(record.at);
  resumed_ = false;
  unsigned level = levelNow();
  if (entry_) {
    level = entry_->level - kEntries;
    entered(entryEnd_ == kNever ? pieces_.size() : firstFrom(entryEnd_));
  }
  Owner owner{key(record.pcWord.user(), process_, level, record.pcWord),
              bucket(kGivenUp, static_cast<std::size_t>(record.reason)), bucket(kLevels, level), kNoCall};
  owner.call = calls_.bucket(process_, level);
  ++current_.row(owner.key).at(owner.instruction).count;
  calls_.spent(charge(0, pieces_.size(), owner));
  pieces_.clear();
  if (cursor_ >= boundary_ && pieces_.empty()) finishSample();
}

// Records which levels are held after it, for instructions that will be aborted.
void Ledger::held(const InstructionRecord& record) {
  const Instruction i = record.entry.instruction;
  if ((record.entry.context & kHistoryPi) != 0) {
    if (!i.isIo()) levels_ |= 1u << record.level;
    return;
  }
  levels_ = record.level == 0 ? 0 : ((levels_ >> record.level) | 1u) << record.level;
  if (groupOf(i) == Group::Jrst && i.acHas(kJrstDismiss)) levels_ &= levels_ - 1;
}

unsigned Ledger::levelNow() const { return levels_ == 0 ? 0 : static_cast<unsigned>(std::countr_zero(levels_)); }

}  // namespace utah10

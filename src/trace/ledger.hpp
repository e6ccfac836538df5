// Counts and times that sum exactly to the virtual time elapsed: by instruction, memory cycle, pager work, page fault,
// interrupt level, monitor call and transfer, each split by mode, process, interrupt level and symbol as one wishes.
//
// A probe, live or from a trace file. Rules: time belongs to the instruction that ends next; what an XCT or UUO
// executes has its own, the rest is the XCT's. A memory cycle of an instruction that leaves user mode (JSR, JSA, PUSHJ
// of an interrupt or trap, JSYS) belongs to the monitor from the store on, its other time to the mode it began in. The
// process is the one at the instruction's end, the symbol that of PC: at an XCT's target the XCT's, in location 40+2n
// and 70 that of what was interrupted. inferred: the level of an instruction that is given up is that of the one before
// it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "trace/ledger_calls.hpp"
#include "trace/ledger_place.hpp"
#include "trace/ledger_table.hpp"

namespace utah10 {

class Ledger;

// Is told of each interval of time that is complete.
class LedgerSampler {
 public:
  virtual ~LedgerSampler() = default;
  virtual void sample(const Ledger& ledger, const LedgerTable& table, Instant from, Instant to) = 0;
};

class Ledger final : public Probe {
 public:
  explicit Ledger(LedgerSplit split = {}, LabelFinder labels = {});

  // Counts from here; the processor stands. Without it, from the first record.
  void begin(Instant now);
  // From now on; what is split by stays.
  void clear(Instant now);
  // Time that passed while the processor stood, up to now.
  void upTo(Instant now);
  // Intervals of virtual time since now; null: none. Time with the processor stopped is divided at their ends; else an
  // interval ends with the first instruction that ends at or after its end, and begins there.
  void every(Duration interval, LedgerSampler* sampler);
  // What the last interval has so far is told.
  void finishSample();

  const LedgerSplit& split() const { return split_; }
  Instant from() const { return from_; }
  Instant to() const { return cursor_; }
  Duration elapsed() const { return cursor_ - from_; }
  // All of it; an instruction in the middle of which the processor stands is "under-way".
  LedgerTable totals() const;
  LedgerPlace place(std::uint64_t key) const;
  // Time in a set of places; all dimensions agree.
  Duration time(const LedgerWhere& where) const;
  Duration time(const std::function<bool(const LedgerPlace&, LedgerBucket)>& wanted, LedgerDimension d) const;
  const JsysTotals& jsys(unsigned number) const { return calls_.totals(number); }
  std::uint64_t openJsys(unsigned number) const { return calls_.open(number); }
  const FaultTotals& fault(unsigned reasons) const { return faults_.totals(reasons); }

  void instruction(const InstructionRecord& record) override;
  void abandoned(const AbandonRecord& record) override;
  void memory(const MemoryRecord& record) override;
  void io(const IoRecord& record) override;
  void interrupt(const InterruptRecord& record) override;
  void pager(const PagerRecord& record) override;
  void started(Instant at) override;
  void stopped(Instant at, StopReason why) override;

 private:
  // A stretch of time that waits for the end of its instruction, or a count at a point of it.
  struct Piece {
    Instant start;
    Duration length{};
    LedgerBucket cycle = ledger::kProcessor;
    LedgerBucket pager = ledger::kNoPagerWork;
    LedgerBucket fault = ledger::kNoFault;
    LedgerBucket count = ledger::kProcessor;  // which it counts for; kProcessor: none
  };
  // Whose they are.
  struct Owner {
    std::uint64_t key = 0;
    LedgerBucket instruction = ledger::kBetween;
    LedgerBucket level = ledger::kLevels;
    LedgerBucket call = ledger::kNoCall;
  };
  // Time of instructions in a row that had no pager work, no fault and no transfer, and the same owner but for the
  // instruction: for all of its other dimensions at once.
  struct Plain {
    std::uint64_t key = 0;
    LedgerBucket level = ledger::kLevels;
    LedgerBucket call = ledger::kNoCall;
    Duration time{};
    void to(LedgerTable& table) const;
  };
  enum class Records : std::uint8_t { None, Stopped, Running };

  void live(Instant at);
  void forget(Instant now);
  void notBefore(Instant at);
  Owner underWay() const;
  void advance(Instant to);
  void mark(LedgerBucket counted) { pieces_.push_back({.start = cursor_, .count = counted}); }
  void idle(Instant to);
  std::size_t firstFrom(Instant at);
  std::size_t firstOf(const HistoryEntry& entry);
  void pagerTime(std::size_t first, LedgerBucket bucket);
  void reloaded(const PagerRecord& record, std::size_t first);
  void refused(const PagerRecord& record, std::size_t first);
  std::uint64_t key(bool user, ProcessId process, unsigned level, std::uint64_t pcWord);
  std::uint32_t labelId(bool user, std::uint32_t pc);
  bool isCall(const HistoryEntry& entry, std::size_t first) const;
  std::size_t lastRead(std::size_t first) const;
  Duration charge(std::size_t first, std::size_t last, const Owner& owner);
  static Duration charge(LedgerTable& table, const Piece* first, const Piece* last, const Owner& owner);
  Duration chargePlain(std::size_t first, std::size_t last, const Owner& owner);
  void settlePlain();
  void chargeInstruction(const InstructionRecord& record, std::size_t first, Owner owner);
  void entered(std::size_t end);
  void settled();
  void held(const InstructionRecord& record);
  unsigned levelNow() const;

  LedgerSplit split_;
  LabelFinder find_;
  std::vector<std::vector<std::uint32_t>> labelOf_;  // by space and address: 0 not asked yet, 1 none, n + 2
  std::vector<std::unique_ptr<LedgerLabel>> labels_;

  LedgerTable total_;    // up to the interval under way
  LedgerTable current_;  // since then, without
  Plain plain_;
  std::vector<Piece> pieces_;
  Records records_ = Records::None;
  Instant from_ = kPowerOn;
  Instant cursor_ = kPowerOn;  // all time before it is in the tables or the pieces
  Instant sampledTo_ = kPowerOn;
  Instant boundary_ = kNever;
  Duration interval_{};
  LedgerSampler* sampler_ = nullptr;

  ProcessId process_ = kNoProcess;
  bool resumed_ = false;        // the processor stood in the middle of the instruction under way
  unsigned levels_ = 0;         // held, as far as records tell: bit n level n
  std::optional<Owner> entry_;  // an interrupt whose first instruction has not ended
  Instant entryEnd_ = kNever;   // that instruction's first request of memory
  struct {
    Instant at;
    Space space = Space::Exec;
    VirtualAddress address;
  } lastRead_;
  LastExecuted last_;
  JsysClock calls_;
  FaultClock faults_;
};

}  // namespace utah10

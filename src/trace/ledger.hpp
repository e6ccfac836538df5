// Counts and times that sum exactly to the virtual time elapsed: by instruction, memory cycle, pager work, page fault,
// interrupt level, monitor call and transfer, each optionally split by mode, process, interrupt level and symbol.
//
// A probe, for a live machine or a trace file. Rules: time belongs to the instruction that ends next; an instruction
// executed by an XCT or UUO has its own time, and the rest is the XCT's. A memory cycle of an instruction that leaves
// user mode (JSR, JSA, PUSHJ of an interrupt or trap, JSYS) belongs to the monitor from the store on, its other time to
// the mode in which it began. The process is the one at the instruction's end, the symbol that of PC: for an XCT's
// target the XCT's; in locations 40+2n and 70 that of the interrupted code. inferred: the level of an aborted
// instruction is that of the instruction before it.
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

// Receives each complete interval of time.
class LedgerSampler {
 public:
  virtual ~LedgerSampler() = default;
  virtual void sample(const Ledger& ledger, const LedgerTable& table, Instant from, Instant to) = 0;
};

class Ledger final : public Probe {
 public:
  explicit Ledger(LedgerSplit split = {}, LabelFinder labels = {});

  // Starts counting at `now`, with the processor stopped. Without this call, counting starts at the first record.
  void begin(Instant now);
  // Restarts counting at `now`; the split is kept.
  void clear(Instant now);
  // Counts time that passed while the processor was stopped, up to `now`.
  void upTo(Instant now);
  // Divides virtual time from now on into intervals; a null sampler ends this. Time with the processor stopped is
  // divided exactly; otherwise an interval extends to the end of the first instruction that ends at or after its
  // nominal end.
  void every(Duration interval, LedgerSampler* sampler);
  // Reports the last, incomplete interval.
  void finishSample();

  const LedgerSplit& split() const { return split_; }
  Instant from() const { return from_; }
  Instant to() const { return cursor_; }
  Duration elapsed() const { return cursor_ - from_; }
  // Totals; an instruction in whose middle the processor is stopped is "under-way".
  LedgerTable totals() const;
  LedgerPlace place(std::uint64_t key) const;
  // Time in a set of places; the result is the same for all dimensions.
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
  // A stretch of time waiting for the end of its instruction, or an event counted at one instant.
  struct Piece {
    Instant start;
    Duration length{};
    LedgerBucket cycle = ledger::kProcessor;
    LedgerBucket pager = ledger::kNoPagerWork;
    LedgerBucket fault = ledger::kNoFault;
    LedgerBucket count = ledger::kProcessor;  // bucket whose count it increments; kProcessor: none
  };
  // What a piece is attributed to.
  struct Owner {
    std::uint64_t key = 0;
    LedgerBucket instruction = ledger::kBetween;
    LedgerBucket level = ledger::kLevels;
    LedgerBucket call = ledger::kNoCall;
  };
  // Time of consecutive instructions without pager work, fault or transfer, and with the same owner except for the
  // instruction: accumulated for all other dimensions at once.
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
  std::uint64_t key(bool user, ProcessId process, unsigned level, PcWord at);
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
  std::vector<std::vector<std::uint32_t>> labelOf_;  // by space and address: 0 not looked up yet, 1 none, n + 2
  std::vector<std::unique_ptr<LedgerLabel>> labels_;

  LedgerTable total_;    // up to the current interval
  LedgerTable current_;  // since then
  Plain plain_;
  std::vector<Piece> pieces_;
  Records records_ = Records::None;
  Instant from_ = kPowerOn;
  Instant cursor_ = kPowerOn;  // all earlier time is in the tables or the pieces
  Instant sampledTo_ = kPowerOn;
  Instant boundary_ = kNever;
  Duration interval_{};
  LedgerSampler* sampler_ = nullptr;

  ProcessId process_ = kNoProcess;
  bool resumed_ = false;        // the processor was stopped in the middle of the current instruction
  unsigned levels_ = 0;         // levels held, as far as the records show: bit n is level n
  std::optional<Owner> entry_;  // an interrupt whose first instruction has not ended
  Instant entryEnd_ = kNever;   // that instruction's first memory request
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

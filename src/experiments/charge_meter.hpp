// Follows whom the monitor charges, instruction by instruction, and splits what it charges the forks of one job.
//
// A probe. The rule is the monitor's own: time since JOBRTT was last taken goes to the fork that UCLOCK charges, to
// nobody when the scheduler takes it (TOSKD) or core is collected (STIME, ETIME). What the time was spent on is told by
// interrupt level, INSKED, user mode and TRAPC. A stretch begins and ends where a fork of the job asks for its run time
// (RUNTM), as programs do that keep accounts. Connected only while something is measured; it changes nothing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/charge_split.hpp"
#include "trace/symbols.hpp"
#include "utah10/machine/machine.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

// Cells and places of the monitor that the rule is about.
struct ChargePlaces {
  std::uint32_t forkx = 0, insked = 0, jobrtt = 0, trapc = 0, fkrt = 0, fkstat = 0, fkjob = 0;
  std::uint32_t uclock = 0, toskd = 0, stime = 0, etime = 0, edism1 = 0, schp1 = 0;
  std::uint32_t nettik = 0, ttch8 = 0, binslo = 0, bouslo = 0, pgrtrp = 0;

  // Error: a monitor without one of them.
  static Expected<ChargePlaces> of(const SymbolMap& monitor);
};

class ChargeMeter final : public Probe {
 public:
  // All must outlive the meter. Connects itself.
  ChargeMeter(Machine& machine, const SymbolMap& monitor, const ChargePlaces& places, int job);
  ~ChargeMeter() override;
  ChargeMeter(const ChargeMeter&) = delete;
  ChargeMeter& operator=(const ChargeMeter&) = delete;

  // Complete stretches, in the order in which they ended.
  const std::vector<ChargedStretch>& stretches() const { return done_; }
  // Of the job, since the meter was connected.
  const JobCharge& job() const { return charge_; }
  bool measuring() const { return !open_.empty(); }

  void instruction(const InstructionRecord& record) override;
  void memory(const MemoryRecord& record) override;
  void pager(const PagerRecord& record) override;
  void message(const MessageRecord& record) override;
  void stopped(Instant at, StopReason why) override;
  void started(Instant at) override;

 private:
  enum class Absence : std::uint8_t { Running, Page, Test, Runnable };
  struct ChargeMark {
    std::uint64_t fkrt = 0;
    ChargeSplit split;
    std::uint64_t takenMs = 0;
  };
  struct Open {
    ChargedStretch stretch;
    bool reading = true;            // RUNTM has been called and has not returned
    bool begun = false;             // the first reading is there
    std::uint64_t first = 0;        // that reading
    ChargeMark from;                // what had been charged at it
    std::vector<ChargeMark> marks;  // while RUNTM is called: FKRT, and what had been charged when it became so much
    Absence absence = Absence::Running;
    Absence next = Absence::Runnable;  // how it is about to stop running
    std::string test;
    Instant since;
  };
  Open* open(std::uint32_t fork);
  ChargePart part(const InstructionRecord& record);
  void charged(std::uint32_t pc);
  void onJsys(const InstructionRecord& record);
  void onRuntmReturn(const InstructionRecord& record);
  void onCharge();
  void attribute(const InstructionRecord& record, bool user, Duration d);
  void notePlace(const InstructionRecord& record, std::uint32_t pc);
  void onForkSwitch(std::uint32_t fork, Instant at);
  void settle(Open& o, Instant at);
  bool ours(std::uint32_t fork) const;

  Machine& machine_;
  const SymbolMap& monitor_;
  ChargePlaces at_;
  int jobNumber_;
  std::vector<Open> open_;
  std::vector<ChargedStretch> done_;

  Instant last_;
  ChargeSplit pending_, aside_;  // since JOBRTT was taken; while core is collected
  // The same time by what it was for: calls, by their numbers, one after another.
  std::vector<std::pair<unsigned, Duration>> pendingCalls_, asideCalls_;
  std::vector<unsigned> call_;  // that a fork is in; JobCharge::kProgram, kUnderWay
  std::uint64_t jobrtt_ = 0;    // as it was last read
  Word36 ac1_;                  // after the last instruction of the monitor's for a fork
  JobCharge charge_;
  bool touched_ = false;  // the instruction has written JOBRTT
  std::uint32_t forkx_ = 0777777;
  bool insked_ = false;
  bool inNetwork_ = false;
  bool trapped_ = false;
  bool trapKnown_ = false;
};

}  // namespace utah10

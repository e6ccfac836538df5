// A probe that attributes CPU time to forks as the monitor does, instruction by instruction, and splits the charges of
// one job by part.
//
// The rule is the monitor's own: the time since JOBRTT was last read is charged to the fork for which UCLOCK is called,
// and to no fork if the scheduler takes it or core is being collected (STIME, ETIME). Interrupt level, INSKED,
// user mode and TRAPC determine the part. A stretch begins and ends where a fork of the job reads its run time (RUNTM),
// as programs with accounts do. The probe is connected only during measurements and does not affect the machine.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/charges/stretch_meter.hpp"
#include "trace/symbols.hpp"
#include "utah10/machine/machine.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

// The monitor's cells and routines on which the rule depends.
struct ChargePlaces {
  std::uint32_t forkx = 0, insked = 0, jobrtt = 0, trapc = 0, fkrt = 0, fkstat = 0, fkjob = 0;
  std::uint32_t uclock = 0, stime = 0, etime = 0, edism1 = 0, schp1 = 0;
  std::uint32_t nettik = 0, ttch8 = 0, binslo = 0, bouslo = 0, pgrtrp = 0;
  // Counters of the monitor: pages read from drum and disk. Without them, reads are not counted.
  std::optional<std::uint32_t> drmrd{}, dskrd{};

  // `names`: what the monitor calls a place, by our name, where it differs. Error: it lacks one of the symbols.
  static Expected<ChargePlaces> of(const SymbolMap& monitor, const std::map<std::string, std::string>& names = {});
};

class ChargeMeter final : public StretchMeter {
 public:
  // Connects the probe. All arguments must outlive the meter. A negative `job`: that of the user is not known, and the
  // forks of all jobs count.
  ChargeMeter(Machine& machine, const SymbolMap& monitor, const ChargePlaces& places, int job);
  ~ChargeMeter() override;
  ChargeMeter(const ChargeMeter&) = delete;
  ChargeMeter& operator=(const ChargeMeter&) = delete;

  bool measuring() const { return !open_.empty(); }
  bool dormant() const override;
  void pause() override { machine_.cpu().disconnect(*this); }
  void resume() override;

  const Interests* interests() const override { return &interests_; }
  bool wantsNext(unsigned level, bool user) const override;
  void passed(const PassedRecord& record) override;
  void pageReferred(VirtualAddress a) override { onProgramPage(a.bits()); }
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
    bool begun = false;             // the first reading has been made
    std::uint64_t first = 0;        // the first reading
    ChargeMark from;                // charges at the first reading
    std::vector<ChargeMark> marks;  // during RUNTM: the values of FKRT, and the charges at each
    Absence absence = Absence::Running;
    Absence next = Absence::Runnable;  // the reason for which it is about to stop running
    std::string test;
    Instant since;
  };
  Open* open(std::uint32_t fork);
  const Open* open(std::uint32_t fork) const;
  ChargePart part(unsigned level, bool user);
  void account(Instant until, unsigned level, bool user);
  void declare();
  void forgetPages() const;
  void charged(const InstructionRecord& record);
  void onJsys(const InstructionRecord& record);
  void onRuntmReturn(const InstructionRecord& record);
  void onCharge();
  void attribute(unsigned level, bool user, Duration d);
  void notePlace(std::uint32_t pc);
  void onProgramPage(std::uint32_t address);
  void onPageRead(std::uint64_t PageReads::*device);
  void onForkSwitch(std::uint32_t fork, Instant at);
  void settle(Open& o, Instant at);
  bool ours(std::uint32_t fork) const;

  Machine& machine_;
  const SymbolMap& monitor_;
  ChargePlaces at_;
  int jobNumber_;
  std::vector<Open> open_;
  Interests interests_;

  Instant last_;
  ChargeSplit pending_, aside_;  // time since JOBRTT was last read; saved while core is collected
  // The same time by monitor call, in sequence.
  std::vector<std::pair<unsigned, Duration>> pendingCalls_, asideCalls_;
  std::vector<unsigned> call_;  // the call that each fork is executing; JobCharge::kProgram, kUnderWay
  std::uint64_t jobrtt_ = 0;    // value last read
  Word36 ac1_;                  // AC1 after the last monitor instruction on behalf of a fork
  bool touched_ = false;        // the instruction has written JOBRTT
  std::uint32_t forkx_ = 0777777;
  bool insked_ = false;
  bool inNetwork_ = false;
  bool trapped_ = false;
  bool trapKnown_ = false;
};

}  // namespace utah10

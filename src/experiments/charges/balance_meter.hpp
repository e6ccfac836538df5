// A probe that follows the processes of a job into the monitor's balance set and out of it: how long they are there,
// how many pages of core the monitor counts and reserves for them meanwhile, how long they wait for pages, and how
// often they are sent out although they could run.
//
// All of it is read off the scheduler's own tables (roms/monitor: schlst, balset, coreag), when it writes to them.
#pragma once

#include <bitset>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "trace/symbols.hpp"
#include "utah10/machine/machine.hpp"
#include "utah10/machine/probe.hpp"

namespace utah10 {

class Laboratory;

// Of a process, or of several.
struct BalanceStay {
  Duration inside{};            // in the balance set
  Duration pageWait{};          // of that, waiting for a page
  Duration outside{};           // ready to run, but not in it
  std::uint64_t expelled = 0;   // sent out, to be ready outside
  std::int64_t pagesBy = 0;     // pages that are the process's (FKWSP), times the ns inside
  std::int64_t reservedBy = 0;  // pages that are reserved for it (FKNR), times the same
  std::bitset<512> own;         // pages of its address space that it referred to

  BalanceStay& operator+=(const BalanceStay& other);
  // Means over the time inside; 0 if there is none.
  double pages() const;
  double reserved() const;
};

class BalanceMeter final : public Probe {
 public:
  // For the job at the laboratory's measured line, connected to the machine. Nothing without the monitor's symbols.
  static std::unique_ptr<BalanceMeter> of(Laboratory& lab);
  ~BalanceMeter() override;
  BalanceMeter(const BalanceMeter&) = delete;
  BalanceMeter& operator=(const BalanceMeter&) = delete;

  // Of one process of the job, or of all, up to now.
  BalanceStay stay(unsigned fork) const;
  BalanceStay stay() const;

  const Interests* interests() const override { return &interests_; }
  void memory(const MemoryRecord& record) override;
  void pageReferred(VirtualAddress a) override;

 private:
  struct Places {
    std::uint32_t fkpt = 0, fkwsp = 0, fknr = 0, fkjob = 0, forkx = 0, balset = 0, wtlst = 0, golst = 0;
    std::uint32_t forks = 0, slots = 0;  // NFKS, NBP
    static std::optional<Places> of(const SymbolMap& monitor);
  };
  enum class Where : std::uint8_t { Elsewhere, Inside, Ready };
  struct Fork {
    Where where = Where::Elsewhere;
    bool waits = false;
    unsigned pages = 0, reserved = 0;
    Instant since;
    BalanceStay stay;
  };

  BalanceMeter(Machine& machine, const Places& at, unsigned job);
  bool ours(std::uint32_t fork) const;
  void settle(std::uint32_t fork, Instant at);
  void onList(std::uint32_t fork, Word36 word);
  void onSlot(Word36 word, Instant at);
  void onRunning(std::uint32_t fork);
  void declare();
  Where whereOf(Word36 word) const;

  Machine& machine_;
  Places at_;
  unsigned job_;
  std::vector<Fork> forks_;
  Interests interests_;
  Fork* runs_ = nullptr;  // if it is one of the job's
};

}  // namespace utah10

// What was found of the desk calculator: every number of the report, computed. Rendering only prints them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/charges/charge_split.hpp"
#include "experiments/ctss/memo_numbers.hpp"
#include "experiments/report/report_numbers.hpp"
#include "experiments/report/spread.hpp"

namespace utah10 {

// What an interaction was charged for and waited for, if the monitor's symbols are known.
struct InteractionParts {
  std::array<double, kChargeParts> ms{};
  double faults = 0, drumReads = 0, diskReads = 0;
  double pageWaitMs = 0, runnableMs = 0;
  double lineMs = 0;   // the rest of the elapsed time: characters on the line, and until the monitor noticed them
  double pages = 0;    // of the program that are touched in a use
  double words = 0;    // in them and in PSB, page table and JSB
  double swapMs = 0;   // that CTSS took for the words of as many pages
  double coreMs = 0;   // the time of an interaction, without the line, times their part of core
  double faultMs = 0;  // charged for a page trap; 0 if there were none
};

// The means of the uses in one quantity of an interaction.
struct QuantitySpread {
  std::string quantity, unit;
  unsigned decimals = 0;  // to be printed
  Spread ofUses;
};

// The interactions of one machine, means.
struct InteractionFindings {
  std::string name;  // of the row
  unsigned users = 0;
  unsigned coreK = 0;
  bool coreOnly = false;  // in a range: differs from the baseline at most in core
  std::uint64_t interactions = 0;
  double cpuMs = 0;
  NumberRange cpuRange;         // of the uses
  double variationPercent = 0;  // largest difference of a use from the mean
  double elapsedMs = 0, elapsed90Ms = 0, elapsedMostMs = 0;
  double gain = 0;  // what CTSS took from its machine over the CPU time here
  std::vector<QuantitySpread> spreads;
  std::optional<InteractionParts> parts;
  std::string trouble;
};

// First uses of one machine; charges if they are known.
struct FirstUseFindings {
  unsigned users = 0;
  bool cold = false;  // the first since the system was started
  std::uint64_t uses = 0;
  Spread elapsedMs;
  NumberRange elapsedRange;
  struct Charges {
    double cpuMs = 0, faults = 0, drumReads = 0, diskReads = 0;
    std::array<double, kChargeParts> partsMs{};
  };
  std::optional<Charges> charges;
};

// What all users' work did to the machine.
struct WorkFindings {
  unsigned users = 0;
  double load = 0, idlePercent = 0;
  double drumReads = 0, drumWrites = 0, diskReads = 0, diskWrites = 0;  // per second
};

// A row of the memo: what it prints of the three systems, and ours by number of users; nothing where there is none.
struct MemoRow {
  std::string quantity;
  std::string ctss, predicted, multics;
  std::vector<std::optional<double>> ours;
  unsigned decimals = 0;
};

// The memo's argument, by the machine with the most users, and the one with the fewest.
struct CtssVerdict {
  unsigned users = 0, fewestUsers = 0;
  double cpuMs = 0, fewestCpuMs = 0;
  bool compared = false;   // there are two such machines
  bool cpuAgrees = false;  // with CTSS
  double gain = 0;         // what CTSS took from its machine over the CPU time here
  struct Why {
    double trapsMs = 0,
           othersMs = 0;           // of the CPU time: page traps; what else it is more than that with the fewest users
    double reads = 0, waitMs = 0;  // pages read, and waiting for them
    double waitOfReadMs = 0, disk = 0;  // waiting for one; pages read from the disk
    double waitPercent = 0;             // of the elapsed time
    bool diskToo = false;               // some pages come from the disk
    bool expectedWait = false;          // no longer than the memo expects
    double runnableMs = 0, elapsedMs = 0, coreMs = 0;
    double faultMs = 0, asMultics = 0;  // CPU time of a page trap; of as many as Multics had
    double multicsFaultsMs = 0;         // and there
    double callsMs = 0;                 // in monitor calls
    double fewestElapsedMs = 0;
  };
  std::optional<Why> why{};                   // if the monitor's symbols are known
  std::optional<double> againMs{}, coldMs{};  // elapsed time of a first use
};

struct CtssFindings {
  std::string machine, program;
  unsigned uses = 0, interactionsOfUse = 0;
  double thinkSeconds = 0, warmUpSeconds = 0;
  std::vector<unsigned> users;
  std::vector<InteractionFindings> interactions;
  std::vector<FirstUseFindings> firstUses;
  std::vector<WorkFindings> work;
  std::vector<MemoRow> memo;
  MemoNumbers memoPrints;
  std::optional<CtssVerdict> verdict;
};

// The rows with the least and the most.
struct FactorExtremes {
  struct Extreme {
    std::string name;
    double value = 0;
  };
  Extreme leastCpu, mostCpu, leastElapsed, mostElapsed;
  double leastGain = 0, mostGain = 0;
};

// Machines and programs that differ in one factor.
struct CtssRangeFindings {
  std::string machine;
  unsigned uses = 0, interactionsOfUse = 0, users = 0;
  double thinkSeconds = 0, warmUpSeconds = 0;
  std::vector<InteractionFindings> rows;
  std::optional<FactorExtremes> extremes;
  std::vector<FirstUseFindings> firstUses;  // those of row n from 2n
};

}  // namespace utah10

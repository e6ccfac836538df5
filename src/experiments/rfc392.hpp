// Reproduces RFC 392: the 77 transfers of two accounting periods, made by a user of RJS on a machine like Utah's.
//
// A transfer's bytes, direction and load are conditions; everything else is measured. Errors are those of the
// laboratory. A transfer that failed or arrived altered is a result with a text in `trouble`.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "experiments/charge_split.hpp"
#include "experiments/laboratory.hpp"

namespace utah10 {

struct TransferCondition {
  unsigned table = 0, row = 0;  // in RFC 392; table 0: not a row of RFC 392
  bool send = true;
  std::uint64_t bytes = 0;  // on the network
  double load = 0;          // runnable processes over 5 minutes; 0: no other users
  // "T2R19"; also the name of files and jobs.
  std::string name() const;
};

// All rows, in the order of the printed tables.
std::vector<TransferCondition> rfc392Rows();
// The quick transfers, without other users: sizes in both directions, including those named in the criteria.
std::vector<TransferCondition> rfc392QuickRows();

struct TransferResult {
  TransferCondition condition;
  bool done = false;    // the program reports success
  bool intact = false;  // every byte agrees at both ends
  std::string trouble;  // why it is not intact, or what stopped an attempt
  std::string faults;   // faults injected
  unsigned attempts = 0;
  std::uint64_t bytes = 0;  // network bytes counted by the program
  std::uint64_t records = 0;
  std::uint64_t characters = 0;  // size of the source or result file
  double load = 0;               // the monitor's 5-minute average at the end
  ChargedStretch stretch;
  std::uint64_t commandMs = 0;  // the job's run time from typing the command until the final message
  JobCharge job;                // the same by monitor call

  bool whole() const { return done && intact; }
  double usPerBit() const;
};

struct Rfc392Settings {
  LabOptions machine;
  std::string program = "RJS";  // rjs_programs.hpp
  bool faults = false;          // lines fail and hosts crash during the transfers
  std::uint64_t seed = 1;       // seed of decks, users and faults
};

using TransferProgress = std::function<void(const TransferResult&)>;

// Makes the transfers in sequence on a new machine.
Expected<std::vector<TransferResult>> makeTransfers(const Rfc392Settings& settings, const LabFiles& host,
                                                    const std::vector<TransferCondition>& rows,
                                                    const TransferProgress& progress);

// Divides the rows into pieces of about equal work, one per machine. The division depends on the rows only, so that the
// results do not depend on the number of machines that run in parallel.
std::vector<std::vector<TransferCondition>> inPieces(const std::vector<TransferCondition>& rows, std::size_t pieces);

}  // namespace utah10

// RFC 392 again: the 77 transfers of two periods of accounting, made by a user of RJS on a machine like Utah's.
//
// A transfer's bytes, direction and load are conditions; everything else is measured. Errors: what the laboratory could
// not do. A transfer that failed or arrived changed is a result, and says so.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "experiments/charge_split.hpp"
#include "experiments/laboratory.hpp"

namespace utah10 {

struct TransferCondition {
  unsigned table = 0, row = 0;  // in RFC 392; table 0: none of its rows
  bool send = true;
  std::uint64_t bytes = 0;  // on the network
  double load = 0;          // runnable processes over 5 minutes; 0: nobody else
  // "T2R19": files, jobs.
  std::string name() const;
};

// All rows, in the order of the printed tables.
std::vector<TransferCondition> rfc392Rows();
// Nobody else on the machine: some rows of either direction, among them those named in the criteria.
std::vector<TransferCondition> rfc392QuickRows();

struct TransferResult {
  TransferCondition condition;
  bool done = false;    // as the program says
  bool intact = false;  // every byte, compared at both ends
  std::string trouble;  // why it was not, or what stopped an attempt
  std::string faults;   // what was made to go wrong
  unsigned attempts = 0;
  std::uint64_t bytes = 0;  // on the network, as the program counts
  std::uint64_t records = 0;
  std::uint64_t characters = 0;  // of the file, source or result
  double load = 0;               // the monitor's 5-minute average at the end
  ChargedStretch stretch;
  std::uint64_t commandMs = 0;  // the job's run time from the command's being typed until its message was printed
  JobCharge job;                // the same, and what it was for

  bool whole() const { return done && intact; }
  double usPerBit() const;
};

struct Rfc392Settings {
  LabOptions machine;
  std::string program = "RJS";  // rjs_programs.hpp
  bool faults = false;          // lines fail and hosts die meanwhile
  std::uint64_t seed = 1;       // of decks, users and faults
};

using TransferProgress = std::function<void(const TransferResult&)>;

// Makes the transfers, one after another, on a machine of its own.
Expected<std::vector<TransferResult>> makeTransfers(const Rfc392Settings& settings, const LabFiles& host,
                                                    const std::vector<TransferCondition>& rows,
                                                    const TransferProgress& progress);

// The rows in pieces of about the same work, each for a machine of its own. Which piece a row is in follows from the
// rows alone, so that the results do not depend on how many machines run at a time.
std::vector<std::vector<TransferCondition>> inPieces(const std::vector<TransferCondition>& rows, std::size_t pieces);

}  // namespace utah10

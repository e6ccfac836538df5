// A transfer by RJS: its conditions and what was measured of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "experiments/charges/charge_split.hpp"

namespace utah10 {

constexpr unsigned kNetworkByteBits = 8;  // a byte of RJS on the network

struct TransferCondition {
  unsigned table = 0, row = 0;  // in RFC 392; table 0: not a row of RFC 392
  bool send = true;
  std::uint64_t bytes = 0;  // on the network
  double load = 0;          // runnable processes over 5 minutes; 0: no other users
  // "T2R19"; also the name of files and jobs.
  std::string name() const;
};

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
  // The monitor's 5-minute average before the transfer and after it; nothing without its symbols.
  std::optional<double> loadBefore, load;
  ChargedStretch stretch;
  // The job's run time from typing the command until the final message; nothing without the monitor's symbols.
  std::optional<std::uint64_t> commandMs;
  JobCharge job;  // the same by monitor call

  bool whole() const { return done && intact; }
  double cpuSeconds() const;
  double usPerBit() const;
};

// A progress line on a finished transfer.
std::string progressText(const TransferResult& result);

}  // namespace utah10

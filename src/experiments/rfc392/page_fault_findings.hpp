// What was found of page faults (page_faults.hpp): every number of the report, computed. Rendering only prints them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/report/spread.hpp"

namespace utah10 {

// The same work of one program on one kind of machine, means of the repeats.
struct FaultRow {
  std::string program, work;
  unsigned coreK = 0, users = 0;
  std::string swapping;
  std::string curve, panel;  // of the plots: "RJS0, 6 users" in "send, drum"
  std::uint64_t runs = 0;
  Spread faults, elapsedSeconds, chargedMs;
  std::optional<Spread> usPerBit;  // of transfers
  double load = 0;
  // If the monitor's symbols are known
  struct Inside {
    double drumReads = 0, diskReads = 0;
    double pageWaitSeconds = 0, outsideSeconds = 0;  // in the balance set; ready, but not in it
    double pages = 0, reserved = 0;                  // mean over the time in the balance set
    double own = 0;                                  // of the program, referred to
    double expelled = 0;
  };
  std::optional<Inside> inside;
  std::string trouble;
};

// Two programs with the same work: the larger working set over the smaller one.
struct FaultPair {
  std::string larger, smaller, work;
  double largerFaults = 0, smallerFaults = 0;  // mean of a run on any of the machines
  double ratio = 0;
  std::size_t machines = 0, more = 0;             // on how many kinds of machine the larger one faults more
  double elapsedPercent = 0, chargedPercent = 0;  // by which the larger one takes more, on all machines together
  double largerWait = 0, smallerWait = 0;         // for pages, s, mean of a run
  // Where the difference in faults is largest
  std::string most;
  double mostLarger = 0, mostSmaller = 0;
};

struct PageFaultFindings {
  std::string machine;  // without core and swapping
  std::vector<unsigned> cores, users;
  std::uint64_t sent = 0, received = 0;
  double thinkSeconds = 0, warmUpSeconds = 0;
  unsigned repeats = 0;
  std::vector<FaultRow> rows;
  std::vector<FaultPair> pairs;
};

}  // namespace utah10

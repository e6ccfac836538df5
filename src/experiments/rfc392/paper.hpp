// The results printed in RFC 392.
#pragma once

#include <string>
#include <vector>

#include "experiments/published/published.hpp"
#include "experiments/rjs/transfer.hpp"

namespace utah10 {

struct Rfc392PaperRow {
  TransferCondition condition;
  std::string clock, cpu, bitsPerSecond, cost;  // as printed
  double usPerBit = 0;                          // cost
  double cpuMs = 0;  // from the printed ratios; includes rows that are inconsistent in the paper
};

// A criterion derived from the paper.
struct WantedRange {
  double least = 0, most = 0;
  std::string leastText, mostText;
};

struct Rfc392Paper {
  std::vector<Rfc392PaperRow> rows;  // in the order of rfc392Rows()
  double dollarsPerCpuHour = 0;
  double dollarsPerMegabitLeast = 0, dollarsPerMegabitMost = 0;
  WantedRange unloadedSend;     // us/bit
  WantedRange receiveOverSend;  // of large transfers
  WantedRange fixedPart;        // of the smallest sends, s
};

// The seal must be broken: all results are final. Throws std::logic_error otherwise.
Rfc392Paper rfc392Paper(const Seal& seal);

}  // namespace utah10

// The results printed in RFC 415.
#pragma once

#include <string>
#include <vector>

#include "experiments/published/published.hpp"

namespace utah10 {

struct Rfc415PaperRow {
  std::string realRate, cpuRate, cpuPercent;  // as printed
  double kilobitsPerSecond = 0;               // realRate
  double usPerByte = 0;                       // mean of out and in
};

// The rows in the order of rfc415Rows(). The seal must be broken: all results are final. Throws std::logic_error
// otherwise.
std::vector<Rfc415PaperRow> rfc415Paper(const Seal& seal);

}  // namespace utah10

// The numbers published in RFC 557, the TENEX 1.32 note and RFC 594.
#pragma once

#include <array>

#include "experiments/published/published.hpp"
#include "experiments/rfc557/chain.hpp"

namespace utah10 {

constexpr std::size_t kRjsShapes = 3;  // shapes 1 to 3 are the chain

struct Rfc557Paper {
  // CPU seconds per megabit, TENEX 1.32 note.
  std::array<double, kRjsShapes> shapes{};
  double lastUser = 0, lastMonitor = 0;              // of the last shape: program, monitor
  double fileByBytesUs = 0, networkOutputUs = 0;     // us per byte: reading the file by bytes, not pages; all output
  double text = 0, wide = 0;                         // FTP in RFC 557: 8 bits; 32 and 36 bits, by the published factor
  std::array<std::array<double, 3>, 2> transfers{};  // FTP in RFC 594: store, retrieve of 8, 32, 36 bits

  // RFC 594's number for a transfer by FTP.
  double transfer(const ChainCondition& condition) const;
};

// The seal must be broken: all results are final. Throws std::logic_error otherwise.
Rfc557Paper rfc557Paper(const Seal& seal);

}  // namespace utah10

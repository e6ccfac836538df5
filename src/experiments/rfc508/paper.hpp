// The results printed in RFC 508, and the rates of the path that it and RFC 573 quote.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/published/published.hpp"

namespace utah10 {

struct Rfc508PaperTest {
  bool isLong = false;
  std::int64_t rate = 0;
  std::size_t bits = 0;  // of a buffer
  std::uint64_t buffers = 0, gaps = 0;
  double longest = 0, mean = 0, shortest = 0;  // of the gaps, ms
  std::string remark;                          // what contradicts itself in the row
};

struct Rfc508Paper {
  std::vector<Rfc508PaperTest> tests;
  double subnetRate = 0, lineRate = 0;  // kb/s: RFC 508, RFC 573
  // Of the table; nothing if there is no such test.
  const Rfc508PaperTest* find(std::int64_t rate, std::size_t bits) const;
};

// The seal must be broken: all results are final. Throws std::logic_error otherwise.
Rfc508Paper rfc508Paper(const Seal& seal);

}  // namespace utah10

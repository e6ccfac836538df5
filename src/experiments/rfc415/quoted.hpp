// RFC 392 quotes BBN: a BIN and a BOUT on their fast path cost 120 us, the slow call that a message needs 500 us on
// the average if the program's bytes are of 36 bits, up to a millisecond if bytes must be unpacked. These costs are
// measured with strings that are one message each (roms/bandwidth): the run time of both processes against the length.
#pragma once

#include <string>
#include <vector>

#include "experiments/published/published.hpp"
#include "experiments/rfc415/quoted_findings.hpp"
#include "experiments/rfc415/samples.hpp"

namespace utah10 {

struct QuotedPaper {
  double pairUs = 0, messageUs = 0, unpackedUs = 0;
};
// The seal must be broken.
QuotedPaper quotedPaper(const Seal& seal);

// RFC 415's rows through BIN and BOUT with strings of one message.
std::vector<StringCondition> quotedRows();

// The results of a monitor, in the order of quotedRows().
struct QuotedResults {
  std::string monitor;
  std::vector<StringResult> samples;
};

// What is known before the first measurement.
QuotedFindings quotedConditions(const Rfc415Settings& settings);
// A pair is a slope, which needs two lengths of the same byte size; without it there are no rows of that size.
QuotedFindings analyse(const Rfc415Settings& settings, const std::vector<QuotedResults>& results,
                       const QuotedPaper& paper);

}  // namespace utah10

// Compares two streams of records up to the first difference.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "trace/record_names.hpp"
#include "trace/record_view.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

// Plays one record; false if there is none left (TraceReader::next).
using RecordSource = std::function<Expected<bool>(Probe&)>;

struct DiffOptions {
  bool ignoreTimes = false;  // both instants and lengths
  std::size_t before = 8;    // number of common records to keep
};

struct TraceDifference {
  bool timesIgnored = false;
  std::uint64_t common = 0;           // number of equal records
  std::deque<StoredRecord> before;    // the last of them, from the first stream
  std::optional<StoredRecord> first;  // empty: the stream has ended
  std::optional<StoredRecord> second;

  bool any() const { return first.has_value() || second.has_value(); }
};

// Reads both streams until they differ or end. Error: that of a stream.
Expected<TraceDifference> compareTraces(const RecordSource& first, const RecordSource& second,
                                        const DiffOptions& options);

// Prints the common records, then the two that differ; then, if both exist, each column in which they differ (except
// ignored times).
struct DiffNames {
  std::string first, second;  // names of the streams
  const RecordNames& firstNames;
  const RecordNames& secondNames;
};
std::string differenceText(const TraceDifference& difference, const DiffNames& names);

}  // namespace utah10

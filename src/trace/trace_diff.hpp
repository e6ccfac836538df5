// Two streams of records side by side, to the first difference.
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

// Plays one record; false: there is none left (TraceReader::next).
using RecordSource = std::function<Expected<bool>(Probe&)>;

struct DiffOptions {
  bool ignoreTimes = false;  // instants and lengths
  std::size_t before = 8;    // common records to keep
};

struct TraceDifference {
  bool timesIgnored = false;
  std::uint64_t common = 0;           // records that are alike
  std::deque<StoredRecord> before;    // the last of them, as the first stream has them
  std::optional<StoredRecord> first;  // nothing: the stream has ended
  std::optional<StoredRecord> second;

  bool any() const { return first.has_value() || second.has_value(); }
};

// Reads both until they differ or end. Error: that of a stream.
Expected<TraceDifference> compareTraces(const RecordSource& first, const RecordSource& second,
                                        const DiffOptions& options);

// The common records, then the two that differ, as lines; then, if both are there, each column in which they differ
// (without times that were ignored).
struct DiffNames {
  std::string first, second;  // what the streams are called
  const RecordNames& firstNames;
  const RecordNames& secondNames;
};
std::string differenceText(const TraceDifference& difference, const DiffNames& names);

}  // namespace utah10

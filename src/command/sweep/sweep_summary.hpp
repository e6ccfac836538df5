// What the points of a sweep have measured, by their options. Points that differ in their seeds only are repetitions.
// Private to the command layer.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "command/sweep/sweep_database.hpp"

namespace utah10 {

struct SweptOption {
  std::string name;
  std::vector<std::string> values;  // the different ones, in the order of the points; numbers without their unit
  std::string unit{};               // of all values: "ns"
  std::vector<double> numbers{};    // of the values; empty if they are not all numbers with the same unit

  bool numeric() const { return !numbers.empty(); }
};

// A row of a table of the reports: once for each choice of options.
struct SweptRow {
  std::vector<std::string> options;         // values of the varied options, as above
  std::vector<std::string> names;           // the cells that name the row
  std::vector<std::vector<double>> values;  // of each column, by repetition
};

struct SweptTable {
  struct Number {
    MeasuredColumn column;
    unsigned decimals = 0;  // the most that a report prints
  };
  std::string name;
  std::vector<MeasuredColumn> names;
  std::vector<Number> numbers;
  std::vector<SweptRow> rows;
};

struct SweepSummary {
  std::string experiment, program, shard;
  SweepCounts counts;
  std::vector<SweptOption> fixed{}, varied{};
  std::size_t seeds = 1;
  std::vector<SweptTable> tables{};  // those with numbers
  std::vector<StoredPoint> failed{};
};

SweepSummary sweepSummary(const SweepDatabase& database);

}  // namespace utah10

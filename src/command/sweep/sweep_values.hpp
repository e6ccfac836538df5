// The values that an option takes in a sweep, and the samples of all of them. Private to the command layer.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "utah10/word/error.hpp"
#include "word/chance.hpp"

namespace utah10 {

// Numbers from `from` to `to`, both included. They are whole if all numbers given are.
struct SweepRange {
  double from = 0, to = 0, step = 0;  // step 0: none
  std::uint64_t count = 0;            // 0: none
  bool whole = true, logarithmic = false;
  std::string unit{};  // follows the number: "ms"

  // All values; of a range with a step or a count only.
  std::vector<std::string> values() const;
  // The value at a fraction of the range, 0 to 1 without 1.
  std::string at(double fraction) const;

 private:
  double place(double fraction) const;
  std::string text(double number) const;
};

// What an option takes: listed values, or anything in a range.
struct SweepVariable {
  std::string option;
  std::string place;                // in the plan, for errors
  std::vector<std::string> values;  // empty: `range` has no step and no count
  SweepRange range;

  std::string at(double fraction) const;
};

using SweepValues = std::vector<std::string>;  // one for each variable

// All combinations; the first variable changes last.
std::vector<SweepValues> gridOf(const std::vector<SweepVariable>& variables);
// Independent of each other, each value or each part of a range equally likely.
std::vector<SweepValues> randomSample(const std::vector<SweepVariable>& variables, std::size_t points, Chance chance);
// The same, but each variable has one value in each of `points` equal parts of its range (a Latin hypercube).
std::vector<SweepValues> latinHypercube(const std::vector<SweepVariable>& variables, std::size_t points, Chance chance);

}  // namespace utah10

// The published results of the measurements that the experiments reproduce: tables in src/experiments/published, as
// printed.
//
// The results are sealed until our last result has been measured; an earlier access throws an exception. The conditions
// of an experiment (sizes, directions, loads) are its input and may be read at any time; they are in separate files.
#pragma once

#include <cstddef>
#include <string_view>

#include "experiments/published/csv_table.hpp"

namespace utah10 {

class Seal {
 public:
  // The seal breaks with the last of so many results.
  explicit Seal(std::size_t results) : left_(results) {}
  Seal(const Seal&) = delete;
  Seal& operator=(const Seal&) = delete;
  // Call once for each final result.
  void result() { left_ -= left_ == 0 ? 0 : 1; }
  bool broken() const { return left_ == 0; }

 private:
  std::size_t left_;
};

// A table of results: "rfc392_results", "rfc392_summary", "rfc392_text", "rfc415", "rfc415_other", "rfc557". Throws
// std::logic_error while the seal is unbroken, or if there is no such table.
CsvTable publishedTable(std::string_view name, const Seal& seal);

// A table of conditions: "rfc392_conditions". Throws std::logic_error for anything else.
CsvTable conditionsTable(std::string_view name);

}  // namespace utah10

// What others have published of the measurements that the experiments make again: tables in src/experiments/published,
// as they were printed.
//
// The results are under a seal that breaks when the last result of ours has been measured; who asks for one before is
// wrong, and is stopped by an exception. The conditions of an experiment (sizes, directions, loads) are its input and
// may be read at any time; they are files of their own.
#pragma once

#include <cstddef>
#include <string_view>

#include "experiments/csv_table.hpp"

namespace utah10 {

class Seal {
 public:
  // It breaks with the last of so many results.
  explicit Seal(std::size_t results) : left_(results) {}
  Seal(const Seal&) = delete;
  Seal& operator=(const Seal&) = delete;
  // A result is final.
  void result() { left_ -= left_ == 0 ? 0 : 1; }
  bool broken() const { return left_ == 0; }

 private:
  std::size_t left_;
};

// A table of results: "rfc392_results", "rfc392_summary", "rfc392_text", "rfc415", "rfc415_other", "rfc557". Throws
// std::logic_error while the seal is whole, or if there is no such table.
CsvTable publishedTable(std::string_view name, const Seal& seal);

// A table of conditions: "rfc392_conditions". Throws std::logic_error for anything else.
CsvTable conditionsTable(std::string_view name);

}  // namespace utah10

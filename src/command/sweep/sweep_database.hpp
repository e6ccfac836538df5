// The database of a sweep: its plan, its points and what they have measured. Private to the command layer.
//
// Each point is one transaction: a process that is killed leaves a database with the points that it has finished.
//
//   plan           key, value: experiment, program, shard, text of the plan
//   point          number, options, state (waiting, done, failed), exit, message, host_seconds, cpu_seconds
//   setting        point, option, value: the options again, one a row
//   measurement    point, table_name, row, label, name, unit, number, text
//   report_column  table_name, name, place, heading, unit, origin, source: what the reports say of their columns
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "command/sweep/measurement.hpp"
#include "command/sweep/sweep_plan.hpp"

namespace utah10 {

// Every `of`th point, beginning with `index`.
struct SweepShard {
  unsigned index = 1, of = 1;
  bool has(unsigned point) const { return (point - 1) % of == index - 1; }
  std::string text() const { return std::to_string(index) + "/" + std::to_string(of); }
};

struct PointOutcome {
  unsigned point = 0;
  bool failed = false;
  int exitCode = 0;
  std::string message{};  // of one that failed
  double hostSeconds = 0, cpuSeconds = 0;
  MeasuredReport report{};
};

// A point, as it is stored.
struct StoredPoint {
  unsigned number = 0;
  std::vector<std::pair<std::string, std::string>> settings;  // option, value; by option
  std::string state;                                          // waiting, done or failed
  std::string message;
};

// A row of a table of a point's report: its cells that are not empty.
struct StoredRow {
  unsigned point = 0;
  std::vector<Measurement> cells;
};

struct SweepCounts {
  std::size_t waiting = 0, done = 0, failed = 0, measurements = 0;
};

class SweepDatabase {
 public:
  // Makes the database, or opens that of the same plan, shard and program.
  static Expected<SweepDatabase> open(const std::filesystem::path& file, const SweepPlan& plan,
                                      const SweepShard& shard);
  // One that is complete, to read it.
  static Expected<SweepDatabase> open(const std::filesystem::path& file);
  SweepDatabase(SweepDatabase&&) noexcept;
  SweepDatabase& operator=(SweepDatabase&&) noexcept;
  ~SweepDatabase();

  // Those of the shard that have not been run.
  std::set<unsigned> waiting() const;
  // Failed points wait again.
  Expected<void> forgetFailed();
  Expected<void> store(const PointOutcome& outcome);
  SweepCounts counts() const;
  // One measurement a row: point, its options, table, row, label, name, value, unit. No time of the host is in it.
  Expected<void> writeCsv(const std::filesystem::path& file) const;

  std::string planValue(const char* key) const;  // of the table `plan`
  // Those of the shard.
  std::vector<StoredPoint> points() const;
  // In the order in which the reports have them.
  std::vector<MeasuredColumn> columns() const;
  // The rows of a table, by point and row.
  void eachRow(const std::string& table, const std::function<void(const StoredRow&)>& take) const;

 private:
  struct Parts;
  explicit SweepDatabase(std::unique_ptr<Parts> parts);
  friend Expected<SweepCounts> mergeSweeps(const std::filesystem::path&, const std::vector<std::filesystem::path>&,
                                           const std::filesystem::path&);
  std::unique_ptr<Parts> parts_;
};

// Makes the database `out`, which must be new, and its CSV of the points that are finished in any of the others. They
// must have the same plan, and the same outcome where they have the same point.
Expected<SweepCounts> mergeSweeps(const std::filesystem::path& out, const std::vector<std::filesystem::path>& shards,
                                  const std::filesystem::path& csv);

}  // namespace utah10

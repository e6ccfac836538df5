// Statistics of a stream of records: number of each kind, instructions by opcode, process and level, cycles, transfers,
// faults, events, messages. Times are sums over the instructions seen, not over a whole run.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "trace/record_names.hpp"
#include "trace/record_printer.hpp"
#include "trace/record_view.hpp"

namespace utah10 {

class TraceSummary final : public ViewProbe {
 public:
  // `names` must outlive this object.
  explicit TraceSummary(const RecordNames& names) : names_(names) {}

  void record(const RecordView& view) override;

  std::uint64_t records() const { return records_; }
  // `ending` states whether the stream is complete. Text; CSV of section,name,count,nanoseconds; JSON.
  std::string report(ReportForm form, std::string_view ending) const;

  struct Count {
    std::uint64_t number = 0;
    Duration time{};
  };
  struct Row {
    std::string_view section;
    std::string name;
    Count count;
    bool timed = false;  // has a time
  };
  // Section by section; within a section, the largest first.
  std::vector<Row> rows() const;

 private:
  using Counts = std::map<std::string, Count, std::less<>>;
  void countInstruction(const InstructionRecord& r);
  void addRows(std::vector<Row>& rows, std::string_view section, const Counts& counts, bool timed) const;
  std::string text(std::string_view ending) const;
  std::string json(std::string_view ending) const;

  const RecordNames& names_;
  std::uint64_t records_ = 0;
  Instant first_ = kNever;
  Instant last_ = kPowerOn;
  std::array<std::uint64_t, kRecordKinds> kinds_{};
  std::array<std::array<Count, 512>, 2> opcodes_{};  // [user mode]
  std::map<ProcessId, Count> processes_;
  std::array<Count, 8> levels_{};
  Counts cycles_, transfers_, reloads_, faults_, events_, messages_;
};

}  // namespace utah10

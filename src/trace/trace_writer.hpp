// Writes a trace file: connected to a machine, it records every record of the run.
//
// Layout, little endian. Head: magic "UTAH10TR", u32 version, u32 length of the TraceHead as bytes, u32 length and zstd
// frame of them, u64 XXH3-64 of the frame. Then blocks, each written by one call: a header (block_format.hpp) with the
// numbers of its records and instructions, its first and last instant, its lengths and two XXH3-64, and a zstd frame.
// Last, an end mark with the totals; a file without it was cut short. Each block can be decoded by itself: what the
// coder learned in one block is forgotten in the next. All integer: the same run gives the same file, byte for byte.
//
// Errors: create() refuses to replace a file that is not a trace. If a write fails, for instance on a full disk, the
// writer reports it once, leaves the file as it was after the last complete block, and takes no more records; the run
// continues.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

#include "trace/record_filter.hpp"
#include "utah10/machine/probe.hpp"
#include "utah10/trace/trace_head.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

struct TraceOptions {
  std::optional<RecordFilter> filter;            // empty: every record
  int level = 1;                                 // of zstd, 1 to 19
  std::uint32_t blockRecords = 1u << 20;         // most records in a block
  std::function<void(const Error&)> whenFailed;  // called once, from within the run
};

struct TraceTotals {
  std::uint64_t records = 0;  // encoded; if writing failed: those in complete blocks
  std::uint64_t instructions = 0;
  std::uint64_t bytes = 0;  // in the file; up to date after close()
};

class TraceWriter final : public Probe {
 public:
  static Expected<std::unique_ptr<TraceWriter>> create(const std::filesystem::path& path, const TraceHead& head,
                                                       TraceOptions options = {});
  // Closes the file; an error cannot be reported.
  ~TraceWriter() override;
  TraceWriter(const TraceWriter&) = delete;
  TraceWriter& operator=(const TraceWriter&) = delete;

  // Writes what is left and the end mark. Reports a failure that came earlier, too. Once; then it is over.
  Expected<void> close();
  TraceTotals totals() const;
  bool failed() const;

  void instruction(const InstructionRecord& record) override;
  void abandoned(const AbandonRecord& record) override;
  void memory(const MemoryRecord& record) override;
  void io(const IoRecord& record) override;
  void interrupt(const InterruptRecord& record) override;
  void pager(const PagerRecord& record) override;
  void event(const EventRecord& record) override;
  void message(const MessageRecord& record) override;
  void started(Instant at) override;
  void stopped(Instant at, StopReason why) override;

 private:
  class File;
  TraceWriter();
  std::unique_ptr<File> file_;
  std::unique_ptr<FilteredProbe> filtered_;
};

}  // namespace utah10

// Encodes a stream of records into the columns of a block.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "trace/file/record_coder.hpp"

namespace utah10::tracefile {

class RecordEncoder {
 public:
  explicit RecordEncoder(std::vector<std::string> eventNames) : eventNames_(std::move(eventNames)) {}

  // Values for the block's header.
  struct Summary {
    std::uint32_t records = 0, instructions = 0;
    std::int64_t first = 0, last = 0;
  };
  const Summary& summary() const { return summary_; }
  ColumnWriter& columns() { return coder_.side(); }
  // Starts a new block.
  void clear();

  void instruction(const InstructionRecord& r);
  void memory(const MemoryRecord& r);
  void io(const IoRecord& r);
  void abandoned(const AbandonRecord& r);
  void interrupt(const InterruptRecord& r);
  void pager(const PagerRecord& r);
  void event(const EventRecord& r);
  void message(const MessageRecord& r);
  void started(Instant at);
  void stopped(Instant at, StopReason why);

 private:
  void begin(RecordType type, Instant at);
  void rare(RecordType type, Instant at, std::initializer_list<std::uint64_t> rest);

  std::vector<std::string> eventNames_;
  RecordCoder<ColumnWriter> coder_;
  Summary summary_;
  std::map<std::string, std::uint64_t, std::less<>> otherNames_;
};

}  // namespace utah10::tracefile

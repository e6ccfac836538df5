// The columns of a block on their way back into records.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "trace/file/record_coder.hpp"

namespace utah10::tracefile {

class RecordDecoder {
 public:
  // `events`: names by slot, which outlive this.
  explicit RecordDecoder(const std::vector<std::string>& events) : events_(events) {}

  ColumnReader& columns() { return coder_.side(); }
  // The columns are those of another block.
  void begin();
  // Decodes one record. False if the columns hold nothing that a writer puts there.
  bool read();
  // The time the block's header counts it by, and the record itself.
  Instant at() const { return at_; }
  bool isInstruction() const { return type_ == RecordType::Instruction; }
  void play(Probe& to) const;

 private:
  bool readRare();
  bool makePager(const RareFields& f);
  bool makeEvent(const RareFields& f);
  bool makeMessage(const RareFields& f);

  const std::vector<std::string>& events_;
  RecordCoder<ColumnReader> coder_;
  std::set<std::string, std::less<>> spelt_;  // for as long as the reader lives
  std::vector<std::string_view> otherNames_;  // of this block
  RecordType type_ = RecordType::Memory;
  Instant at_;
  HistoryEntry history_;
  InstructionFields instruction_;
  Accumulators ac_;
  MemoryRecord memory_;
  IoRecord io_;
  AbandonRecord abandoned_;
  InterruptRecord interrupt_;
  PagerRecord pager_;
  EventRecord event_;
  MessageRecord message_;
  StopReason stopped_{};
};

}  // namespace utah10::tracefile

// Decodes the columns of a block into records.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "trace/file/record_coder.hpp"

namespace utah10::tracefile {

class RecordDecoder {
 public:
  // `events`: names by slot; must outlive the decoder.
  explicit RecordDecoder(const std::vector<std::string>& events) : events_(events) {}

  ColumnReader& columns() { return coder_.side(); }
  // Starts a new block, whose columns have been set.
  void begin();
  // Decodes one record. False if the columns hold something that no writer produces.
  bool read();
  // The time used in the block's header, and the record itself.
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
  std::set<std::string, std::less<>> spelt_;  // kept as long as the reader lives
  std::vector<std::string_view> otherNames_;  // names spelt out in this block
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

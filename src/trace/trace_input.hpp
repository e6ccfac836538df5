// A trace file with its names and a selection of its records: the input of every trace10 command.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "trace/record_names.hpp"
#include "trace/symbols.hpp"
#include "utah10/trace/trace_reader.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

struct TraceChoice {
  std::string filter{};                // expression; empty: all records
  std::vector<std::string> symbols{};  // files; "user:FILE" for user space
  Instant from = kPowerOn;             // an instruction that overlaps the range counts
  Instant to = kNever;
};

class TraceInput {
 public:
  // Errors: of the file, of a symbol file, of the filter.
  static Expected<std::unique_ptr<TraceInput>> open(const std::filesystem::path& path, const TraceChoice& choice);
  TraceInput(const TraceInput&) = delete;
  TraceInput& operator=(const TraceInput&) = delete;
  ~TraceInput();

  const TraceHead& head() const { return reader_->head(); }
  const TraceReader& reader() const { return *reader_; }
  const Symbols& symbols() const { return symbols_; }
  const RecordNames& names() const { return *names_; }
  const std::string& name() const { return name_; }

  // Plays all selected records. Damaged blocks are reported and skipped; false if there was one.
  using Complaint = std::function<void(const Error&)>;
  bool play(Probe& to, const Complaint& complain);
  // Plays the next selected record; false if none is left. Error: a damaged block.
  Expected<bool> nextWanted(Probe& to);

 private:
  class Selection;
  class Queue;
  TraceInput();
  Expected<void> loadSymbols(const std::string& file);
  Expected<void> begin();

  std::string name_;
  TraceChoice choice_;
  std::unique_ptr<TraceReader> reader_;
  Symbols symbols_;
  std::unique_ptr<RecordNames> names_;
  std::unique_ptr<Queue> queue_;  // for nextWanted()
};

// Copies the selected records to a new trace file, completely or not at all, and never over a file that is not a trace.
// The head keeps the machine's description and adds the filter.
Expected<std::uint64_t> filterTrace(TraceInput& input, const TraceChoice& choice, const std::filesystem::path& out,
                                    const TraceInput::Complaint& complain);

}  // namespace utah10

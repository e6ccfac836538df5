// Plays a trace file into any Probe, record by record, as the traced machine sent them.
//
// open() reads the head and the headers of all blocks, so the extent of the file, and whether it was cut short, are
// known before the first record. Errors, all one line: a file that is not a trace; a damaged head; a damaged block,
// with its position. After a damaged block next() continues with the following block; a damaged block header ends the
// file, because the position of the next block is then unknown.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "utah10/machine/probe.hpp"
#include "utah10/trace/trace_head.hpp"
#include "utah10/word/error.hpp"

namespace utah10 {

class TraceReader {
 public:
  static Expected<std::unique_ptr<TraceReader>> open(const std::filesystem::path& path);
  ~TraceReader();
  TraceReader(const TraceReader&) = delete;
  TraceReader& operator=(const TraceReader&) = delete;

  const TraceHead& head() const;
  // Plays one record; false at the end. References in the record are valid until the next call, names as long as the
  // reader.
  Expected<bool> next(Probe& to);
  // Plays all remaining records and returns their number.
  Expected<std::uint64_t> playAll(Probe& to);
  // Positions next() at the first record at or after `t` (an instruction counts by its end); may move backwards. If `t`
  // is past the end, there is no next record.
  Expected<void> seek(Instant t);

  // No end mark: the writer was killed, its disk was full, or it is still writing.
  bool cutShort() const;
  // "complete: 1234. records to 0.012345670s" or "cut short after 1234. records at 0.012345670s".
  std::string ending() const;
  std::uint64_t records() const;  // in complete blocks
  std::uint64_t instructions() const;
  std::uint64_t position() const;  // number of the record that next() will play, from 0
  Instant first() const;           // of the whole file
  Instant last() const;

 private:
  class File;
  explicit TraceReader(std::unique_ptr<File> file);
  std::unique_ptr<File> file_;
};

}  // namespace utah10

// A trace file played into any Probe, record by record, as the writer's machine told them.
//
// open() reads the head and hops over the headers of all blocks: what the file holds, and whether it was cut short, is
// known before the first record. Errors, all one line: a file that is no trace; a damaged head; a damaged block, with
// its place. After the error of a block next() goes on with the block after it; a damaged header ends the file, since
// nobody knows where the next one begins.
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
  // Plays one record; false at the end. References in the record live until the next call, names as long as the reader.
  Expected<bool> next(Probe& to);
  // Plays all that is left; the number of records.
  Expected<std::uint64_t> playAll(Probe& to);
  // From here on next() begins with the first record at or after `t` (an instruction: that ended then or later), also
  // backwards. With `t` past the end there is no next record.
  Expected<void> seek(Instant t);

  // No end mark: the writer was killed, its disk was full, or it is still writing.
  bool cutShort() const;
  // "complete: 1234. records to 0.012345670s" or "cut short after 1234. records at 0.012345670s".
  std::string ending() const;
  std::uint64_t records() const;  // in whole blocks
  std::uint64_t instructions() const;
  std::uint64_t position() const;  // number of the record that next() plays, from 0
  Instant first() const;           // of the whole file
  Instant last() const;

 private:
  class File;
  explicit TraceReader(std::unique_ptr<File> file);
  std::unique_ptr<File> file_;
};

}  // namespace utah10

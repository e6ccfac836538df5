// The checkpoints of a recording, ordered by position and, at one position, by number of events done.
//
// Memory: states share their equal pages. Thinning removes the checkpoint that leaves the smallest gap relative to its
// age, so gaps grow with the distance from the present.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "trace/state_pages.hpp"
#include "utah10/devices/media_slot.hpp"
#include "utah10/word/virtual_time.hpp"

namespace utah10 {

struct Checkpoint {
  std::uint64_t position = 0;
  std::size_t event = 0;  // number of events done
  Instant at;
  std::uint64_t printed = 0;
  std::vector<std::uint64_t> printedOnLines;  // one entry per line
  StatePages::State state;
  std::vector<MediaMark> marks;  // one entry per slot
};

class Checkpoints {
 public:
  bool empty() const { return all_.empty(); }
  std::size_t size() const { return all_.size(); }
  const Checkpoint& operator[](std::size_t n) const { return all_[n]; }
  const Checkpoint& front() const { return all_.front(); }
  const Checkpoint& back() const { return all_.back(); }
  const std::deque<Checkpoint>& all() const { return all_; }
  void clear() { all_.clear(); }

  // The last checkpoint at or before a position; if there is none, the first. The list must not be empty.
  std::size_t before(std::uint64_t position) const;
  // Instructions since that checkpoint.
  std::uint64_t since(std::uint64_t position) const { return position - all_[before(position)].position; }
  // A state likely to resemble one taken at this position; null: none.
  const StatePages::State* like(std::uint64_t position) const;
  // Replaces a checkpoint with the same position and event count.
  void put(Checkpoint c);
  // Drops checkpoints later than this point.
  void dropAhead(std::uint64_t position, std::size_t event);
  void dropEventsAfter(std::size_t event);
  // Never removes the first or the last; needs at least three. `end` is the end of the recording.
  void thinOne(std::uint64_t end);
  // Returns the number of events dropped with it; the other checkpoints then count events from the new first.
  std::size_t dropFirst();

 private:
  std::deque<Checkpoint> all_;
};

}  // namespace utah10

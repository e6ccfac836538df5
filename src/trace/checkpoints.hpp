// The checkpoints of a recording, in the order of their positions and, at one position, of the events done.
//
// Memory: states share their equal pages. Those thinned out first leave the smallest gap for their age, so that gaps
// grow with the distance from the present.
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
  std::size_t event = 0;  // events done
  Instant at;
  std::uint64_t printed = 0;
  std::vector<std::uint64_t> printedOnLines;  // a line each
  StatePages::State state;
  std::vector<MediaMark> marks;  // a slot each
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

  // The last at or before a position; of none the first. There must be one.
  std::size_t before(std::uint64_t position) const;
  // Instructions since that one.
  std::uint64_t since(std::uint64_t position) const { return position - all_[before(position)].position; }
  // What a state kept at this position is likely to resemble; null: nothing.
  const StatePages::State* like(std::uint64_t position) const;
  // Takes the place of one with the same position and events done.
  void put(Checkpoint c);
  // What lies ahead will not happen.
  void dropAhead(std::uint64_t position, std::size_t event);
  void dropEventsAfter(std::size_t event);
  // Never the first or the last; there must be three. `end` is as far as the recording goes.
  void thinOne(std::uint64_t end);
  // Returns how many events have gone with it; those of the others count from the new first.
  std::size_t dropFirst();

 private:
  std::deque<Checkpoint> all_;
};

}  // namespace utah10

// What is known, while a trace is translated, about the time and the memory boxes at a point in it.
//
// Times are nanoseconds after the instant in the time register, which the code moves only where a delay is not known
// beforehand, at the exits, and at the end of a turn.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace utah10::translate {

struct BoxClock {
  // Since a box's cycle began, only the delays of one step have moved the register: from this delay of the step on.
  struct Moved {
    std::size_t step = 0;  // the number of the step after it
    std::size_t delay = 0;
  };
  struct Box {
    std::size_t number = 0;
    std::int64_t free = 0;  // when its cycle ends, at the latest
    bool exact = false;     // it ends just then, and the box does not yet say so; otherwise the box itself is right,
    bool untold = false;    // or will be when the step stores
    std::optional<Moved> moved;  // then its cycle ends at `free` less these delays
  };
  struct Waited {
    std::size_t box = 0;
    std::int64_t time = 0;
  };

  std::int64_t now = 0;
  std::vector<Box> boxes;      // that the trace has used; nothing is known of the others
  std::vector<Waited> waited;  // not yet counted by the boxes

  Box* find(std::size_t number) {
    const auto at = std::ranges::find(boxes, number, &Box::number);
    return at == boxes.end() ? nullptr : &*at;
  }
  // The boxes are in the order in which this was last said of them: two may be the same one.
  void busyUntil(std::size_t number, std::int64_t free) {
    std::erase_if(boxes, [number](const Box& b) { return b.number == number; });
    boxes.push_back({number, free, true, false, {}});
  }
  void wait(std::size_t number, std::int64_t until) {
    waited.push_back({number, until - now});
    now = until;
  }
  // Nothing more is known of the boxes from this number on, which may be the same as others: all have been told.
  void forgetFrom(std::size_t number) {
    std::int64_t latest = now;
    for (const Box& b : boxes)
      if (b.number >= number) latest = std::max(latest, b.free);
    std::erase_if(boxes, [number](const Box& b) { return b.number >= number; });
    for (Box& b : boxes) {
      b.free = std::max(b.free, latest);
      b.moved.reset();
    }
  }
  // The boxes have been told.
  void told() {
    for (Box& b : boxes) b.exact = b.untold = false;
  }
  // They will be when the step stores.
  void willBeTold() {
    for (Box& b : boxes) b.untold = std::exchange(b.exact, false) || b.untold;
  }
  // The register will be moved by this delay of the step before `step`.
  void willMove(std::size_t step, std::size_t delay) {
    for (Box& b : boxes)
      if (b.exact) b.moved = Moved{step, delay};
  }
  // The register has been moved to the present, or past it: then `free` says when at the latest.
  void rebase() {
    for (Box& b : boxes) b.free -= now;
    now = 0;
  }
};

}  // namespace utah10::translate

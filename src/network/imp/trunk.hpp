// A line whose two ends run on different clocks: each end belongs to the subnet of another machine.
//
// A frame leaves one end into an outbox with the instant at which its last bit reaches the other end. That instant is
// never sooner than the decision to send plus the time of the shortest frame, so the machines may run that long
// without exchanging anything (federation.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "utah10/word/virtual_time.hpp"

namespace utah10 {

struct TrunkConfig {
  unsigned from = 0;  // an IMP of ours
  unsigned to = 0;    // an IMP of the other subnet; none of ours may have this number
  std::int64_t bitsPerSecond = 50'000;
  Duration propagation{};
  double loss = 0;  // of the frames we send
};

struct TrunkFrame {
  Instant arrives{};
  std::vector<std::byte> content;
};

class TrunkEnd {
 public:
  virtual ~TrunkEnd() = default;
  // The least time from the decision to send anything until its arrival.
  virtual Duration lookahead() const = 0;
  // Frames sent since the last call, in order.
  virtual std::vector<TrunkFrame> sent() = 0;
  // Delivers a frame from the other end. A malformed frame is counted as damaged.
  virtual void deliver(const TrunkFrame& frame) = 0;
};

}  // namespace utah10

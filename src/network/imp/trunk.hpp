// A line whose two ends live on different clocks: each end belongs to the subnet of another machine.
//
// A frame leaves one end into an outbox with the instant at which its last bit reaches the other end; that is never
// sooner than the shortest frame takes after the decision to send it. So machines may run that long without hearing of
// one another (federation.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "utah10/word/virtual_time.hpp"

namespace utah10 {

struct TrunkConfig {
  unsigned from = 0;  // an IMP of ours
  unsigned to = 0;    // an IMP of the other subnet, whose number no IMP of ours has
  std::int64_t bitsPerSecond = 50'000;
  Duration propagation{};
  double loss = 0;  // of frames that we send
};

struct TrunkFrame {
  Instant arrives{};
  std::vector<std::byte> content;
};

class TrunkEnd {
 public:
  virtual ~TrunkEnd() = default;
  // From the decision to send anything to its arrival, at least.
  virtual Duration lookahead() const = 0;
  // Frames sent since the last call, in order.
  virtual std::vector<TrunkFrame> sent() = 0;
  // One from the other end. What is no frame is counted as damaged.
  virtual void deliver(const TrunkFrame& frame) = 0;
};

}  // namespace utah10

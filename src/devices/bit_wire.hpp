// One direction of the cable between a host and its IMP: bits move one by one, each when the sender has it and the
// receiver has room for it; at the end of a message the "last bit" line is up.
//
// Source: BBN Report 1822 (docs/sources/imp.md 3, 4): the two ends exchange a handshake for every bit. The bits of one
// offer move in groups of min(offered, room), which take that many bit times; an offer or room that comes in between
// takes effect when the group has gone. The sender's end calls offer() and withdraw(), the receiver's allow(). Errors:
// none.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "utah10/machine/archive.hpp"
#include "utah10/machine/scheduler.hpp"

namespace utah10 {

// Up to 64 bits in their order on the wire: the first is the top one of the `count` low bits of `value`.
struct WireBits {
  std::uint64_t value = 0;
  unsigned count = 0;
  bool last = false;  // the message ends after them
};

class BitWire {
 public:
  // `name` is that of the event slot; `perBit` the time a bit takes when neither end is late.
  BitWire(Scheduler& clock, std::string name, Duration perBit);
  BitWire(const BitWire&) = delete;
  BitWire& operator=(const BitWire&) = delete;

  // Receiver: called when a group has come in. Room is less by its bits; `last` comes with the last group of an offer.
  void onArrival(std::function<void(const WireBits&)> arrived) { arrived_ = std::move(arrived); }
  // Sender: called when all of an offer has gone.
  void onGone(std::function<void()> gone) { gone_ = std::move(gone); }
  // A listener on the wire: sees what arrives before the receiver does.
  void onPassing(std::function<void(const WireBits&)> passing) { passing_ = std::move(passing); }

  // Sender: call only when not busy(). `last` without bits is an end without bits, which takes one bit time
  // (inferred: the source marks the end after its last word has left).
  void offer(const WireBits& bits);
  bool busy() const { return offered_; }
  // Sender: withdraws the bits that have not arrived, including a group in transit.
  void withdraw();
  // A monitor of the wire: the message whose bits have passed will not be completed.
  void onWithdrawn(std::function<void()> withdrawn) { withdrawn_ = std::move(withdrawn); }

  // Receiver: sets the room, in bits, replacing the previous value. Without room neither bits nor an end move.
  void allow(unsigned bits);
  unsigned room() const { return room_; }
  bool moving() const { return moving_ != 0; }
  // Bits of the group in transit; 1 for an end without bits.
  unsigned onItsWay() const { return moving_; }
  Duration perBit() const { return perBit_; }

  // Raw fields, within a section of the owner's. The clock must have been restored before.
  void state(Archive& a);

 private:
  void go();
  void arrive();

  Scheduler& clock_;
  Duration perBit_;
  EventId event_;
  std::function<void(const WireBits&)> arrived_;
  std::function<void(const WireBits&)> passing_;
  std::function<void()> gone_;
  std::function<void()> withdrawn_;
  WireBits rest_;         // offered, not yet gone
  bool offered_ = false;  // even if rest_ has no bits: an end to come
  unsigned room_ = 0;
  unsigned moving_ = 0;  // bit times of the group on its way; of an end alone one
};

}  // namespace utah10

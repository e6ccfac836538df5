// A test plug in the IMP's end of a cable: the host's bits and its ready line come back to it as the IMP's.
//
// No padding is added: n words return for n words sent (docs/sources/imp.md 3.3). The plug keeps the last bit of what
// it has until it knows whether the message ends with it: the host's interface says so only after its last word has
// left, while an IMP marks a message's very last bit, and the host's input wants it so (IMPTST in self loop mode
// expects the end with the last word; where the bit is kept is inferred). Up to a word comes in while another goes
// back. Created by HostLink::plugLoop(). Errors: none.
#pragma once

#include "devices/bit_wire.hpp"

namespace utah10 {

class HostLink;

class LoopPlug {
 public:
  static constexpr unsigned kRoom = 36;

  explicit LoopPlug(HostLink& link);
  LoopPlug(const LoopPlug&) = delete;
  LoopPlug& operator=(const LoopPlug&) = delete;

  // Raw fields, within the cable's.
  void state(Archive& a);

 private:
  void arrived(const WireBits& bits);
  void send();
  void ready(bool up);

  HostLink& link_;
  WireBits held_;     // received, not yet being returned; at most the room and the bit kept from before
  bool due_ = false;  // all of held_, except perhaps the kept bit, waits to be returned
};

}  // namespace utah10

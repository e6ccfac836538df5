// Outstanding messages of this IMP's hosts: their numbers, the buffers requested for them, their answers.
//
// Source: FJCC 1972, RFC 381, 632 (docs/sources/imp.md 8, 9, 11.4). Messages of a pair are numbered; at most a window
// of them are out. A message of several packets asks the destination for eight buffers first, unless some came with a
// RFNM not long ago; a single packet goes at once, and a copy stays here until it is answered. Inferred: a message
// unanswered for half a minute is asked about; one whose destination cannot be reached any more is answered as lost.
#pragma once

#include <deque>
#include <map>
#include <optional>

#include "network/imp/packet.hpp"
#include "network/imp/subnet_context.hpp"

namespace utah10::subnet {

class Imp;

class SourceSide {
 public:
  SourceSide(SubnetContext& context, Imp& imp) : context_(context), imp_(imp) {}

  // The next message number of the pair, if the window is open.
  std::optional<std::uint32_t> number(const Packet& first);
  // Requests eight buffers for it: returns true if they are held already; else Imp tells the host's input later.
  bool buffers(const Packet& first);
  void sent(Packet& packet);
  // The message ends here; its host has been told.
  void abort(HostId source, HostId destination, std::uint32_t number);
  void receive(const Packet& answer);
  // Answers messages whose destination is no longer reachable.
  void routesChanged();
  void timer();
  void restart();
  void view(std::vector<OutstandingView>& out) const;

  void state(Archive& a);

 private:
  struct Message {
    Packet about;  // for a single packet the whole packet: the copy
    bool single = false, wantsBuffers = false;
    Instant since{}, ask{};
    void state(Archive& a);
  };
  struct Pair {
    std::uint32_t next = 0;
    std::deque<Message> out;  // oldest first
    unsigned held = 0;        // in units of eight buffers, reserved by RFNMs
    Instant until{};          // when the reservation is returned
  };

  SubnetEvent event() const;
  std::uint16_t key(HostId source, HostId destination) const;
  void allocated(Pair& pair, const Packet& answer);
  void rfnm(Pair& pair, const Packet& answer);
  void hold(Pair& pair);
  void giveBack(HostId source, HostId destination);
  bool finish(Pair& pair, const Packet& answer, ToHost type);
  void lose(Pair& pair);
  void watch();
  Packet control(PacketKind kind, const Packet& about) const;

  SubnetContext& context_;
  Imp& imp_;
  std::map<std::uint16_t, Pair> pairs_;
  Deadline deadline_;
};

}  // namespace utah10::subnet

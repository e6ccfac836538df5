// Messages for this IMP's hosts: buffer reservation, reassembly, ordering and answers.
//
// Source: FJCC 1972, RFC 632, 594 (docs/sources/imp.md 8, 11.4). Messages reach the hosts in the order of their
// numbers. A single packet out of its turn, or one that finds no buffer free, counts as a request for a buffer. The
// RFNM goes when the host has taken the first packet (RFC 594; measured on the IMP program of 1973, whose RFNM for
// seven packets goes out with the second packet), with eight buffers for the next message if the one just delivered had
// several packets and buffers are free. Inferred: what cannot be promised now waits in turn; promises not used for half
// a minute lapse.
#pragma once

#include <array>
#include <deque>
#include <map>

#include "network/imp/packet.hpp"
#include "network/imp/subnet_context.hpp"

namespace utah10::subnet {

class Imp;

class DestinationSide {
 public:
  DestinationSide(SubnetContext& context, Imp& imp) : context_(context), imp_(imp) {}

  void receive(const Packet& packet);
  // The host has taken a packet of a message handed over; `first` marks the first packet.
  void taken(const Packet& about, std::uint8_t buffers, bool first);
  // A message handed over has not reached its host.
  void lost(const Packet& about, std::uint8_t buffers, PacketKind kind, std::uint8_t subtype);
  void routesChanged();
  void restart();
  unsigned buffersInUse() const { return used_; }
  std::size_t waiting() const { return requests_.size(); }

  void state(Archive& a);

 private:
  enum class Progress : std::uint8_t { Wanted, Granted, Partial, Complete, Queued, Answered };
  struct Message {
    Progress progress = Progress::Partial;
    Packet about;  // from the first packet to arrive; its text is not used
    std::array<BitString, Packet::kPieces> text;
    std::uint8_t have = 0;     // one bit per piece
    std::uint8_t pieces = 0;   // 0: the last piece has not arrived
    std::uint8_t buffers = 0;  // reserved for the message
    Instant latest{};
    PacketKind answer = PacketKind::Rfnm;
    std::uint8_t subtype = 0;
    void state(Archive& a);
  };
  struct Pair {
    std::uint32_t life = 0;
    std::uint32_t expected = 0;  // the next message to hand to a host
    unsigned promised = 0;       // in units of eight buffers
    Instant promisedAt{};
    std::map<std::uint32_t, Message> in;
    void state(Archive& a);
  };
  struct Request {
    std::uint16_t key = 0;
    Packet about;
  };

  std::uint16_t key(const Packet& p) const;
  Pair& pair(const Packet& packet);
  void data(Pair& pair, const Packet& packet);
  void single(Pair& pair, Message& message, const Packet& packet);
  void piece(Pair& pair, Message& message, const Packet& packet);
  void request(Pair& pair, const Packet& packet);
  void asked(Pair& pair, const Packet& packet);
  void abort(Pair& pair, const Packet& packet);
  void giveBack(Pair& pair);
  void deliver(Pair& pair);
  void hand(Message& message);
  void serve();
  void serveSingles();
  bool answeredBefore(const Pair& pair, std::uint32_t number) const;
  void lapse();
  void release(Message& message);
  void forgetBefore(Pair& pair, std::uint32_t oldest);
  void settle(Pair& pair, Message& message, PacketKind kind, std::uint8_t subtype);
  void answer(const Packet& about, PacketKind kind, std::uint8_t subtype, std::uint8_t count = 0);
  bool room(unsigned more, bool single) const;

  SubnetContext& context_;
  Imp& imp_;
  std::map<std::uint16_t, Pair> pairs_;
  std::deque<Request> requests_;
  unsigned used_ = 0;  // buffers promised or filled
};

}  // namespace utah10::subnet

// Messages for this IMP's hosts: the buffers promised for them, how they are put together, their order, their answers.
//
// Source: FJCC 1972, RFC 632, 594, imp_interface.md B.3. Messages reach the hosts in the order of their numbers. A
// single packet out of its turn, or with no buffer free, counts as a question for one. The RFNM goes when the host has
// taken the first packet (so does the IMP program of 1973, measured: the RFNM of seven packets goes beside the second),
// with eight buffers for the next message if the one just delivered had several packets and
// buffers are free. Inferred: what cannot be promised now waits in turn; promises not used for half a minute lapse.
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
  // The host has taken a packet of a message that was handed over; the first one or another.
  void taken(const Packet& about, std::uint8_t buffers, bool first);
  // A message that was handed over does not reach its host.
  void lost(const Packet& about, std::uint8_t buffers, Packet::Kind kind, std::uint8_t subtype);
  void routesChanged();
  void restart();
  unsigned buffersInUse() const { return used_; }
  std::size_t waiting() const { return requests_.size(); }

  void save(StateWriter& out) const;
  void restore(StateReader& in);

 private:
  enum class State : std::uint8_t { Wanted, Granted, Partial, Complete, Queued, Answered };
  struct Message {
    State state = State::Partial;
    Packet about;  // of the first packet that came; its text is not used
    std::array<BitString, Packet::kPieces> text;
    std::uint8_t have = 0;     // a bit for each piece
    std::uint8_t pieces = 0;   // 0: the last has not come
    std::uint8_t buffers = 0;  // reserved for it
    Instant latest{};
    Packet::Kind answer = Packet::Kind::Rfnm;
    std::uint8_t subtype = 0;
  };
  struct Pair {
    std::uint32_t life = 0;
    std::uint32_t expected = 0;  // the next to be handed to a host
    unsigned promised = 0;       // times eight buffers
    Instant promisedAt{};
    std::map<std::uint32_t, Message> in;
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
  void settle(Pair& pair, Message& message, Packet::Kind kind, std::uint8_t subtype);
  void answer(const Packet& about, Packet::Kind kind, std::uint8_t subtype, std::uint8_t count = 0);
  bool room(unsigned more, bool single) const;
  void restoreMessage(StateReader& in, Message& m);

  SubnetContext& context_;
  Imp& imp_;
  std::map<std::uint16_t, Pair> pairs_;
  std::deque<Request> requests_;
  unsigned used_ = 0;  // buffers promised or filled
};

}  // namespace utah10::subnet

// What IMPs exchange: packets, and the frames that carry them on a line.
#pragma once

#include <cstdint>
#include <vector>

#include "network/imp/imp_parameters.hpp"
#include "network/leader.hpp"
#include "utah10/machine/archive.hpp"

namespace utah10::subnet {

enum class PacketKind : std::uint8_t {
  Data,
  RequestAll,  // REQALL: asks for eight buffers for a message
  Allocate,    // ALL: `count` buffers are reserved
  Rfnm,        // the message has been delivered; `count` buffers are reserved for the next
  Dead,        // type 7 of `subtype`
  Incomplete,  // type 9 of `subtype`
  GiveBack,    // `count` reserved buffers are no longer needed
  Ask,         // asks what became of the message
  Abort        // the rest of this message will not come
};
struct Packet {
  static constexpr std::size_t kText = 1008;  // docs/sources/imp.md 9.1
  static constexpr unsigned kPieces = 8;

  static constexpr std::uint8_t kKinds = 9;

  PacketKind kind = PacketKind::Data;
  HostId source, destination;
  std::uint8_t link = 0;
  std::uint8_t id = 0;  // low part of the host's message-id (RFC 533)
  bool priority = false, trace = false, octal = false;
  bool toFake = false;       // for the IMP itself
  std::uint32_t life = 0;    // the number of starts of the IMP that numbers the message
  std::uint32_t number = 0;  // of the message within its pair
  std::uint32_t oldest = 0;  // all messages before this one have been answered
  std::uint8_t piece = 0;
  bool last = true;
  std::uint8_t count = 0;
  std::uint8_t subtype = 0;
  BitString text;

  bool single() const { return kind == PacketKind::Data && piece == 0 && last; }
  // Sent ahead of other packets on a line.
  bool urgent() const { return kind != PacketKind::Data || priority; }

  void state(Archive& a);
};

struct Route {
  std::uint16_t delay = 0;
  std::uint8_t hops = 0;

  void state(Archive& a);
};

enum class FrameKind : std::uint8_t { Null, Data, Routing };
struct Frame {
  FrameKind kind = FrameKind::Null;
  std::uint8_t channel = 0;
  bool odd = false;
  std::uint8_t acknowledged = 0;  // the last odd/even bit received on each channel
  bool heardYou = false;          // routing: a hello has arrived since the last one sent
  bool damaged = false;           // its checksum will fail
  Packet packet;
  std::vector<Route> routes;  // routing: by IMP number

  // Length on the line, including all overhead.
  std::int64_t bits(const ImpParameters& p) const;

  void state(Archive& a);
};

}  // namespace utah10::subnet

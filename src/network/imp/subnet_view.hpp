// What an operator may ask a subnet: its hosts, lines, messages on their way, and the last things that happened.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "devices/host_link.hpp"
#include "network/leader.hpp"

namespace utah10 {

struct NetEvent {
  enum class Kind : std::uint8_t {
    HostUp,
    HostDown,   // its ready line, or it said so
    Tardy,      // took nothing for too long
    HostError,  // types 1 and 8 from a host
    LineUp,
    LineDown,
    ImpUp,
    ImpDown,
    Reachable,  // `host` is the IMP concerned, as seen from `imp`
    Unreachable,
    Dropped,    // a packet, and why
    Incomplete  // a message was answered with type 9
  };
  static constexpr std::uint8_t kKinds = 12;

  Instant at{};
  Kind kind = Kind::HostUp;
  unsigned imp = 0;  // where
  HostId host;       // if one is concerned
  std::string text;
};

const char* name(NetEvent::Kind kind);

struct ImpView {
  unsigned number = 0;
  std::string name;
  bool up = false;
  unsigned reassembly = 0;       // buffers filled or promised
  unsigned storeAndForward = 0;  // buffers on their way through
  std::size_t requests = 0;      // messages that wait for reassembly buffers here
  std::size_t program = 0;       // packets the program has not come to
};

struct HostView {
  HostId host;
  std::string impName;
  bool impUp = false;
  bool hostReady = false, impReady = false;                // the ready lines
  bool alive = false;                                      // for others
  std::string why;                                         // it is not; empty if it is
  std::optional<Instant> aliveFrom;                        // while its ready line is up
  std::optional<std::uint16_t> goingDown;                  // what it said before (1822 bits 17-32)
  std::optional<ReadyLine::Change> hostChange, impChange;  // the last one of each line
  std::uint64_t fromHost = 0, toHost = 0;                  // messages of all types, whole
  std::size_t queued = 0;                                  // messages that wait for the host
  std::optional<Instant> offeredSince;                     // the packet it is being given
  std::string inputWaits;                                  // why no bits are taken from it; empty if they are
};

struct LineView {
  unsigned from = 0, to = 0;
  bool intact = false;  // the circuit
  bool alive = false;   // as its IMP sees it
  std::int64_t bitsPerSecond = 0;
  Duration propagation{};
  unsigned queued = 0, unacknowledged = 0;
  std::uint64_t frames = 0, packets = 0;                                 // sent; packets those sent again included
  std::uint64_t again = 0;                                               // packets sent again
  std::uint64_t damaged = 0;                                             // frames that came with a bad check
  std::uint64_t duplicates = 0;                                          // packets that came again
  std::uint64_t refused = 0;                                             // packets there was no buffer for
  std::uint64_t bits = 0, routingBits = 0, nullBits = 0, againBits = 0;  // sent
  Duration busy{};                                                       // sending
};

struct OutstandingView {
  HostId source, destination;
  std::uint8_t link = 0;
  std::uint32_t number = 0;
  Instant since{};
  std::string waitsFor;
};

}  // namespace utah10

// Views of a subnet for its operator: its hosts, lines, outstanding messages and most recent events.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "devices/host_link.hpp"
#include "network/leader.hpp"

namespace utah10 {

enum class NetEventKind : std::uint8_t {
  HostUp,
  HostDown,   // its ready line fell, or it announced it
  Tardy,      // accepted nothing for too long
  HostError,  // it sent a message of type 1 or 8
  LineUp,
  LineDown,
  ImpUp,
  ImpDown,
  Reachable,  // `host` is the IMP concerned, as seen from `imp`
  Unreachable,
  Dropped,    // a packet was dropped; the text gives the reason
  Incomplete  // a message was answered with type 9
};
struct NetEvent {
  static constexpr std::uint8_t kKinds = 12;

  Instant at{};
  NetEventKind kind = NetEventKind::HostUp;
  unsigned imp = 0;  // the IMP that noted the event
  HostId host;       // the host concerned, if any
  std::string text;
};

const char* name(NetEventKind kind);

struct ImpView {
  unsigned number = 0;
  std::string name;
  bool up = false;
  unsigned reassembly = 0;       // buffers filled or promised
  unsigned storeAndForward = 0;  // buffers in use for packets in transit
  std::size_t requests = 0;      // messages that wait for reassembly buffers here
  std::size_t program = 0;       // packets that wait for the IMP program
};

struct HostView {
  HostId host;
  std::string impName;
  bool impUp = false;
  bool hostReady = false, impReady = false;                // the ready lines
  bool alive = false;                                      // as other hosts see it
  std::string why;                                         // why it is not alive; empty if it is
  std::optional<Instant> aliveFrom;                        // while its ready line is up
  std::optional<std::uint16_t> goingDown;                  // the time it announced (1822 bits 17-32)
  std::optional<ReadyLine::Change> hostChange, impChange;  // the last change of each line
  std::uint64_t fromHost = 0, toHost = 0;                  // complete messages of all types
  std::size_t queued = 0;                                  // messages that wait for the host
  std::optional<Instant> offeredSince;                     // the packet now offered to it
  std::string inputWaits;                                  // why no bits are accepted from it; empty if they are
};

struct LineView {
  unsigned from = 0, to = 0;
  bool intact = false;  // the circuit
  bool alive = false;   // as its IMP sees it
  std::int64_t bitsPerSecond = 0;
  Duration propagation{};
  unsigned queued = 0, unacknowledged = 0;
  std::uint64_t frames = 0, packets = 0;                                 // sent; packets include retransmissions
  std::uint64_t again = 0;                                               // retransmitted packets
  std::uint64_t damaged = 0;                                             // frames received with a bad checksum
  std::uint64_t duplicates = 0;                                          // packets received twice
  std::uint64_t refused = 0;                                             // packets for which there was no buffer
  std::uint64_t bits = 0, routingBits = 0, nullBits = 0, againBits = 0;  // sent
  Duration busy{};                                                       // transmitting
};

struct OutstandingView {
  HostId source, destination;
  std::uint8_t link = 0;
  std::uint32_t number = 0;
  Instant since{};
  std::string waitsFor;
};

}  // namespace utah10

// Views of an NCP for its operator.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "network/ncp/control_message.hpp"

namespace utah10 {

// One connection.
struct ConnectionView {
  ConnectionId id;
  Socket local;
  Socket foreign;
  HostId host;
  std::uint8_t link = 0;
  unsigned byteSize = 0;
  std::string state;           // "listening", "RFC sent", "open", "closing" ...
  std::uint64_t bitsSent = 0;  // confirmed by RFNMs
  std::uint64_t bitsReceived = 0;
  std::uint32_t messageSpace = 0;  // sender: allocation left; receiver: granted and unused
  std::uint64_t bitSpace = 0;
  std::optional<Instant> awaitsRfnmSince;
};

// Counters since the NCP was created.
struct NcpCounters {
  std::array<std::uint64_t, kControlOps> commandsSent{};
  std::array<std::uint64_t, kControlOps> commandsReceived{};
  std::uint64_t messagesSent = 0;  // including retransmissions
  std::uint64_t messagesReceived = 0;
  std::uint64_t bitsSent = 0;  // data, confirmed
  std::uint64_t bitsReceived = 0;
  std::uint64_t rfnms = 0;
  std::uint64_t resent = 0;
  std::uint64_t dead = 0;         // type 7
  std::uint64_t incomplete = 0;   // types 8 and 9
  std::uint64_t rfnmMissing = 0;  // not received within NcpConfig::rfnmPatience
  std::uint64_t strays = 0;       // types 5, 7, 8 and 9 about a message that is not in transit
  std::uint64_t malformed = 0;    // malformed leaders, headers, messages and commands
  std::uint64_t overruns = 0;     // messages beyond the allocation
  std::uint64_t droppedBits = 0;  // data received for no connection
  std::uint64_t resets = 0;       // RSTs received
};

// The answer to the last ECO to a host.
struct EchoView {
  enum class Answer : std::uint8_t { None, Erp, Rst, Rrp, Dead, TimedOut };
  HostId host;
  std::uint8_t data = 0;
  Answer answer = Answer::None;
  Instant sent{};
  Instant answered{};
  std::uint8_t reply = 0;
};

}  // namespace utah10

// Datagrams between a host and its IMP, in the format of the SIMH H316 IMP's host interfaces.
//
// Source: open-simh H316 (docs/sources/imp.md 12.1). All fields big-endian: "H316", sequence (4), count of the 16-bit
// words that follow (2), the first of them a flag word (bit 0 LAST, bit 1 READY), then words of the message, its first
// bit the top one. The length must be 10 + 2 * count to the octet. Pure functions; nothing here knows a socket.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "utah10/machine/archive.hpp"

namespace utah10 {

struct Datagram {
  static constexpr std::size_t kHead = 10;  // octets before the flag word
  // The most that fit into a UDP datagram together with the flag word (65507 octets).
  static constexpr std::size_t kMostWords = (65507 - kHead) / 2 - 1;

  std::uint32_t sequence = 0;
  bool last = false;   // the last datagram of its message
  bool ready = false;  // the sender's ready line is up
  std::vector<std::uint16_t> words;

  // At most kMostWords words.
  std::vector<std::uint8_t> octets() const;
  friend bool operator==(const Datagram&, const Datagram&) = default;
};

// Why a datagram, or a message assembled from datagrams, was dropped.
enum class DatagramDrop : std::uint8_t {
  TooShort,   // no room for header and flag word
  NotH316,    // another magic
  Length,     // not 10 + 2 * count octets
  NoFlags,    // count 0
  Old,        // its sequence number has passed: a duplicate, or overtaken in transit
  NotReady,   // words from a sender whose ready line is down
  Detached,   // no peer is attached
  HostDown,   // a message for a cable end that is not ready
  Torn,       // a piece of the message was lost
  TooLong,    // a message longer than the maximum
  QueueFull,  // the cable end takes messages more slowly than they arrive
  Refused,    // a message from the cable: longer than the peer can take
  NoPort,     // there is no port to send it
};
inline constexpr std::size_t kDatagramDrops = 13;
std::string_view dropText(DatagramDrop why);

struct DatagramRead {
  std::optional<Datagram> datagram;
  DatagramDrop why = DatagramDrop::TooShort;  // valid if there is no datagram
};
DatagramRead readDatagram(std::span<const std::uint8_t> octets);

// Judges sequence numbers (docs/sources/imp.md 12.1): below the expected one, drop the datagram; 0, the peer has
// restarted; above it, some datagrams were lost. The peer's 0 can itself be lost. Then its numbers would stay below the
// expected one until it has sent as many datagrams as before it restarted; so a number far below is a restart too.
class SequenceRule {
 public:
  enum class Verdict : std::uint8_t { Next, Ahead, Restart, Old };
  // Networks do not deliver a datagram after so many later ones.
  static constexpr std::uint32_t kFarBelow = 16;
  // The first number is accepted whatever it is: the peer may have started earlier.
  Verdict judge(std::uint32_t sequence);
  void forget() { expected_.reset(); }
  const std::optional<std::uint32_t>& expected() const { return expected_; }

  void state(Archive& a);

 private:
  std::optional<std::uint32_t> expected_;
};

}  // namespace utah10

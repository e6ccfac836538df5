// The leader of a message between host and IMP, 32 bits, as of August 1972.
//
// Source: BBN Report 1822 as RFC 381, 394, 533 and the TENEX sources show it (docs/sources/imp.md 6-9).
#pragma once

#include <cstdint>
#include <string>

#include "network/bit_string.hpp"

namespace utah10 {

// A host's address: the IMP number, 1-63, and which of its four hosts; as one octet host*64+IMP.
class HostId {
 public:
  constexpr HostId() = default;
  constexpr explicit HostId(unsigned octet) : octet_(static_cast<std::uint8_t>(octet)) {}
  constexpr HostId(unsigned imp, unsigned host) : octet_(static_cast<std::uint8_t>((host & 3) << 6 | (imp & 077))) {}
  constexpr std::uint8_t octet() const { return octet_; }
  constexpr unsigned imp() const { return octet_ & 077u; }
  constexpr unsigned host() const { return octet_ >> 6; }
  friend constexpr auto operator<=>(HostId, HostId) = default;

 private:
  std::uint8_t octet_ = 0;
};

enum class ToImp : std::uint8_t { Regular = 0, ErrorWithoutId = 1, GoingDown = 2, Nop = 4, ErrorWithId = 8 };

enum class ToHost : std::uint8_t {
  Regular = 0,
  ErrorInLeader = 1,
  GoingDown = 2,
  Nop = 4,
  Rfnm = 5,
  DestinationDead = 7,
  ErrorInData = 8,
  Incomplete = 9,
  Reset = 10
};

// Subtypes.
enum class LeaderError : std::uint8_t { ErrorFlop = 0, TooShort = 1, IllegalType = 2 };
enum class Dead : std::uint8_t { Imp = 0, Host = 1 };
enum class Lost : std::uint8_t { Tardy = 0, TooLong = 1, SourceTardy = 2, InSubnet = 3, NoResources = 4 };

struct Leader {
  static constexpr unsigned kBits = 32;

  bool priority = false;
  bool imp = false;  // for the IMP, or from it
  bool trace = false;
  bool octal = false;
  std::uint8_t type = 0;  // 0-15; ToImp or ToHost
  HostId host;            // to the IMP: the destination; from the IMP: the source, or the destination concerned
  std::uint8_t link = 0;
  std::uint8_t id = 0;  // 4 bits: zero in 1972, low part of the message-id from July 1973
  std::uint8_t subtype = 0;

  BitString bits() const;
  // Reads the first 32 bits. The caller must reject a shorter string.
  static Leader of(const BitString& message);
  void state(Archive& a);
  friend bool operator==(const Leader&, const Leader&) = default;
};

constexpr std::uint8_t code(ToImp t) { return static_cast<std::uint8_t>(t); }
constexpr std::uint8_t code(ToHost t) { return static_cast<std::uint8_t>(t); }

// A message as a host sees it. From the IMP, the text ends with the padding (a one, then zeros to sixteen bits).
struct Message {
  // With the leader, without padding (docs/sources/imp.md 9.1).
  static constexpr std::size_t kMostBits = 8095;

  Leader leader;
  BitString text;

  BitString bits() const;
  static Message of(const BitString& bits) { return {Leader::of(bits), bits.from(Leader::kBits)}; }
  void state(Archive& a);
  friend bool operator==(const Message&, const Message&) = default;
};

}  // namespace utah10
